"""Splits a pasted list into rows: names, clubs, countries and ratings."""

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Final

from django.utils.translation import pgettext_lazy

from matches.players.names import (
    LONGEST_NAME,
    check_readable,
    read_club,
    read_country,
    read_name,
    sort_name,
    tidy,
)
from matches.players.roster.country_codes import is_country_code
from matches.players.roster.errors import (
    COMMAS_BETWEEN_FIELDS,
    LINE_TOO_LONG,
    RATING_UNREADABLE,
    TOO_MANY_COLUMNS,
    TOO_MANY_NAMES,
)
from matches.players.roster.running_text import Doubt, Habits, IsClub, Split, split
from matches.rules.refusals import RuleError
from matches.transcripts.read.encoding import narrow_text
from matches.web.typed_words import in_languages, languages

MOST_LINES: Final = 1000
LONGEST_LINE: Final = 1000

_COLUMNS: Final = ("name", "club", "rating")
_ALL_COLUMNS: Final = ("name", "club", "country", "rating")
_SEPARATORS: Final = ";\t"
# Translators: words above a column of a list that people paste, with commas between
# them: all that are usual in your language. Those of lists that Crawford writes, too.
_HEADINGS: Final = {
    "name": pgettext_lazy("typed words", "name, player, entrant"),
    "club": pgettext_lazy("typed words", "club"),
    "country": pgettext_lazy(
        "typed words", "country, nation, nationality, country code"
    ),
    "rating": pgettext_lazy("typed words", "rating, elo"),
    "number": pgettext_lazy("typed words", "#, no, nr, number"),
    "given": pgettext_lazy("typed words", "first name, given name"),
    "family": pgettext_lazy("typed words", "last name, family name, surname"),
}
_QUOTED_CELL: Final = {
    separators: re.compile(
        rf' *"((?:[^"]|"")*)" *(?=[{separators}]|$)|([^{separators}]*)'
    )
    for separators in (_SEPARATORS, ",")
}
# Four cells in quotes have all columns, as in a line that was edited in the preview.
_ALL_QUOTED: Final = re.compile(r'(?: *"(?:[^"]|"")*" *[;\t]){3} *"(?:[^"]|"")+" *')
_LINE_END: Final = re.compile("\r\n|[\n\r\u2028\u2029]")
_BULLET: Final = re.compile(r"(?:[-–—*]\s|[•·‣◦▪▫●○►☐☑✓✔])\s*")
_NUMBERING: Final = re.compile(r"#?\d{1,4}\s*[.):]\s*|\d{1,3}\s+(?=[^\W\d])")
_NUMBER_ALONE: Final = re.compile(r"#?\d{1,4}\s*[.):]?")
_RATING: Final = re.compile(r"(?:\d{1,4}|\d \d{3})(?:[.,]\d{1,2})?")
_CODE_AFTER_NAME: Final = re.compile(r"(.*\S) *\(([A-Z]{2,3})\)")
_NOTHING: Final = frozenset("-–—")
_EXCERPT: Final = 24


@dataclass(frozen=True, slots=True)
class PastedRow:
    """One line as read. With an `error`, the other fields have what could be read.

    `number` counts lines from 1, including blank ones. `country` is None if the line
    has none and no column for it.
    """

    number: int
    raw: str
    name: str = ""
    sort_name: str = ""
    club: str = ""
    country: str | None = None
    rating: Decimal | None = None
    error: RuleError | None = None
    doubt: Doubt | None = None


def decode(raw: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 with byte order mark, or Windows-1252.

    Bytes that Windows-1252 does not define are read as Latin-1, so decoding never
    fails.
    """
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", errors="replace")
    if raw.startswith(codecs.BOM_UTF8):
        return raw.decode("utf-8-sig", errors="replace")
    return narrow_text(raw)


def split_lines(text: str) -> list[str]:
    """Return the lines of a text as they are counted, blank ones too."""
    return _LINE_END.split(text)


def read_rows(text: str, is_club: IsClub) -> tuple[PastedRow, ...]:
    """Return one row for each line that is not blank; a heading of columns is left out.

    Raises TOO_MANY_LINES. The error of a line that cannot be read is in its row.
    """
    lines = [
        (number, line)
        for number, line in enumerate(split_lines(text), start=1)
        if line.strip()
    ]
    if len(lines) > MOST_LINES:
        raise TOO_MANY_NAMES(count=len(lines), limit=MOST_LINES)
    # A line of only a byte order mark or zero-width space is blank, too.
    lines = [(number, line) for number, line in lines if not _is_blank(line)]
    heading = _heading(lines[0][1]) if lines else None
    if heading is not None:
        del lines[0]
    short = (tidy(line) for _number, line in lines if len(line) <= LONGEST_LINE)
    habits = Habits.of(map(_unmarked, short), is_club)
    return tuple(_row(*line, heading=heading, habits=habits) for line in lines)


@dataclass(frozen=True, slots=True)
class _Heading:
    """The columns by the heading; None for an unknown column."""

    separators: str
    columns: tuple[str | None, ...]


def _is_blank(line: str) -> bool:
    return len(line) <= LONGEST_LINE and not tidy(line)


def _heading(line: str) -> _Heading | None:
    """Return the heading if the line is one, None if it is a player's line."""
    if len(line) > LONGEST_LINE:
        return None
    for separators in (_SEPARATORS, ","):
        titles = [cell.casefold().rstrip(".:") for cell in _cells(line, separators)]
        headings = _headings(languages())
        columns = tuple(
            next((column for column in headings if title in headings[column]), None)
            for title in titles
        )
        known = {*columns} - {None}
        has_name = "name" in columns or {"given", "family"} <= known
        if has_name and (len(columns) == 1 or len(known) > 1):
            return _Heading(separators, columns)
    return None


@lru_cache(maxsize=4)
def _headings(codes: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    """Return the headings of each column, in these languages."""
    return {column: in_languages(words, codes) for column, words in _HEADINGS.items()}


def _row(
    number: int, raw: str, *, heading: _Heading | None, habits: Habits
) -> PastedRow:
    found, country = Split(""), None
    try:
        if len(raw) > LONGEST_LINE:
            raise LINE_TOO_LONG(length=len(raw), limit=LONGEST_LINE)
        check_readable(raw.replace("\t", " "))
        found, country = _columns(raw, heading, habits)
        if found.name.count(",") > 1:
            raise COMMAS_BETWEEN_FIELDS()
        return PastedRow(
            number,
            raw,
            name=read_name(found.name),
            sort_name=sort_name(found.name),
            club=read_club("" if found.club in _NOTHING else found.club),
            country=None if country is None else read_country(country),
            rating=_rating(found.rating),
            doubt=found.doubt,
        )
    except RuleError as error:
        name = found.name or tidy(raw[:LONGEST_NAME])
        return PastedRow(
            number, raw, name=name, club=found.club, country=country, error=error
        )


def _columns(
    raw: str, heading: _Heading | None, habits: Habits
) -> tuple[Split, str | None]:
    """Return the parts of a line as typed, with tidied white space, and the country.

    The country is None if the line has none and no column for it.
    """
    columns: Sequence[str | None] = _COLUMNS
    country = None
    if heading is None or len(heading.columns) == 1:
        cells = _unnumbered(raw)
        if _ALL_QUOTED.fullmatch(raw.strip()) and len(cells) == len(_ALL_COLUMNS):
            columns = _ALL_COLUMNS
        else:
            cells, country = _without_country(cells, habits)
            if len(cells) == 1:
                return split(_unmarked(cells[0]), habits), country
            cells = _guessed(cells)
    else:
        cells, columns = _cells(raw, heading.separators), heading.columns
    if any(cells[len(columns) :]):
        raise TOO_MANY_COLUMNS()
    found = dict(zip(columns, cells, strict=False))
    name, club, rating = (found.get(column, "") for column in _COLUMNS)
    if "family" in found:
        name = ", ".join(filter(None, (found["family"], found.get("given", ""))))
    if "country" in columns:
        country = found.get("country", "")
    if country in _NOTHING:
        country = ""
    return Split(_unmarked(name), club, rating), country


def _unnumbered(raw: str) -> list[str]:
    """Return the cells of a line in a list without a heading, without its number."""
    cells = _without_end(_cells(raw.strip(), _SEPARATORS))
    if len(cells) > 1 and _NUMBER_ALONE.fullmatch(cells[0]):
        del cells[0]
    return cells


def _without_country(cells: list[str], habits: Habits) -> tuple[list[str], str | None]:
    """Return the cells without that of the country, and the country.

    The country is the only cell after the name that is a code. Codes between commas of
    a single cell count, too, and one in brackets between the name and another cell. A
    code stays where it may be a given name, as in "BERG, BO", or is the name of a known
    club.
    """
    parts = cells if len(cells) > 1 else [part.strip() for part in cells[0].split(",")]
    found = [
        place
        for place, part in enumerate(parts)
        if place and is_country_code(part) and not habits.is_club(part)
    ]
    if len(cells) == 1 and found[:1] == [1] and habits.is_listed:
        del found[0]
    if found[:1] == [1] and not _is_whole_name(parts[0], is_cell=len(cells) > 1):
        del found[0]
    marked = None if found else _CODE_AFTER_NAME.fullmatch(parts[0])
    if marked and any(parts[1:]):
        name, code = marked.groups()
        if is_country_code(code) and not habits.is_club(code):
            parts[0] = name
            return (parts if len(cells) > 1 else [", ".join(parts)]), code
    if len(found) != 1:
        return cells, None
    country = parts.pop(found[0])
    if len(cells) == 1:
        return [", ".join(parts)], country
    return _without_end(parts), country


def _without_end(cells: list[str]) -> list[str]:
    """Return the cells, the first at least, without the empty ones at the end."""
    last = max((place for place, cell in enumerate(cells) if cell), default=0)
    return cells[: last + 1]


def _is_whole_name(name: str, *, is_cell: bool) -> bool:
    """Return True if no given name in capital letters is expected after this."""
    is_capital = name == name.upper()
    if is_cell:
        return not is_capital or " " in name
    return not is_capital and " " in name


def _guessed(cells: list[str]) -> list[str]:
    """Return name, club and rating of two cells or more without a heading.

    A number in the second cell is the rating, also before a club.
    """
    if len(cells) == 2 and _RATING.fullmatch(cells[1]):  # noqa: PLR2004 - name, rating
        return [cells[0], "", cells[1]]
    name, *others = cells
    if len(others) == 2 and _RATING.fullmatch(others[0]) and not _is_number(others[1]):  # noqa: PLR2004 - rating, club
        return [name, *reversed(others)]
    return cells


def _is_number(text: str) -> bool:
    return not text or text in _NOTHING or _RATING.fullmatch(text) is not None


def _cells(line: str, separators: str) -> list[str]:
    """Split a line into tidied cells; a cell in double quotes may hold separators."""
    if '"' not in line:
        return [tidy(cell) for cell in re.split(f"[{separators}]", line)]
    cells, start, pattern = [], 0, _QUOTED_CELL[separators]
    # `<=`: after a separator at the end of the line there is one more cell, an empty
    # one. Each round moves `start` by one at least.
    while start <= len(line):
        found = pattern.match(line, start)
        quoted, plain = found.groups() if found else (None, "")
        cells.append(tidy(plain if quoted is None else quoted.replace('""', '"')))
        start = (found.end() if found else start) + 1
    return cells


def _unmarked(name: str) -> str:
    """Return a name without the bullet or number before it."""
    for mark in (_BULLET, _NUMBERING):
        found = mark.match(name)
        name = name[found.end() :] if found else name
    return name


def _rating(text: str) -> Decimal | None:
    if not text or text in _NOTHING:
        return None
    if not _RATING.fullmatch(text):
        shown = text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"
        raise RATING_UNREADABLE(rating=shown)
    return Decimal(text.replace(",", ".").replace(" ", ""))
