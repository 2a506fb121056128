"""Chooses the size of type in which a text fits, and sets labels at their places."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import zip_longest
from math import floor
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import get_language_bidi

from matches.documents.fontconfig import FONT_FOLDER
from matches.documents.languages import BETWEEN
from matches.web.bidi import FIRST_STRONG_ISOLATE, POP

if TYPE_CHECKING:
    from PIL import ImageFont

MM_PER_POINT: Final = 25.4 / 72
SMALLEST: Final = 9
"""The smallest type of a name, in points."""
SMALLEST_LABEL: Final = 7
"""The smallest type of labels in narrow places, in points."""
FIGURE_SPACE: Final = "\u2007"
"""A space as wide as a figure, which no layout makes narrower."""
_EM: Final = 1000
_FULL_WIDTH: Final = 0.35
"""How much wider than the box for a missing letter those of full-width scripts are."""
_FOREIGN: Final = 0.12
"""The same for letters of scripts after the Cyrillic one."""
_AFTER_CYRILLIC: Final = "\u0530"


class Label(NamedTuple):
    """A text and its place in a line, in millimetres; centred if it has a width."""

    text: str
    left: float
    width: float = 0.0


@lru_cache(maxsize=4096)
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
    fit in the smallest type is wrapped or cut by the style of the place. A text of
    several lines fits into one line if each of them does.
    """
    words = max((text_width(word, bold=bold) for word in text.split()), default=0.0)
    widths = (text_width(line, bold=bold) for line in text.split("\n"))
    needed = words if lines > 1 else max(widths)
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
        if ems <= room:
            used += ems
            continue
        # A word wider than the line is broken inside.
        for letter in word.rstrip():
            wide = text_width(letter, bold=bold)
            if used + wide > room:
                count, used = count + 1, 0.0
            used += wide
    return count


def set_apart(
    labels: Iterable[Label], *, size: float = SMALLEST_LABEL, start: float = 0.0
) -> str:
    """Return labels in one line, brought to their places by figure spaces.

    The line is set in `size` points; `start` is where it begins, in millimetres. Labels
    in two languages make two lines. One text is laid out much faster than many boxes.
    """
    labels = list(labels)
    texts = zip_longest(*(label.text.split(BETWEEN) for label in labels), fillvalue="")
    millimetres = size * MM_PER_POINT
    space = text_width(FIGURE_SPACE) * millimetres
    # Without marks, words from left to right would keep their order in other lines.
    marks = (FIRST_STRONG_ISOLATE, POP) if get_language_bidi() else ("", "")
    lines = []
    for line in texts:
        joined, end = "", start
        for label, text in zip(labels, line, strict=True):
            if text:
                width = text_width(text) * millimetres
                left = label.left + max(0.0, label.width - width) / 2
                spaces = max(round((left - end) / space), bool(joined))
                joined += FIGURE_SPACE * spaces + text.join(marks)
                end += spaces * space + width
        lines.append(joined)
    return "\n".join(lines)


@cache
def _font(bold: bool) -> "ImageFont.FreeTypeFont":
    from PIL import ImageFont  # noqa: PLC0415 - 10 MB, which only paper needs

    name = "SourceSans3-Semibold.ttf" if bold else "SourceSans3-Regular.ttf"
    return ImageFont.truetype(FONT_FOLDER / name, _EM)
