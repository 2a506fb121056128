"""Text for print: the name of the font, user input cleaned, the line of the time."""

import unicodedata
from collections.abc import Callable, Hashable
from datetime import datetime
from functools import cache, wraps
from typing import Final

from django.utils.formats import date_format, time_format
from django.utils.translation import get_language_bidi, gettext

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


def printed_line(printed_at: datetime, draw_number: int = 0) -> str:
    """Return when a paper was printed, and of which draw, so that an old one is known.

    Without a number the paper is of no draw.
    """
    values = {
        "date": date_format(printed_at, "SHORT_DATE_FORMAT"),
        "time": time_format(printed_at, "H:i"),
        "number": draw_number,
    }
    if draw_number:
        return gettext("printed %(date)s %(time)s · draw %(number)s") % values
    return gettext("printed %(date)s %(time)s") % values


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
