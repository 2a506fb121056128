"""Chooses the size of type in which a text fits into its place."""

import re
import unicodedata
from functools import cache
from math import floor
from typing import TYPE_CHECKING, Final

from matches.documents.fontconfig import FONT_FOLDER

if TYPE_CHECKING:
    from PIL import ImageFont

MM_PER_POINT: Final = 25.4 / 72
SMALLEST: Final = 9
"""The smallest type of a name, in points."""
SMALLEST_LABEL: Final = 7
"""The smallest type of labels in narrow places, in points."""
_EM: Final = 1000
_FULL_WIDTH: Final = 0.35
"""How much wider than the box for a missing letter those of full-width scripts are."""
_FOREIGN: Final = 0.12
"""The same for letters of scripts after the Cyrillic one."""
_AFTER_CYRILLIC: Final = "\u0530"


def text_width(text: str, *, bold: bool = False) -> float:
    """Return the width of a line of `text` in the bundled font, in ems.

    Letters that the font lacks are set in another font; their width is estimated.
    """
    more = sum(
        _FULL_WIDTH if unicodedata.east_asian_width(mark) in "WF" else _FOREIGN
        for mark in text
        if mark >= _AFTER_CYRILLIC and mark.isalpha()
    )
    return _font(bold).getlength(text) / _EM + more


def type_size(
    text: str,
    width: float,
    *,
    size: int,
    smallest: int = SMALLEST,
    lines: int = 1,
    bold: bool = False,
) -> int:
    """Return the largest type, at most `size`, in which a text fits into its place.

    The place is `width` millimetres wide and has so many `lines`. What does not even
    fit in the smallest type is wrapped or cut by the style of the place.
    """
    words = max((text_width(word, bold=bold) for word in text.split()), default=0.0)
    needed = words if lines > 1 else text_width(text, bold=bold)
    fitting = floor(width / MM_PER_POINT / needed) if needed else size
    fitting = max(min(size, fitting), smallest)
    if lines > 1:
        sizes = range(fitting, smallest, -1)
        fits = (
            one for one in sizes if line_count(text, width, one, bold=bold) <= lines
        )
        return next(fits, smallest)
    return fitting


def line_count(text: str, width: float, size: float, *, bold: bool = False) -> int:
    """Return how many lines of `width` millimetres a text is wrapped into."""
    room = width / MM_PER_POINT / size
    count, used = 1, 0.0
    for word in re.split(r"(?<=[-– ])", text):
        ems = text_width(word, bold=bold)
        if used and used + text_width(word.rstrip(), bold=bold) > room:
            count, used = count + 1, 0.0
        # A word wider than the line is broken inside.
        count += floor(ems / room)
        used = used + ems if ems <= room else ems % room
    return count


@cache
def _font(bold: bool) -> "ImageFont.FreeTypeFont":
    from PIL import ImageFont  # noqa: PLC0415 - 10 MB, which only paper needs

    name = "SourceSans3-Semibold.ttf" if bold else "SourceSans3-Regular.ttf"
    return ImageFont.truetype(FONT_FOLDER / name, _EM)
