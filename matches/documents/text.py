"""Text for print: the font, cleaned user input, the line with the time of printing."""

import unicodedata
from datetime import datetime
from typing import Final

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext

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
