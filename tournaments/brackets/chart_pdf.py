"""Makes the PDF of a wall chart: brackets to be read from afar and filled in by pen.

All lengths are millimetres. Two rows of text are as high as the distance between two
lines, so that a line and the middle between two lines both stand on a row.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import accumulate
from math import gcd
from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext

from matches.documents.fitting import (
    ELLIPSIS,
    FittedLabel,
    FittedText,
    fitted,
    fitted_label,
)
from matches.documents.papers import LETTER, paper_now
from matches.documents.pdf import render_pdf, text_width
from matches.documents.text import FONT_FAMILY, by_direction, clean, printed_line
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from matches.web.qr import qr_address
from tournaments.brackets.chart_tree import Leaf, Subtree, cut

MARGIN: Final = 10.0
HEAD: Final = 21.0
TITLES: Final = 6.0
FOOT: Final = 4.0
ROWS_PER_LINE: Final = 2
ROWS_ABOVE: Final = 1
"""The number of rows above the first line, because a long name needs two."""
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

NAMES: Final = frozenset({"entry", "winner"})
"""The kinds of text that are names."""

NO_CHART = Refusal(
    "bracket.no_chart",
    gettext_noop(
        "There is no wall chart yet. Publish the draw of this bracket, then print it."
    ),
)
"""A chart was asked for before the draw."""


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
LEGEND_LINES: Final = 3
LABELS: Final[Mapping[str, float]] = {"narrow": 7.0, "large": 11.5}
MARKS: Final[Mapping[str, float]] = {"narrow": 7.0, "": 8.5, "large": 12.0}
"""The type of what stands before a name: the number of its line, or of a match."""
BEFORE_NAME: Final = 2.5
"""The distance between the two."""
LARGE_NAMES: Final = (16.0, 12.0, 9.0)
"""The same in high rows and wide columns."""
MOST: Final = 0.9
"""The share of names on a sheet with the same size; longer ones are set smaller."""
POINT: Final = 25.4 / 72
SEVERAL: Final = range(2, 13)
"""How many lines a name may stand on if one is too short."""
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
ABOVE_LINE: Final = 0.2
"""The distance of several lines of a name from the line that they stand on."""
BELOW_LINE: Final = 0.6
"""The depth of letters of a name below that line, in some scripts."""
LINE: Final = 1.08
"""The height of one of several lines of a name, in heights of its type."""


class TextColumn(NamedTuple):
    """A column of text, row by row, as one element of the page.

    `size` is that of the type in points, 0 for the usual one of its kind.
    """

    kind: str
    left: float
    width: float
    text: str
    size: float = 0.0
    top: float = 0.0
    """The left edge in millimetres."""
    line: float = 0.0
    """The height of its lines."""
    first: int = 0
    """The row of its first line."""
    step: int = 0
    """The number of rows from line to line, 0 for a text on several lines."""

    @property
    def uppermost(self) -> str:
        """The first line of the text."""
        return self.text.partition("\n")[0]

    @property
    def below(self) -> str:
        """The other lines."""
        return self.text.partition("\n")[2]

    @property
    def is_two_lines(self) -> bool:
        """Whether the text of a heading is on two lines."""
        return "\n" in self.text


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


def wall_chart(chart: ChartValues, *, paper: str = "a3") -> bytes:
    """Return the PDF of a chart on A3 landscape ("a3") or A4 portrait ("a4").

    Where A4 is printed on US Letter, the chart is laid out for that. Raises NO_CHART
    without sheets, PRINTING_UNAVAILABLE where the libraries are missing.
    """
    pages = chart_html(chart, paper=paper)
    return render_pdf(pages.html, stylesheet=pages.stylesheet)


class ChartPages(NamedTuple):
    """The pages of a chart as HTML; long names divide a sheet into several."""

    html: str
    stylesheet: str
    page_count: int


def chart_html(chart: ChartValues, *, paper: str) -> ChartPages:
    """Return the pages of a chart. Raises NO_CHART without sheets."""
    if not chart.sheets:
        raise NO_CHART()
    paper = "letter" if (paper, paper_now()) == ("a4", LETTER) else paper
    sheet = PAPERS[paper]
    shown = [(one, drawn) for one in chart.sheets for drawn in faces(one, sheet)]
    html = render_to_string(
        "tournaments/brackets/wall_chart.html",
        {
            "chart": chart,
            "tournament": clean(chart.tournament),
            "qr": qr_address(chart.url, in_capitals=False),
            "stamp": clean(_stamp(chart)),
            "logo": chart.logo,
            "faces": [
                (
                    _above(chart.title, one.section),
                    drawn,
                    _legend(chart.legend, _room(chart, one, sheet), sheet.legend),
                )
                for one, drawn in shown
            ],
            "width": sheet.width - 2 * MARGIN,
            "height": sheet.height - 2 * MARGIN,
        },
    )
    return ChartPages(html, _stylesheet(paper), len(shown))


def _room(chart: ChartValues, one: ChartSheet, sheet: ChartSize) -> float:
    """Return the width of the head beside the QR code, the map and the logo."""
    has_map = one.place[1] > 1
    taken = QR + 3 + 19 * has_map + 47 * bool(chart.logo)
    return sheet.width - 2 * MARGIN - taken


def _above(title: str, section: str) -> str:
    """Return the title without its last part, if that is the name of the section."""
    names = title.split(" · ")
    if names[-1] == section:
        names.pop()
    return clean(" · ".join(names))


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
    parts = list(cut(sheet.root, lines, lambda at: marks % {"number": at + 1}))
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


def _title(text: str, column: "_Column", paper: ChartSize) -> TextColumn:
    """Return the heading of a column: a long one smaller, then on two lines."""
    shown = fitted_label(text, column.width - 1, size=paper.titles, lines=2)
    size = min(shown.size, paper.titles)
    return TextColumn("title", column.left, column.width, "\n".join(shown.lines), size)


def _legend(text: str, room: float, size: int) -> FittedLabel:
    """Return the legend: a long one smaller, then on more lines."""
    shown = fitted_label(text, room, size=size, lines=LEGEND_LINES)
    return shown._replace(size=min(shown.size, size))


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


@dataclass(frozen=True, slots=True)
class _Column:
    left: float
    width: float


def _drawn(
    sheet: ChartSheet, paper: ChartSize, row: float
) -> tuple["_Drawing", list[TextColumn]]:
    """Return a sheet as it is drawn, with columns as wide as their names need."""
    widths = _usual_widths(sheet, paper, row)
    tries: list[tuple[_Drawing, list[TextColumn]]] = []
    # Two columns may pass the same room to each other without end.
    while widths and len(tries) < MOST_TRIES:
        columns = _side_by_side(sheet.root.first_column, widths)
        size = _size(min(widths), row)
        names = LARGE_NAMES if size == "large" else paper.names
        drawing = _Drawing(columns, row, size, names, paper.labels)
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


def _side_by_side(first: int, widths: Sequence[float]) -> dict[int, _Column]:
    """Return the columns by their round; that of the first one is `first`."""
    lefts = accumulate(widths, initial=0.0)
    return {
        first + index: _Column(round(left, 2), width)
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


@dataclass(slots=True)
class _Drawing:
    """The texts and lines of a sheet while it is being drawn.

    `texts` has rows by column and kind, `raised` the columns and rows of labels that
    stand at the upper edge of their row, `wrapped` the names on several lines by column
    and kind, then by row, `cut` the columns and names of what has not
    enough room; `used` counts the lines drawn.
    """

    columns: dict[int, _Column]
    row: float
    size: str
    names: tuple[float, ...]
    label_size: float
    lines: list[str] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    texts: dict[tuple[int, str], dict[int, str]] = field(default_factory=dict)
    raised: set[tuple[int, int]] = field(default_factory=set)
    wrapped: dict[tuple[int, str], dict[int, FittedText]] = field(default_factory=dict)
    cut: set[tuple[int, str]] = field(default_factory=set)
    used: int = 0

    @property
    def box(self) -> float:
        """The width of a score box."""
        return {"narrow": 6.0, "large": 13.0}.get(self.size, 9.0)

    @property
    def labels(self) -> float:
        """The size of small type in points."""
        return LABELS.get(self.size, self.label_size)

    def indent(self, number: int) -> float:
        """Return where the names of a column begin: after the longest mark."""
        marks = self.texts.get((number, "mark"), {}).values()
        ems = max(map(text_width, marks), default=0.0)
        return round(ems * MARKS[self.size] * POINT + BEFORE_NAME, 2)

    def draw(self, root: Subtree, goes_to: str) -> None:
        """Draw a match, all matches before it, and the line of its winner."""
        at = self._subtree(root)
        column = root.column + 1
        self._line(column, at)
        self._say(column, "winner", at=at, text=root.name)
        self._say(column, "label", at=at + 1, text=goes_to)

    def blocks(self) -> Iterator[TextColumn]:
        """Yield the texts; the rows have the same height in all of them."""
        self._make_room()
        for (number, kind), rows in self.texts.items():
            column = self.columns[number]
            left, width = column.left, column.width
            if kind == "points":
                left, width = left + width - self.box, self.box
            else:
                left += self.indent(number) if kind == "entry" else 1.0
                width = self._room(number, kind)
            if kind == "label":
                width += self.box
            if kind == "mark":
                width = self.indent(number) - 0.5
            if kind == "label":
                yield from self._raised(number, rows, left, width=width)
            wrapped = self.wrapped.get((number, kind), {})
            for at, name in wrapped.items():
                yield self._on_lines(
                    TextColumn(kind, left, width, "", name.size), at, name
                )
            placed = wrapped.keys() | self._raised_rows(number, kind)
            single = {row: text for row, text in rows.items() if row not in placed}
            sizes = self._sizes(single, width) if kind in NAMES else {0.0: single}
            for size, some in sizes.items() if single else ():
                first, step = min(some), self._step(some)
                drawn = range(first, max(some) + 1, step)
                text = "\n".join(some.get(row, "") for row in drawn)
                block = TextColumn(kind, round(left, 2), round(width, 2), text, size)
                yield block._replace(first=first, step=step)

    def _room(self, number: int, kind: str) -> float:
        """Return the width of a text of this kind, beside its mark and a score box."""
        indent = self.indent(number) if kind == "entry" else 1.0
        return self.columns[number].width - indent - self.box - 0.6

    def _make_room(self) -> None:
        """Wrap long names, and move the labels that stand in their way.

        A label stands between the two names of its match. Where rows are low, the name
        below it has one line, the name above it two: a short one needs only one of
        them, and the label stands above it. Any other label in the way is raised to
        the upper edge of its row.
        """
        smallest = self.names[-1]
        if 2 * smallest * POINT * LINE > self.row:
            self._move_labels(smallest)
        for number, kind in self.texts:
            if kind not in NAMES:
                continue
            labels = self.texts.get((number, "label"), {})
            found = self.wrapped[number, kind] = self._wrapped(number, kind)
            for at, name in found.items():
                above, _room = self._above(number, at)
                high = len(name.lines) * name.size * POINT * LINE + ABOVE_LINE
                if above in labels and high > self.row * (at - above):
                    self.raised.add((number, above))

    def _move_labels(self, smallest: float) -> None:
        """Move labels above short upper names where the lower name is long."""
        for (number, kind), names in self.texts.items():
            labels = self.texts.get((number, "label"))
            if kind != "entry" or labels is None:
                continue
            room = self._room(number, kind)
            long = {at for at, name in names.items() if not _fits(name, smallest, room)}
            for at in [at for at in labels if at + 1 in long]:
                if at - 1 in names and at - 1 not in long:
                    labels[at - 2] = labels.pop(at)

    def _raised_rows(self, number: int, kind: str) -> set[int]:
        return {
            at for column, at in self.raised if kind == "label" and column == number
        }

    def _raised(
        self, number: int, rows: Mapping[int, str], left: float, *, width: float
    ) -> Iterator[TextColumn]:
        """Yield the labels that stand at the upper edge of their rows."""
        line = round(self.labels * POINT * LINE, 2)
        for at in self._raised_rows(number, "label"):
            top = round((at - 1) * self.row, 2)
            block = TextColumn("label", round(left, 2), round(width, 2), rows[at])
            yield block._replace(top=top, line=line)

    def _step(self, rows: Mapping[int, str]) -> int:
        """Return how many rows a line of text can be high, for these rows.

        Empty lines take as long as others, so that rows without text are left out. A
        text is in the middle of its line, and no line may end below the last row.
        """
        last = max(rows)
        step = gcd(*(last - row for row in rows)) or 1
        room = 2 * (ROWS_PER_LINE * self.used + ROWS_ABOVE - last) + 1
        parts = range(min(step, max(1, room)), 0, -1)
        return next(part for part in parts if step % part == 0)

    def _above(self, number: int, at: int) -> tuple[int, float]:
        """Return the row of the next text above a name, and the room below that.

        There is room in the rows where nothing stands, and in what a label leaves of
        its row; letters of a name above may reach below its line.
        """
        labels = self.texts.get((number, "label"), {})
        rows = {0} | labels.keys()
        for kind in NAMES:
            rows |= self.texts.get((number, kind), {}).keys()
        above = max(row for row in rows if row < at)
        room = self.row * (at - above)
        if above in labels:
            room += self.row - self.labels * POINT * LINE - ABOVE_LINE
        elif above:
            room -= BELOW_LINE
        return above, room

    def _wrapped(self, number: int, kind: str) -> dict[int, FittedText]:
        """Return the names of a column that take several lines, by row.

        These are those too long for one line.
        """
        found = {}
        width = self._room(number, kind)
        for at, text in self.texts[number, kind].items():
            if _fits(text, self.names[-1], width):
                continue
            _above, room = self._above(number, at)
            size = int(self.names[-1])
            tries = [
                fitted(text, width, size=size, smallest=size, lines=lines)
                for lines in SEVERAL
                if lines * size * POINT * LINE <= room
            ]
            whole = (name for name in tries if ELLIPSIS not in name.lines[-1])
            name = next(whole, None)
            if name is None:
                self.cut.add((number, text))
                name = next(iter(tries[-1:]), None)
            if name is not None:
                found[at] = name
        return found

    def _on_lines(self, block: TextColumn, at: int, name: FittedText) -> TextColumn:
        """Return a name on its lines that ends just above the line at this row."""
        line = round(name.size * POINT * LINE, 2)
        return block._replace(
            left=round(block.left, 2),
            width=round(block.width, 2),
            text="\n".join(name.lines),
            top=round(at * self.row - len(name.lines) * line - ABOVE_LINE, 2),
            line=line,
        )

    def _sizes(
        self, rows: Mapping[int, str], width: float
    ) -> dict[float, dict[int, str]]:
        """Return the names of a column by the size in which each fits `width`.

        Most have the same size; what does not fit in the smallest is cut.
        """
        if not rows:
            return {}
        sizes = self.names
        fitting = {
            row: next((size for size in sizes if _fits(text, size, width)), sizes[-1])
            for row, text in rows.items()
        }
        ranked = sorted(fitting.values(), reverse=True)
        usual = ranked[min(int(MOST * len(ranked)), len(ranked) - 1)]
        found: dict[float, dict[int, str]] = {}
        for row, text in rows.items():
            found.setdefault(min(fitting[row], usual), {})[row] = text
        return found

    def _subtree(self, subtree: Subtree) -> int:
        """Draw a match with all that lead to it, and return the row of its winner."""
        top = self._side(subtree.top, subtree.column, subtree.points[0], has_room=False)
        is_late = subtree.column > min(self.columns)
        bottom = self._side(
            subtree.bottom, subtree.column, subtree.points[1], has_room=is_late
        )
        column = self.columns[subtree.column]
        right = column.left + column.width
        self.lines.append(f"M{right:g} {self._y(top)}V{self._y(bottom)}")
        room = (column.width - 1.6) / POINT / self.labels
        self._say(subtree.column, "label", at=top + 1, text=_label(subtree, room))
        for at in (top, bottom) if subtree.is_played else ():
            left, high = right - self.box, min(self.row * 1.3, self.box * 0.6)
            self.boxes.append(
                f"M{left:.2f} {self._y(at)}v{-high:.2f}h{self.box:g}v{high:.2f}"
            )
        return (top + bottom) // 2

    def _side(
        self, side: Subtree | Leaf, column: int, points: str, *, has_room: bool
    ) -> int:
        """Draw a side and return its row.

        `has_room`: small type fits below its line.
        """
        if isinstance(side, Leaf):
            at = self.used * ROWS_PER_LINE + ROWS_ABOVE + 1
            self.used += 1
            is_before = bool(side.mark) and not has_room
            where = "mark" if is_before else "label"
            self._say(column, where, at=at + has_room, text=side.mark)
            self._say(column, "entry" if is_before else "winner", at=at, text=side.name)
        else:
            at = self._subtree(side)
            self._say(column, "winner", at=at, text=side.name)
        self._line(column, at)
        self._say(column, "points", at=at, text=points)
        return at

    def _line(self, number: int, at: int) -> None:
        column = self.columns[number]
        self.lines.append(f"M{column.left:g} {self._y(at)}h{column.width:g}")

    def _say(self, column: int, kind: str, *, at: int, text: str) -> None:
        if text:
            self.texts.setdefault((column, kind), {})[at] = clean(text)

    def _y(self, at: int) -> str:
        return f"{at * self.row:.2f}"


def _fits(text: str, size: float, width: float) -> bool:
    return text_width(text) * size * POINT < width


def _label(subtree: Subtree, room: float) -> str:
    """Return the small type in a match: its number, the table, and the loser's match.

    The section of the loser's match is left out where `room`, in ems, is too small; the
    legend tells it by the number. A bye has no number.
    """
    if not subtree.is_played:
        return subtree.label
    # Translators: on a wall chart, short for table; the number is written by hand.
    table = gettext("t") + (subtree.table or " ___")
    parts = [subtree.label, table]
    short = subtree.loser_to.split(" ")[-1]
    for match, between in ((subtree.loser_to, " · "), (short, " · "), (short, " ")):
        # Translators: on a wall chart: the loser goes to this match.
        onward = gettext("L→ %(match)s") % {"match": match} if match else ""
        text = between.join(part for part in (*parts, onward) if part)
        if text_width(text) < room:
            break
    return text


def _stamp(chart: ChartValues) -> str:
    printed = printed_line(chart.printed_at, chart.draw_number)
    return " · ".join((*chart.about, printed, chart.url.partition("://")[2]))


@by_direction
def _stylesheet(paper: str) -> str:
    return render_to_string(
        "tournaments/brackets/wall_chart.css",
        {
            "font": FONT_FAMILY,
            "paper": PAPERS[paper],
            "margin": MARGIN,
            "head": HEAD,
            "titles": TITLES,
            "foot": FOOT,
            "qr": QR,
            "marks": MARKS[""],
            "large_marks": MARKS["large"],
            "narrow_marks": MARKS["narrow"],
            "is_large": paper == "a3",
        },
    )
