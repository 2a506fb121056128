"""Where the checkers stand.

Sources: Danish federation, "Lektion 0: Reglerne i backgammon" (2023),
"Startopstilling"; older Norwegian leaflet "Spilleregler", section 3.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop

CHECKERS: Final = 15
"""How many each player has; the variants with fewer are named where they are read."""

OFF: Final = 0
"""Where a step ends that bears a checker off."""

BAR: Final = 25
"""Where a step begins that enters a checker from the bar."""

POINTS: Final = range(1, 25)
HOME: Final = range(1, 7)

Points: TypeAlias = tuple[int, ...]
"""26 numbers, from the view of one player, the mover.

1–24 are the points as he counts them: his checkers above 0, the opponent's below.
`BAR` holds his checkers on the bar, 0 the opponent's as a negative number.
"""


class PositionError(RuleError):
    """What was entered is no position of a game."""

    english = gettext_noop("This is no position of a game of backgammon.")


class TooManyCheckersError(PositionError):
    english = gettext_noop(
        "A player has %(checkers)s checkers here, more than %(most)s. Take some off."
    )


class BarError(PositionError):
    english = gettext_noop("Each player’s bar holds only that player’s checkers.")


@dataclass(frozen=True, slots=True)
class Position:
    """The checkers of both players, seen by the mover.

    `checkers` is how many each began with; those not on `points` have been borne off.
    Nothing is checked here, because a replay makes thousands: `checked` does it.
    """

    points: Points
    checkers: int = CHECKERS

    def checked(self) -> "Position":
        """Return the position itself. Raises PositionError if it cannot be one."""
        if len(self.points) != len(START.points):
            raise PositionError
        if self.points[BAR] < 0 or self.points[OFF] > 0:
            raise BarError
        most = max(self.checkers - self.off, self.checkers - self.other_off)
        if most > self.checkers:
            raise TooManyCheckersError(checkers=most, most=self.checkers)
        return self

    @property
    def turned(self) -> "Position":
        """The same board seen by the opponent."""
        return Position(tuple(-count for count in reversed(self.points)), self.checkers)

    @property
    def off(self) -> int:
        """How many checkers the mover has borne off."""
        return self.checkers - sum(count for count in self.points if count > 0)

    @property
    def other_off(self) -> int:
        """How many checkers the opponent has borne off."""
        return self.checkers + sum(count for count in self.points if count < 0)

    @property
    def pips(self) -> int:
        """The mover's pip count: points still to go until all checkers are off."""
        return sum(
            place * count for place, count in enumerate(self.points) if count > 0
        )


def position_of(own: dict[int, int], other: dict[int, int]) -> Position:
    """Return the position with these checkers, each player counting his own points."""
    points = [0] * (BAR + 1)
    for place, count in own.items():
        points[place] += count
    for place, count in other.items():
        points[BAR - place] -= count
    return Position(tuple(points))


_OPENING: Final = {24: 2, 13: 5, 8: 3, 6: 5}
_NACKGAMMON: Final = {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}

START: Final = position_of(_OPENING, _OPENING)
"""How every game begins."""

NACKGAMMON: Final = position_of(_NACKGAMMON, _NACKGAMMON)
"""The variant Nackgammon, which match files name."""
