"""Makes the PDF of printed lists."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from matches.documents.fitting import type_size
from matches.documents.pdf import print_template
from matches.documents.registry import A3, A4, paper_now
from tournaments.paper.values import NO_BOX, ListCells, ListColumn, PrintedList

MARGINS: Final = 20.0
BETWEEN: Final = 6.0
"""The distance of two strips, in millimetres."""
PADDING: Final = 1.6
"""The free space beside each text."""
TO_TICK: Final = "□"
TICKED: Final = "☑"
A3_ZOOM: Final = A3.width / A4.width


class ShownColumn(NamedTuple):
    """A column as wide as the paper allows; `room` is the width of its texts in mm."""

    column: ListColumn
    percent: float
    room: float


def print_list(values: PrintedList) -> bytes:
    """Return the PDF of a list. On A3 it is that of A4, made larger.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    columns = list(_columns(values))
    return print_template(
        "tournaments/paper/list",
        {
            "title": values.head.document_title,
            "head": values.head,
            "list": values,
            "columns": columns,
            "groups": [
                (group.heading, [list(_cells(row, columns)) for row in group.rows])
                for group in values.groups
            ],
        },
        zoom=A3_ZOOM if paper_now() == A3 else 1.0,
    )


def _columns(values: PrintedList) -> Iterator[ShownColumn]:
    paper = A4 if paper_now() == A3 else paper_now()
    strips = 1 if paper.is_small else values.strips
    side = paper.height if values.is_wide else paper.width
    width = (side - MARGINS - (strips - 1) * BETWEEN) / strips
    whole = sum(column.width for column in values.columns)
    for column in values.columns:
        share = column.width / whole
        yield ShownColumn(column, round(share * 100, 3), share * width - PADDING)


def _cells(row: ListCells, columns: list[ShownColumn]) -> Iterator[tuple[str, str]]:
    """Yield each text of a row with the classes of its cell."""
    for text, (column, _percent, room) in zip(row, columns, strict=True):
        if column.kind == "box":
            is_box = text != NO_BOX
            yield (TICKED if text else TO_TICK) if is_box else "", "box"
            continue
        size = type_size(
            text,
            room,
            size=column.size,
            smallest=column.smallest,
            bold=column.is_bold,
        )
        yield text, f"{column.kind} s{size}{' bold' if column.is_bold else ''}"
