"""Columns of single lines: WeasyPrint lays the first one out, the others follow it.

An element with `data-below` has one line of text, and there the lines that stand below
it, one to a line; an empty one leaves its place free. They have the style and the
height of the first and are aligned as it is. They take no HTML and no layout,
only Pango, which shapes them as all other texts.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

_BELOW: Final = "data-below"
_FROM_THE_START: Final = {"center": 0.5, "end": 1.0}
"""By alignment, the share of the free width that is before a text. Others have none."""

LineWidth = Callable[[Any, Any], float]
"""Returns the width of the first line of a Pango layout, in a style."""


def continue_columns(page_box: Any, line_width: LineWidth) -> None:
    """Add the lines below the first one to all columns of a page."""
    for block, lines in _columns(page_box):
        (line,) = block.children
        parent, first = _first_text(line)
        shared = _SharedLayout(first)
        place = _Place(block, first)
        boxes = []
        for row, text in enumerate(lines, start=1):
            if not text.strip():
                continue
            box = first.copy_with_text(text)
            box.pango_layout = _Text(shared, text)
            box.position_y += row * line.height
            if place.depends_on_width:
                width = line_width(shared.first_line(text), box.style)
                box.position_x += place.shift(width)
                box.width = width
            boxes.append(box)
        parent.children = [*parent.children, *boxes]
        block.height += len(lines) * line.height


def _columns(box: Any) -> Iterator[tuple[Any, list[str]]]:
    """Yield the blocks of columns, and the lines that are to stand in them."""
    box = getattr(box, "_box", box)  # what is placed absolutely is wrapped
    lines = None if box.element is None else box.element.get(_BELOW)
    if lines:
        yield box, lines.split("\n")
        return
    for child in getattr(box, "children", ()):
        yield from _columns(child)


def _first_text(box: Any) -> tuple[Any, Any]:
    """Return the only text of a line, and the box that it is in."""
    (child,) = box.children
    return (box, child) if hasattr(child, "text") else _first_text(child)


class _Place:
    """The place where the lines of a column begin, beside the first one."""

    def __init__(self, block: Any, first: Any) -> None:
        self._room: float = block.width
        self._width: float = first.width
        self._is_from_the_right = block.style["direction"] == "rtl"
        align = block.style["text_align_all"]
        if align in {"left", "right"}:
            align = "end" if (align == "left") == self._is_from_the_right else "start"
        self._share = _FROM_THE_START.get(align, 0.0)

    @property
    def depends_on_width(self) -> bool:
        """Whether a text begins elsewhere if it is wider."""
        return self._is_from_the_right or bool(self._share)

    def shift(self, width: float) -> float:
        """Return how far to the right of the first one a text of this width begins."""
        further = self._share * (self._free(width) - self._free(self._width))
        return self._width - width - further if self._is_from_the_right else further

    def _free(self, width: float) -> float:
        return max(0.0, self._room - width)


class _SharedLayout:
    """The Pango layout of all lines of a column, with one of their texts at a time."""

    def __init__(self, first: Any) -> None:
        layout = first.pango_layout
        self.layout = type(layout)(first.style, max_width=layout.max_width)

    def first_line(self, text: str) -> Any:
        """Return the line of Pango with a text."""
        self.layout.set_text(text)
        return self.layout.get_first_line()[0]


class _Text:
    """The layout of one line, as WeasyPrint asks for it where it draws the line."""

    def __init__(self, shared: _SharedLayout, text: str) -> None:
        self._shared = shared
        self._text = text

    def reactivate(self, _style: Any) -> None:
        """Set the text before it is drawn."""
        self._shared.layout.set_text(self._text)

    def deactivate(self) -> None:
        """Leave the layout to the next line."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shared.layout, name)
