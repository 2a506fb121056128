"""The score sheet of a match: a line for each game and adjustment, and the totals.

`matches.rules.score` creates it by the rules.
"""

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import TypeAlias

from matches.rules.conditions import MatchRules, Score
from matches.rules.errors import GameError
from matches.rules.game import Ending, GameResult, Side


class AdjustmentReason(StrEnum):
    LATE = "late"
    CONDUCT = "conduct"
    CLOCK = "clock"
    CORRECTION = "correction"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class AdjustmentFact:
    """Points given to a side between two games; negative points are taken from it.

    Only a ruling may have 0 points. With `in_play` the next game had already begun: the
    score changes, but that game does not become the Crawford game; the one after it
    does.
    """

    side: Side
    points: int
    _: KW_ONLY
    reason: AdjustmentReason
    in_play: bool = False


Fact: TypeAlias = GameResult | AdjustmentFact
"""A fact from which a match is scored."""


class Phase(StrEnum):
    """The phase of a match with regard to the Crawford rule.

    NORMAL: before the Crawford game, and all the time where the rule is off.
    CRAWFORD: the first game that begins with a player exactly one point from winning.
    POST_CRAWFORD: every later game; doubling is allowed again. OVER: no game follows.

    Source: Danish federation, Lektion 0 (2023), "Dobleterningen – afslutning",
    Crawfordreglen.
    """

    NORMAL = "normal"
    CRAWFORD = "crawford"
    POST_CRAWFORD = "post-crawford"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Line:
    """One game on the score sheet, with the values derived from it.

    `number` counts from 1; `phase` is the phase the game was played in; `points`,
    `before` and `after` are raw, so `after` may exceed the length of the match.
    `irregular` is the error of a stored game that breaks a rule but counts.
    """

    number: int
    result: GameResult
    before: Score
    phase: Phase
    points: int
    after: Score
    irregular: GameError | None = None

    @property
    def is_crawford_game(self) -> bool:
        """Whether this was the Crawford game. If it was washed, the next game is."""
        return self.phase is Phase.CRAWFORD and self.result.ending != Ending.WASHED


@dataclass(frozen=True, slots=True)
class AdjustmentLine:
    """`phase` is that of the game below. `irregular` as in `Line`."""

    number: int
    adjustment: AdjustmentFact
    before: Score
    phase: Phase
    after: Score
    irregular: GameError | None = None


Entry: TypeAlias = Line | AdjustmentLine


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The state of a match before the next game.

    `number` is the number of that game. `crawford_played`: the Crawford game has been
    played. `in_play`: that game has begun, so its phase no longer changes. `last_game`
    is the number of the game that ended the match, None if points between games did.
    """

    number: int
    score: Score
    phase: Phase
    crawford_played: bool = False
    in_play: bool = False
    last_game: int | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """Made by `replay`, `apply` and `rescore` alone, so that lines follow the rules."""

    rules: MatchRules
    entries: tuple[Entry, ...]
    standing: MatchScore

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(line for line in self._games if line.phase is not Phase.OVER)

    @property
    def surplus(self) -> tuple[Line, ...]:
        """The games on record after the end of the match; they give no points."""
        return tuple(line for line in self._games if line.phase is Phase.OVER)

    @property
    def _games(self) -> list[Line]:
        return [entry for entry in self.entries if isinstance(entry, Line)]

    @property
    def score(self) -> Score:
        """The raw score: the last game may have gone beyond the length."""
        return self.standing.score

    @property
    def shown(self) -> Score:
        """The score as people see it: points beyond the length have no value."""
        return self.score.capped(self.rules.length)

    @property
    def phase(self) -> Phase:
        return self.standing.phase

    @property
    def winner(self) -> Side | None:
        """The side that reached the length, None while the match goes on."""
        return next((side for side in Side if not self.needs(side)), None)

    @property
    def crawford_game(self) -> int | None:
        """Its number, also if it is next; after a washed game the next one is it."""
        if self.phase is Phase.CRAWFORD:
            return self.standing.number
        played = (line.number for line in self.lines if line.is_crawford_game)
        return next(played, None)

    def needs(self, side: Side) -> int:
        """Return how many points a side still needs, 0 for the winner."""
        return max(0, self.rules.length - self.score.of(side))
