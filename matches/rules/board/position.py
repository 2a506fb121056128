"""Positions: the checkers on every point, seen by one player; situations with the cube.

Sources: Danish federation, "Lektion 0: Reglerne i backgammon" (2023),
"Startopstilling" and "Gammon & Backgammon"; older Norwegian leaflet "Spilleregler",
sections 3 and 8 (poengspill too).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from matches.rules.conditions import Score
from matches.rules.game import Checkers, Kind, Side
from matches.rules.refusals import Refusal, RuleError

CHECKERS: Final = 15
"""The number of checkers of each player. `Position.checkers` differs in variants."""

OFF: Final = 0
"""The end of a step that bears a checker off."""

BAR: Final = 25
"""The start of a step that enters a checker from the bar."""

POINTS: Final = range(1, 25)
HOME: Final = range(1, 7)
Points: TypeAlias = tuple[int, ...]
"""26 numbers, seen by one player, the mover.

Index 1–24 are the points as the mover counts them: the mover's checkers are positive,
the opponent's negative. Index `BAR` has the mover's checkers on the bar, index 0 the
opponent's, as a negative number.
"""


class PositionError(RuleError):
    """The input is no position of a game."""


NO_POSITION = Refusal(
    "position.no_position", "This is not a possible backgammon position.", PositionError
)
TOO_MANY_CHECKERS = Refusal(
    "position.too_many_checkers",
    "A player has %(checkers)s checkers here, more than %(most)s. Take some off.",
    PositionError,
)
OPPONENT_ON_BAR = Refusal(
    "position.opponent_on_bar",
    "Only a player’s own checkers can be on their bar.",
    PositionError,
)


@dataclass(frozen=True, slots=True)
class Position:
    """The checkers of both players, seen by the mover.

    `checkers` is how many each player began with; those not on `points` have been borne
    off. The constructor checks nothing, because a replay makes thousands of positions:
    use `checked`.
    """

    points: Points
    checkers: int = CHECKERS

    def checked(self) -> "Position":
        """Return the position itself. Raises PositionError if it cannot be one."""
        if len(self.points) != len(START.points):
            raise NO_POSITION()
        if self.points[BAR] < 0 or self.points[OFF] > 0:
            raise OPPONENT_ON_BAR()
        # `off` is what is missing from the board, so `checkers - off` is what stands
        # there.
        most = max(self.checkers - self.off, self.checkers - self.other_off)
        if most > self.checkers:
            raise TOO_MANY_CHECKERS(checkers=most, most=self.checkers)
        return self

    @property
    def turned(self) -> "Position":
        return Position(tuple(-count for count in reversed(self.points)), self.checkers)

    @property
    def off(self) -> int:
        return self.checkers - sum(count for count in self.points if count > 0)

    @property
    def other_off(self) -> int:
        return self.checkers + sum(count for count in self.points if count < 0)

    @property
    def pips(self) -> int:
        return sum(
            place * count for place, count in enumerate(self.points) if count > 0
        )


def position_of(own: dict[int, int], other: dict[int, int]) -> Position:
    """Return the position with these checkers, by the points as each player counts."""
    points = [0] * (BAR + 1)
    for place, count in own.items():
        points[place] += count
    for place, count in other.items():
        points[BAR - place] -= count
    return Position(tuple(points))


_OPENING: Final = {24: 2, 13: 5, 8: 3, 6: 5}
_NACKGAMMON: Final = {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}
START: Final = position_of(_OPENING, _OPENING)
"""The position at the start of a game."""

NACKGAMMON: Final = position_of(_NACKGAMMON, _NACKGAMMON)
"""The start of the variant Nackgammon, which match files name."""

Dice: TypeAlias = tuple[int, int]
"""The numbers of two dice, 1–6 each, in the order in which they were given."""

_NO_POINTS: Final = Score(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The board, the cube and the score at the moment when a player has to act.

    `position` is seen by `on_roll`, the player whose turn it is. `owner` is None while
    the cube is in the middle. `dice` is None before the roll. With `doubled` the player
    on roll has doubled and the opponent must answer. `turned_back` is how often the
    cube has been turned straight back in that exchange: 1 is a beaver, which the player
    on roll must answer, 2 a raccoon; `cube` and `owner` are then those of the double or
    beaver taken last. `length` is 0 in money play, where `jacoby` and `beavers` may
    hold. With `crawford` this is the Crawford game. `cube_cap` is the highest value of
    the cube, None for no limit.
    """

    position: Position = START
    on_roll: Side = Side.ONE
    dice: Dice | None = None
    cube: int = 1
    owner: Side | None = None
    doubled: bool = False
    turned_back: int = 0
    length: int = 0
    score: Score = _NO_POINTS
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_cap: int | None = None

    @property
    def decides(self) -> Side:
        """The player who must act next: to answer a double, else the player on roll."""
        if self.doubled and self.turned_back % 2 == 0:
            return self.on_roll.other
        return self.on_roll


_QUARTER: Final = len(HOME)


class WhyWon(StrEnum):
    """The reason for a single game, gammon or backgammon.

    BORNE_OFF: the loser has borne off a checker, a single game. NONE_OFF: the loser has
    borne off no checker, a gammon. ON_BAR, IN_HOME: in addition a checker of the loser
    is still on the bar or in the winner's home board, a backgammon.
    """

    BORNE_OFF = "borne-off"
    NONE_OFF = "none-off"
    ON_BAR = "on-bar"
    IN_HOME = "in-home"


_KINDS: Final = {
    WhyWon.BORNE_OFF: Kind.SINGLE,
    WhyWon.NONE_OFF: Kind.GAMMON,
    WhyWon.ON_BAR: Kind.BACKGAMMON,
    WhyWon.IN_HOME: Kind.BACKGAMMON,
}


@dataclass(frozen=True, slots=True)
class GameValue:
    """The value of a won game, with the evidence for it.

    `mover_won`: the winner is the player from whose side the position is seen. The
    other fields are about the loser: `checkers` is where the remaining checkers are,
    `borne_off` how many are off, `in_home` the points of the winner's home board with
    such checkers, as the winner counts them, lowest first.
    """

    mover_won: bool
    why: WhyWon
    checkers: Checkers
    borne_off: int
    in_home: tuple[int, ...]

    @property
    def kind(self) -> Kind:
        return _KINDS[self.why]


def verdict(position: Position) -> GameValue | None:
    """None while both have checkers left, and for an empty board."""
    mover_won = position.off == position.checkers
    if mover_won == (position.other_off == position.checkers):
        return None
    loser = position.turned if mover_won else position
    in_home = tuple(
        BAR - place for place in reversed(POINTS[-_QUARTER:]) if loser.points[place] > 0
    )
    return GameValue(
        mover_won, _why(loser, in_home), _checkers(loser), loser.off, in_home
    )


def _why(loser: Position, in_home: tuple[int, ...]) -> WhyWon:
    if loser.off > 0:
        return WhyWon.BORNE_OFF
    if loser.points[BAR] > 0:
        return WhyWon.ON_BAR
    return WhyWon.IN_HOME if in_home else WhyWon.NONE_OFF


def _checkers(loser: Position) -> Checkers:
    counts = [max(count, 0) for count in loser.points]
    quarters = [sum(counts[start : start + _QUARTER]) for start in POINTS[::_QUARTER]]
    home, outer, far_outer, far_home = quarters
    return Checkers(home, outer, far_outer, far_home + counts[BAR])
