"""Messages as readers see them: sentences in the language that is active."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language_bidi, gettext, override

_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


class InEnglish(Protocol):
    """A message: `matches.rules.refusals.Message`, which knows no Django."""

    @property
    def english(self) -> str:
        """The English sentence, which is the message id."""
        ...


def sentence_of(message: InEnglish, values: Mapping[str, object] = _NOTHING) -> str:
    """Return a message with the values of its placeholders, in the active language.

    Lazy values are evaluated now, so in the same language. What is shown as HTML is
    escaped by the template; `tournaments.draws.why` puts links into its sentences.
    """
    return gettext(message.english) % values


_LEFT_TO_RIGHT: Final = "\u2066"
_POP: Final = "\u2069"


def marked_place(place: int, *, shared: bool) -> str:
    """Return a place as text, marked where it is shared: =4.

    The mark stands before the number in every language: from right to left the text is
    isolated, or it would read 4=.
    """
    if not shared:
        return str(place)
    if settings.LANGUAGES_BIDI and get_language_bidi():
        return f"{_LEFT_TO_RIGHT}={place}{_POP}"
    return f"={place}"


def languages() -> tuple[str, ...]:
    return tuple(code for code, _name in settings.LANGUAGES)


def in_languages(message: Promise, codes: tuple[str, ...]) -> frozenset[str]:
    """Return the words of a message in these languages, in small letters."""
    found: set[str] = set()
    for code in codes:
        with override(code):
            found.update(word.strip().casefold() for word in str(message).split(","))
    return frozenset(found - {""})
