"""The shapes of a drawing as SVG elements.

On screens board.css sets the colours by class. If no style sheet applies
(WeasyPrint), the attributes of the elements set colours for paper.
"""

from html import escape
from typing import Final, TypeAlias

from matches.rules import Side

Spot: TypeAlias = tuple[float, float]
"""A point: x and y, in units of the drawing."""

Box: TypeAlias = tuple[float, float, float, float]
"""A rectangle: left, top, width, height."""

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
