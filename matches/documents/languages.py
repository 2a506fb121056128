"""Papers in one language, or in two with each label in both.

Documents get their labels by `gettext`, as pages do. Within `speaking("da+en")` it
returns "Spiller / Player", so no document has code for two languages. Names and numbers
are put into the label afterwards, once.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache, lru_cache, wraps
from itertools import chain
from typing import Any, Final, TypeVar

from django.utils import dates, translation
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext, trans_real

SubjectT = TypeVar("SubjectT")
ValuesT = TypeVar("ValuesT")

AND: Final = "+"
"""The separator of two language codes: "da+en"."""
BETWEEN: Final = " / "
"""The separator of two labels: "Spiller / Player"."""
BETWEEN_CODES: Final = "/"
"""The separator of two codes: "V/W"."""
LONGEST_LABEL: Final = 20
"""Characters; longer texts between placeholders are sentences, which stay whole."""
LONGEST_CODE: Final = 3
"""Characters; shorter texts are codes, such as W and L, joined without spaces."""
MOST_SPOKEN: Final = 12
"""The longest code of two languages, in characters."""

_CONTEXT: Final = "\x04"
"""The character between the context of a message and the message."""
_PLACE: Final = re.compile(r"(%\(\w+\)[a-z]|%%)")
_SIGNS: Final = re.compile(r"(\W*)(.*?)(\W*)", re.DOTALL)


def both(one: str, two: str = "") -> str:
    """Return the code of a paper's languages: one, or two joined by the separator.

    See `speaking`, which takes what this returns.
    """
    return f"{one}{AND}{two}" if two and two != one else one


def is_two(languages: str) -> bool:
    """Return True if a paper is in two languages, which need more room."""
    return AND in languages


def speaks_two() -> bool:
    return len(spoken()) > 1


@contextmanager
def speaking(languages: str) -> Iterator[None]:
    """Translate within the block into one language, "da", or two, "da+en".

    `get_language` returns the first one, which also decides the format of dates and the
    names of months.
    """
    one, _and, two = languages.partition(AND)
    if two:
        _prepare(one, two)
    with _restored():
        translation.activate(languages)
        yield


@contextmanager
def _restored() -> Iterator[None]:
    """Restore the former language, or both; `override` would restore the first one."""
    active: Any = trans_real.catalog()
    before = AND.join(getattr(active, "languages", ())) or active.to_language()
    try:
        yield
    finally:
        if before:
            translation.activate(before)
        else:
            translation.deactivate_all()


def _prepare(one: str, two: str) -> None:
    """Let the object that Django keeps for "da+en" answer in both languages.

    Django makes one for any code; without a catalogue it has no translation of its own.
    """
    pair: Any = trans_real.translation(both(one, two))
    if not hasattr(pair, "languages"):
        words = _Both(one, two)
        pair.to_language = words.to_language
        pair.gettext, pair.ngettext = words.gettext, words.ngettext
        pair.languages = (one, two)


@contextmanager
def in_first() -> Iterator[None]:
    """Translate within the block into the first language: for formats and the like."""
    with speaking(translation.get_language() or ""):
        yield


def in_turn(
    read: Callable[[SubjectT], ValuesT],
) -> Callable[[SubjectT], tuple[ValuesT, ...]]:
    """Return a function that calls `read` in each active language.

    For running text, which is printed completely in one language after the other.
    """

    @wraps(read)
    def read_in_each(subject: SubjectT) -> tuple[ValuesT, ...]:
        values = []
        for language in spoken():
            with speaking(language):
                values.append(read(subject))
        return tuple(values)

    return read_in_each


def spoken() -> tuple[str, ...]:
    languages: tuple[str, ...] = getattr(trans_real.catalog(), "languages", ())
    return languages or (translation.get_language() or "en",)


@lru_cache(maxsize=4096)
def joined(one: str, two: str) -> str:
    """Return a label in two languages, or once if it is the same in both.

    Labels with placeholders are joined piece by piece, so that a value is filled in
    once: "Runde / Round %(number)s". If the placeholders have another order, the whole
    labels are joined. Lines are joined below one another.
    """
    if one.casefold() == two.casefold():
        return one
    if "\n" in one or "\n" in two:
        return f"{one}\n{two}"
    parts, others = _PLACE.split(one), _PLACE.split(two)
    if parts[1::2] == others[1::2] and _is_alike(parts[::2], others[::2]):
        return "".join(map(_piece, parts, others))
    return f"{one}{BETWEEN}{two}"


def _is_alike(parts: list[str], others: list[str]) -> bool:
    """Return True if two labels have words at the same places between placeholders.

    With a longer text between two placeholders the label is a sentence: False. A text
    without placeholders has one part.
    """
    if len(parts) > 1 and max(map(len, (*parts, *others))) > LONGEST_LABEL:
        return False
    return [_has_words(part) for part in parts] == [_has_words(part) for part in others]


def _has_words(text: str) -> bool:
    return any(mark.isalpha() for mark in text)


def _piece(one: str, two: str) -> str:
    """Join the words between two placeholders; punctuation around them is kept once."""
    if one == two or not _has_words(one):
        return one
    (before, text, after), (_before, other, _after) = _cut(one), _cut(two)
    if text.casefold() == other.casefold():
        return one
    are_codes = max(len(text), len(other)) <= LONGEST_CODE
    between = BETWEEN_CODES if are_codes else BETWEEN
    return f"{before}{text}{between}{other}{after}"


def _cut(text: str) -> tuple[str, str, str]:
    """Return the punctuation before the words, the words, and that after them.

    A full stop belongs to the words.
    """
    found = _SIGNS.fullmatch(text)
    before, words, after = found.groups() if found else ("", text, "")
    ended = len(after) - len(after.lstrip(".!?…”"))
    return before, words + after[:ended], after[ended:]


class _Both:
    """The translations of two languages, combined."""

    def __init__(self, one: str, two: str) -> None:
        self._one: Any = trans_real.translation(one)
        self._two: Any = trans_real.translation(two)

    def to_language(self) -> str:
        return str(self._one.to_language())

    def gettext(self, message: str) -> str:
        one = self._one.gettext(message)
        if message.rpartition(_CONTEXT)[2] in _names_of_days_and_months():
            return str(one)
        return joined(_plain(one), _plain(self._two.gettext(message)))

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        one = self._one.ngettext(singular, plural, number)
        two = self._two.ngettext(singular, plural, number)
        return joined(_plain(one), _plain(two))


def _plain(text: str) -> str:
    """Return a translation; where there is none, the message without its context."""
    return text.rpartition(_CONTEXT)[2]


@cache
def _names_of_days_and_months() -> frozenset[str]:
    names = (
        *(dates.WEEKDAYS, dates.WEEKDAYS_ABBR),
        *(dates.MONTHS, dates.MONTHS_3, dates.MONTHS_AP, dates.MONTHS_ALT),
    )
    with _restored():
        translation.deactivate_all()
        return frozenset(map(str, chain.from_iterable(one.values() for one in names)))


FONT_FAMILY: Final = "Crawford Print"
"""The name of the bundled font in style sheets and drawings."""

LONGEST_TEXT: Final = 200
"""Characters of user input that are printed; what follows is cut off."""

# Control characters, halves of surrogate pairs, code points without a meaning.
SHAPELESS: Final = frozenset({"Cc", "Cs", "Cn"})
# Characters that change the direction of their neighbours, and the byte order mark.
REORDERING: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
)


def clean(text: str) -> str:
    """Remove characters without a glyph and those that could reorder the print."""
    spaced = (" " if mark.isspace() else mark for mark in text[:LONGEST_TEXT])
    shown = (mark for mark in spaced if unicodedata.category(mark) not in SHAPELESS)
    return " ".join("".join(mark for mark in shown if mark not in REORDERING).split())


def printed_line(printed_at: datetime, draw_number: int = 0) -> str:
    """Return the line that says when a paper was printed, and from which draw.

    Without a number the paper does not depend on a draw.
    """
    values = {
        "date": date_format(printed_at, "DATE_FORMAT"),
        "time": time_format(printed_at, "H:i"),
        "number": draw_number,
    }
    if draw_number:
        return gettext("printed %(date)s %(time)s · draw %(number)s") % values
    return gettext("printed %(date)s %(time)s") % values
