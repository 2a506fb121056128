"""The score of a match: Crawford game, end of the match, what may come next.

Facts are the results of the games. All else is derived from them in one pass, so that
a correction of an early game sets everything after it right.
"""

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Final

from matches.rules.errors import (
    CubeInCrawfordGameError,
    CubeInOnePointMatchError,
    CubeLimitError,
    CubeTooHighError,
    CubeValueError,
    DropAtCubeLimitError,
    DropInCrawfordGameError,
    DropInOnePointMatchError,
    DropNotSingleError,
    LengthError,
    MatchOverError,
)
from matches.rules.game import (
    LARGEST_CUBE,
    Ending,
    GameResult,
    Kind,
    Side,
    is_cube_value,
)

SHORTEST: Final = 1
LONGEST: Final = 99


class Phase(StrEnum):
    """Where a match stands with regard to the Crawford rule.

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
class MatchRules:
    """What a match is played for.

    `length`: points to win, 1–99. `crawford`: whether the Crawford rule holds.
    `cube_cap`: the highest value of the cube, itself a value of the cube; 64 is the
    last face of a real one, None sets no limit (a record holds up to `LARGEST_CUBE`).

    Raises LengthError, CubeLimitError.

    Sources: Danish federation, Lektion 0 (2023), "Dobleterningen – fortsat": 2 to 64;
    "Spelregels backgammon" (Dutch leaflet), "Verdubbelaar": no limit.
    """

    length: int
    _: KW_ONLY
    crawford: bool = True
    cube_cap: int | None = 64

    def __post_init__(self) -> None:
        if not SHORTEST <= self.length <= LONGEST:
            raise LengthError(length=self.length, lowest=SHORTEST, highest=LONGEST)
        cap = self.cube_cap
        if cap is not None and not (is_cube_value(cap) and cap <= LARGEST_CUBE):
            raise CubeLimitError(cap=cap, highest=LARGEST_CUBE)

    @property
    def highest_cube(self) -> int:
        """The value that cannot be doubled any more."""
        return LARGEST_CUBE if self.cube_cap is None else self.cube_cap


@dataclass(frozen=True, slots=True)
class Score:
    """The points of both sides in a match."""

    one: int
    two: int

    def of(self, side: Side) -> int:
        """Return the points of one side."""
        return self.one if side == Side.ONE else self.two

    def plus(self, side: Side, points: int) -> "Score":
        """Return the score after `side` has won `points`."""
        if side == Side.ONE:
            return Score(self.one + points, self.two)
        return Score(self.one, self.two + points)

    def capped(self, length: int) -> "Score":
        """Return the score as a table shows it: no side above the length."""
        return Score(min(self.one, length), min(self.two, length))


_START: Final = Score(0, 0)


@dataclass(frozen=True, slots=True)
class Line:
    """One game on the score sheet, with what follows from it.

    `number` counts from 1; `phase` is the phase the game was played in; `points`,
    `before` and `after` are raw, so `after` may exceed the length of the match.
    """

    number: int
    result: GameResult
    before: Score
    phase: Phase
    points: int
    after: Score


@dataclass(frozen=True, slots=True)
class Ledger:
    """A match so far: its rules and one line per game, in order.

    Made by `replay` and `apply`, which see to it that the lines follow the rules.
    """

    rules: MatchRules
    lines: tuple[Line, ...]

    @property
    def score(self) -> Score:
        """The raw score: the last game may have gone beyond the length."""
        return self.lines[-1].after if self.lines else _START

    @property
    def shown(self) -> Score:
        """The score for people: points beyond the length have no value."""
        return self.score.capped(self.rules.length)

    @property
    def phase(self) -> Phase:
        """The phase of the next game, or OVER."""
        return _phase_after(self.rules, self.lines[-1]) if self.lines else Phase.NORMAL

    @property
    def winner(self) -> Side | None:
        """Who reached the length, or None while the match goes on."""
        if not self.lines or self.needs(self.lines[-1].result.winner):
            return None
        return self.lines[-1].result.winner

    @property
    def crawford_game(self) -> int | None:
        """The number of the Crawford game, played or next to come; None before."""
        if self.phase is Phase.CRAWFORD:
            return len(self.lines) + 1
        played = (line.number for line in self.lines if line.phase is Phase.CRAWFORD)
        return next(played, None)

    def needs(self, side: Side) -> int:
        """Return how many points a side still needs, 0 for the winner."""
        return max(0, self.rules.length - self.score.of(side))


def replay(rules: MatchRules, results: Iterable[GameResult]) -> Ledger:
    """Score a match from its games, in one pass.

    Raises a GameError with the number of the first game that cannot stand.
    """
    lines: list[Line] = []
    before, phase = _START, Phase.NORMAL
    for number, result in enumerate(results, start=1):
        line = _play(rules, before, phase, number=number, result=result)
        lines.append(line)
        before, phase = line.after, _phase_after(rules, line)
    return Ledger(rules, tuple(lines))


def apply(ledger: Ledger, result: GameResult) -> Ledger:
    """Return the ledger with one more game. Raises a GameError if it cannot stand."""
    line = _play(
        ledger.rules,
        ledger.score,
        ledger.phase,
        number=len(ledger.lines) + 1,
        result=result,
    )
    return Ledger(ledger.rules, (*ledger.lines, line))


def cube_values(ledger: Ledger) -> tuple[int, ...]:
    """Return the values of the cube worth offering for the next game, from 1 upwards.

    They end with the first that wins the match for whichever side wins the game, or
    with the limit of the cube. Higher ones are allowed and worthless. The Crawford game
    and a match to 1 point offer 1 alone, a match that is over nothing.
    """
    phase = ledger.phase
    if phase is Phase.OVER:
        return ()
    if phase is Phase.CRAWFORD:
        return (1,)
    enough = max(ledger.needs(Side.ONE), ledger.needs(Side.TWO))
    highest = ledger.rules.highest_cube
    values = [1]
    while values[-1] < min(enough, highest):
        values.append(values[-1] * 2)
    return tuple(values)


def _play(
    rules: MatchRules, before: Score, phase: Phase, *, number: int, result: GameResult
) -> Line:
    if phase is Phase.OVER:
        raise MatchOverError(number=number, last=number - 1)
    if not is_cube_value(result.cube):
        raise CubeValueError(number=number, cube=result.cube)
    if result.cube > 1 or result.ending == Ending.DROPPED:
        _check_doubling(rules, phase, number=number, result=result)
    points = result.points
    after = before.plus(result.winner, points)
    return Line(number, result, before, phase, points, after)


def _check_doubling(
    rules: MatchRules, phase: Phase, *, number: int, result: GameResult
) -> None:
    """Judge a game in which somebody doubled.

    Sources: Danish federation, Lektion 0 (2023), "Dobleterningen – fortsat" (a drop
    pays the value before the double) and "– afslutning" (Crawfordreglen). That a match
    to 1 point has no Crawford game, because nothing can be doubled in it anyway, is the
    reading all match programs share.
    """
    cube, dropped = result.cube, result.ending == Ending.DROPPED
    if rules.length == 1:
        raise (DropInOnePointMatchError if dropped else CubeInOnePointMatchError)(
            number=number
        )
    if phase is Phase.CRAWFORD:
        raise (DropInCrawfordGameError if dropped else CubeInCrawfordGameError)(
            number=number
        )
    if cube > rules.highest_cube:
        raise CubeTooHighError(number=number, cube=cube, cap=rules.highest_cube)
    if dropped and result.kind != Kind.SINGLE:
        raise DropNotSingleError(number=number)
    if dropped and cube == rules.highest_cube:
        raise DropAtCubeLimitError(number=number, cube=cube)


def _phase_after(rules: MatchRules, line: Line) -> Phase:
    """Return the phase of the game that follows a line.

    The Crawford game is the first one after either side reaches length − 1, and there
    is only one: the question is asked while the phase is still NORMAL.
    """
    most = max(line.after.one, line.after.two)
    if most >= rules.length:
        return Phase.OVER
    if not rules.crawford:
        return Phase.NORMAL
    if line.phase is not Phase.NORMAL:
        return Phase.POST_CRAWFORD
    return Phase.CRAWFORD if most == rules.length - 1 else Phase.NORMAL
