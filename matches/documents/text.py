"""Text for print: the name of the font, and the cleaning of user input."""

import unicodedata
from collections.abc import Callable, Hashable
from functools import cache, wraps
from typing import Final

from django.utils.translation import get_language_bidi

FONT_FAMILY: Final = "Crawford Print"
"""The name of the bundled font in stylesheets, the same on every machine."""

LONGEST_TEXT: Final = 200

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


def by_direction(style: Callable[..., str]) -> Callable[..., str]:
    """Remember the style sheets that a function makes, for each way of writing.

    Where lines begin on the right, the whole page lies the other way round.
    """

    @cache
    def made(_is_rtl: bool, *args: Hashable) -> str:
        return style(*args)

    @wraps(style)
    def of(*args: Hashable) -> str:
        return made(get_language_bidi(), *args)

    return of
