"""The game on the board: positions, legal plays, the cube in play, IDs.

Standard library only, like all of `matches.rules`.
"""

from matches.rules.board.position import (
    BAR,
    CHECKERS,
    HOME,
    NACKGAMMON,
    OFF,
    POINTS,
    START,
    BarError,
    Points,
    Position,
    PositionError,
    TooManyCheckersError,
    position_of,
)
from matches.rules.board.situation import Dice, Situation

__all__ = [
    "BAR",
    "CHECKERS",
    "HOME",
    "NACKGAMMON",
    "OFF",
    "POINTS",
    "START",
    "BarError",
    "Dice",
    "Points",
    "Position",
    "PositionError",
    "Situation",
    "TooManyCheckersError",
    "position_of",
]
