"""Splits a pasted list into rows: names, clubs, countries and ratings."""

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from matches.players.names import (
    LONGEST_NAME,
    check_readable,
    read_club,
    read_country,
    read_name,
    sort_name,
    tidy,
)
from matches.players.roster.errors import (
    COMMAS_BETWEEN_FIELDS,
    FORMULA,
    LINE_TOO_LONG,
    LOOKS_LIKE_HEADING,
    RATING_UNREADABLE,
    TOO_MANY_COLUMNS,
    TOO_MANY_NAMES,
)
from matches.players.roster.layout import (
    LONGEST_LINE,
    SEPARATORS,
    Layout,
    Numbered,
    cells_of,
    find_layout,
    is_country,
    is_country_code,
    without_sep,
)
from matches.players.roster.running_text import (
    Doubt,
    Habits,
    IsClub,
    Split,
    capitals_first,
    is_title,
    split,
    without_ends,
)
from matches.rules.refusals import RuleError
from matches.transcripts.read.headers import narrow_text

MOST_LINES: Final = 1000

_COLUMNS: Final = ("name", "club", "rating")
_ALL_COLUMNS: Final = ("name", "club", "country", "rating")
# Four cells in quotes have all columns, as in a line that was edited in the preview.
_ALL_QUOTED: Final = re.compile(r'(?: *"(?:[^"]|"")*" *[;\t]){3} *"(?:[^"]|"")+" *')
_LINE_END: Final = re.compile("\r\n|[\n\r\u2028\u2029]")
_BULLET: Final = re.compile(r"(?:[-–—*]\s|[•·‣◦▪▫●○►☐☑✓✔>+@])\s*")
_NUMBERING: Final = re.compile(r"#?\d{1,4}\s*[.):]\s*|\d{1,3}\s+(?=[^\W\d])")
_NUMBER_ALONE: Final = re.compile(r"#?\d{1,4}\s*[.):]?")
_RATING: Final = re.compile(r"(?:\d{1,4}|\d[ .,’']\d{3})(?:[.,]\d{1,2})?")
_THOUSANDS: Final = re.compile(r"(?<=^\d)[ .,’'](?=\d{3})")
_MAIL: Final = re.compile(r"\s*<?[^\s<>;,]+@[^\s<>;,]+\.[^\s<>;,]+>?")
_RULE: Final = re.compile(r"[\s|;,:=_+–—-]*")
_GAPS: Final = re.compile(r"(?<=\S) {2,}(?=\S)")
_FEWEST_GAPS: Final = 2
"""Wide gaps that make columns of a line; a single one is a slip."""
_CODE_AFTER_NAME: Final = re.compile(r"(.*\S) *\(([A-Z]{2,3})\)")
_NOTHING: Final = frozenset("-–—")
_DASHED: Final = re.compile(r"[-–—]\s+(.*\S)\s+[-–—]")
_EXCERPT: Final = 24
_TABLE_COMMAS: Final = 3
"""Commas that make columns of a line: name, club, country, rating."""


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


def numbered_lines(text: str) -> Numbered:
    """Return the lines that are not blank. Raises TOO_MANY_LINES."""
    lines = [
        (number, _tabbed(line))
        for number, line in enumerate(split_lines(text), start=1)
        if not _RULE.fullmatch(line)
    ]
    if len(lines) > MOST_LINES:
        raise TOO_MANY_NAMES(count=len(lines), limit=MOST_LINES)
    # A line of only a byte order mark or zero-width space is blank, too.
    return without_sep(
        [line for line in lines if len(line[1]) > LONGEST_LINE or tidy(line[1])]
    )


def _tabbed(line: str) -> str:
    """Return a line with tabs for the bars or wide gaps between its columns."""
    if any(separator in line for separator in SEPARATORS) or len(line) > LONGEST_LINE:
        return line
    if line.strip().startswith("|"):
        return line.strip().strip("|").replace("|", "\t")
    gaps = len(_GAPS.findall(line.strip()))
    return _GAPS.sub("\t", line.strip()) if gaps >= _FEWEST_GAPS else line


def layout_of(text: str) -> Layout | None:
    """Return the columns of a list, None for one that is read line by line.

    Raises TOO_MANY_LINES.
    """
    return find_layout(numbered_lines(text))


def read_rows(
    text: str, is_club: IsClub, layout: Layout | None
) -> tuple[PastedRow, ...]:
    """Return one row for each line that is not blank, from the first of the layout.

    Raises TOO_MANY_LINES. The error of a line that cannot be read is in its row.
    """
    first = layout.first if layout else 0
    lines = [line for line in numbered_lines(text) if line[0] >= first]
    short = (tidy(line) for _number, line in lines if len(line) <= LONGEST_LINE)
    habits = Habits.of(map(_unmarked, short), is_club)
    return tuple(_row(*line, layout=layout, habits=habits) for line in lines)


def _row(number: int, raw: str, *, layout: Layout | None, habits: Habits) -> PastedRow:
    found, country = Split(""), None
    try:
        if len(raw) > LONGEST_LINE:
            raise LINE_TOO_LONG(length=len(raw), limit=LONGEST_LINE)
        check_readable(raw.replace("\t", " "))
        found, country = _columns(raw, layout, habits)
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
    raw: str, layout: Layout | None, habits: Habits
) -> tuple[Split, str | None]:
    """Return the parts of a line as typed, with tidied white space, and the country.

    The country is None if the line has none and no column for it.
    """
    columns: Sequence[str] = _COLUMNS
    country = None
    if is_title(tidy(raw)):
        raise LOOKS_LIKE_HEADING()
    if layout is None or len(layout.columns) <= 1:
        cells = _unnumbered(_MAIL.sub("", raw))
        if _ALL_QUOTED.fullmatch(raw.strip()) and len(cells) == len(_ALL_COLUMNS):
            columns = _ALL_COLUMNS
        else:
            cells, country = _without_country(cells, habits)
            if len(cells) == 1:
                is_table = raw.count(",") >= _TABLE_COMMAS
                parts = split(_unmarked(cells[0]), habits, is_table=is_table)
                return parts, country or parts.country
            if len(cells) == len(_ALL_COLUMNS) and not cells[2]:
                del cells[2]
            cells = _guessed(cells)
    else:
        cells, columns = cells_of(raw, layout.separators), layout.columns
    if any(cell.startswith("=") for cell in cells):
        raise FORMULA()
    if any(cells[len(columns) :]):
        raise TOO_MANY_COLUMNS()
    found = dict(zip(columns, cells, strict=False))
    name, club, rating = (found.get(column, "") for column in _COLUMNS)
    if "family" in found:
        name = ", ".join(filter(None, (found["family"], found.get("given", ""))))
    if "country" in columns:
        country = found.get("country", "").strip("[]()")
    if country in _NOTHING:
        country = ""
    typed = Split(_unmarked(name), _DASHED.sub(r"\1", club), rating, None, country)
    parts = _plain(typed, habits)
    return parts, parts.country


def _plain(cells: Split, habits: Habits) -> Split:
    """Return the cells of a line without what its name cell says beside the name."""
    name, ends = without_ends(cells.name, habits)
    if any(getattr(cells, kind, "") for kind in ends):
        name, ends = cells.name, {}
    listed = capitals_first(name)
    doubt = Doubt.CAPITALS if listed != name else None
    return Split(
        listed,
        cells.club or ends.get("club", ""),
        cells.rating or ends.get("rating", ""),
        Doubt.REMARK if "remark" in ends else doubt,
        cells.country or ends.get("country", cells.country),
    )


def _unnumbered(raw: str) -> list[str]:
    """Return the cells of a line in a list without a heading, without its number."""
    cells = _without_end(cells_of(raw.strip(), SEPARATORS))
    if len(cells) > 1 and _NUMBER_ALONE.fullmatch(cells[0]):
        del cells[0]
    return cells


def _without_country(cells: list[str], habits: Habits) -> tuple[list[str], str | None]:
    """Return the cells without that of the country, and the country.

    The country is the only cell after the name that is a code or a country's name.
    Those between commas of a single cell count, too, and a code in brackets between the
    name and another cell. A code stays where it may be a given name, as in "BERG, BO",
    or is the name of a known club.
    """
    parts = cells if len(cells) > 1 else [part.strip() for part in cells[0].split(",")]
    found = [
        place
        for place, part in enumerate(parts)
        if place and is_country(part) and not habits.is_club(part)
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
    return Decimal(_THOUSANDS.sub("", text).replace(",", "."))
