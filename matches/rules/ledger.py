"""The score sheet of a match: a line for each game and adjustment, and the totals.

`matches.rules.score` creates it by the rules.
"""

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from matches.rules.conditions import MatchRules, Score
from matches.rules.errors import GameError
from matches.rules.game import Ending, GameResult, Kind, Side


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


class GameCounts(NamedTuple):
    """The games of one side: those it won, except where the words say otherwise.

    `points` are those that it won, the surplus of the last game included. `drops` are
    doubles that it refused. `crawford` are Crawford games, `deciding` games in which
    both sides needed one point (double match point). `cubes` is the sum of the values
    of the cube in the games that it won.
    """

    games: int = 0
    points: int = 0
    gammons: int = 0
    backgammons: int = 0
    drops: int = 0
    crawford: int = 0
    deciding: int = 0
    cubes: int = 0

    def plus(self, other: "GameCounts") -> "GameCounts":
        return GameCounts(*map(sum, zip(self, other, strict=True)))


def count_games(ledger: Ledger) -> tuple[GameCounts, GameCounts]:
    lines = [line for line in ledger.lines if line.result.ending != Ending.WASHED]
    one, two = (_of(side, lines, ledger.rules.length) for side in Side)
    return one, two


def _of(side: Side, lines: list[Line], length: int) -> GameCounts:
    won = [line for line in lines if line.result.winner == side]
    kinds = [line.result.kind for line in won]
    dropped = [line for line in lines if line.result.ending == Ending.DROPPED]
    return GameCounts(
        games=len(won),
        points=sum(line.points for line in won),
        gammons=kinds.count(Kind.GAMMON),
        backgammons=kinds.count(Kind.BACKGAMMON),
        drops=sum(line.result.winner != side for line in dropped),
        crawford=sum(line.is_crawford_game for line in won),
        deciding=sum(_is_deciding(line, length) for line in won),
        cubes=sum(line.result.cube for line in won),
    )


def _is_deciding(line: Line, length: int) -> bool:
    return line.before.one == line.before.two == length - 1
