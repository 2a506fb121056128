"""Where everything stands on the board.

All lengths are units of the drawing; 0, 0 is the upper left corner inside the frame.
Places are numbered as the player below counts: `BAR` 25 is his own bar, 0 the other.
"""

from dataclasses import dataclass
from typing import Final

from matches.diagrams.shapes import Box, Spot
from matches.rules.board import BAR, OFF, POINTS

STACK: Final = 5
"""Most checkers drawn on a point; a number shows how many there are if more."""
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
_HALF_BOARD: Final = len(POINTS) // 2
_QUARTER: Final = len(POINTS) // 4


@dataclass(frozen=True, slots=True)
class CheckerStack:
    """Where checkers stack up: the first one's middle, and how far to the next."""

    x: float
    y: float
    pitch: float
    most: int

    def at(self, number: int) -> Spot:
        """Return the middle of a checker, the first being 0."""
        return self.x, self.y + self.pitch * min(number, self.most - 1)


def is_below(point: int) -> bool:
    """Whether a point is on the side of the player below."""
    return point <= _HALF_BOARD


def point_x(point: int) -> float:
    """Return the middle of a point."""
    column = _HALF_BOARD - point if is_below(point) else point - _HALF_BOARD - 1
    left = LEFT if column < _QUARTER else RIGHT
    return left + (column % _QUARTER + 0.5) * PIT


def place_of(place: int) -> CheckerStack:
    """Return where the checkers on a point or on a bar stand."""
    pitch = 2 * RADIUS
    if place == BAR:
        return CheckerStack(BAR_X, MIDDLE + _FIRST_ON_BAR, pitch, ON_BAR)
    if place == OFF:
        return CheckerStack(BAR_X, MIDDLE - _FIRST_ON_BAR, -pitch, ON_BAR)
    if is_below(place):
        return CheckerStack(point_x(place), HIGH - RADIUS - 1, -pitch, STACK)
    return CheckerStack(point_x(place), RADIUS + 1, pitch, STACK)


def edge_of(number: int, *, below: bool) -> Box:
    """Return the edge of a checker borne off, the first being 0."""
    near = 4 + number * _EDGE_PITCH
    top = HIGH - near - EDGE if below else near
    return FAR + 4, top, TRAY - 8, EDGE


def points(shift: int) -> str:
    """Return the outline of every other point, above and below."""
    lines = []
    for point in POINTS:
        x = point_x(point)
        if point % 2 == shift:
            continue
        edge, tip = (HIGH, HIGH - PEAK) if is_below(point) else (0, PEAK)
        lines.append(f"M{x - PIT / 2 + 1:g} {edge}h{PIT - 2}L{x:g} {tip}z")
    return "".join(lines)
