"""The layout of a wall chart: sheets, columns as wide as their names need, places.

All lengths are millimetres.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate
from typing import Final, NamedTuple

from django.utils.translation import gettext

from matches.documents.fitting import (
    fitted_label,
)
from matches.documents.pdf import text_width
from matches.documents.text import clean
from tournaments.brackets.chart_drawing import (
    LINE,
    POINT,
    ROWS_ABOVE,
    ROWS_PER_LINE,
    ChartColumn,
    ChartDrawing,
    TextColumn,
)
from tournaments.brackets.chart_tree import Leaf, Subtree, parts_of

MARGIN: Final = 10.0
HEAD: Final = 21.0
TITLES: Final = 6.0
FOOT: Final = 4.0
ROW: Final = 3.9
TALLEST_ROW: Final = 16.0
"""The greatest height of a row: lines farther apart no longer look related."""
QR: Final = 17.0
FIRST_SHARE: Final = 1.4
"""The width of the first column, which has the most names, against the others."""
WIDEST_SHARE: Final = 2.0
"""The same where the rows are too low for names on two lines."""
NARROW: Final = 30.0
"""Names and boxes are smaller in columns narrower than this."""
WIDE: Final = 55.0
"""Names and boxes are larger in columns as wide as this, with rows of `HIGH`."""
HIGH: Final = 7.0
NAME_HEIGHT: Final[Mapping[str, float]] = {"narrow": 4.2, "": 5.0, "large": 7.2}
"""The height of a name in each size. In higher rows the names are moved down."""


@dataclass(frozen=True, slots=True)
class ChartSheet:
    """One sheet: the part of the bracket on it, and the headings of its columns."""

    section: str
    about: str
    titles: tuple[str, ...]
    root: Subtree
    goes_to: str = ""
    """The sheet on which the winner goes on, empty for the last sheet."""
    place: tuple[int, int] = (0, 1)
    """Which sheet of its section this is, from 0, and how many there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartValues:
    """The content of a wall chart, in its language."""

    tournament: str
    title: str
    language: str
    url: str
    draw_number: int
    """The version of the draw, 0 for a blank chart."""
    printed_at: datetime
    sheets: tuple[ChartSheet, ...]
    about: tuple[str, ...] = ()
    """Club, date and place, as far as they are known."""
    logo: str = ""
    """The logo of the club as a data URL, empty without one."""
    legend: str = ""
    """The sections with their match numbers and lengths, and what short words mean."""


class ChartSize(NamedTuple):
    """A paper size, and the sizes of its type in points.

    `names` are tried from the first one on until a name fits; `labels` is small type.
    """

    css: str
    width: float
    height: float
    names: tuple[float, ...]
    labels: float
    titles: int
    legend: int


PAPERS: Final = {
    "a3": ChartSize("A3 landscape", 420, 297, (12.0, 10.5, 9.0), 9.0, 11, 9),
    "a4": ChartSize("A4 portrait", 210, 297, (10.0, 9.0), 8.0, 9, 8),
    "letter": ChartSize("letter portrait", 215.9, 279.4, (10.0, 9.0), 8.0, 9, 8),
}

LARGE_NAMES: Final = (16.0, 12.0, 10.5, 9.0)
"""The same in high rows and wide columns."""
STEP: Final = 2.0
"""The step by which a column is made wider."""
MOST_TRIES: Final = 40
"""How often the columns of a sheet are made wider and narrower at most."""
LEAST_COLUMN: Final = 25.5
"""The least width of a column: labels need it in their shortest form."""
FEWEST: Final = 8
"""The lines of the smallest part into which a sheet is divided for its names."""
AROUND_NAME: Final = 15.0
"""The room beside a name: for the number of its line, and a narrow box."""


@dataclass(frozen=True, slots=True)
class ChartFace:
    """A sheet as its template needs it: texts in blocks, lines as SVG paths."""

    section: str
    about: str
    size: str
    row: float
    titles: tuple[TextColumn, ...]
    blocks: tuple[TextColumn, ...]
    cut_names: frozenset[str]
    """The names for which there is not enough room."""
    lines: str
    boxes: str
    map: "SheetMap | None" = None
    """The part of the bracket on the sheet, None if it is the whole bracket."""


@dataclass(frozen=True, slots=True)
class SheetMap:
    """The sheets of a section as a small drawing: outlines, and the present sheet.

    All but the last sheet lie one below the other; the last one has what follows.
    """

    others: str
    this: str
    name: str


def faces(sheet: ChartSheet, paper: ChartSize) -> Sequence[ChartFace]:
    """Return a sheet as one page, or as several if its names need the room.

    Of all ways to divide it that is taken which cuts the fewest names, and of these the
    one with the fewest pages.
    """
    tries = [[face(sheet, paper)]]
    lines = FEWEST << max(0, (sheet.root.size - 1) // FEWEST).bit_length()
    while any(page.cut_names for page in tries[-1]) and lines > FEWEST:
        lines //= 2
        tries.append([face(page, paper) for page in _divided(sheet, lines)])
    return min(tries, key=lambda pages: len(set().union(*(p.cut_names for p in pages))))


def _divided(sheet: ChartSheet, lines: int) -> Iterator[ChartSheet]:
    """Yield parts of a sheet with at most so many lines, and last what follows."""
    # Translators: on a wall chart, before the winner of another page of it.
    marks = gettext("page %(number)s")
    parts = list(parts_of(sheet.root, lines, lambda at: marks % {"number": at + 1}))
    goes_to = {
        leaf.mark: gettext("→ page %(number)s, slot %(line)s")
        % {"number": number, "line": line}
        for number, part in enumerate(parts, start=1)
        for line, leaf in enumerate(part.leaves(), start=1)
    }
    for number, part in enumerate(parts, start=1):
        page = gettext("Page %(number)s of %(count)s")
        page %= {"number": number, "count": len(parts)}
        first = part.first_column - sheet.root.first_column
        titles = sheet.titles[first : part.column - sheet.root.first_column + 2]
        yield replace(
            sheet,
            about=" · ".join(filter(None, (sheet.about, page))),
            titles=titles,
            root=part,
            goes_to=goes_to.get(marks % {"number": number}, sheet.goes_to),
        )


def face(sheet: ChartSheet, paper: ChartSize) -> ChartFace:
    """Return the places of all texts and lines of a sheet on one page."""
    room = paper.height - 2 * MARGIN - HEAD - TITLES - FOOT
    rows = ROWS_PER_LINE * sheet.root.size + ROWS_ABOVE
    row = min(room / rows, TALLEST_ROW)
    drawing, blocks = _drawn(sheet, paper, row)
    size = drawing.size
    return ChartFace(
        section=clean(sheet.section),
        about=sheet.about,
        size=size,
        row=round(row, 3),
        titles=tuple(
            _title(title, column, paper)
            for column, title in zip(
                drawing.columns.values(), sheet.titles, strict=True
            )
        ),
        blocks=tuple(_placed(block, row, size) for block in blocks),
        cut_names=frozenset(name for _column, name in drawing.cut),
        lines="".join(drawing.lines),
        boxes="".join(drawing.boxes),
        map=_map(sheet),
    )


def _placed(block: TextColumn, row: float, size: str) -> TextColumn:
    """Return a block with its upper edge: names stand just above their lines."""
    if not block.step:
        return block
    down = 0.0 if block.kind == "label" else max(0.0, row - NAME_HEIGHT[size]) / 2
    middle = down + (block.first - 0.5) * row
    line = block.step * row
    return block._replace(top=round(middle - line / 2, 3), line=round(line, 3))


def _title(text: str, column: "ChartColumn", paper: ChartSize) -> TextColumn:
    """Return the heading of a column: a long one smaller, then on two lines."""
    shown = fitted_label(text, column.width - 1, size=paper.titles, lines=2)
    size = min(shown.size, paper.titles)
    return TextColumn("title", column.left, column.width, "\n".join(shown.lines), size)


def _map(sheet: ChartSheet) -> SheetMap | None:
    index, count = sheet.place
    if count == 1:
        return None
    parts = count - 1
    high = QR / parts
    boxes = [f"M0 {at * high:.2f}h7v{high:.2f}h-7z" for at in range(parts)]
    boxes.append(f"M8 {QR / 4:.2f}h7v{QR / 2:.2f}h-7z")
    return SheetMap(
        others="".join(boxes[:index] + boxes[index + 1 :]),
        this=boxes[index],
        name=sheet.about,
    )


def _size(narrowest: float, row: float) -> str:
    if narrowest < NARROW:
        return "narrow"
    return "large" if narrowest >= WIDE and row >= HIGH else ""


def _drawn(
    sheet: ChartSheet, paper: ChartSize, row: float
) -> tuple["ChartDrawing", list[TextColumn]]:
    """Return a sheet as it is drawn, with columns as wide as their names need."""
    widths = _usual_widths(sheet, paper, row)
    tries: list[tuple[ChartDrawing, list[TextColumn]]] = []
    # Two columns may pass the same room to each other without end.
    while widths and len(tries) < MOST_TRIES:
        columns = _side_by_side(sheet.root.first_column, widths)
        size = _size(min(widths), row)
        names = LARGE_NAMES if size == "large" else paper.names
        drawing = ChartDrawing(columns, row, size, names, paper.labels)
        drawing.draw(sheet.root, sheet.goes_to)
        tries.append((drawing, list(drawing.blocks())))
        short = {column for column, _name in drawing.cut}
        widths = _shifted(widths, [column in short for column in columns])
    return min(tries, key=lambda drawn: len(drawn[0].cut))


def _shifted(widths: Sequence[float], is_short: Sequence[bool]) -> list[float]:
    """Return widths with more for the columns that are short of it.

    The others give it, as far as their labels allow; nothing if they cannot.
    """
    if not any(is_short):
        return []
    wanted = STEP * sum(is_short)
    spare = [
        0.0 if short else max(0.0, width - LEAST_COLUMN)
        for width, short in zip(widths, is_short, strict=True)
    ]
    if sum(spare) < wanted:
        return []
    return [
        round(width + STEP * short - wanted * room / sum(spare), 2)
        for width, short, room in zip(widths, is_short, spare, strict=True)
    ]


def _usual_widths(sheet: ChartSheet, paper: ChartSize, row: float) -> list[float]:
    """Return the widths of the columns, and of one more for the winner.

    The first one is wider where names have only one low `row`, below a label.
    """
    first = sheet.root.first_column
    count = len(sheet.titles)
    width = paper.width - 2 * MARGIN
    share = FIRST_SHARE
    smallest = paper.names[-1]
    if row < 2 * smallest * POINT * LINE:
        wanted = _longest(sheet.root, first) * smallest * POINT + AROUND_NAME
        share = max(share, wanted * (count - 1) / max(1.0, width - wanted))
    shares = [min(share, WIDEST_SHARE), *[1.0] * (count - 1)]
    return [round(share * width / sum(shares), 2) for share in shares]


def _side_by_side(first: int, widths: Sequence[float]) -> dict[int, ChartColumn]:
    """Return the columns by their round; that of the first one is `first`."""
    lefts = accumulate(widths, initial=0.0)
    return {
        first + index: ChartColumn(round(left, 2), width)
        for index, (left, width) in enumerate(zip(lefts, widths, strict=False))
    }


def _longest(part: Subtree | Leaf, column: int) -> float:
    """Return the width of the longest name below a label of a column, in ems."""
    if isinstance(part, Leaf):
        return 0.0
    below = part.bottom
    if part.column == column and part.is_played and isinstance(below, Leaf):
        return text_width(below.name)
    return max(_longest(side, column) for side in (part.top, below))
