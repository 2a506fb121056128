"""The layout of printed lists: where each text and each line stands on its page.

All lengths are millimetres from the upper left corner of the printed area. It fits on
A4 and on US Letter: 190 by 261 in portrait. A column of text is one block, as on score
sheets, because the time of printing grows with the number of elements.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Final, NamedTuple

from tournaments.printed_lists.fitting import FittedText, fitted
from tournaments.printed_lists.values import (
    NO_BOX,
    ListColumn,
    ListGroup,
    ListHead,
    PrintedList,
)

WIDTH: Final = 190.0
HEIGHT: Final = 261.0
HEAD: Final = 20.0
TITLES: Final = 5.6
FOOT: Final = 5.0
ROW: Final = 7.2
"""The height of a row: room for handwriting, and for two lines of 9 points."""
ROWS: Final = 32
"""The rows of a page, so that two strips are 64 lines."""
BETWEEN: Final = 6.0
"""The distance of two strips."""
PADDING: Final = 1.5
"""What is left free on the right of each text."""
QR: Final = 18.0
BOX: Final = 4.6
TWO_LINES: Final = 3.3
"""The height of a line where there are two in one row."""
NOTE: Final = 4.0
NOTE_SIZE: Final = 9
HEADING_SIZE: Final = 13
TITLE_SIZE: Final = 9
SMALLEST_TITLE: Final = 6
TOURNAMENT_SIZE: Final = 16
ABOUT_SIZE: Final = 12
DAY_SIZE: Final = 10


class Piece(NamedTuple):
    """One line of a block, in a smaller size than the others unless `size` is 0."""

    text: str
    size: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
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
class ListPage:
    """A page of a list as its template needs it: texts in blocks, lines as paths."""

    head: ListHead
    tournament: FittedText
    about: FittedText
    day: FittedText
    blocks: tuple[Block, ...]
    hairlines: str
    rules: str
    boxes: str
    number: int
    count: int


def pages_of(values: PrintedList) -> list[ListPage]:
    """Return the pages of a list, at least one."""
    strips = list(_strips(values.groups))
    count = max(1, -(-len(strips) // values.strips))
    notes = [
        line
        for note in values.notes
        for line in fitted(
            note, WIDTH, size=NOTE_SIZE, smallest=NOTE_SIZE, lines=4
        ).lines
    ]
    # The notes stand below the last row, or on a page of their own.
    last = strips[(count - 1) * values.strips :]
    used = max((len(strip) for strip in last), default=0)
    has_room = used * ROW + (len(notes) + 0.5) * NOTE <= ROWS * ROW
    total = count + (bool(notes) and not has_room)
    pages = [
        _page(
            values,
            strips[number * values.strips : (number + 1) * values.strips],
            notes=notes if number == count - 1 and has_room else [],
            number=number + 1,
            count=total,
        )
        for number in range(count)
    ]
    if total > count:
        pages.append(_page(values, [], notes=notes, number=total, count=total))
    return pages


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a strip: a heading, or the cells of a row."""

    heading: str = ""
    cells: tuple[str, ...] = ()


def _strips(groups: Sequence[ListGroup]) -> Iterator[list[_Line]]:
    """Yield the lines of each strip. A heading is never the last line of one."""
    strip: list[_Line] = []
    for group in groups:
        lines = [_Line(cells=cells) for cells in group.rows]
        if group.heading:
            lines.insert(0, _Line(heading=group.heading))
        for line in lines:
            is_last = len(strip) == ROWS - 1
            if len(strip) == ROWS or (is_last and line.heading):
                yield strip
                strip = []
            strip.append(line)
    if strip:
        yield strip


def _page(
    values: PrintedList,
    strips: Sequence[Sequence[_Line]],
    *,
    notes: Sequence[str],
    number: int,
    count: int,
) -> ListPage:
    drawing = _Drawing()
    width = (WIDTH - (values.strips - 1) * BETWEEN) / values.strips
    for place, strip in enumerate(strips):
        drawing.strip(values.columns, strip, left=place * (width + BETWEEN))
    top = HEAD + (TITLES + len(max(strips, key=len)) * ROW if strips else 0.0)
    drawing.notes(notes, top + NOTE / 2)
    room = WIDTH - QR - 3
    head = values.head
    about = " · ".join(part for part in (head.title, head.where) if part)
    return ListPage(
        head=head,
        day=fitted(
            " · ".join(part for part in (head.date, head.advice) if part),
            room,
            size=DAY_SIZE,
            smallest=SMALLEST_TITLE,
            lines=1,
        ),
        tournament=fitted(
            head.tournament, room, size=TOURNAMENT_SIZE, is_bold=True, lines=1
        ),
        about=fitted(about, room, size=ABOUT_SIZE, is_bold=True, lines=1),
        blocks=tuple(drawing.blocks),
        hairlines="".join(drawing.hairlines),
        rules="".join(drawing.rules),
        boxes="".join(drawing.boxes),
        number=number,
        count=count,
    )


@dataclass(slots=True)
class _Drawing:
    """The texts and lines of a page while it is being drawn."""

    blocks: list[Block] = field(default_factory=list)
    hairlines: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)

    def strip(
        self, columns: Sequence[ListColumn], lines: Sequence[_Line], *, left: float
    ) -> None:
        """Draw one strip with the headings of its columns."""
        width = sum(column.width for column in columns)
        top = HEAD + TITLES
        self.rules.append(f"M{left:g} {top:g}h{width:g}")
        for row, line in enumerate(lines):
            below = top + (row + 1) * ROW
            if line.heading:
                self._heading(line.heading, (left, below - ROW), width)
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

    def notes(self, notes: Sequence[str], top: float) -> None:
        """Draw the notes, one below the other."""
        if notes:
            pieces = tuple(map(Piece, notes))
            self.blocks.append(
                Block(
                    left=0.0,
                    top=round(top, 2),
                    width=WIDTH,
                    line=NOTE,
                    size=NOTE_SIZE,
                    pieces=pieces,
                )
            )

    def _heading(self, text: str, at: tuple[float, float], width: float) -> None:
        shown = fitted(text, width, size=HEADING_SIZE, is_bold=True, lines=1)
        self.blocks.append(
            Block(
                left=round(at[0], 2),
                top=round(at[1], 2),
                width=round(width, 2),
                line=ROW,
                size=shown.size,
                pieces=(Piece(shown.lines[0]),),
                is_bold=True,
            )
        )

    def _title(self, column: ListColumn, left: float) -> None:
        if not column.title:
            return
        shown = fitted(
            column.title,
            column.width - PADDING,
            size=TITLE_SIZE,
            smallest=SMALLEST_TITLE,
            lines=1,
        )
        pieces = (Piece(shown.lines[0]),)
        title = _block(column, (left, HEAD), pieces, line=TITLES, size=shown.size)
        self.blocks.append(replace(title, is_bold=False))

    def _cells(
        self, column: ListColumn, left: float, cells: Sequence[str | None]
    ) -> None:
        """Draw the texts of a column; those on two lines are blocks of their own."""
        pieces = []
        for row, text in enumerate(cells):
            shown = fitted(
                text or "",
                column.width - PADDING,
                size=column.size,
                is_bold=column.is_bold,
            )
            if len(shown.lines) > 1:
                corner = (left, HEAD + TITLES + row * ROW)
                self.blocks.append(_two_lines(column, corner, shown))
                pieces.append(Piece(""))
            else:
                size = 0 if shown.size >= column.size else shown.size
                pieces.append(Piece("".join(shown.lines), size))
        while pieces and not pieces[-1].text:
            pieces.pop()
        if pieces:
            self.blocks.append(_block(column, (left, HEAD + TITLES), tuple(pieces)))

    def _boxes(
        self, column: ListColumn, left: float, cells: Sequence[str | None]
    ) -> None:
        x = left + (column.width - PADDING - BOX) / 2
        for row, text in enumerate(cells):
            if text is None or text == NO_BOX:
                continue
            y = HEAD + TITLES + row * ROW + (ROW - BOX) / 2
            path = f"M{x:.2f} {y:.2f}h{BOX:g}v{BOX:g}h-{BOX:g}z"
            if text:
                path += f"l{BOX:g} {BOX:g}m0-{BOX:g}l-{BOX:g} {BOX:g}"
            self.boxes.append(path)


def _two_lines(
    column: ListColumn, corner: tuple[float, float], shown: FittedText
) -> Block:
    """Return a text on two lines, in the middle of the row that begins at `corner`."""
    left, top = corner
    above = (ROW - TWO_LINES * len(shown.lines)) / 2
    pieces = tuple(map(Piece, shown.lines))
    return _block(column, (left, top + above), pieces, line=TWO_LINES, size=shown.size)


def _block(
    column: ListColumn,
    at: tuple[float, float],
    pieces: tuple[Piece, ...],
    *,
    line: float = ROW,
    size: int = 0,
) -> Block:
    """Return a block in a column; without `size` it has the type of the column."""
    return Block(
        left=round(at[0], 2),
        top=round(at[1], 2),
        width=round(column.width - PADDING, 2),
        line=line,
        size=size or column.size,
        pieces=pieces,
        align={"number": "right", "text": "left"}.get(column.kind, "center"),
        is_bold=column.is_bold,
    )
