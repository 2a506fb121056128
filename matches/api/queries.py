"""Players and matches as values of the API."""

from collections.abc import Iterable

from matches.api.match_shapes import (
    GameShape,
    MatchShape,
    Place,
    PlayerShape,
    Score,
    Searching,
)
from matches.api.shapes import Listed, Person, local, page_of
from matches.ledger.access import are_moves_public
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import GameLine, final_score_of, match_view
from matches.players.models import Player
from matches.players.queries import keys_named, players_at


def players_listed(asked: Searching) -> Listed[PlayerShape]:
    """Return a page of the directory, or of the players found. Two queries."""
    if not asked.search:
        everybody = Player.objects.real().order_by("sort_name", "pk")
        return page_of(everybody.count(), asked, lambda a, b: _players(everybody[a:b]))
    keys = keys_named(asked.search)
    return page_of(len(keys), asked, lambda a, b: _players(players_at(keys[a:b])))


def player_with(key: str) -> PlayerShape | None:
    """Return the player with this key, None if there is none. One query."""
    found = Player.objects.filter(key=key.replace("\x00", "").upper())
    return next(iter(_players(found)), None)


def match_shape(match: Match) -> MatchShape:
    """Return a match with its games. Four queries."""
    is_told = are_moves_public(match)
    occasion = occasion_of(match)
    lines = match_view(match).lines if is_told else ()
    return MatchShape(
        code=match.code,
        length=match.length,
        state=match.state,  # type: ignore[arg-type]  # of its choices
        how=match.how,
        one=person_of(match.player_1),
        two=person_of(match.player_2),
        score=Score(one=match.score_1, two=match.score_2)
        if match.shows_score
        else None,
        winner=match.winner if match.shows_score else None,
        games=[_game(line) for line in lines],
        is_final=match.locked_at is not None,
        place=None
        if occasion is None
        else Place(
            tournament=occasion.slug, label=occasion.label, table=occasion.table
        ),
        finished_at=local(match.finished_at),
        revision=match.revision,
    )


def match_now(match: Match) -> MatchShape:
    """Return a match as it is now, read anew. Five queries."""
    rows = Match.objects.select_related("player_1", "player_2", "profile")
    return match_shape(rows.get(pk=match.pk))


def has_result(match: Match) -> bool:
    """Whether a result is on record that does not follow from games. One query."""
    return final_score_of(match) is not None


def person_of(player: Player) -> Person:
    """Return a player as the reader may see them."""
    return Person(key=player.key, name=player.name, club=player.told_club)


def _game(line: GameLine) -> GameShape:
    game = line.game
    one, two = line.score
    return GameShape(
        number=game.number,
        winner=game.winner,
        kind=game.kind,
        cube=game.cube,
        ending=game.ending,
        points=line.line.points,
        score=Score(one=one, two=two),
        counts=line.counts,
    )


def _players(found: Iterable[Player]) -> list[PlayerShape]:
    return [
        PlayerShape(
            key=player.key,
            name=player.name,
            club=player.told_club,
            country=player.told_country,
        )
        for player in found
    ]
