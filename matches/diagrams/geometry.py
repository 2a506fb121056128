"""The coordinates of everything on the board.

All lengths are in units of the drawing; 0, 0 is the upper left corner inside the frame.
Places are numbered as the lower player counts: `BAR` (25) is the lower player's bar, 0
the upper player's.
"""

from dataclasses import dataclass
from typing import Final

from matches.diagrams.shapes import Box, Spot
from matches.rules.board import BAR, OFF, POINTS

STACK: Final = 5
"""The most checkers drawn on a point; a number shows how many there are if more."""
ON_BAR: Final = 4
PIT: Final = 42
RADIUS: Final = 20
PEAK: Final = 188
HIGH: Final = 450
TRAY: Final = 48
WALL: Final = 10
BAR_WIDTH: Final = 46
FRAME: Final = 12
HALF: Final = 6 * PIT
LEFT: Final = TRAY + WALL
RIGHT: Final = LEFT + HALF + BAR_WIDTH
FAR: Final = RIGHT + HALF + WALL
WIDE: Final = FAR + TRAY
MIDDLE: Final = HIGH / 2
BAR_X: Final = LEFT + HALF + BAR_WIDTH / 2
CUBE: Final = 38
EDGE: Final = 11.6
_EDGE_PITCH: Final = 12.7
_FIRST_ON_BAR: Final = 34
_BETWEEN: Final = 3
_HALF_BOARD: Final = len(POINTS) // 2
_QUARTER: Final = len(POINTS) // 4


@dataclass(frozen=True, slots=True)
class CheckerStack:
    x: float
    y: float
    pitch: float
    most: int

    def at(self, number: int) -> Spot:
        return self.x, self.y + self.pitch * min(number, self.most - 1)


def is_below(point: int) -> bool:
    """Return True if a point is in the lower half of the drawing."""
    return point <= _HALF_BOARD


def point_x(point: int) -> float:
    column = _HALF_BOARD - point if is_below(point) else point - _HALF_BOARD - 1
    left = LEFT if column < _QUARTER else RIGHT
    return left + (column % _QUARTER + 0.5) * PIT


def place_of(place: int) -> CheckerStack:
    pitch = 2 * RADIUS
    if place == BAR:
        return CheckerStack(BAR_X, MIDDLE + _FIRST_ON_BAR, pitch, ON_BAR)
    if place == OFF:
        return CheckerStack(BAR_X, MIDDLE - _FIRST_ON_BAR, -pitch, ON_BAR)
    if is_below(place):
        return CheckerStack(point_x(place), HIGH - RADIUS - 1, -pitch, STACK)
    return CheckerStack(point_x(place), RADIUS + 1, pitch, STACK)


def reach_of(place: int) -> Box:
    """Return the box within which a tap means a point or a bar: half its column."""
    is_lower = place == BAR or (place != OFF and is_below(place))
    high = MIDDLE - _BETWEEN
    return place_of(place).x - PIT / 2, HIGH - high if is_lower else 0, PIT, high


def edge_of(number: int, *, below: bool) -> Box:
    """Return the box of a borne-off checker seen from the edge, counted from 0."""
    near = 4 + number * _EDGE_PITCH
    top = HIGH - near - EDGE if below else near
    return FAR + 4, top, TRAY - 8, EDGE


def points(shift: int) -> str:
    lines = []
    for point in POINTS:
        x = point_x(point)
        if point % 2 == shift:
            continue
        edge, tip = (HIGH, HIGH - PEAK) if is_below(point) else (0, PEAK)
        lines.append(f"M{x - PIT / 2 + 1:g} {edge}h{PIT - 2}L{x:g} {tip}z")
    return "".join(lines)
