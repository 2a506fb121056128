"""The coordinates of everything on the board, and the shapes as SVG elements.

All lengths are in units of the drawing; 0, 0 is the upper left corner inside the frame.
Places are numbered as the lower player counts: `BAR` (25) is the lower player's bar, 0
the upper player's.

On screens board.css sets the colours by class. If no style sheet applies
(WeasyPrint), the attributes of the elements set colours for paper.
"""

from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias

from matches.rules import Side
from matches.rules.board import BAR, OFF, POINTS

Spot: TypeAlias = tuple[float, float]
"""A point: x and y, in units of the drawing."""

Box: TypeAlias = tuple[float, float, float, float]
"""A rectangle: left, top, width, height."""

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


_PAPER: Final = {
    "frame": 'fill="#b9ae9c"',
    "hinge": 'fill="none" stroke="#8b8172" stroke-width="1.5"',
    "felt": 'fill="#fbf9f4"',
    "tray": 'fill="#e9e3d7"',
    "point is-even": 'fill="#dcd3c2"',
    "point is-odd": 'fill="#b3a890"',
    "checker is-one": 'fill="#26211b" stroke="#000" stroke-width="1.5"',
    "checker is-two": 'fill="#fff" stroke="#26211b" stroke-width="1.5"',
    "ring is-one": 'fill="none" stroke="#8b8172" stroke-width="1.5"',
    "ring is-two": 'fill="none" stroke="#b9ae9c" stroke-width="1.5"',
    "count is-one": 'fill="#fff"',
    "count is-two": 'fill="#1d1b16"',
    "number": 'fill="#26211b"',
    "name": 'fill="#1d1b16"',
    "cube": 'fill="#fff" stroke="#26211b" stroke-width="1.5"',
    "value": 'fill="#1d1b16"',
    "turn": 'fill="#1d1b16"',
    "left": 'fill="none" stroke="#26211b" stroke-width="2" stroke-dasharray="5 4"',
    "mark is-one": 'fill="#fff"',
    "mark is-two": 'fill="#26211b"',
    "halo": 'fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"',
    "path": 'fill="none" stroke="#26211b" stroke-width="3.5" stroke-linecap="round"',
    "head": 'fill="#26211b" stroke="#fff" stroke-width="1.5"',
}
"""The attributes of shapes on paper, by class."""

_DIE: Final = 36
_DOT: Final = 3.5
_DOTS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_SHAFT: Final = 8
_HEAD: Final = 13
_HEAD_HALF: Final = 7


def style_of(name: str) -> str:
    """Return the class of a shape for screens, and its attributes for paper."""
    return f'class="board__{name}" {_PAPER[name]}'


def of_side(name: str, side: Side) -> str:
    """Return the class for a player's colour: ONE is dark, TWO is light."""
    return f"{name} {'is-one' if side == Side.ONE else 'is-two'}"


def rect(name: str, box: Box, *, rx: float) -> str:
    x, y, width, height = box
    return (
        f'<rect {style_of(name)} x="{x:g}" y="{y:g}" width="{width:g}"'
        f' height="{height:g}" rx="{rx:g}"/>'
    )


def circle(name: str, spot: Spot, radius: float) -> str:
    x, y = spot
    return f'<circle {style_of(name)} cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def path(name: str, lines: str) -> str:
    return f'<path {style_of(name)} d="{lines}"/>'


def text(
    name: str, spot: Spot, words: str, *, size: float, anchor: str = "middle"
) -> str:
    """They are hidden from screen readers, which get the description."""
    # The baseline is computed, because WeasyPrint does not know `dominant-baseline`.
    x, y = spot
    return (
        f'<text {style_of(name)} x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}"'
        f' font-weight="600" text-anchor="{anchor}" aria-hidden="true">'
        f"{escape(words)}</text>"
    )


def die(number: int, spot: Spot, owner: Side) -> str:
    x, y = spot
    box = (x - _DIE / 2, y - _DIE / 2, _DIE, _DIE)
    dots = (
        circle(of_side("count", owner), (x + over * 9.7, y + down * 9.7), _DOT)
        for over, down in _DOTS[number]
    )
    return rect(of_side("checker", owner), box, rx=7) + "".join(dots)


def arrow(start: Spot, goal: Spot, *, bow: float) -> str:
    """Draw a curved arrow; `bow` is its height as a fraction of its length."""
    across, down = goal[0] - start[0], goal[1] - start[1]
    bend = (
        (start[0] + goal[0]) / 2 - down * bow,
        (start[1] + goal[1]) / 2 + across * bow,
    )
    lean = (goal[0] - bend[0], goal[1] - bend[1])
    far = max((lean[0] ** 2 + lean[1] ** 2) ** 0.5, 1)
    x, y = lean[0] / far, lean[1] / far
    tip = (goal[0] - x * _SHAFT, goal[1] - y * _SHAFT)
    back = (tip[0] - x * _HEAD, tip[1] - y * _HEAD)
    head = (
        f"M{_at(*tip)}"
        f"L{_at(back[0] - y * _HEAD_HALF, back[1] + x * _HEAD_HALF)}"
        f"L{_at(back[0] + y * _HEAD_HALF, back[1] - x * _HEAD_HALF)}z"
    )
    shaft = f"M{_at(*start)}Q{_at(*bend)} {_at(*back)}"
    return path("halo", shaft) + path("path", shaft) + path("head", head)


def _at(x: float, y: float) -> str:
    return f"{x:.1f} {y:.1f}"
