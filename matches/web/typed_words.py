"""Words that people type in their own language, such as the heading of a column.

A catalogue has them as one message: the words of its language, with commas between
them. What is typed is read in every language, whatever the language of the page.
"""

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import override


def languages() -> tuple[str, ...]:
    """Return the codes of the languages of the product."""
    return tuple(code for code, _name in settings.LANGUAGES)


def in_languages(message: Promise, codes: tuple[str, ...]) -> frozenset[str]:
    """Return the words of a message in these languages, in small letters."""
    found: set[str] = set()
    for code in codes:
        with override(code):
            found.update(word.strip().casefold() for word in str(message).split(","))
    return frozenset(found - {""})
