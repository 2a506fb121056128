"""A table as plain values, from which every kind of file is written."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from itertools import count
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.utils.http import content_disposition_header

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


_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of a text that spreadsheets compute."""
_NO_SHEET_NAME: Final = re.compile(r"[\[\]:*?/\\]")
_LONGEST_SHEET_NAME: Final = 31
_BOLD: Final = {"bold": True, "bottom": 1}
_WIDEST: Final = 40


def as_csv(tables: Sequence[ExportTable]) -> bytes:
    """Return tables one below the other, each with its title if there are several.

    The mark at the beginning tells spreadsheets that the text is UTF-8.
    """
    text = StringIO(newline="")
    writer = csv.writer(text)
    for number, table in enumerate(tables):
        if number:
            writer.writerow([])
        if len(tables) > 1:
            writer.writerow([_defused(table.title)])
        writer.writerow([_defused(column.heading) for column in table.columns])
        writer.writerows([_defused(value) for value in row] for row in table.rows)
    return ("\ufeff" + text.getvalue()).encode()


def as_xlsx(tables: Sequence[ExportTable]) -> bytes:
    """Return a workbook with a sheet for each table. Rows are written as they come."""
    import xlsxwriter

    content = BytesIO()
    settings = {"constant_memory": True, "strings_to_formulas": False}
    with xlsxwriter.Workbook(content, settings) as book:
        bold = book.add_format(_BOLD)
        for table, name in zip(tables, _sheet_names(tables), strict=True):
            sheet = book.add_worksheet(name)
            _set_widths(sheet, table)
            sheet.freeze_panes(1, 0)
            for place, column in enumerate(table.columns):
                sheet.write_string(0, place, column.heading, bold)
            for number, row in enumerate(table.rows, start=1):
                _write_row(sheet, number, row)
    return content.getvalue()


def as_json(tables: Sequence[ExportTable]) -> bytes:
    """Return the tables with an object for each row, by the keys of the columns."""
    told = [
        {
            "title": table.title,
            "columns": {column.key: column.heading for column in table.columns},
            "rows": [
                dict(zip((column.key for column in table.columns), row, strict=True))
                for row in table.rows
            ],
        }
        for table in tables
    ]
    return json.dumps({"tables": told}, ensure_ascii=False, indent=1).encode()


WRITERS: Final[Mapping[str, tuple[str, Callable[[Sequence[ExportTable]], bytes]]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "xlsx": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        as_xlsx,
    ),
    "json": ("application/json", as_json),
}
"""The kinds of files by suffix: content type, and the function that writes them."""


def _defused(value: Value) -> Value:
    """Return a value that no spreadsheet evaluates as a formula."""
    if not isinstance(value, str):
        return value
    text = str.__str__(value)  # a name as it is, without marks of its direction
    return f"'{text}" if text.startswith(_FORMULA) else text


def _set_widths(sheet: Any, table: ExportTable) -> None:
    for place, column in enumerate(table.columns):
        texts = (str(row[place]) for row in table.rows if row[place] is not None)
        longest = max(map(len, texts), default=0)
        sheet.set_column(
            place, place, 2 + min(_WIDEST, max(longest, len(column.heading)))
        )


def _write_row(sheet: Any, number: int, row: Iterable[Value]) -> None:
    for place, value in enumerate(row):
        if isinstance(value, bool):
            sheet.write_boolean(number, place, value)
        elif isinstance(value, str):
            sheet.write_string(number, place, str.__str__(value))
        elif value is not None:
            sheet.write_number(number, place, value)


def _sheet_names(tables: Sequence[ExportTable]) -> list[str]:
    """Return names that a workbook takes: short, without some signs, no two alike."""
    names: list[str] = []
    taken = {"history"}  # a reserved name in spreadsheets
    for place, table in enumerate(tables, start=1):
        title = _NO_SHEET_NAME.sub(" ", table.title)[:_LONGEST_SHEET_NAME].strip(" '")
        name = title or str(place)
        for number in count(2):
            if name.casefold() not in taken:
                break
            end = f" {number}"
            name = title[: _LONGEST_SHEET_NAME - len(end)] + end
        taken.add(name.casefold())
        names.append(name)
    return names


def tables_as(
    kind: str, name: str, tables: Callable[[], Sequence[ExportTable]]
) -> HttpResponse:
    """Return tables as a file of a kind, such as xlsx. Raises Http404: no such kind."""
    if kind not in WRITERS:
        raise Http404
    content_type, written = WRITERS[kind]
    return file_answer(written(tables()), f"{name}.{kind}", content_type)


def file_answer(content: bytes, name: str, content_type: str) -> HttpResponse:
    """Return a file to be saved under a name."""
    answer = HttpResponse(content, content_type=content_type)
    header = content_disposition_header(as_attachment=True, filename=name)
    answer["Content-Disposition"] = header or "attachment"
    return answer
