"""A table as plain values, from which every kind of file is written."""

from collections.abc import Sequence
from dataclasses import dataclass

Value = str | int | float | bool | None
"""One cell. None is an empty one."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its key for programs, and its heading for people."""

    key: str
    heading: str


@dataclass(frozen=True, slots=True)
class ExportTable:
    """Rows of as many values as there are columns; `title` names it among others."""

    title: str
    columns: Sequence[TableColumn]
    rows: Sequence[Sequence[Value]]


def number_in(text: str) -> Value:
    """Return the number that a page shows as text, or the text if it is none.

    >>> [number_in(text) for text in ("12", "−3", "2½", "0.625", "–")]
    [12, -3, 2.5, 0.625, '–']
    """
    plain = text.replace("−", "-").strip()
    half = plain.endswith("½")
    plain = plain.removesuffix("½") or "0"
    try:
        whole = int(plain)
    except ValueError:
        return text if half or not _is_decimal(plain) else float(plain)
    if not half:
        return whole
    return whole - 0.5 if plain.startswith("-") else whole + 0.5


def _is_decimal(text: str) -> bool:
    digits = text.removeprefix("-").replace(".", "", 1)
    return digits.isascii() and digits.isdigit()
