"""The games of a report as JSON values."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final, TypeAlias

from matches.rules import AwardReason, Checkers, Ending, GameResult, Kind, Side
from matches.web.columns import StoredGame

PLAIN: Final = GameResult(Side.ONE)


@dataclass(frozen=True, slots=True)
class Version:
    """A player's or director's version of how a match ended; `games` may be empty."""

    one: int
    two: int
    winner: Side
    games: tuple[GameResult, ...] = ()

    @property
    def said(self) -> tuple[int, int, int]:
        return self.one, self.two, self.winner


@dataclass(frozen=True, slots=True)
class StillPlaying:
    """A player's version that the match is not over.

    `one` and `two` are the score so far, both None if the player left it out. `games`
    are the games so far, empty if they were not listed.
    """

    one: int | None = None
    two: int | None = None
    games: tuple[GameResult, ...] = ()


Told: TypeAlias = Version | StillPlaying | None
"""The contents of a report: a result, that the match goes on, or None for a remark."""


def game_values(result: GameResult) -> StoredGame:
    """Return a game as JSON values; fields with their default value are left out."""
    values: StoredGame = {"winner": int(result.winner)}
    if result.kind is not PLAIN.kind:
        values["kind"] = result.kind.value
    if result.ending is not PLAIN.ending:
        values["ending"] = result.ending.value
    if result.cube != PLAIN.cube:
        values["cube"] = result.cube
    if result.automatic != PLAIN.automatic:
        values["automatic"] = result.automatic
    if result.beavers != PLAIN.beavers:
        values["beavers"] = result.beavers
    if result.checkers is not None:
        values["checkers"] = list(result.checkers)
    if result.awarded is not None and result.reason is not None:
        values["awarded"] = str(result.awarded)
        values["reason"] = result.reason.value
    return values


def game_result(values: StoredGame) -> GameResult:
    checkers = values.get("checkers")
    reason = values.get("reason")
    return GameResult(
        Side(values["winner"]),
        Kind(values.get("kind", PLAIN.kind)),
        cube=values.get("cube", PLAIN.cube),
        ending=Ending(values.get("ending", PLAIN.ending)),
        automatic=values.get("automatic", 0),
        beavers=values.get("beavers", 0),
        checkers=None if checkers is None else Checkers(*checkers),
        awarded=exact(values["awarded"]) if "awarded" in values else None,
        reason=AwardReason(reason) if reason else None,
    )


def game_results(games: Sequence[StoredGame]) -> tuple[GameResult, ...]:
    """Return the games from a list of values that `game_values` wrote."""
    return tuple(game_result(game) for game in games)


def exact(text: str | int | Decimal) -> int | Fraction:
    """Return an exact number of points: an int if it is whole, else a Fraction."""
    number = Fraction(text)
    return int(number) if number.denominator == 1 else number
