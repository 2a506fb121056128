"""Reads a list of players from a file: text, CSV, or a spreadsheet of Excel."""

import zlib
from io import BytesIO
from typing import Final
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile

from matches.players.roster.columns import MOST_LINES, decode

MOST_COLUMNS: Final = 40
MOST_UNPACKED: Final = 20 * 1024 * 1024
"""Bytes of a spreadsheet once unpacked: a list of a thousand names needs 1 MB."""
_BROKEN: Final = (
    *(BadZipFile, zlib.error, ParseError, EOFError, OSError, ValueError, TypeError),
    *(LookupError, AttributeError, NotImplementedError),
)
"""What openpyxl raises for a file that is no spreadsheet, or a broken one."""


class NotAListError(Exception):
    """The file holds no list."""


def is_zip(content: bytes) -> bool:
    """Return True for a file that may be a spreadsheet."""
    return content.startswith(b"PK\x03\x04")


def text_of(content: bytes) -> str:
    text = decode(content)
    if "\0" in text or text.startswith("%PDF-"):
        raise NotAListError
    return text


def spreadsheet_text(content: bytes) -> str:
    """Return the first sheet as lines with quoted cells. Raises NotAListError."""
    from openpyxl import load_workbook

    try:
        with ZipFile(BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > MOST_UNPACKED:
                raise NotAListError
        book = load_workbook(BytesIO(content), read_only=True, data_only=True)
        rows = book.worksheets[0].iter_rows(
            max_row=MOST_LINES + 1, max_col=MOST_COLUMNS, values_only=True
        )
        return "\n".join(map(_line, rows))
    except _BROKEN as error:
        raise NotAListError from error


def _line(row: tuple[object, ...]) -> str:
    cells = [_cell(value) for value in row]
    while cells and not cells[-1]:
        cells.pop()
    return ";".join(cells)


def _cell(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = "" if value is None else " ".join(str(value).split())
    quoted = text.replace('"', '""')
    return f'"{quoted}"' if ";" in text or '"' in text else text
