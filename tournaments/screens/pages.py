"""Pages of a screen as values: what stands where, and how large it can be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final, NamedTuple

from tournaments.announcements.shown import ShownAnnouncement, ShownClock

_SHARE: Final = {1: 0.58, 2: 0.58, 3: 0.66}
"""The part of a line that the first name gets, by columns."""
_BOLD: Final = 0.62
_PLAIN: Final = 0.5
"""The width of a letter, in letters of the line; other names are somewhat smaller."""
_SIZES: Final = ((1.0, ""), (0.8, "is-small"), (0.64, "is-smaller"))
_ENDS: Final = 2.8


class Line(NamedTuple):
    """One line of a list: a number, a name, another name or a few words, and the end.

    `letter` is the first letter of the name in lists by name. `short` is said instead
    of the other name where three columns leave little room. `sizes` are the classes for
    the letters of both names.
    """

    key: str
    name: str
    other: str = ""
    end: str = ""
    letter: str = ""
    short: str = ""
    is_done: bool = False
    sizes: tuple[str, str] = ("", "")


FEWEST: Final = 8
_LEAST_ROWS: Final = {1: 8, 2: 8, 3: 18}
"""Fewer rows have larger letters, for which three columns are too narrow."""
MOST_COLUMNS: Final = 3
_WIDTHS: Final = {1: 167.0, 2: 81.0, 3: 54.0}
"""The width of a column, in hundredths of the height of the screen."""
_LETTERS: Final = (
    *(5.6, 5.2, 4.8, 4.5, 4.3, 4.1, 4.0, 3.9),
    *(3.8, 3.7, 3.6, 3.5, 3.4, 3.3, 3.2),
)
"""The size of letters by the number of rows, from eight on, as in `screen.css`."""


class Layout(NamedTuple):
    """So many columns of so many rows."""

    columns: int
    rows: int

    @property
    def room(self) -> int:
        """The number of lines."""
        return self.columns * self.rows

    @property
    def width(self) -> float:
        """The width of a line in letters of its height, without its number."""
        inside = _WIDTHS[self.columns] / _LETTERS[self.rows - FEWEST]
        return inside - (3.6 if self.columns == MOST_COLUMNS else 4.1)


NAMES: Final = (Layout(1, 8), Layout(2, 22), Layout(3, 22))
"""Layouts of lists by name, of which people look for one line."""
MATCHES: Final = (Layout(1, 8), Layout(2, 18))
"""Layouts of lists with two names in each line, or with numbers to compare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenPage:
    """What a screen shows at a time. `about` says of which tournament and stage.

    `part` says which part of a list it is.
    """

    title: str
    about: str = ""
    part: str = ""

    @property
    def kind(self) -> str:
        """Which template shows it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPage(ScreenPage):
    """Lines in columns, from top to bottom."""

    lines: Sequence[Line]
    layout: Layout

    @property
    def kind(self) -> str:
        """Which template shows it."""
        return "list"

    @property
    def has_ends(self) -> bool:
        """Whether any line has something at its end."""
        return any(line.end for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPage(ScreenPage):
    """The round clock, as large as it goes."""

    clock: ShownClock

    @property
    def kind(self) -> str:
        """Which template shows it."""
        return "clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPage(ScreenPage):
    """Texts below one another, each with its language; `logo` is that of the club."""

    texts: Sequence[ShownAnnouncement]
    logo: bool = False

    @property
    def kind(self) -> str:
        """Which template shows it."""
        return "text"

    @property
    def size(self) -> str:
        """The class for the letters, by how much there is to read."""
        length = sum(max(len(one.text), 40) for one in self.texts)
        return next(
            (
                name
                for name, most in (("s", 60), ("m", 160), ("l", 420))
                if length <= most
            ),
            "xl",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePage(ScreenPage):
    """An address and its QR code."""

    address: str
    image: str
    text: str

    @property
    def kind(self) -> str:
        """Which template shows it."""
        return "code"


AnyPage = ListPage | ClockPage | TextPage | CodePage


def paged(page: ListPage, layouts: Sequence[Layout] = MATCHES) -> Iterator[ListPage]:
    """Yield a list in pages of about the same length, in letters as large as can be."""
    lines = page.lines
    largest = layouts[-1]
    layout = next((one for one in layouts if len(lines) <= one.room), largest)
    count = max(1, ceil(len(lines) / layout.room))
    room = ceil(len(lines) / count)
    for number in range(count):
        some = lines[number * room : (number + 1) * room]
        rows = max(_LEAST_ROWS[layout.columns], ceil(room / layout.columns))
        part = f"{number + 1}/{count}" if count > 1 else ""
        if part and some and some[0].letter:
            part = f"{some[0].letter}–{some[-1].letter} · {part}"
        fitted = Layout(layout.columns, rows)
        yield _fitted(replace(page, lines=some, layout=fitted, part=part))


def _fitted(page: ListPage) -> ListPage:
    """Choose the letters of each name so that it is shown whole, if that can be."""
    room = page.layout.width - (_ENDS if page.has_ends else 0)
    is_narrow = page.layout.columns == MOST_COLUMNS
    share = _SHARE[page.layout.columns]
    lines = []
    for line in page.lines:
        other = line.short if is_narrow and line.short else line.other
        sizes = (
            _size(line.name, room * share / _BOLD),
            _size(other, room * (1 - share) / _PLAIN),
        )
        lines.append(line._replace(other=other, sizes=sizes))
    return replace(page, lines=lines)


def _size(text: str, room: float) -> str:
    """Return the class for a text where `room` letters of the usual size fit."""
    length = len(text)
    return next((name for size, name in _SIZES if length * size <= room), "is-tiny")
