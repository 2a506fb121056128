"""Papers in one language or in two, where each label stands in both.

What is printed asks for its labels by `gettext`, as pages do, and gets "Spiller /
Player" within `speaking("da+en")`: one place decides what two languages look like, and
no document knows of it. Names and numbers are put into a label afterwards, once.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache, wraps
from itertools import chain
from typing import Any, Final, TypeVar

from django.utils import dates, translation
from django.utils.translation import trans_real

_django: Any = trans_real
"""Django has no public way to say what translates."""
SubjectT = TypeVar("SubjectT")
ValuesT = TypeVar("ValuesT")

AND: Final = "+"
"""Between the languages of a paper in two: "da+en"."""
BETWEEN: Final = " / "
BETWEEN_CODES: Final = "/"
LONGEST_LABEL: Final = 20
"""Longer texts between two places are sentences: each stands as a whole."""
LONGEST_LINE: Final = 30
"""Of longer texts each is whole, even if both begin with the same word."""
LONGEST_CODE: Final = 3
"""Shorter texts are codes, such as W and L, and stand close together."""
MOST_SPOKEN: Final = 12
"""The letters of two languages with what is between them, at most."""

_CONTEXT: Final = "\x04"
"""What Django puts between the context of a message and the message."""
_PLACE: Final = re.compile(r"(%\(\w+\)[a-z]|%%)")
_SIGNS: Final = re.compile(r"(\W*)(.*?)(\W*)", re.DOTALL)


def both(one: str, two: str = "") -> str:
    """Return the languages of a paper, the first of them and the other if there is one.

    See `speaking`, which takes what this returns.
    """
    return f"{one}{AND}{two}" if two and two != one else one


def is_two(languages: str) -> bool:
    """Return True if a paper is in two languages, which need more room."""
    return AND in languages


def speaks_two() -> bool:
    """Return True within `speaking` two languages."""
    return isinstance(getattr(_django._active, "value", None), _Both)


def first_of(languages: str) -> str:
    """Return the first language: that of dates, of the alphabet and of the page."""
    return languages.partition(AND)[0]


@contextmanager
def speaking(languages: str) -> Iterator[None]:
    """Translate what is asked for within into one language, "da", or two, "da+en".

    `get_language` is the first one. The order of days and months, and their names, are
    those of the first as well: they are read in any language.
    """
    one, _and, two = languages.partition(AND)
    with _restored():
        translation.activate(one)
        if two:
            _django._active.value = _Both(one, two)
        yield


@contextmanager
def _restored() -> Iterator[None]:
    """Restore the language afterwards; `override` knows it by name, so one alone."""
    before = getattr(_django._active, "value", None)
    try:
        yield
    finally:
        translation.deactivate()
        if before is not None:
            _django._active.value = before


@contextmanager
def in_first() -> Iterator[None]:
    """Translate into the first of two languages: what is no label, such as a format."""
    with speaking(translation.get_language() or ""):
        yield


def in_turn(
    read: Callable[[SubjectT], ValuesT],
) -> Callable[[SubjectT], tuple[ValuesT, ...]]:
    """Return a function that reads the same in each language that is spoken.

    For a text of sentences, of which a reader wants one language alone.
    """

    @wraps(read)
    def each(subject: SubjectT) -> tuple[ValuesT, ...]:
        found = []
        for language in _spoken():
            with speaking(language):
                found.append(read(subject))
        return tuple(found)

    return each


def _spoken() -> tuple[str, ...]:
    now = getattr(_django._active, "value", None)
    if isinstance(now, _Both):
        return now.languages
    return (translation.get_language() or "en",)


@lru_cache(maxsize=4096)
def joined(one: str, two: str) -> str:
    """Return a label in two languages, once where it is the same in both.

    Labels with places for names and numbers are joined between these, so that they
    are filled in once: "Runde / Round %(number)s". Where the places come in another
    order, the whole label stands twice. Lines go below one another.
    """
    if one.casefold() == two.casefold():
        return one
    if "\n" in one or "\n" in two:
        return f"{one}\n{two}"
    parts, others = _PLACE.split(one), _PLACE.split(two)
    if parts[1::2] == others[1::2] and _is_alike(parts[::2], others[::2]):
        return "".join(map(_piece, parts, others))
    return f"{one}{BETWEEN}{two}"


def _without_same_start(one: str, two: str) -> str:
    """Return the second label without the name with which both begin."""
    first, _space, _rest = one.partition(" ")
    begins, _space, rest = two.partition(" ")
    if first != begins or not rest or not LONGEST_CODE < len(first) < len(one):
        return two
    return rest if max(len(one), len(two)) <= LONGEST_LINE else two


def _is_alike(parts: list[str], others: list[str]) -> bool:
    """Return True if there are words between the same places, and only some of them.

    A text without places is one label.
    """
    if len(parts) > 1 and max(map(len, (*parts, *others))) > LONGEST_LABEL:
        return False
    return [_has_words(part) for part in parts] == [_has_words(part) for part in others]


def _has_words(text: str) -> bool:
    return any(mark.isalpha() for mark in text)


def _piece(one: str, two: str) -> str:
    """Join the words between two places; signs around them stand once."""
    if one == two or not _has_words(one):
        return one
    (before, text, after), (other_before, other, other_after) = _cut(one), _cut(two)
    if (before, after) != (other_before, other_after):
        before, text, after = _edges(one)
        _space, other, _end = _edges(two)
    if text.casefold() == other.casefold():
        return one
    are_codes = max(len(text), len(other)) <= LONGEST_CODE
    between = BETWEEN_CODES if are_codes else BETWEEN
    return f"{before}{text}{between}{_without_same_start(text, other)}{after}"


def _cut(text: str) -> tuple[str, str, str]:
    """Return the signs before the words, the words, and the signs after them.

    The end of a sentence belongs to it.
    """
    found = _SIGNS.fullmatch(text)
    before, words, after = found.groups() if found else ("", text, "")
    ended = len(after) - len(after.lstrip(".!?…”"))
    return before, words + after[:ended], after[ended:]


def _edges(text: str) -> tuple[str, str, str]:
    """Return the spaces before a text, the text, and the spaces after it."""
    inner = text.strip()
    start = text.index(inner)
    return text[:start], inner, text[start + len(inner) :]


class _Both:
    """What Django asks for translations, of two languages at once."""

    def __init__(self, one: str, two: str) -> None:
        self.languages: Final = (one, two)
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
