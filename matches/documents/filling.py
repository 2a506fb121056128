"""Pages that differ in a few words: laid out once, then drawn with other words.

A pattern is a page with slots: elements with `data-slot`, each with one line of text,
or with `DOT` in place of a picture, not visible. A filled page is drawn from patterns
with the texts of its own; it takes no HTML, no styles and no layout. Pango shapes the
texts as it does on all pages.

Whether a text is longer or shorter than that of the pattern, `data-anchor` of its
element says what stays in its place: "left", which is the usual one, "center" or
"right". A text must fit on the line of its slot: it is neither wrapped nor cut.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from matches.documents.parts import Group, groups_of, moved
from matches.web.qr import QrPixels

DOT: Final = (
    "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
)
"""The address of the smallest picture."""
_POINTS_PER_MM: Final = 72 / 25.4
_SHARE_TO_THE_LEFT: Final = {"left": 0.0, "center": 0.5, "right": 1.0}
"""By anchor, the share of a longer text that is to the left of the text before."""


class SlotLine(NamedTuple):
    """A text on the line of a slot."""

    box: Any
    """The box of the text that the pattern has there."""
    text: str
    to_the_left: float
    """The share of what it is wider than that text which is to the left of it."""


DrawLine = Callable[[Any, SlotLine], None]
"""Draws a text into a stream of operators."""


class QrPicture(NamedTuple):
    """A QR code, and what is read aloud in its place."""

    pixels: QrPixels
    alternative: str


@dataclass(frozen=True, slots=True)
class Filling:
    """One use of a pattern: the texts and pictures that its slots have this time."""

    pattern: int
    """The index of the pattern, from 0."""
    texts: Mapping[str, str]
    pictures: Mapping[str, QrPicture] = field(default_factory=dict)
    shift_mm: float = 0.0
    """How far to the right it is drawn."""


class FilledPage:
    """A page of fillings side by side, as WeasyPrint asks for the pages it writes."""

    anchors: Final[Mapping[str, Any]] = {}
    links: Final = ()
    bookmarks: Final = ()
    forms: Final[Mapping[None, Sequence[Any]]] = {None: ()}

    def __init__(
        self,
        fillings: Sequence[Filling],
        patterns: Sequence["Pattern"],
        drawn: Callable[[], None],
    ) -> None:
        self._fillings = [(filling, patterns[filling.pattern]) for filling in fillings]
        self._drawn = drawn
        page = self._fillings[0][1].page
        self.width, self.height, self.bleed = page.width, page.height, page.bleed
        self.groups: list[Group] = []
        self.marks = 0
        """How many marked contents it has, once it is painted."""

    def paint(self, stream: Any, scale: float) -> None:
        """Draw the page, in as many points a pixel, and describe its parts."""
        for filling, pattern in self._fillings:
            right = round(filling.shift_mm * _POINTS_PER_MM, 3)
            stream.stream += [
                b"q 1 0 0 1 %.3f 0 cm" % right,
                *pattern.operators(filling, stream, scale, begin=self.marks),
                b"Q",
            ]
            self.groups += pattern.groups(filling, self.marks, right)
            self.marks += pattern.marks
        self._drawn()


class _Marked(NamedTuple):
    """Marked contents of a pattern: how they begin, and what is in them."""

    tag: bytes
    mark: int
    operators: bytes
    slot: str


class Pattern:
    """A page that WeasyPrint laid out, with slots."""

    def __init__(self, page: Any, draw_line: DrawLine) -> None:
        self.page = page
        self._draw_line = draw_line
        self.marks = 0
        self._pieces: list[bytes | _Marked] = []
        self._groups: list[Group] = []
        self._texts: dict[str, _TextSlot] = {}
        """The slots with a text on a single line, by name."""
        self._pictures: dict[str, _PictureSlot] = {}

    def operators(
        self, filling: Filling, stream: Any, scale: float, *, begin: int
    ) -> Iterator[bytes]:
        """Yield what draws a filling; its marked contents are numbered from `begin`."""
        if not self._pieces:
            self._draw(stream, scale)
        drawn = {
            **{
                name: self._texts[name].operators(text, stream)
                for name, text in filling.texts.items()
            },
            **{
                name: self._pictures[name].operators(picture.pixels, stream)
                for name, picture in filling.pictures.items()
            },
        }
        for piece in self._pieces:
            if isinstance(piece, bytes):
                yield piece
                continue
            yield b"/%b <</MCID %d>> BDC" % (piece.tag, begin + piece.mark)
            yield drawn.get(piece.slot, piece.operators)
            yield b"EMC"

    def groups(self, filling: Filling, begin: int, right: float) -> list[Group]:
        """Return the parts of a filling that is moved by so many points."""
        groups = [
            {number: moved(part, begin, right) for number, part in group.items()}
            for group in self._groups
        ]
        for part in (part for group in groups for part in group.values()):
            if part.slot in filling.pictures:
                part.alternative = filling.pictures[part.slot].alternative
        return groups

    def _draw(self, stream: Any, scale: float) -> None:
        """Draw the page once, and find its slots and its parts."""
        tags: dict[Any, Any] = {}
        drawn = stream.clone(tags=tags)
        self.page.paint(drawn, scale)
        self.marks = len(tags)
        self._groups = groups_of(self.page._page_box, tags)
        names = {tag["mcid"]: _slot_of(box) for box, tag in tags.items()}
        counts = Counter(names.values())
        for box, tag in tags.items():
            name = names[tag["mcid"]]
            if name and hasattr(box, "replacement"):
                self._pictures[name] = _PictureSlot(box)
            elif name and counts[name] == 1:
                self._texts[name] = _TextSlot(box, self._draw_line)
        self._pieces = list(_pieces(drawn.stream, names))


def _slot_of(box: Any) -> str:
    return "" if box.element is None else str(box.element.get("data-slot", ""))


def _pieces(
    operators: Sequence[Any], slots: Mapping[int, str]
) -> Iterator[bytes | _Marked]:
    """Yield marked contents, and what is drawn between them."""
    between: list[bytes] = []
    within: _Marked | None = None
    for operator in operators:
        if operator == b"BDC":
            *before, tag, properties = between
            yield b"\n".join(before)
            mark = int(properties.split()[-1].rstrip(b">"))
            within = _Marked(tag.lstrip(b"/"), mark, b"", slots[mark])
            between = []
        elif operator == b"EMC" and within is not None:
            yield within._replace(operators=b"\n".join(between))
            within, between = None, []
        else:
            between.append(_written(operator))
    yield b"\n".join(between)


def _written(operator: Any) -> bytes:
    """Return an operator or operand of a content stream as it stands in the file."""
    if isinstance(operator, bytes):
        return operator
    return getattr(operator, "data", None) or str(operator).encode("ascii")


class _TextSlot:
    """The line of text of a slot."""

    def __init__(self, box: Any, draw_line: DrawLine) -> None:
        self._box = box
        self._draw_line = draw_line
        self._to_the_left = _SHARE_TO_THE_LEFT[box.element.get("data-anchor", "left")]
        self._drawn: dict[str, bytes] = {}

    def operators(self, text: str, stream: Any) -> bytes:
        """Return what draws a text in this slot."""
        if text not in self._drawn:
            self._drawn[text] = self._shaped(text, stream)
        return self._drawn[text]

    def _shaped(self, text: str, stream: Any) -> bytes:
        drawn = stream.clone(tags=None)
        self._draw_line(drawn, SlotLine(self._box, text, self._to_the_left))
        return b"\n".join(map(_written, drawn.stream))


class _PictureSlot:
    """The picture of a slot."""

    def __init__(self, box: Any) -> None:
        left, top = box.content_box_x(), box.content_box_y()
        self._place = b"%.3f 0 0 %.3f %.3f %.3f cm" % (
            *(box.width, -box.height, left, top + box.height),
        )

    def operators(self, pixels: QrPixels, stream: Any) -> bytes:
        """Return what draws a picture in this slot, and store it in the file."""
        import pydyf  # noqa: PLC0415 - with WeasyPrint, or not at all

        known = stream._resources["XObject"]
        name = f"p{len(known)}"
        values = {"Type": "/XObject", "Subtype": "/Image", "ColorSpace": "/DeviceGray"}
        size = {"Width": pixels.side, "Height": pixels.side, "BitsPerComponent": 1}
        known[name] = pydyf.Stream(
            [pixels.rows], values | size, compress=stream.compress
        )
        return b"q %b /%b Do Q" % (self._place, name.encode())
