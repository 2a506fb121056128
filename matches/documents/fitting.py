"""Fits texts into a width: smaller type, then two lines, and only then cut."""

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, NamedTuple

from matches.documents.languages import BETWEEN
from matches.documents.pdf import text_width
from matches.web.bidi import isolated

MM_PER_POINT: Final = 25.4 / 72
SMALLEST: Final = 9
"""The smallest type of a name, in points."""
SMALLEST_LABEL: Final = 7
"""The smallest type of labels in narrow places, in points."""
MOST_LABEL_LINES: Final = 3
ELLIPSIS: Final = "…"
_ENDS_OF_LINES: Final = re.compile(r"(?<=[-–/])\s")
"""After these characters a line may end inside a word."""


class FittedText(NamedTuple):
    """The lines of a text, and the size of their type in points."""

    lines: tuple[str, ...]
    size: int


def fitted(
    text: str,
    width: float,
    *,
    size: int,
    smallest: int = SMALLEST,
    is_bold: bool = False,
    lines: int = 2,
) -> FittedText:
    """Return a text that fits into `width` millimetres, in at most `size` points.

    A text from right to left is isolated, so that it cannot move what is beside it.
    """
    ems = text_width(text, bold=is_bold)
    fitting = _largest(ems, width)
    if fitting >= size:
        return FittedText((isolated(text),), size)
    if fitting >= smallest:
        return FittedText((isolated(text),), fitting)
    room = width / (smallest * MM_PER_POINT)
    shown = _by_language(text, room, is_bold=is_bold, lines=lines)
    if not shown:
        shown = list(_wrapped(text, room, is_bold=is_bold, lines=lines))
    return FittedText(tuple(map(isolated, shown)), smallest)


class FittedLabel(NamedTuple):
    """The lines of a label, the size of their type in points, and whether all fit."""

    lines: tuple[str, ...]
    size: int
    is_whole: bool
    """False if a part of the label, such as the second language, was left out."""


def fitted_label(
    text: str, width: float, *, size: int, lines: int = MOST_LABEL_LINES
) -> FittedLabel:
    """Return a label that fits into `width` millimetres without a word broken.

    The type is made smaller, then lines are added as needed. Of two languages only the
    first is kept where there is no room for both; what is still too long is cut.
    """
    first = text.partition(BETWEEN)[0]
    for label in dict.fromkeys((text, first)):
        for count in range(1, lines + 1):
            smallest = min(size, SMALLEST_LABEL)
            shown = fitted(label, width, size=size, smallest=smallest, lines=count)
            if _joined(shown.lines) == _joined((label,)):
                return FittedLabel(*shown, is_whole=label == text)
    return FittedLabel(*shown, is_whole=False)


def _joined(lines: tuple[str, ...]) -> str:
    """Return the text of some lines, independent of where they were broken."""
    return _ENDS_OF_LINES.sub("", " ".join(lines))


def cut(text: str, ems: float, *, is_bold: bool = False) -> str:
    """Return a text cut to a line of this width, with three dots where it was cut."""
    if text_width(text, bold=is_bold) <= ems:
        return text
    fitting = _fitting(text, ems - text_width(ELLIPSIS, bold=is_bold), is_bold=is_bold)
    return f"{text[:fitting].rstrip()}{ELLIPSIS}"


def _fitting(text: str, ems: float, *, is_bold: bool) -> int:
    """Return how many characters fit into a line, at least one."""
    widths = accumulate(text_width(mark, bold=is_bold) for mark in text)
    return max(1, sum(1 for width in widths if width <= ems))


def _largest(ems: float, width: float) -> int:
    """Return the largest type in which so many ems fit into `width` millimetres."""
    return 999 if not ems else int(width / MM_PER_POINT / ems)


def _by_language(text: str, room: float, *, is_bold: bool, lines: int) -> list[str]:
    """Return a label in two languages on a line each, nothing if one does not fit."""
    parts = text.split(BETWEEN)
    if len(parts) != lines:
        return []
    shown = [*(f"{part}{BETWEEN.rstrip()}" for part in parts[:-1]), parts[-1]]
    fits = all(text_width(part, bold=is_bold) <= room for part in shown)
    return shown if fits else []


def _wrapped(text: str, room: float, *, is_bold: bool, lines: int) -> Iterator[str]:
    """Yield the lines of a text that is too long for one; the last one is cut."""
    words = _pieces(text)
    for _line in range(lines - 1):
        if not words:
            return
        taken = 0
        while taken < len(words) and _fits(words[: taken + 1], room, is_bold=is_bold):
            taken += 1
        if not taken:  # a word wider than the line is broken inside
            kept = _fitting(words[0], room, is_bold=is_bold)
            words[:1] = [words[0][:kept], words[0][kept:]]
            taken = 1
        yield "".join(words[:taken]).strip()
        words = words[taken:]
    if words:
        yield cut("".join(words).strip(), room, is_bold=is_bold)


def _fits(words: list[str], room: float, *, is_bold: bool) -> bool:
    return text_width("".join(words).rstrip(), bold=is_bold) <= room


def _pieces(text: str) -> list[str]:
    """Return the parts of a text between which a line may end."""
    pieces = [""]
    for mark in text:
        pieces[-1] += mark
        if mark in " -–/":
            pieces.append("")
    return [piece for piece in pieces if piece]
