"""Pages of a PDF that are printed beneath others, stored once, and the tags of both.

A master is drawn on many pages. Its texts must be tagged on each of them, in the order
in which they are read. WeasyPrint tags pages one by one, so these tags are made here.

The masters that have texts follow each other like the groups of parts on the page, and
a part begins with what the master has of it: see `matches.documents.parts`.
Source: ISO 32000-1, 14.7 (logical structure).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Any, Final

from matches.documents.filling import FilledPage
from matches.documents.parts import Group, TaggedPart, groups_of, moved

_POINTS_PER_MM: Final = 72 / 25.4
_NOTHING: Final = b"null"

BuildTree = Callable[..., Iterator[Any]]
"""WeasyPrint's function that tags one page, with the arguments that it has."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A master page that is printed beneath another page, shifted to the right."""

    master: int
    """The index of the master among the first pages of the document, from 0."""
    shift_mm: float = 0.0


class Streams:
    """Small content streams of a PDF, each stored once."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        self._known: dict[str, bytes] = {}

    def reference(self, operators: str) -> bytes:
        """Return the reference to a stream of these operators."""
        if operators not in self._known:
            import pydyf  # noqa: PLC0415 - with WeasyPrint, or not at all

            stream = pydyf.Stream([operators.encode("ascii")])
            self._pdf.add_object(stream)
            self._known[operators] = stream.reference
        return self._known[operators]


class Imposition:
    """Takes masters out of a PDF and draws them under its other pages, with tags.

    `beneath` has one row for each page after the masters.
    """

    def __init__(
        self, beneath: Sequence[Sequence[Placement]], build_tree: BuildTree
    ) -> None:
        self._beneath = beneath
        self._build_tree = build_tree
        self._masters = 1 + max(placement.master for placement in chain(*beneath))

    def add_tags(
        self, pdf: Any, document: Any, _version: object, streams: Sequence[Any]
    ) -> None:
        """Impose the pages and tag them. It has the arguments of WeasyPrint's own."""
        count = self._masters
        kids = pdf.pages["Kids"]
        # Each page is a reference of three items: number, generation, "R".
        pages = [pdf.objects[number] for number in kids[::3]]
        forms = _Forms(pdf, document.pages[:count], streams[:count])
        forms.begin_at(
            max(
                _mark_count(page, stream)
                for page, stream, below in zip(
                    document.pages[count:], streams[count:], self._beneath, strict=True
                )
                if below
            )
        )
        structure = _Structure(pdf)
        annotations: list[tuple[bytes, Any]] = []
        for number, below in enumerate(self._beneath, start=count):
            page, tags = document.pages[number], streams[number]._tags
            is_filled = isinstance(page, FilledPage)
            if below or is_filled:
                drawn = forms.beneath(pages[number], below) if below else []
                faces = page.groups if is_filled else groups_of(page._page_box, tags)
                at = pages[number].reference
                structure.add(number, at, faces=faces, forms=drawn)
                continue
            marks: dict[int, bytes] = {}
            root = structure.document
            elements = self._build_tree(
                page._page_box, root, pdf, number, marks, annotations, tags
            )
            root["K"].extend(element.reference for element in elements)
            structure.map_page(number, [marks[mark] for mark in sorted(marks)])
        structure.close(annotations, len(pages))
        # A PDF reference has three items for each page: number, generation, "R".
        del kids[: 3 * count]
        pdf.pages["Count"] -= count


def _mark_count(page: Any, stream: Any) -> int:
    """Return how many marked contents a page has of its own."""
    return page.marks if isinstance(page, FilledPage) else len(stream._tags)


class _Forms:
    """The masters of a document as they are drawn: side by side, each with its marks.

    A master is stored once for each place on a page that it is drawn at: on one page
    no two marked contents have the same identifier.
    """

    def __init__(self, pdf: Any, pages: Sequence[Any], streams: Sequence[Any]) -> None:
        self._pdf = pdf
        self._small = Streams(pdf)
        self._streams = streams
        self._operators: list[list[Any]] = []
        self._groups: list[list[Group]] = []
        self._marks = 0
        for page, stream in zip(pages, streams, strict=True):
            groups = groups_of(page._page_box, stream._tags)
            drawn, groups, count = _with_few_marks(stream.stream, groups)
            self._operators.append(drawn)
            self._groups.append(groups)
            self._marks = max(self._marks, count)
        self._begin = 0
        self._drawn: dict[tuple[int, int], bytes] = {}

    def begin_at(self, mark: int) -> None:
        """Set the first identifier that is free on every page."""
        self._begin = mark

    def beneath(self, page: Any, below: Sequence[Placement]) -> list[Group]:
        """Draw masters under a page; return their parts, with the marks they have."""
        under: list[bytes] = []
        groups: list[Group] = []
        for placement in below:
            # No two marked contents of a page may have the same identifier, so each
            # master gets a range of its own.
            shift = self._begin + len(groups) * self._marks
            x = round(placement.shift_mm * _POINTS_PER_MM, 3)
            under += [
                self._small.reference(f"q 1 0 0 1 {x} 0 cm"),
                self._reference(placement.master, shift),
                self._small.reference("Q"),
            ]
            groups += [
                {number: moved(part, shift, x) for number, part in group.items()}
                for group in self._groups[placement.master]
            ]
        page["Contents"] = type(self._pdf.pages["Kids"])([*under, page["Contents"]])
        return groups

    def _reference(self, master: int, shift: int) -> bytes:
        has_marks = bool(self._groups[master])
        key = (master, shift * has_marks)
        if key not in self._drawn:
            import pydyf  # noqa: PLC0415 - with WeasyPrint, or not at all

            compress = self._streams[master].compress
            operators = _with_marks_from(self._operators[master], shift)
            stream = pydyf.Stream(operators, compress=compress)
            self._pdf.add_object(stream)
            # The operators live on in `_operators`; what is drawn under pages is a copy
            # for each place, and the master itself leaves the document.
            self._streams[master].stream.clear()
            self._drawn[key] = stream.reference
        return self._drawn[key]


class _Structure:
    """The tree of structure elements that is built, page by page."""

    def __init__(self, pdf: Any) -> None:
        import pydyf  # noqa: PLC0415 - with WeasyPrint, or not at all

        self._pdf = pdf
        self._dictionary, self._array = pydyf.Dictionary, pydyf.Array
        self._parents = self._object({"Nums": pydyf.Array()})
        self._root = self._object(
            {"Type": "/StructTreeRoot", "ParentTree": self._parents.reference}
        )
        self.document = self._element("/Document", self._root.reference)
        self._root["K"] = pydyf.Array([self.document.reference])
        pdf.catalog["StructTreeRoot"] = self._root.reference

    def add(
        self, number: int, page: bytes, *, faces: list[Group], forms: list[Group]
    ) -> None:
        """Add a page with the parts of its own and of the masters beneath it."""
        parents: dict[int, bytes] = {}
        nothing: Group = {}
        for face, form in zip_longest(faces, forms, fillvalue=nothing):
            article = self._element("/Art", self.document.reference)
            self.document["K"].append(article.reference)
            for key in sorted(face.keys() | form.keys()):
                parts = [each[key] for each in (form, face) if key in each]
                marks = [mark for part in parts for mark in part.marks]
                element = StructureElement(
                    parts[0], marks, page=page, parent=article.reference
                )
                self._pdf.add_object(element)
                article["K"].append(element.reference)
                parents |= dict.fromkeys(marks, element.reference)
        last = max(parents, default=-1)
        self.map_page(number, [parents.get(n, _NOTHING) for n in range(last + 1)])

    def map_page(self, number: int, parents: Sequence[bytes]) -> None:
        """Write the elements of the marked contents of a page, in order."""
        self._parents["Nums"] += [number, self._array(parents)]

    def close(self, annotations: Sequence[tuple[bytes, Any]], first: int) -> None:
        """Add what the document says of itself, and its links."""
        # Numbers after those of the pages: both are keys of the one parent tree.
        for number, (reference, annotation) in enumerate(annotations, start=first):
            self._parents["Nums"] += [number, reference]
            annotation["StructParent"] = number
        catalog = self._pdf.catalog
        catalog["ViewerPreferences"] = self._dictionary({"DisplayDocTitle": "true"})
        catalog["MarkInfo"] = self._dictionary({"Marked": "true"})

    def _element(self, kind: str, parent: bytes) -> Any:
        return self._object({"S": kind, "P": parent, "K": self._array()})

    def _object(self, values: dict[str, Any]) -> Any:
        made = self._dictionary(values)
        self._pdf.add_object(made)
        return made


class StructureElement:
    """A structure element with marked contents: an object of a PDF, already written.

    There are thousands of them, and pydyf takes its time for each of its dictionaries.
    """

    offset = generation = 0
    free = "n"
    compressible = True

    def __init__(
        self, part: TaggedPart, marks: Sequence[int], *, page: bytes, parent: bytes
    ) -> None:
        self.number = 0
        self.page = page
        """The reference to its page."""
        self.place = part.place
        contents = b" ".join(b"%d" % mark for mark in marks)
        self._written = b"<</S %b/P %b/Pg %b/K[%b]" % (
            *(part.kind.encode(), parent, page, contents),
        )
        if part.alternative:
            self._written += b"/Alt %b" % _text(part.alternative)

    @property
    def data(self) -> bytes:
        """The element as it stands in the file."""
        if not self.place:
            return self._written + b">>"
        place = b" ".join(b"%.2f" % edge for edge in self.place)
        return self._written + b"/A<</O/Layout/BBox[%b]>>>>" % place

    @property
    def reference(self) -> bytes:
        """The reference to it."""
        return b"%d 0 R" % self.number


@lru_cache(maxsize=64)
def _text(words: str) -> bytes:
    import pydyf  # noqa: PLC0415 - with WeasyPrint, or not at all

    written: bytes = pydyf.String(words).data
    return written


def _with_few_marks(
    operators: Sequence[Any], groups: Sequence[Group]
) -> tuple[list[Any], list[Group], int]:
    """Return the operators and the parts of a master, and how many marks it has left.

    Consecutive operators of one picture get one mark; words keep their own marks,
    because they are read one by one. Operators that belong to no part, such as a
    drawing without a title, become an artifact.
    """
    owners = {
        mark: part for group in groups for part in group.values() for mark in part.marks
    }
    parts = {id(part): replace(part, marks=[]) for part in owners.values()}
    drawn: list[Any] = []
    before, end, count = None, 0, 0
    for operator in operators:
        drawn.append(operator)
        if operator == b"EMC":
            end = len(drawn) - 1
        elif operator == b"BMC":
            before = None
        elif operator == b"BDC":
            properties = drawn[-2]
            owner = owners.get(properties["MCID"])
            if owner is None:
                drawn[-3:-1] = "/Artifact", type(properties)()
            elif owner is before and owner.alternative:
                del drawn[-3:]
                drawn[end] = b""
            else:
                drawn[-2] = type(properties)({"MCID": count})
                parts[id(owner)].marks.append(count)
                count += 1
            before = owner
    kept = [
        {number: parts[id(part)] for number, part in group.items()} for group in groups
    ]
    return drawn, kept, count


def _with_marks_from(operators: Sequence[Any], shift: int) -> list[Any]:
    """Return the operators of a master with higher identifiers of its marks."""
    return [
        type(operator)({"MCID": operator["MCID"] + shift})
        if isinstance(operator, dict) and "MCID" in operator
        else operator
        for operator in operators
    ]
