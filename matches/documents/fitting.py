"""Chooses the size of type in which a text fits into its place."""

import re
import unicodedata
from functools import cache
from math import floor
from typing import Final

from PIL import ImageFont

from matches.documents.fontconfig import FONT_FOLDER

MM_PER_POINT: Final = 25.4 / 72
SMALLEST: Final = 9
"""The smallest type of a name, in points."""
SMALLEST_LABEL: Final = 7
"""The smallest type of labels in narrow places, in points."""
_EM: Final = 1000
_FULL_WIDTH: Final = 0.35
"""How much wider than the box for a missing letter those of full-width scripts are."""
_RAGGED: Final = 0.88
"""The part of several lines that words fill on average."""


def text_width(text: str, *, bold: bool = False) -> float:
    """Return the width of a line of `text` in the bundled font, in ems.

    Letters that the font lacks are set in another font; their width is estimated.
    """
    wide = sum(unicodedata.east_asian_width(mark) in "WF" for mark in text)
    return _font(bold).getlength(text) / _EM + wide * _FULL_WIDTH


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
    ems = max((text_width(line, bold=bold) for line in text.split("\n")), default=0.0)
    if lines > 1:
        words = max((text_width(word, bold=bold) for word in text.split()), default=0.0)
        on_lines = max(words, ems / lines / _RAGGED)
        ems = min(ems, on_lines)
    room = width / MM_PER_POINT
    fitting = floor(room / ems) if ems else size
    return max(min(size, fitting), smallest)


@cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    name = "SourceSans3-Semibold.ttf" if bold else "SourceSans3-Regular.ttf"
    return ImageFont.truetype(FONT_FOLDER / name, _EM)


def line_count(text: str, width: float, size: float) -> int:
    """Return how many lines of `width` millimetres a text is wrapped into."""
    room = width / MM_PER_POINT / size
    count, used = 1, 0.0
    for word in re.split(r"(?<=[-– ])", text):
        ems = text_width(word)
        if used and used + ems > room:
            count, used = count + 1, 0.0
        # A word wider than the line is broken inside.
        count += floor(ems / room)
        used = used + ems if ems <= room else ems % room
    return count
