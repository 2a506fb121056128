"""One game: who won it, how, and how many points that is worth.

Sources: Danish federation, "Lektion 0: Reglerne i backgammon" (2023), sections "Gammon
& Backgammon" and "Dobleterningen"; Swedish federation, "Såhär spelas backgammon" (2021,
revised 2023), sections "Gammon och Backgammon" and "Dubbling".
"""

from dataclasses import KW_ONLY, dataclass
from enum import IntEnum, StrEnum
from typing import Final

LARGEST_CUBE: Final = 2**20
"""The highest value a record holds where the rules set no limit to the cube."""


class Side(IntEnum):
    """One of the two players: ONE is ● and on top on paper, TWO is ○ and below."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.TWO if self == Side.ONE else Side.ONE


class Kind(StrEnum):
    """What the position was worth at the end of a game.

    Source: Danish federation, Lektion 0 (2023), "Gammon & Backgammon".
    """

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"

    @property
    def multiplier(self) -> int:
        """How often the cube counts: 1, 2 or 3 times."""
        return _MULTIPLIERS[self]


class Ending(StrEnum):
    """How a game ended. A resignation counts as played, at the kind agreed on."""

    PLAYED = "played"
    DROPPED = "dropped"


_MULTIPLIERS: Final = {Kind.SINGLE: 1, Kind.GAMMON: 2, Kind.BACKGAMMON: 3}


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game, as a score sheet tells it.

    `cube` is the stake when the game ended: 1, 2, 4, … A dropped double leaves it at
    the value before that double. Nothing is checked here: what a match allows depends
    on its score, so `apply` and `replay` judge.
    """

    winner: Side
    kind: Kind = Kind.SINGLE
    _: KW_ONLY
    cube: int = 1
    ending: Ending = Ending.PLAYED

    @property
    def points(self) -> int:
        """Cube times 1, 2 or 3: the points of the winner.

        Source: Danish federation, Lektion 0 (2023), "Dobleterningen".
        """
        return self.cube * self.kind.multiplier


def is_cube_value(value: int) -> bool:
    """Say whether the cube can show a value: 1, 2, 4, 8 and so on, without end.

    Source: Swedish federation (2021), "Dubbling": doubling may go on for ever.
    """
    return value >= 1 and value & (value - 1) == 0
