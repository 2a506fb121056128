"""The pages of a printed list: which rows stand on which, and how high they are."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from matches.documents.fitting import fitted
from tournaments.printed_lists.layout import (
    BETWEEN,
    FOOT,
    HEAD,
    LEAST_ROW,
    MOST_NOTE_LINES,
    NOTE,
    NOTE_SIZE,
    PORTRAIT,
    ROW,
    TITLES,
    WIDTH,
    Area,
    ListDrawing,
    PrintedPage,
    StripLine,
    page_of,
)
from tournaments.printed_lists.values import ListGroup, PrintedList


def narrowed(values: PrintedList, area: Area) -> PrintedList:
    """Return a list whose columns are as wide together as a smaller page: one strip."""
    width = (WIDTH - (values.strips - 1) * BETWEEN) / values.strips
    share = area.width / width
    columns = tuple(
        replace(column, width=round(column.width * share, 2))
        for column in values.columns
    )
    return replace(values, columns=columns, strips=1)


def rows_of(area: Area) -> int:
    """Return how many rows a page has."""
    return int(_room(area) / ROW + 0.001)


def _room(area: Area) -> float:
    """Return the height that a page has for rows and notes."""
    return area.height - HEAD - TITLES - FOOT


def pages_of(values: PrintedList, area: Area = PORTRAIT) -> list[PrintedPage]:
    """Return the pages of a list, at least one.

    The notes stand below the last row, and go on on pages of their own.
    """
    if area is not PORTRAIT:
        values = narrowed(values, area)
    most = rows_of(area)
    strips = list(_strips(values.groups, most))
    sheets = [
        strips[start : start + values.strips]
        for start in range(0, len(strips), values.strips)
    ] or [[]]
    notes = [
        line
        for note in values.notes
        for line in fitted(
            note, area.width, size=NOTE_SIZE, smallest=NOTE_SIZE, lines=MOST_NOTE_LINES
        ).lines
    ]
    used = max((len(strip) for strip in sheets[-1]), default=0)
    row = _row_height(used, area, notes=len(notes))
    first = max(0, int((_room(area) - used * row - NOTE) / NOTE + 0.001))
    below = [*[[]] * (len(sheets) - 1), notes[:first]]
    with_rows = len(sheets)
    rest = notes[first:]
    on_a_page = int((area.height - HEAD - FOOT - NOTE) // NOTE)
    for start in range(0, len(rest), on_a_page):
        sheets.append([])
        below.append(rest[start : start + on_a_page])
    pages = []
    for number, one in enumerate(sheets, 1):
        height = row if number == with_rows else ROW
        drawing = _drawing(values, one, area, row=height)
        top = HEAD + (TITLES + len(max(one, key=len)) * drawing.row if one else 0.0)
        drawing.notes(below[number - 1], top + NOTE / 2, width=area.width)
        pages.append(
            page_of(values.head, drawing, number=number, count=len(sheets), area=area)
        )
    return pages


def _row_height(used: int, area: Area, *, notes: int) -> float:
    """Return the height of the rows on the last page with rows.

    They are a little lower if all notes fit below them then: otherwise a page of its
    own could have a single line.
    """
    room = _room(area) - NOTE - notes * NOTE
    if not notes or not LEAST_ROW * used <= room < ROW * used:
        return ROW
    return room / used


def _strips(groups: Sequence[ListGroup], most: int) -> Iterator[list[StripLine]]:
    """Yield the lines of each strip, at most `most`. A heading is never the last."""
    strip: list[StripLine] = []
    for group in groups:
        lines = [StripLine(cells=cells) for cells in group.rows]
        if group.heading:
            lines.insert(0, StripLine(heading=group.heading))
        for line in lines:
            is_last = len(strip) == most - 1
            if len(strip) == most or (is_last and line.heading):
                yield strip
                strip = []
            strip.append(line)
    if strip:
        yield strip


def _drawing(
    values: PrintedList,
    strips: Sequence[Sequence[StripLine]],
    area: Area,
    *,
    row: float,
) -> ListDrawing:
    drawing = ListDrawing(row=row)
    width = (area.width - (values.strips - 1) * BETWEEN) / values.strips
    for place, strip in enumerate(strips):
        drawing.strip(values.columns, strip, left=place * (width + BETWEEN))
    return drawing
