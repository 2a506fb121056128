"""The layout of crosstables: in landscape, a group on each page if it fits."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, product
from typing import Final

from django.utils.translation import gettext

from matches.documents.fitting import MM_PER_POINT, fitted
from matches.documents.pdf import text_width
from tournaments.printed_lists.crosstables import (
    CrossTablesOnPaper,
    PrintedCrossRow,
    PrintedCrossTable,
)
from tournaments.printed_lists.layout import (
    BETWEEN,
    HEAD,
    LANDSCAPE,
    NOTE,
    NOTE_SIZE,
    PADDING,
    ROW,
    TITLES,
    ListDrawing,
    PrintedPage,
    StripLine,
    page_of,
)
from tournaments.printed_lists.pdf import print_pages
from tournaments.printed_lists.values import ListColumn, ListHead

MOST: Final = 20
"""Rows, and opponents, on a page: with more the results would be too small."""
NUMBER: Final = 9.0
NAME: Final = 55.0
WON: Final = 16.0
PLACE: Final = 15.0
WIDEST_CELL: Final = 20.0
TALLEST_ROW: Final = 11.0
FOOT: Final = 6.0
SMALLEST_RESULT: Final = 7
MOST_STRIPS: Final = 4
ROOM: Final = LANDSCAPE.height - HEAD - TITLES - FOOT
"""The height left for rows and for the order of play."""


def print_crosstables(values: CrossTablesOnPaper) -> bytes:
    """Return the PDF of crosstables, a group on each page.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    return print_pages(crosstable_pages(values))


def crosstable_pages(values: CrossTablesOnPaper) -> list[PrintedPage]:
    """Return the pages of crosstables: of large groups several."""
    drawn = [page for grid in values.grids for page in _drawn(values.head, grid)]
    return [
        page_of(head, drawing, number=number, count=len(drawn), area=LANDSCAPE)
        for number, (head, drawing) in enumerate(drawn, 1)
    ]


def _drawn(
    head: ListHead, grid: PrintedCrossTable
) -> Iterator[tuple[ListHead, ListDrawing]]:
    """Yield the pages of a group, and last the order of play if it needs more."""
    if grid.title:
        head = replace(head, where=f"{head.where} · {grid.title}")
    lines, strips = _order(grid)
    count = len(grid.rows)
    below = (-(-len(lines) // strips) + 1) * NOTE if lines else 0.0
    has_room = count <= MOST and count * ROW + below <= ROOM
    height = (ROOM - below * has_room) / min(count, MOST)
    row = round(max(ROW, min(TALLEST_ROW, height)), 2)
    parts = [slice(first, first + MOST) for first in range(0, count, MOST)]
    for rows, columns in product(parts, parts):
        drawing = ListDrawing(row=row, indent=PADDING / 2)
        _draw(drawing, grid.rows[rows], cells=columns, others=grid.rows[columns])
        if has_room:
            top = HEAD + TITLES + count * row + NOTE / 2
            _play(drawing, lines, strips=strips, top=top)
        yield head, drawing
    most = strips * int(ROOM / NOTE)
    for start in range(0, 0 if has_room else len(lines), most):
        drawing = ListDrawing()
        _play(drawing, lines[start : start + most], strips=strips, top=HEAD)
        yield head, drawing


def _order(grid: PrintedCrossTable) -> tuple[list[str], int]:
    """Return the order of play in lines, and how many of them fit side by side."""
    if not grid.order:
        return [], 1
    lines = [gettext("Order of play"), *grid.order]
    widest = max(map(text_width, lines)) * NOTE_SIZE * MM_PER_POINT + BETWEEN
    strips = min(MOST_STRIPS, int((LANDSCAPE.width + BETWEEN) / widest))
    if strips:
        return lines, strips
    cut = [
        fitted(line, LANDSCAPE.width, size=NOTE_SIZE, smallest=NOTE_SIZE, lines=9)
        for line in lines
    ]
    return [part for line in cut for part in line.lines], 1


def _play(
    drawing: ListDrawing, lines: Sequence[str], *, strips: int, top: float
) -> None:
    """Draw the order of play from `top` on, in strips side by side."""
    width = (LANDSCAPE.width + BETWEEN) / strips
    most = -(-len(lines) // strips)
    for place in range(strips):
        drawing.notes(
            lines[place * most : (place + 1) * most],
            top,
            left=place * width,
            width=round(width - BETWEEN, 2),
        )


def _draw(
    drawing: ListDrawing,
    rows: Sequence[PrintedCrossRow],
    *,
    cells: slice,
    others: Sequence[PrintedCrossRow],
) -> None:
    """Draw rows against some of the group, whose results are in these cells."""
    room = LANDSCAPE.width - NUMBER - NAME - WON - PLACE
    cell = round(min(WIDEST_CELL, room / max(1, len(others))), 2)
    columns = [
        ListColumn(title="#", width=NUMBER, kind="centre", size=11, is_bold=True),
        ListColumn(title=gettext("Player"), width=NAME, size=11),
        *(
            ListColumn(
                title=str(other.number),
                width=cell,
                kind="centre",
                size=11,
                smallest=SMALLEST_RESULT,
            )
            for other in others
        ),
        ListColumn(title=gettext("Won–lost"), width=WON, kind="centre", size=11),
        ListColumn(title=gettext("Place"), width=PLACE, kind="centre", size=11),
    ]
    lines = [
        StripLine(
            cells=(
                *(str(row.number), row.name),
                *row.cells[cells],
                *(row.won, row.place),
            )
        )
        for row in rows
    ]
    drawing.strip(columns, lines)
    bottom = HEAD + TITLES + len(rows) * drawing.row
    for left in accumulate((column.width for column in columns), initial=0.0):
        drawing.hairlines.append(f"M{left:.2f} {HEAD:g}V{bottom:.2f}")
    for place, row in enumerate(rows):
        for index, other in enumerate(others):
            if row.number == other.number:
                left = NUMBER + NAME + index * cell
                top = HEAD + TITLES + place * drawing.row
                drawing.fills.append(
                    f"M{left:.2f} {top:.2f}h{cell:g}v{drawing.row:g}h-{cell:g}z"
                )
