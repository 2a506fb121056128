"""The form of a score sheet: everything that matches of one length share.

All lengths are millimetres from the upper left corner of the printed area.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from django.utils import translation
from django.utils.translation import pgettext

SHEET_WIDTH: Final = 148.5
"""The width of half an A4 page in landscape: two sheets side by side."""
MARGIN_X: Final = 8.25
MARGIN_Y: Final = 8.0
WIDTH: Final = SHEET_WIDTH - 2 * MARGIN_X
HEIGHT: Final = 194.0

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
    "final": 26.0,
    "key": 7.0,
    "stamp": 3.0,
}
"""The bands of the sheet from top to bottom, with their heights."""
TOPS: Final = dict(zip(BANDS, accumulate(BANDS.values(), initial=0.0), strict=False))

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
SIDE_COLUMNS: Final = ("points-1", "score-1", "score-2", "points-2")

QR_SIDE: Final = 18.0
BOX_SIDE: Final = 3.2
# Of the type that the cube values are set in.
FIGURE_WIDTH: Final = 1.84
HALF_FIGURE: Final = "\u202f\u202f"


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of the grid in one form."""

    left: float
    width: float

    @property
    def middle(self) -> float:
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

    @property
    def has_cube(self) -> bool:
        """Whether there is a cube: a match to one point is a single game without it."""
        return self.length > 1

    @property
    def has_crawford(self) -> bool:
        return self.crawford and self.has_cube

    @property
    def rows(self) -> int:
        """The number of rows: one for each possible game, as far as they fit."""
        return min(MOST_ROWS, 2 * self.length - 1)

    @property
    def row(self) -> float:
        """The height of a row."""
        return (BANDS["grid"] - self.notes) / self.rows

    @property
    def notes(self) -> float:
        """The height left for notes below the rows."""
        spare = BANDS["grid"] - self.rows * TALLEST_ROW
        return spare if spare >= LEAST_NOTES else 0.0

    @property
    def bottom(self) -> float:
        """The lower edge of the last row."""
        return TOPS["grid"] + BANDS["grid"] - self.notes

    @property
    def columns(self) -> dict[str, SheetColumn]:
        widths = dict(COLUMNS)
        if not self.has_cube:
            widths["cube"] += widths.pop("kind")
        if not self.has_crawford:
            widths["cube"] += widths.pop("crawford")
        lefts = accumulate(widths.values(), initial=0.0)
        return {
            name: SheetColumn(left, width)
            for (name, width), left in zip(widths.items(), lefts, strict=False)
        }


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a column."""

    column: SheetColumn
    text: str
    dotted: bool
    """Whether the heading stands below the dot of a player."""


@dataclass(frozen=True, slots=True)
class CircledMarks:
    """Printed letters or numbers to circle, set as lines with tab stops."""

    left: float
    pitch: float
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A form as its template needs it: texts by column, lines as SVG paths."""

    form: SheetLayout
    headings: tuple[Heading, ...]
    numbers: str
    marks: tuple[CircledMarks, ...]
    hairlines: str
    rules: str
    boxes: str

    @property
    def dots(self) -> list[float]:
        """The places of the players' dots in the headings, from left to right."""
        columns = self.form.columns
        return [columns[name].middle for name in SIDE_COLUMNS]


def drawing(form: SheetLayout) -> Drawing:
    """Return the places of all texts and lines of `form`."""
    with translation.override(form.language):
        return Drawing(
            form=form,
            headings=_headings(form),
            numbers="\n".join(map(str, range(1, form.rows + 1))),
            marks=(_cubes(form), _kinds(form)) if form.has_cube else (_no_cube(form),),
            hairlines=_hairlines(form),
            rules=_rules(form),
            boxes=_boxes(form),
        )


def _headings(form: SheetLayout) -> tuple[Heading, ...]:
    # Translators: headings of narrow columns on the score sheet; keep them short.
    points = pgettext("score sheet", "points")
    score = pgettext("score sheet", "score")
    texts = {
        "game": pgettext("score sheet", "game"),
        "points-1": points,
        "score-1": score,
        # Translators: the value of the doubling cube at the end of the game.
        "cube": pgettext("score sheet", "cube at end"),
        # Translators: above G (gammon), B (backgammon) and P (pass).
        "kind": pgettext("score sheet", "not plain?"),
        "score-2": score,
        "points-2": points,
        # Translators: short for Crawford.
        "crawford": pgettext("score sheet", "Cr"),
    }
    return tuple(
        Heading(column, texts[name], name in SIDE_COLUMNS)
        for name, column in form.columns.items()
    )


def _cubes(form: SheetLayout) -> CircledMarks:
    """Return the cube values, each in the middle of one of equal fields."""
    column = form.columns["cube"]
    pitch = column.width / len(form.cube_values)
    figures = map(str, form.cube_values)
    line = "\t".join(HALF_FIGURE * (len(text) == 1) + text for text in figures)
    return CircledMarks(
        column.left + pitch / 2 - FIGURE_WIDTH, pitch, "\n".join([line] * form.rows)
    )


def _kinds(form: SheetLayout) -> CircledMarks:
    """Return the letters that are the same in all languages: G, B and P."""
    column = form.columns["kind"]
    pitch = column.width / 3
    return CircledMarks(
        column.left + pitch / 2 - FIGURE_WIDTH * 0.6,
        pitch,
        "\n".join(["G\tB\tP"] * form.rows),
    )


def _no_cube(form: SheetLayout) -> CircledMarks:
    column = form.columns["cube"]
    # Translators: stands in the cube column of a match to one point.
    text = pgettext("score sheet", "no cube")
    return CircledMarks(column.left + 3, column.width, "\n".join([text] * form.rows))


def _hairlines(form: SheetLayout) -> str:
    """Return the SVG path of the thin lines: between rows and columns, around notes."""
    grid, headings = TOPS["grid"], TOPS["headings"]
    rows = (f"M0 {grid + row * form.row:.3f}h{WIDTH}" for row in range(1, form.rows))
    lefts = [column.left for column in form.columns.values()]
    columns = (f"M{x} {headings}V{form.bottom:.3f}" for x in (*lefts, WIDTH))
    end = form.bottom + form.notes
    notes = f"M0 {form.bottom}V{end}H{WIDTH}V{form.bottom}" if form.notes else ""
    return "".join((*rows, *columns, notes))


def _rules(form: SheetLayout) -> str:
    """Return the SVG path of the thick lines: round the grid, beside the cube."""
    columns, headings = form.columns, TOPS["headings"]
    across = (headings, TOPS["grid"], form.bottom)
    down = (columns["cube"].left, columns["score-2"].left)
    return "".join(
        (
            *(f"M0 {y:.3f}h{WIDTH}" for y in across),
            *(f"M{x} {headings}V{form.bottom:.3f}" for x in down),
        )
    )


def _boxes(form: SheetLayout) -> str:
    """Return the SVG path of the boxes in which the Crawford game is ticked."""
    if not form.has_crawford:
        return ""
    x = form.columns["crawford"].middle - BOX_SIDE / 2
    first = TOPS["grid"] + (form.row - BOX_SIDE) / 2
    return "".join(
        f"M{x:.3f} {first + row * form.row:.3f}h{BOX_SIDE}v{BOX_SIDE}h-{BOX_SIDE}z"
        for row in range(form.rows)
    )
