"""Reads of matches and players, with everything a page needs fetched."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet

from matches.models import FinalScore, Game, Match, Player
from matches.rules import Ledger, Line, replay

LISTED: Final = 300
PLAYED: Final = 50


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game as the ledger shows it: the row, and what the rules make of it.

    `length` caps the score: points beyond it have no value.
    """

    game: Game
    line: Line
    length: int

    @property
    def score(self) -> tuple[int, int]:
        """The score after the game, as it is written down."""
        after = self.line.after
        return min(after.one, self.length), min(after.two, self.length)


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match with its valid games and, if one was reported, its final score."""

    match: Match
    ledger: Ledger
    lines: tuple[GameLine, ...]
    final: FinalScore | None

    def ledger_before(self, number: int) -> Ledger:
        """Replay only the games before game `number`."""
        earlier = [each.game.result for each in self.lines[: number - 1]]
        return replay(self.match.rules, earlier)

    @property
    def game_number(self) -> int:
        """The number of the next game."""
        return len(self.lines) + 1


def match_view(match: Match) -> MatchView:
    """Replay a match. Two queries."""
    games = list(match.games.filter(voided_at__isnull=True).order_by("number"))
    ledger = replay(match.rules, [game.result for game in games])
    return MatchView(
        match=match,
        ledger=ledger,
        lines=tuple(
            GameLine(game, line, match.length)
            for game, line in zip(games, ledger.lines, strict=True)
        ),
        final=match.final_scores.filter(voided_at__isnull=True).first(),
    )


def players_named(search: str) -> QuerySet[Player]:
    """Return the directory, or those whose name or club contains `search`."""
    players: QuerySet[Player] = Player.objects.order_by("sort_name", "pk")
    if search:
        players = players.filter(
            Q(name__icontains=search)
            | Q(sort_name__icontains=search)
            | Q(club__icontains=search)
        )
    return players[:LISTED]


def matches_of(player: Player) -> QuerySet[Match]:
    """Return a player's newest matches that have begun. One query."""
    return (
        Match.objects.filter(Q(player_1=player) | Q(player_2=player))
        .filter(state__in=(Match.State.PLAYING, Match.State.DONE))
        .select_related("player_1", "player_2")
        .order_by("-pk")[:PLAYED]
    )
