"""Where everything is on a printed score sheet, in millimetres from its corner.

Sheets are printed by `tournaments`, which says here how.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from matches.ledger.models.match import Match

CODE: Final = ((114.0, 0.0), (132.0, 0.0), (132.0, 18.0), (114.0, 18.0))
"""The corners of the QR code, from the upper left one clockwise."""
CORNER: Final = 3.0
"""The side of a corner mark, a black square."""

Point = tuple[float, float]


class Circled(NamedTuple):
    """A printed value that players circle: of the cube, or G, B or P."""

    field: str
    text: str
    x: float
    """Its middle."""
    width: float


class SheetLayout(NamedTuple):
    """The rows of a sheet for one match."""

    corners: tuple[Point, Point, Point, Point]
    """The middles of the marks: upper left and right, lower left and right."""
    top: float
    row: float
    rows: int
    points: tuple[Point, Point]
    """The left edge and the width of the columns for the points of both players."""
    circled: tuple[Circled, ...]
    size: float
    """The size of the type, in points."""


_layouts: list[Callable[[Match], Sequence[SheetLayout]]] = []


def register(layouts: Callable[[Match], Sequence[SheetLayout]]) -> None:
    """Say how the sheets of matches are laid out, one layout for each paper."""
    _layouts.append(layouts)


def layouts_of(match: Match) -> list[SheetLayout]:
    """Return the layouts that the sheet of a match may have; none if it has none."""
    return [layout for layouts in _layouts for layout in layouts(match)]
