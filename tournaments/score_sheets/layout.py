"""The form of a score sheet: everything that matches of one length share.

All lengths are millimetres from the upper left corner of the printed area.
"""

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

SHEET_WIDTH: Final = 148.5
"""The width of half an A4 page in landscape: two sheets side by side."""
MARGIN_X: Final = 8.25
MARGIN_Y: Final = 5.5
WIDTH: Final = SHEET_WIDTH - 2 * MARGIN_X
HEIGHT: Final = 199.0

MOST_ROWS: Final = 15
LEAST_ROW: Final = 7.0
"""The least height of a row that leaves room for handwriting."""
TALLEST_ROW: Final = 9.0
"""The greatest height of a row; more room is left for notes below the grid."""
LEAST_NOTES: Final = 15.0

BANDS: Final = {
    "head": 22.0,
    "players": 18.0,
    "times": 6.0,
    "headings": 6.0,
    "grid": MOST_ROWS * LEAST_ROW,
    "aside": 6.0,
    "final": 26.0,
    "key": 7.0,
    "stamp": 3.0,
}
"""The bands of the sheet from top to bottom, with their heights."""
ABOUT_FINAL: Final = 2.0
"""The free space above and below the box of the final score."""
ROWS_IN_TWO: Final = 2
"""The number of rows whose room the second language takes, below the grid."""
BANDS_IN_TWO: Final = {"final": 31.0, "key": 16.0}
"""The bands that are higher in two languages: 13 rows are left, for 7 points."""
TOPS: Final = dict(zip(BANDS, accumulate(BANDS.values(), initial=0.0), strict=False))


@dataclass(frozen=True, slots=True)
class SheetSize:
    """How large a sheet is: the height of its grid, and a column of notes beside it."""

    grid: float
    most_rows: int
    side: float = 0.0
    """The width of the column beside the form, with what leads to it; 0 for none."""
    is_two: bool = False
    """Whether the sheet is in two languages."""

    def in_two(self) -> "SheetSize":
        """Return the size of a sheet in two languages on the same paper."""
        more = sum(height - BANDS[name] for name, height in BANDS_IN_TWO.items())
        return replace(
            self,
            grid=self.grid - more,
            most_rows=self.most_rows - ROWS_IN_TWO,
            is_two=True,
        )

    @property
    def bands(self) -> dict[str, float]:
        """The bands from top to bottom, with their heights."""
        beside = {"aside": 0.0} if self.side else {}
        in_two = BANDS_IN_TWO if self.is_two else {}
        return BANDS | {"grid": self.grid} | beside | in_two

    @property
    def width(self) -> float:
        """The width of the printed area."""
        return WIDTH + self.side

    @property
    def height(self) -> float:
        """The height of the printed area."""
        return sum(self.bands.values()) + HEIGHT - sum(BANDS.values())

    @property
    def tops(self) -> dict[str, float]:
        """The upper edges of the bands."""
        edges = accumulate(self.bands.values(), initial=0.0)
        return dict(zip(self.bands, edges, strict=False))


HALF_PAGE: Final = SheetSize(BANDS["grid"], MOST_ROWS)
LONG_ROWS: Final = 25
WHOLE_PAGE: Final = SheetSize(LONG_ROWS * 7.6, LONG_ROWS, side=59.0)
"""A page of A4 for one match: 25 rows, and room for notes."""
WHOLE_LETTER: Final = replace(WHOLE_PAGE, grid=LONG_ROWS * LEAST_ROW)
"""The same on US Letter, which is wider and lower."""
SIDE_GAP: Final = 4.0
UNFINISHED: Final = 64.0
"""The height of the box for a match that is put aside, below the notes.

On half a page it is the band "aside" instead, and the score stands in the grid.
"""
ASIDE_GAP: Final = 2.8
"""The least distance of two fields of the band."""
CUBE_LINE: Final = 9.0
CLOCK_LINE: Final = 12.0
ASIDE_DOT: Final = 1.2
"""The radius of a player's dot in the band."""

COLUMNS: Final = {
    "game": 9.0,
    "points-1": 13.0,
    "score-1": 13.0,
    "cube": 35.0,
    "kind": 28.0,
    "score-2": 13.0,
    "points-2": 13.0,
    "crawford": 8.0,
}
"""The columns of the grid from left to right, with their widths."""
PLAYERS_REPORT: Final = frozenset({"suggest", "agree", "trust"})
"""The policies by which players may report."""
SIDE_COLUMNS: Final = ("points-1", "score-1", "score-2", "points-2")

QR_SIDE: Final = 18.0
BOX_SIDE: Final = 3.2
CUBE_BOX: Final = 5.0
"""The side of the box in which a value of the cube is written."""
LABEL_SIZE: Final = 7.0
"""The type of labels, in points."""
MARK_SIZE: Final = 10.5
"""The type of the cube values and letters, in points."""
FIGURE_WIDTH: Final = 1.84
NO_CUBE_INDENT: Final = 3.0
HALF_FIGURE: Final = "\u202f\u202f"


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of the grid in one form."""

    left: float
    width: float

    @property
    def middle(self) -> float:
        """The middle of the column, in millimetres from the left."""
        return self.left + self.width / 2


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The values that the layout of a form depends on."""

    length: int
    """The points to win the match."""
    crawford: bool
    cube_values: tuple[int, ...]
    language: str
    start: tuple[int, int] = (0, 0)
    values: tuple[int, int, int] = (1, 2, 3)
    """What single, gammon and backgammon count, times the cube."""
    counts_checkers: bool = False
    automatic: int = 0
    """How many automatic doubles count."""
    beavers: int = 0
    jacoby: bool = False
    is_unlimited: bool = False
    """Whether doubling has no limit."""
    has_higher_cube: bool = False
    """Whether the cube can show a value that is not among `cube_values`."""
    clock: tuple[int, int] | None = None
    """Each player's time and the delay of a move, in seconds; None without clocks."""
    reporting: str = ""
    """Who may report the result: a key of `Reporting`, "" for directors alone."""
    size: SheetSize = HALF_PAGE
    page: int = 0
    """Which page of the match it is, counted from 0."""

    @property
    def pages(self) -> int:
        """How many pages the match needs; on half a page the rest is on the back."""
        return max(1, -(-self._games // self.size.most_rows)) if self.size.side else 1

    @property
    def is_last(self) -> bool:
        """Whether the match ends on this page."""
        return self.page == self.pages - 1

    @property
    def _games(self) -> int:
        return 2 * self.length - 1

    @property
    def first_row(self) -> int:
        """The number of the first game on this page."""
        return self.page * self.size.most_rows + 1

    @property
    def is_one_game(self) -> bool:
        """Whether a match to one point is played: a single game without the cube."""
        return self.length == 1

    @property
    def has_cube(self) -> bool:
        """Whether the cube can be turned."""
        return not self.is_one_game and len(self.cube_values) > 1

    @property
    def cube_field(self) -> float:
        """The width of the field of a cube value."""
        fields = len(self.cube_values) + self.has_higher_cube
        return self.columns["cube"].width / fields

    @property
    def letters(self) -> str:
        """The letters to circle for a game: G (gammon), B (backgammon), P (pass)."""
        counts_kinds = not (self.counts_checkers or self.is_one_game)
        kinds = "GB" if counts_kinds and self.values[-1] > 1 else ""
        return kinds + "P" * self.has_cube

    @property
    def wide(self) -> str:
        """The column that takes the room of those that are left out."""
        return "cube" if self.has_cube or self.is_one_game else "kind"

    @property
    def has_crawford(self) -> bool:
        """Whether the form has a column to mark the Crawford game."""
        return self.crawford and self.has_cube

    @property
    def rows(self) -> int:
        """The number of rows: one for each possible game, as far as they fit."""
        if self.page:
            return self.size.most_rows
        return min(self.size.most_rows, self._games)

    @property
    def row(self) -> float:
        """The height of a row."""
        return (self.size.grid - self.notes) / self.rows

    @property
    def notes(self) -> float:
        """The height left for notes below the rows."""
        spare = self.size.grid - self.rows * TALLEST_ROW
        return spare if spare >= LEAST_NOTES else 0.0

    @property
    def bottom(self) -> float:
        """The lower edge of the last row."""
        return TOPS["grid"] + self.size.grid - self.notes

    @property
    def columns(self) -> dict[str, SheetColumn]:
        """The columns of the form by name, from left to right."""
        widths = dict(COLUMNS)
        left_out = []
        if not self.has_cube:
            left_out.append("kind" if self.is_one_game else "cube")
        if not self.has_crawford:
            left_out.append("crawford")
        for name in left_out:
            widths[self.wide] += widths.pop(name)
        lefts = accumulate(widths.values(), initial=0.0)
        return {
            name: SheetColumn(left, width)
            for (name, width), left in zip(widths.items(), lefts, strict=False)
        }
