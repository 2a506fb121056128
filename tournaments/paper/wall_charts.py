"""Wall charts: brackets to be read from afar and filled in by pen.

All lengths are millimetres. Every line of a bracket has the same room above it, so a
name may stand on several lines; what belongs to a match stands below the line of its
winner, where there is nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple
from urllib.parse import quote

from django.utils.translation import get_language_bidi, gettext

from matches.documents.fitting import (
    MM_PER_POINT,
    SMALLEST_LABEL,
    line_count,
    text_width,
    type_size,
)
from matches.documents.languages import clean
from matches.documents.pdf import print_in_parts, print_template
from matches.documents.registry import A3, Paper, paper_now
from matches.rules.refusals import Refusal
from tournaments.paper.chart_tree import Leaf, Subtree
from tournaments.paper.values import HeadedValues

NO_CHART = Refusal(
    "bracket.no_chart",
    "No bracket poster yet. Publish the draw of this bracket, then print it.",
)
"""A chart was asked for before the draw."""

MARGIN: Final = 10.0
AROUND: Final = 31.0
"""The height of the head, the headings of the columns, and the foot."""
FARTHEST: Final = 24.0
"""The greatest distance of two lines: farther apart they no longer look related."""
FIRST_SHARE: Final = 1.8
"""The width of the first column, which has the most names, against the others."""
INDENT: Final = 7.5
"""The least room for the number of a line before the name."""
MARK_SIZE: Final = 8.5
LARGEST: Final = 16
USUAL: Final = 0.9
"""The part of the names that has the largest type of the sheet; others are smaller."""
LINE: Final = 1.08
"""The height of a line of a name, in heights of its type."""
LABEL_SIZE: Final = 8
LABEL: Final = 3.5
"""The height of a label below a line."""
NARROW: Final = 32.0
WIDE: Final = 14.0


@dataclass(frozen=True, slots=True)
class ChartSheet:
    section: str
    about: str
    titles: tuple[str, ...]
    root: Subtree
    goes_to: str = ""
    """The sheet on which the winner goes on, empty for the last sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartValues(HeadedValues):
    """The content of a wall chart, in its language."""

    sheets: tuple[ChartSheet, ...]
    about: tuple[str, ...] = ()
    """Date and place, as far as they are known."""
    logo: str = ""
    """The logo of the club as a data URL, empty without one."""
    legend: str = ""
    """The sections with their match numbers and lengths, and what short words mean."""

    @property
    def stamp(self) -> str:
        """The last line: whose it is, when it was printed, where it is up to date."""
        head = self.head
        return clean(" · ".join((*self.about, head.stamp, head.address)))


class ChartText(NamedTuple):
    """A text above or below a line: where the line begins, and its room."""

    left: float
    line: float
    width: float
    text: str
    size: int = LABEL_SIZE
    mark: str = ""


@dataclass(slots=True)
class ChartFace:
    """A sheet while it is drawn, and as its template shows it."""

    sheet: ChartSheet
    width: float
    height: float
    """The area of the bracket."""
    names: list[ChartText] = field(default_factory=list)
    labels: list[ChartText] = field(default_factory=list)
    points: list[ChartText] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    used: int = 0
    indent: float = INDENT
    """The room for the numbers of the lines, which may be places of losers."""

    def __post_init__(self) -> None:
        root = self.sheet.root
        for leaf in root.leaves():
            if leaf.column == root.first_column:
                wide = text_width(leaf.mark) * MARK_SIZE * MM_PER_POINT + 1.5
                self.indent = max(self.indent, round(wide, 2))
        at = self._match(root)
        self._line(root.column + 1, at)
        self._name(root.column + 1, at, root.name)
        self._label(root.column + 1, at, root, goes_to=self.sheet.goes_to)
        sizes = sorted((name.size for name in self.names if name.text), reverse=True)
        usual = sizes[int(USUAL * (len(sizes) - 1))] if sizes else LARGEST
        self.names = [
            name._replace(size=min(usual, name.size))
            for name in self.names
            if name.text or name.mark
        ]

    @property
    def between(self) -> float:
        return min(self.height / (self.sheet.root.size + 0.6), FARTHEST)

    @property
    def columns(self) -> list[ChartText]:
        return [
            ChartText(
                left,
                0,
                width,
                title,
                type_size(title, width - 1, size=11, smallest=7, lines=2),
            )
            for (left, width), title in zip(
                self._columns, self.sheet.titles, strict=True
            )
        ]

    @property
    def drawing(self) -> str:
        """The lines and boxes, as the data URL of a picture of the bracket's area."""
        turned = f"matrix(-1 0 0 1 {self.width:g} 0)" if get_language_bidi() else ""
        svg = (
            "<svg xmlns='http://www.w3.org/2000/svg' fill='none' "
            f"viewBox='0 0 {self.width:g} {self.height:g}'><g transform='{turned}'>"
            f"<path stroke='#000' stroke-width='.25' d='{''.join(self.lines)}'/>"
            f"<path stroke='#555' stroke-width='.15' d='{''.join(self.boxes)}'/>"
            "</g></svg>"
        )
        return f"data:image/svg+xml,{quote(svg)}"

    @property
    def box(self) -> float:
        if min(width for _left, width in self._columns) < NARROW:
            return 6.5
        return 9.0 if self.between < WIDE else 13.0

    @property
    def box_height(self) -> float:
        return round(min(self.between * 0.65, self.box * 0.6), 2)

    @property
    def _columns(self) -> list[tuple[float, float]]:
        """The left edges and widths of the columns, and of one more for the winner."""
        count = len(self.sheet.titles)
        width = self.width / (count - 1 + FIRST_SHARE)
        widths = [FIRST_SHARE * width, *[width] * (count - 1)]
        lefts = accumulate(widths, initial=0.0)
        return [
            (round(left, 2), round(width, 2))
            for left, width in zip(lefts, widths, strict=False)
        ]

    def _match(self, match: Subtree) -> float:
        """Draw a match with all that lead to it; return the height of its winner."""
        top = self._side(match.top, match, 0)
        bottom = self._side(match.bottom, match, 1)
        left, width = self._at(match.column)
        self.lines.append(f"M{left + width:g} {top:g}V{bottom:g}")
        return round((top + bottom) / 2, 2)

    def _side(self, side: Subtree | Leaf, match: Subtree, index: int) -> float:
        column = match.column
        if isinstance(side, Leaf):
            self.used += 1
            at = round(self.used * self.between, 2)
            is_first = column == self.sheet.root.first_column
            self._name(column, at, side.name, mark=side.mark if is_first else "")
            if side.mark and not is_first:
                self._text(column, at, side.mark)
        else:
            at = self._match(side)
            self._name(column, at, side.name)
            self._label(column, at, side)
        self._line(column, at)
        if match.is_played:
            left, width = self._at(column)
            x, high = left + width - self.box, self.box_height
            self.boxes.append(f"M{x:.2f} {at:g}v{-high:g}h{self.box:g}v{high:g}")
            if text := match.points[index]:
                self.points.append(ChartText(round(x, 2), at, self.box, text))
        return at

    def _at(self, column: int) -> tuple[float, float]:
        return self._columns[column - self.sheet.root.first_column]

    def _line(self, column: int, at: float) -> None:
        left, width = self._at(column)
        self.lines.append(f"M{left:g} {at:g}h{width:g}")

    def _name(self, column: int, at: float, text: str, *, mark: str = "") -> None:
        left, width = self._at(column)
        room = width - (self.indent if mark else 0.0) - self.box - 2.0
        is_first = column == self.sheet.root.first_column
        high = self.between if is_first else 1.5 * self.between - LABEL
        size = type_size(text, room, size=min(LARGEST, int(self.between * 1.7)))
        if line_count(text, room, size) > _lines(high, size):
            size = SMALLEST_LABEL
        text = shortened(clean(text), room, size, lines=_lines(high, size))
        self.names.append(ChartText(left + 1, at, round(room, 2), text, size, mark))

    def _label(
        self, column: int, at: float, match: Subtree, *, goes_to: str = ""
    ) -> None:
        room = (self._at(column)[1] - 2) / MM_PER_POINT / LABEL_SIZE
        self._text(column, at, _label(match, room))
        if goes_to:
            self._text(column, at + LABEL, goes_to)

    def _text(self, column: int, at: float, text: str) -> None:
        left, width = self._at(column)
        self.labels.append(ChartText(left + 1, at, round(width - 1.5, 2), clean(text)))


def _lines(height: float, size: int) -> int:
    """Return how many lines of this type are in so many millimetres, at least one."""
    return max(1, int(height / (size * MM_PER_POINT * LINE)))


def shortened(text: str, width: float, size: float, *, lines: int) -> str:
    """Return a text, cut at the end if it needs more than so many lines."""
    short = text
    while short and line_count(short, width, size) > lines:
        text = text[:-1].rstrip()
        short = f"{text}…"
    return short


def _label(match: Subtree, room: float) -> str:
    """Return the small type of a match: its number, the table, and the loser's match.

    The section of the loser's match is left out where `room`, in ems, is too small; the
    legend tells it by the number. A bye has no number.
    """
    if not match.is_played:
        return match.label
    # Translators: on a wall chart, short for table; the number is written by hand.
    parts = [match.label, gettext("t") + (match.table or " ___")]
    short = match.loser_to.split(" ")[-1]
    for target, between in ((match.loser_to, " · "), (short, " · "), (short, " ")):
        # Translators: on a wall chart: the loser goes to this match.
        onward = gettext("L→ %(match)s") % {"match": target} if target else ""
        text = between.join(filter(None, (*parts, onward)))
        if text_width(text) < room:
            break
    return text


def wall_chart(chart: ChartValues) -> bytes:
    """Return the PDF of a chart: on A3 in landscape format, on others in portrait.

    Raises NO_CHART without sheets.
    """
    if not chart.sheets:
        raise NO_CHART()
    return print_in_parts(chart.sheets, partial(_print, chart), at_a_time=1)


def face_of(sheet: ChartSheet, paper: Paper) -> ChartFace:
    width, height = paper.width, paper.height
    if paper == A3:
        width, height = height, width
    return ChartFace(sheet, width - 2 * MARGIN, height - 2 * MARGIN - AROUND)


def _print(chart: ChartValues, sheets: Sequence[ChartSheet]) -> bytes:
    paper = paper_now()
    faces = [face_of(sheet, paper) for sheet in sheets]
    return print_template(
        "tournaments/paper/wall_chart",
        {
            "title": chart.head.document_title,
            "chart": chart,
            "faces": [
                (face, _above(chart.head.title, face.sheet.section)) for face in faces
            ],
            "is_large": paper == A3,
        },
    )


def _above(title: str, section: str) -> str:
    """Return the title without its last part, if that is the name of the section."""
    names = title.split(" · ")
    if names[-1] == section:
        names.pop()
    return clean(" · ".join(names))
