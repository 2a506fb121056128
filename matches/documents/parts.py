"""The parts that are tagged on a page: paragraphs, headings, pictures, in groups.

Texts and pictures belong to the paragraph that `data-part` of their element names, a
number. A page has a group of paragraphs for each `article`, else a single one. Within a
group the numbers are the order in which it is read. Source: ISO 32000-1, 14.7 (logical
structure).
"""

from dataclasses import dataclass, field, replace
from typing import Any, Final

_POINTS_PER_PIXEL: Final = 72 / 96
_WITHOUT_PART: Final = 0
_HEADINGS: Final = frozenset({"h1", "h2", "h3"})


@dataclass(slots=True)
class TaggedPart:
    """A paragraph, heading or picture: its structure type and its marked contents."""

    kind: str
    alternative: str = ""
    place: tuple[float, ...] = ()
    """Of a picture: left, bottom, right and upper edge on its page, in points."""
    slot: str = ""
    """Of a picture: the slot of a pattern that it fills, if any."""
    marks: list[int] = field(default_factory=list)
    """The identifiers of its marked contents (MCID)."""


Group = dict[int, TaggedPart]
"""The parts of an article by their numbers."""


def groups_of(page_box: Any, tags: dict[Any, Any]) -> list[Group]:
    """Return the parts of a page by article, or those of the page if it has none."""
    whole: Group = {}
    groups: list[Group] = []

    def walk(box: Any, group: Group, number: int) -> None:
        box = getattr(box, "_box", box)  # what is placed absolutely is wrapped
        element = box.element
        if element is not None:
            number = int(element.get("data-part", number))
            if box.element_tag == "article" and group is whole:
                groups.append(group := {})
        mark = tags.get(box)
        # Drawings of lines and boxes, which have no title, are no pictures.
        if mark and (mark["tag"] != "Figure" or _alternative(box)):
            part = group.setdefault(number, TaggedPart("/P"))
            _describe(part, box, page_box.margin_height())
            part.marks.append(mark["mcid"])
        for child in getattr(box, "children", ()):
            walk(child, group, number)

    walk(page_box, whole, _WITHOUT_PART)
    return ([whole] if whole else []) + [group for group in groups if group]


def _describe(part: TaggedPart, box: Any, height: float) -> None:
    """Set what is in a part: a heading, or a picture with an alternative text."""
    tag = box.element_tag
    if tag in _HEADINGS:
        part.kind = f"/{tag.upper()}"
    elif alternative := _alternative(box):
        part.kind, part.alternative = "/Figure", alternative
        part.slot = box.element.get("data-slot", "")
        left, top = box.content_box_x(), box.content_box_y()
        edges = (left, height - top - box.height, left + box.width, height - top)
        part.place = tuple(round(edge * _POINTS_PER_PIXEL, 2) for edge in edges)


def _alternative(box: Any) -> str:
    """Return the alternative text of a picture or drawing, of anything else ""."""
    if box.element_tag == "img":
        return str(box.element.get("alt", ""))
    if not box.element_tag.endswith("}svg"):
        return ""
    title = box.element.find("{http://www.w3.org/2000/svg}title")
    return "" if title is None else title.text or ""


def moved(part: TaggedPart, shift: int, right: float) -> TaggedPart:
    """Return a part with other identifiers, moved to the right by so many points."""
    place = part.place
    if place:
        place = (place[0] + right, place[1], place[2] + right, place[3])
    return replace(part, place=place, marks=[mark + shift for mark in part.marks])
