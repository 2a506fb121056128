"""Pages of a screen as values, with the sizes of their letters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import ClassVar, Final, NamedTuple

from tournaments.rounds.announcements.bulletin import ShownAnnouncement, ShownClock
from tournaments.screens.letters import ISOLATES, has_two_lines, shorter_forms, width_of

_SHARE: Final = {1: 0.58, 2: 0.58, 3: 0.66}
"""The part of a line that the first name gets, by columns."""
_HALF: Final = 0.5
FIRM_SPACE: Final = "\N{WORD JOINER}\N{NO-BREAK SPACE}"
"""A line may end after a dash, even before a space that does not break."""
PLAIN: Final = 0.9
"""The width of letters that are not bold, beside bold ones."""
_SIZES: Final = (
    *((1.0, ""), (0.87, "is-small"), (0.75, "is-smaller"), (0.64, "is-smallest")),
)
_OTHER_SIZES: Final = ((0.86, ""), (0.75, "is-small"), (0.64, "is-smaller"))
_TINY: Final = 0.62
"""The sizes of names, in letters of the line, as in `screen.css`."""
_MOST: Final = 0.75
_LEAST_USUAL: Final = 0.64
"""What part of the names decides about the usual size, and how small that may be."""
_ENDS: Final = 2.8
_LONG_ENDS: Final = 4.8
_LONG_END: Final = 4
_WORD: Final = 1.9
"""The room of the word before the numbers of tables."""
_LONG_KEY: Final = 3
SMALLEST: Final = 2.4
"""The smallest letters of a screen, in hundredths of its height.

On a picture two metres wide these are 27 mm, and capitals 20 mm: at eight metres eight
minutes of arc, and who sees normally reads five.
"""


class ScreenLine(NamedTuple):
    """One line of a list: a number, a name, another name or a few words, and the end.

    `letter` is the first letter of the name in lists by name. `short` replaces the
    other name where three columns leave little room, and words that do not fit.
    `are_words`: which of both are words instead of a name, which no initials shorten.
    `sizes` are the classes for the letters of both names, `smallest` is how large the
    smaller of them are, 0 if one does not fit.
    """

    key: str
    name: str
    other: str = ""
    end: str = ""
    letter: str = ""
    short: str = ""
    is_done: bool = False
    are_words: tuple[bool, bool] = (False, False)
    sizes: tuple[str, str] = ("", "")
    smallest: float = 1.0

    @property
    def is_long_key(self) -> bool:
        """Whether the number needs smaller letters: M125."""
        return len(self.key.strip(ISOLATES)) > _LONG_KEY

    @property
    def has_table(self) -> bool:
        """Whether its number is that of a table, where the page has a word for it."""
        return self.key.isdigit()


FEWEST: Final = 3
_LEAST_ROWS: Final = {1: FEWEST, 2: 8, 3: 18}
"""Fewer rows have larger letters, for which three columns are too narrow."""
MOST_COLUMNS: Final = 3
_WIDTHS: Final = {1: 167.0, 2: 81.0, 3: 54.0}
"""The width of a column, in hundredths of the height of the screen."""
LETTERS: Final = (
    *(9.0, 8.0, 7.2, 6.6, 6.0),
    *(5.6, 5.2, 4.8, 4.5, 4.3, 4.1, 4.0, 3.9),
    *(3.8, 3.7, 3.6, 3.5, 3.4, 3.3, 3.2),
)
"""The size of letters by the number of rows, from three on, as in `screen.css`."""


class Layout(NamedTuple):
    """A number of columns and of rows."""

    columns: int
    rows: int

    @property
    def room(self) -> int:
        """The number of lines."""
        return self.columns * self.rows

    @property
    def width(self) -> float:
        """The width of a line in letters of its height, without its number."""
        inside = _WIDTHS[self.columns] / LETTERS[self.rows - FEWEST]
        return inside - (3.6 if self.columns == MOST_COLUMNS else 4.1)


Layouts = Sequence[Layout]
"""From few lines to many: the first one that has room for all of them is taken."""
NAMES: Final[Sequence[Layouts]] = (
    (Layout(1, 8), Layout(2, 22), Layout(3, 22)),
    (Layout(1, 8), Layout(2, 22)),
    (Layout(1, 8), Layout(2, 15)),
    (Layout(1, 15),),
)
"""Layouts of lists by name, in which people look for one line.

The next ones have more room for a name, and more pages.
"""
MATCHES: Final[Sequence[Layouts]] = (
    (Layout(1, 8), Layout(2, 18)),
    (Layout(1, 8), Layout(2, 15)),
    (Layout(1, 15),),
)
"""Layouts of lists with two names in each line, or with numbers to compare."""
_SINGLE: Final = NAMES[0][0]
_MIDDLE_TITLE: Final = 26
_LONG_TITLE: Final = 33
_LONG_ABOUT: Final = 34
_LONG_HEAD: Final = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenPage:
    """One page of a screen. `about` names the tournament and the stage.

    `part` is the part of a list. `kind` names its template, `foot` the part of the foot
    that is hidden, because the page shows it large.
    """

    kind: ClassVar[str]
    foot: ClassVar[str] = ""

    title: str
    about: str = ""
    part: str = ""

    @property
    def title_size(self) -> str:
        """The class for the letters of the title; a long one has two lines."""
        length = len(self.title)
        if length > _LONG_TITLE or length + len(self.about) > _LONG_HEAD:
            return "is-long"
        return "is-middle" if length > _MIDDLE_TITLE else ""

    @property
    def has_long_about(self) -> bool:
        """Whether the text beside the title does."""
        return len(self.about) > _LONG_ABOUT


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesPage(ScreenPage):
    """Lines in columns, from top to bottom.

    `are_equal`: both names of a line are of the same size, as those of opponents.
    `word` stands before the numbers of tables.
    """

    kind = "list"

    lines: Sequence[ScreenLine]
    layout: Layout = _SINGLE
    word: str = ""
    are_equal: bool = False

    @property
    def has_ends(self) -> bool:
        """Whether any line has something at its end."""
        return any(line.end for line in self.lines)

    @property
    def has_long_ends(self) -> bool:
        """Whether that needs more room than a score."""
        return any(len(line.end) > _LONG_END for line in self.lines)

    @property
    def has_others(self) -> bool:
        """Whether any line has a second name; without, the first has all the room."""
        return any(line.other for line in self.lines)

    @property
    def classes(self) -> str:
        """The classes by which `screen.css` arranges the lines."""
        said = {
            f"has-{self.layout.columns}-columns": True,
            f"has-{self.layout.rows}-rows": True,
            "has-ends": self.has_ends,
            "has-long-ends": self.has_long_ends,
            "has-one-name": not self.has_others,
            "has-equals": self.are_equal,
            "has-words": bool(self.word),
            "has-no-keys": not any(line.key for line in self.lines),
        }
        return " ".join(name for name, is_so in said.items() if is_so)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPage(ScreenPage):
    """The round clock, as large as it goes."""

    kind = foot = "clock"

    clock: ShownClock


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPage(ScreenPage):
    """Texts below one another, each with its language; `logo` is that of the club."""

    kind = "text"

    texts: Sequence[ShownAnnouncement]
    logo: bool = False

    @property
    def size(self) -> str:
        """The class for the size of letters, by the length of the text."""
        length = sum(max(len(text.text), 40) for text in self.texts)
        sizes = (("s", 60), ("m", 160), ("l", 420))
        return next((name for name, most in sizes if length <= most), "xl")


class NewsPage(TextPage):
    """An announcement, which the foot of a screen need not repeat."""

    foot = "news"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressPage(ScreenPage):
    """An address and its QR code; `is_digits`: a fingerprint stands in its place."""

    kind = "code"

    address: str
    image: str
    text: str
    is_digits: bool = False


AnyPage = LinesPage | ClockPage | TextPage | AddressPage


def paged(page: LinesPage, choices: Sequence[Layouts] = MATCHES) -> Iterator[LinesPage]:
    """Yield a list in pages of about equal length, with the largest letters possible.

    A list without lines has none. If the letters of a long name would be too small, the
    next layouts are taken.
    """
    if not page.lines:
        return
    tried = ([*_pages(page, layouts)] for layouts in choices)
    large = (pages for pages in tried if not any(map(_is_too_small, pages)))
    yield from next(large, None) or _pages(page, choices[-1])


def _is_too_small(page: LinesPage) -> bool:
    letters = LETTERS[page.layout.rows - FEWEST]
    return any(line.smallest * letters < SMALLEST for line in page.lines)


def _pages(page: LinesPage, layouts: Layouts) -> Iterator[LinesPage]:
    lines = page.lines
    largest = layouts[-1]
    layout = next((layout for layout in layouts if len(lines) <= layout.room), largest)
    count = max(1, ceil(len(lines) / layout.room))
    room = ceil(len(lines) / count)
    for number in range(count):
        some = lines[number * room : (number + 1) * room]
        rows = max(_LEAST_ROWS[layout.columns], ceil(room / layout.columns))
        part = f"{number + 1}/{count}" if count > 1 else ""
        if part and some and some[0].letter:
            part = f"{some[0].letter}–{some[-1].letter} · {part}"
        shown = replace(page, lines=some, part=part)
        # Long names in a single column have more rows, whose letters are smaller.
        most = max(rows, layout.rows) if len(layouts) == 1 else rows
        tried = (
            _fitted(replace(shown, layout=Layout(layout.columns, count)))
            for count in range(rows, most + 1)
        )
        yield next((one for one in tried if not _is_too_small(one)), None) or _fitted(
            replace(shown, layout=Layout(layout.columns, most))
        )


class _Sized(NamedTuple):
    """A text, perhaps shortened, with its size and the class of that size."""

    text: str
    size: float
    name: str


def _fitted(page: LinesPage) -> LinesPage:
    """Choose the size of each name so that it is shown whole, if possible."""
    room = page.layout.width
    if page.has_ends:
        room -= _LONG_ENDS if page.has_long_ends else _ENDS
    room -= _WORD if page.word else 0
    is_narrow = page.layout.columns == MOST_COLUMNS
    share = _HALF if page.are_equal else _SHARE[page.layout.columns]
    share = share if page.has_others else 1.0
    rest = room * (1 - share)
    kept = rest if page.are_equal else rest / PLAIN
    other_sizes = _SIZES if page.are_equal else _OTHER_SIZES
    others: list[_Sized] = []
    firsts: list[_Sized] = []
    for line in page.lines:
        is_short = is_narrow
        if line.are_words[1]:
            is_short = not has_two_lines(line.other, kept / _TINY)
        other = line.short if is_short and line.short else line.other
        is_first, is_second = (not one for one in line.are_words)
        firsts.append(_sized(line.name, room * share, _SIZES, is_name=is_first))
        others.append(_sized(other, kept, other_sizes, is_name=is_second))
    pooled = [firsts + others] if page.are_equal else [firsts, others]
    most = [_usual_size(texts) for texts in pooled]
    lines = [
        line._replace(
            name=first.text,
            other=second.text,
            sizes=(
                _class_of(first, most[0], _SIZES),
                _class_of(second, most[-1], other_sizes),
            ),
            smallest=min(first.size, second.size),
        )
        for line, first, second in zip(page.lines, firsts, others, strict=True)
    ]
    return replace(page, lines=lines)


def _usual_size(texts: Sequence[_Sized]) -> float:
    """Return the largest letters that most of the texts of a page can have.

    Shorter texts get no larger ones, as a page of many sizes is hard to read down.
    """
    found = sorted((text.size for text in texts if text.text), reverse=True)
    if not found:
        return 1.0
    return max(found[ceil(len(found) * _MOST) - 1], _LEAST_USUAL)


def _class_of(text: _Sized, most: float, sizes: Sequence[tuple[float, str]]) -> str:
    """Return the class of a text whose letters are no larger than `most`."""
    if text.size <= most:
        return text.name
    return next(name for size, name in sizes if size <= most)


def _sized(
    text: str, room: float, sizes: Sequence[tuple[float, str]], *, is_name: bool
) -> _Sized:
    """Return the largest letters in which a text fits, `room` letters of the line.

    The smallest have two lines; a name still too long gets initials, from the front.
    What does not fit even so is one line that is broken within its word.
    """
    width = width_of(text)
    for size, name in sizes:
        if width * size <= room:
            return _Sized(text, size, name)
    shorter = shorter_forms(text) if is_name else [text]
    found = next((one for one in shorter if has_two_lines(one, room / _TINY)), None)
    if found is not None:
        return _Sized(found, _TINY, "is-tiny")
    broken = shorter[-1].replace(" ", FIRM_SPACE) if is_name else text
    return _Sized(broken, 0, "is-tiny")
