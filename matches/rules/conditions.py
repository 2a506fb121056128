"""The rules of a game and the conditions of a match."""

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Final

from matches.rules import errors
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
MOST_BEAVERS: Final = 10
HIGHEST_VALUE: Final = 99


class Scoring(StrEnum):
    """CHECKERS is poengspill: older Norwegian leaflet "Spilleregler", section 8."""

    KINDS = "kinds"
    CHECKERS = "checkers"


class CrawfordDouble(StrEnum):
    ANNUL = "annul"
    STAND = "stand"


@dataclass(frozen=True, slots=True)
class Score:
    one: int
    two: int

    def of(self, side: Side) -> int:
        return self.one if side == Side.ONE else self.two

    def plus(self, side: Side, points: int) -> "Score":
        if side == Side.ONE:
            return Score(self.one + points, self.two)
        return Score(self.one, self.two + points)

    def capped(self, length: int) -> "Score":
        """Return the score as a table shows it: no side above the length."""
        return Score(min(self.one, length), min(self.two, length))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRules:
    """The rules that decide the points of a game, in a match and for money.

    `cube_cap`: the highest value of the cube, itself a value of the cube; 64 is the
    last face of a real one, 1 is play without it, None sets no limit (a record holds up
    to `LARGEST_CUBE`). `cap_on_doubling`: the cap limits how many times the stake with
    which the game began may be raised, so automatic doubles come on top. `jacoby`:
    gammons count once until a player turns the cube. `beavers`: how many times in a row
    a cube may be turned straight back, 1 for beavers and 2 for raccoons. `automatic`:
    how many automatic doubles count. `values`: what single, gammon and backgammon
    count, times the cube.

    Raises CUBE_LIMIT_INVALID, BEAVER_LIMIT_INVALID, AUTOMATIC_LIMIT_INVALID,
    WIN_VALUES_INVALID.

    Sources: Danish federation, Lektion 0 (2023), "Dobleterningen – fortsat": 2 to 64;
    "Spelregels backgammon" (Dutch leaflet), "Verdubbelaar": no limit; Norwegian
    "Backgammonregler", "Doblingsterningen": 64 times what the game began with, and
    beavers, for money; older Norwegian leaflet "Spilleregler", section 8: automatic
    doubles.
    """

    cube_cap: int | None = 64
    cap_on_doubling: bool = False
    jacoby: bool = False
    beavers: int = 0
    automatic: int = 0
    scoring: Scoring = Scoring.KINDS
    values: tuple[int, int, int] = (1, 2, 3)

    def __post_init__(self) -> None:
        cap = self.cube_cap
        if cap is not None and not (is_cube_value(cap) and cap <= LARGEST_CUBE):
            raise errors.CUBE_LIMIT_INVALID(cap=cap, highest=LARGEST_CUBE)
        if not 0 <= self.beavers <= MOST_BEAVERS:
            raise errors.BEAVER_LIMIT_INVALID(
                beavers=self.beavers, highest=MOST_BEAVERS
            )
        doublings = self.most_automatic
        if not 0 <= self.automatic <= doublings:
            raise errors.AUTOMATIC_LIMIT_INVALID(
                automatic=self.automatic, cap=self.highest_cube, highest=doublings
            )
        single, gammon, backgammon = self.values
        if not 1 == single <= gammon <= backgammon <= HIGHEST_VALUE:
            raise errors.WIN_VALUES_INVALID(
                single=single,
                gammon=gammon,
                backgammon=backgammon,
                highest=HIGHEST_VALUE,
            )

    @property
    def highest_cube(self) -> int:
        """The highest value of the cube, which cannot be doubled."""
        return LARGEST_CUBE if self.cube_cap is None else self.cube_cap

    @property
    def most_automatic(self) -> int:
        """If the cap is on doubling, the number that a record can hold."""
        if self.cap_on_doubling and self.highest_cube > 1:
            return LARGEST_CUBE.bit_length() - 1
        return self.highest_cube.bit_length() - 1

    def highest_after(self, automatic: int) -> int:
        highest = self.highest_cube
        if not self.cap_on_doubling or highest == 1:
            return highest
        return min(highest << max(0, automatic), LARGEST_CUBE)

    @property
    def highest_ever(self) -> int:
        return self.highest_after(self.automatic)

    def computed(self, result: GameResult, *, cube_in_play: bool = True) -> int:
        """Return the points of a game by these rules, without regard to awarded points.

        A dropped double gives the value of the cube once. In poengspill only the
        checkers left count, if they were counted. With `cube_in_play` False (Crawford
        game, match to 1 point) or without a cube, the Jacoby rule does not apply.

        Sources: Danish federation, Lektion 0 (2023), "Dobleterningen – fortsat"; older
        Norwegian leaflet, section 8; Bellingham club, tournament rules (gammons count
        in the Crawford game where Jacoby is played).
        """
        if result.ending == Ending.WASHED:
            return 0
        if result.ending == Ending.DROPPED:
            return result.cube
        if self.scoring == Scoring.CHECKERS and result.checkers is not None:
            return result.checkers.points
        can_turn = cube_in_play and self.highest_cube > 1
        if self.jacoby and can_turn and not result.is_turned:
            return result.cube
        return result.cube * self._value(result.kind)

    def _value(self, kind: Kind) -> int:
        return self.values[kind.multiplier - 1]


@dataclass(frozen=True, slots=True)
class MatchRules(GameRules):
    """The conditions of a match, with the rules of its games.

    `length`: points to win, 1–99. `crawford`: whether the Crawford rule holds. `start`:
    the score before the first game, which a handicap may set.

    Raises LENGTH_OUT_OF_RANGE, START_SCORE_INVALID, and what `GameRules` raises.
    """

    length: int
    _: KW_ONLY
    crawford: bool = True
    start: Score = Score(0, 0)

    def __post_init__(self) -> None:
        if not SHORTEST <= self.length <= LONGEST:
            raise errors.LENGTH_OUT_OF_RANGE(
                length=self.length, lowest=SHORTEST, highest=LONGEST
            )
        one, two = self.start.one, self.start.two
        if not (0 <= one < self.length and 0 <= two < self.length):
            raise errors.START_SCORE_INVALID(length=self.length, one=one, two=two)
        GameRules.__post_init__(self)
