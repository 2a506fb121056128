"""The data of a person as a file for that person."""

from collections.abc import Callable

from django.db.models import Prefetch, Q

from matches.ledger.models.facts import Game
from matches.ledger.models.match import ENDED, Match
from matches.players.models import Player
from matches.web.shown import full_names, public_names

Part = Callable[[Player], list[dict[str, object]]]
_parts: dict[str, Part] = {}


def register(name: str, part: Part) -> None:
    """Register what another room keeps about a player."""
    _parts[name] = part


def own_file(player: Player) -> dict[str, object]:
    """Return the stored data of a player: the person, and matches game by game.

    Other players have their public names. Four queries, one more for pairs, and those
    of the parts that other rooms register.
    """
    with full_names():
        fresh = Player.objects.get(pk=player.pk)
        pairs = list(fresh.pairs.order_by("pk"))
        about = {
            "name": fresh.name,
            "sort_name": fresh.sort_name,
            "club": fresh.club,
            "country": fresh.country,
            "rating": None if fresh.rating is None else str(fresh.rating),
            "under_age": fresh.is_minor,
            "shown_to_everybody": fresh.shown.value,
            "chosen_by_you": fresh.shown_by_player,
            "chosen_by_the_club": fresh.shown_by_club,
            "known_since": fresh.created_at.isoformat(),
        }
        sides = {fresh.pk: fresh.name} | {pair.pk: pair.name for pair in pairs}
    with public_names():
        rows = [_match(match, sides) for match in _matches(list(sides))]
        parts = {name: part(fresh) for name, part in _parts.items()}
    return {"crawford_person": 1, "person": about, "matches": rows, **parts}


def _matches(players: list[int]) -> list[Match]:
    games = Game.objects.valid().order_by("number")
    rows = Match.objects.filter(Q(player_1__in=players) | Q(player_2__in=players))
    rows = rows.exclude(state=Match.State.VOID).order_by(ENDED, "pk")
    rows = rows.select_related("player_1", "player_2")
    return list(rows.prefetch_related(Prefetch("games", games, to_attr="valid_games")))


def _match(match: Match, sides: dict[int, str]) -> dict[str, object]:
    """Return a match as its player sees it: their own side first."""
    mine = 1 if match.player_1_id in sides else 2
    scores = (match.score_1, match.score_2)
    ended = match.finished_at or match.created_at
    return {
        "code": match.code,
        "date": ended.date().isoformat(),
        "you": sides[match.player(mine).pk],
        "opponent": match.player(3 - mine).name,
        "length": match.length,
        "score": list(scores if mine == 1 else reversed(scores)),
        "balance": str(match.balance if mine == 1 else -match.balance),
        "won": None if match.winner is None else match.winner == mine,
        "how": match.how,
        "state": match.state,
        "games": [
            {
                "number": game.number,
                "won": game.winner == mine,
                "kind": game.kind,
                "cube": game.cube,
                "ending": game.ending,
                "remark": _remark(game, mine),
            }
            for game in vars(match)["valid_games"]
        ],
    }


def _remark(game: Game, side: int) -> str:
    """Return the remark on a game, unless the other player wrote it for directors."""
    is_seen = game.remark_side in {None, side} or game.is_remark_shown
    return game.remark if is_seen else ""
