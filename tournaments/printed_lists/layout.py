"""The layout of printed lists: where each text and each line stands on its page.

All lengths are millimetres from the upper left corner of the printed area. It fits on
A4 and on US Letter: 190 by 261 in portrait, 257 by 190 in landscape; the small one on
A5 and on Half Letter. A column of text is one block, as on score sheets, because
the time of printing grows with the number of elements.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Final, NamedTuple

from matches.documents.fitting import (
    ELLIPSIS,
    SMALLEST_LABEL,
    FittedText,
    fitted,
    fitted_label,
)
from tournaments.printed_lists.values import NO_BOX, ListColumn, ListHead


class Area(NamedTuple):
    """The printed area of a page, and the name of its layout."""

    name: str
    width: float
    height: float


PORTRAIT: Final = Area("tall", 190.0, 261.0)
LANDSCAPE: Final = Area("wide", 257.0, 190.0)
SMALL: Final = Area("small", 126.0, 184.0)
"""On A5 and on Half Letter."""
WIDTH: Final = PORTRAIT.width
HEIGHT: Final = PORTRAIT.height
HEAD: Final = 20.0
TITLES: Final = 5.6
FOOT: Final = 5.0
ROW: Final = 7.2
"""The height of a row: room for handwriting, and for two lines of 9 points."""
BETWEEN: Final = 6.0
"""The distance of two strips."""
PADDING: Final = 1.5
"""The free space on the right of each text."""
QR: Final = 18.0
BOX: Final = 4.6
TWO_LINES: Final = 3.3
"""The height of a line where there are two in one row."""
LEAST_ROW: Final = 2 * TWO_LINES
NOTE: Final = 4.0
NOTE_SIZE: Final = 9
MOST_NOTE_LINES: Final = 4
HEADING_SIZE: Final = 13
TITLE_SIZE: Final = 9
TITLE_LINES: Final = (TITLES, TITLES / 2, 2.6)
"""The height of a line of a heading on one, two and three lines."""
LEGEND_LINES: Final = 2
TOURNAMENT_SIZE: Final = 16
ABOUT_SIZE: Final = 12
DAY_SIZE: Final = 10
SMALLEST_DAY: Final = 8
"""A longer sentence beside the date is on two lines instead."""


NO_LEGEND: Final = FittedText((), SMALLEST_LABEL)


class Piece(NamedTuple):
    """One line of a block, in a smaller size than the others unless `size` is 0."""

    text: str
    size: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBlock:
    """A column of text: one element of the page, all lines of the same height."""

    left: float
    top: float
    width: float
    line: float
    size: int
    pieces: tuple[Piece, ...]
    align: str = "left"
    is_bold: bool = False

    @property
    def height(self) -> float:
        """The height of all lines."""
        return round(self.line * len(self.pieces), 2)


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A page of a list as its template needs it: texts in blocks, lines as paths."""

    area: Area
    head: ListHead
    tournament: FittedText
    about: FittedText
    day: FittedText
    blocks: tuple[TextBlock, ...]
    hairlines: str
    rules: str
    boxes: str
    fills: str
    number: int
    count: int
    legend: FittedText = NO_LEGEND
    """The headings that have no room above their columns, in both languages."""


@dataclass(frozen=True, slots=True)
class StripLine:
    """One line of a strip: a heading, or the cells of a row."""

    heading: str = ""
    cells: tuple[str, ...] = ()


def page_of(
    head: ListHead,
    drawing: "ListDrawing",
    *,
    number: int,
    count: int,
    area: Area = PORTRAIT,
) -> PrintedPage:
    """Return a page with what is drawn on it, below its head."""
    room = area.width - QR - 3
    about = " · ".join(part for part in (head.title, head.where) if part)
    day = " · ".join(part for part in (head.date, head.advice) if part)
    return PrintedPage(
        area=area,
        head=head,
        tournament=fitted(
            head.tournament, room, size=TOURNAMENT_SIZE, is_bold=True, lines=1
        ),
        about=fitted(about, room, size=ABOUT_SIZE, is_bold=True, lines=1),
        day=_day(day, room),
        blocks=tuple(drawing.blocks),
        hairlines="".join(drawing.hairlines),
        rules="".join(drawing.rules),
        boxes="".join(drawing.boxes),
        fills="".join(drawing.fills),
        number=number,
        count=count,
        legend=_legend(drawing.legend, area.width),
    )


def _day(text: str, room: float) -> FittedText:
    shown = fitted(text, room, size=DAY_SIZE, smallest=SMALLEST_DAY, lines=1)
    if not shown.lines[-1].endswith(ELLIPSIS):
        return shown
    return fitted(text, room, size=SMALLEST_LABEL, smallest=SMALLEST_LABEL, lines=2)


def _legend(titles: Sequence[str], width: float) -> FittedText:
    if not titles:
        return NO_LEGEND
    text = " · ".join(dict.fromkeys(titles))
    size = SMALLEST_LABEL
    return fitted(text, width, size=size, smallest=size, lines=LEGEND_LINES)


@dataclass(slots=True)
class ListDrawing:
    """The texts and lines of a page while it is being drawn, in rows of one height.

    `indent` is left free before a text that is not centred, where lines are upright.
    """

    row: float = ROW
    indent: float = 0.0
    blocks: list[TextBlock] = field(default_factory=list)
    hairlines: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    fills: list[str] = field(default_factory=list)
    legend: list[str] = field(default_factory=list)
    """The headings that are not whole above their columns."""

    def strip(
        self,
        columns: Sequence[ListColumn],
        lines: Sequence[StripLine],
        *,
        left: float = 0.0,
    ) -> None:
        """Draw one strip with the headings of its columns."""
        width = sum(column.width for column in columns)
        top = HEAD + TITLES
        self.rules.append(f"M{left:g} {top:g}h{width:g}")
        for row, line in enumerate(lines):
            below = top + (row + 1) * self.row
            if line.heading:
                self._heading(line.heading, (left, below - self.row), width)
                self.rules.append(f"M{left:g} {below:g}h{width:g}")
            else:
                self.hairlines.append(f"M{left:g} {below:g}h{width:g}")
        lefts = accumulate((column.width for column in columns), initial=left)
        for index, (column, at) in enumerate(zip(columns, lefts, strict=False)):
            self._title(column, at)
            cells = [line.cells[index] if line.cells else None for line in lines]
            if column.kind == "box":
                self._boxes(column, at, cells)
            else:
                self._cells(column, at, cells)

    def notes(
        self,
        notes: Sequence[str],
        top: float,
        *,
        left: float = 0.0,
        width: float = WIDTH,
    ) -> None:
        """Draw notes, one below the other."""
        if notes:
            self.blocks.append(
                TextBlock(
                    left=round(left, 2),
                    top=round(top, 2),
                    width=width,
                    line=NOTE,
                    size=NOTE_SIZE,
                    pieces=tuple(map(Piece, notes)),
                )
            )

    def _heading(self, text: str, at: tuple[float, float], width: float) -> None:
        shown = fitted(text, width, size=HEADING_SIZE, is_bold=True, lines=1)
        self.blocks.append(
            TextBlock(
                left=round(at[0], 2),
                top=round(at[1], 2),
                width=round(width, 2),
                line=self.row,
                size=shown.size,
                pieces=(Piece(shown.lines[0]),),
                is_bold=True,
            )
        )

    def _title(self, column: ListColumn, left: float) -> None:
        if not column.title:
            return
        shown = fitted_label(
            column.title,
            column.width - PADDING,
            size=TITLE_SIZE,
            lines=len(TITLE_LINES),
        )
        if not shown.is_whole:
            self.legend.append(column.title)
        line = TITLE_LINES[len(shown.lines) - 1]
        top = HEAD + TITLES - len(shown.lines) * line
        text = FittedText(shown.lines, shown.size)
        block = _block(column, (self._left(column, left), top), text, line=line)
        self.blocks.append(replace(block, is_bold=False))

    def _cells(
        self, column: ListColumn, left: float, cells: Sequence[str | None]
    ) -> None:
        """Draw the texts of a column; those on two lines are blocks of their own."""
        left, top = self._left(column, left), HEAD + TITLES
        pieces = []
        for row, text in enumerate(cells):
            shown = fitted(
                text or "",
                column.width - PADDING,
                size=column.size,
                smallest=column.smallest,
                is_bold=column.is_bold,
            )
            if len(shown.lines) > 1:
                above = (self.row - TWO_LINES * len(shown.lines)) / 2
                corner = (left, top + row * self.row + above)
                self.blocks.append(_block(column, corner, shown, line=TWO_LINES))
                pieces.append(Piece(""))
            else:
                size = 0 if shown.size >= column.size else shown.size
                pieces.append(Piece("".join(shown.lines), size))
        while pieces and not pieces[-1].text:
            pieces.pop()
        if pieces:
            whole = FittedText((), column.size)
            block = _block(column, (left, top), whole, line=self.row)
            self.blocks.append(replace(block, pieces=tuple(pieces)))

    def _left(self, column: ListColumn, left: float) -> float:
        return left + self.indent * (column.kind == "text")

    def _boxes(
        self, column: ListColumn, left: float, cells: Sequence[str | None]
    ) -> None:
        x = left + (column.width - BOX) / 2
        for row, text in enumerate(cells):
            if text is None or text == NO_BOX:
                continue
            y = HEAD + TITLES + row * self.row + (self.row - BOX) / 2
            path = f"M{x:.2f} {y:.2f}h{BOX:g}v{BOX:g}h-{BOX:g}z"
            if text:
                path += f"l{BOX:g} {BOX:g}m0-{BOX:g}l-{BOX:g} {BOX:g}"
            self.boxes.append(path)


def _block(
    column: ListColumn, corner: tuple[float, float], shown: FittedText, *, line: float
) -> TextBlock:
    """Return a text as a block in a column whose text begins at `corner`."""
    left, top = corner
    is_centred = column.kind in {"centre", "box"}
    return TextBlock(
        left=round(left + PADDING / 2 if is_centred else left, 2),
        top=round(top, 2),
        width=round(column.width - PADDING, 2),
        line=line,
        size=shown.size,
        pieces=tuple(map(Piece, shown.lines)),
        align={"number": "right", "text": "left"}.get(column.kind, "center"),
        is_bold=column.is_bold,
    )
