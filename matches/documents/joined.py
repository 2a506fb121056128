"""Several PDFs as one, with what they say to programs that read aloud."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from io import BytesIO
from itertools import accumulate
from typing import Any, Final, NamedTuple

OnProgress = Callable[[int, int], None]
"""Receives the number of parts done and their total."""

MOST_TAGGED: Final = 2_500_000
"""Bytes of all parts together: some 450 score sheets."""
_OF_THE_FIRST: Final = ("/Lang", "/Metadata", "/MarkInfo", "/ViewerPreferences")
"""What a joined PDF says of itself as its first part does."""


class Pages(NamedTuple):
    """The number of the first page of a part, and how many pages all have together."""

    first: int
    total: int


def _to_nobody(_done: int, _total: int) -> None:
    pass


_on_progress: ContextVar[OnProgress] = ContextVar("on_progress", default=_to_nobody)
_pages: ContextVar[Pages | None] = ContextVar("pages", default=None)


@contextmanager
def telling(on_progress: OnProgress) -> Iterator[None]:
    """Tell within the block how many parts of a PDF are made."""
    token = _on_progress.set(on_progress)
    try:
        yield
    finally:
        _on_progress.reset(token)


def pages_now() -> Pages | None:
    """Return how the pages are numbered, None where a document begins with page 1."""
    return _pages.get()


def one_pdf(makers: Sequence[Callable[[], bytes]]) -> bytes:
    on_progress = _on_progress.get()
    parts = []
    with telling(_to_nobody):
        for done, make in enumerate(makers, start=1):
            parts.append(make())
            on_progress(done, len(makers))
    return joined(parts)


def with_contents(
    contents: Callable[[Sequence[int]], bytes], makers: Sequence[Callable[[], bytes]]
) -> bytes:
    """Return one PDF whose pages are numbered through, with the contents first.

    `contents` gets the page on which each part begins. All is made twice, because only
    then the pages can be counted.
    """
    from pypdf import PdfReader  # noqa: PLC0415 - only the worker makes PDFs

    uncounted = partial(contents, [0] * len(makers))
    with telling(_to_nobody):
        counts = [
            len(PdfReader(BytesIO(make())).pages) for make in (uncounted, *makers)
        ]
    *firsts, after = accumulate(counts, initial=1)

    def numbered(make: Callable[[], bytes], first: int) -> bytes:
        token = _pages.set(Pages(first, after - 1))
        try:
            return make()
        finally:
            _pages.reset(token)

    parts = zip((partial(contents, firsts[1:]), *makers), firsts, strict=True)
    return one_pdf([partial(numbered, make, first) for make, first in parts])


def joined(parts: Sequence[bytes]) -> bytes:
    """Return tagged PDFs one after the other as one PDF.

    It is tagged, unless it is so large that its tags would take too much memory. The
    title and the language are those of the first.
    """
    if len(parts) == 1:
        return parts[0]
    # Imported here: only the worker makes PDFs.
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415
    from pypdf.generic import ArrayObject, NameObject, NumberObject  # noqa: PLC0415

    writer = PdfWriter()
    if sum(map(len, parts)) > MOST_TAGGED:
        for part in parts:
            writer.append(BytesIO(part))
        writer.metadata = PdfReader(BytesIO(parts[0])).metadata
        return _written(writer)
    root: Any = None
    kids, owners, shift = ArrayObject(), ArrayObject(), 0
    for part in parts:
        reader = PdfReader(BytesIO(part))
        first = len(writer.pages)
        writer.append(reader)
        tree: Any = reader.root_object["/StructTreeRoot"].clone(writer)
        if root is None:
            root = tree
            for key in _OF_THE_FIRST:
                value = reader.root_object.raw_get(key).clone(writer)
                writer.root_object[NameObject(key)] = value
            writer.metadata = reader.metadata
        for kid in tree["/K"]:
            kid.get_object()[NameObject("/P")] = root.indirect_reference
            kids.append(kid)
        # The keys of all parts are in one tree: each part has a range of its own.
        numbers = list(tree["/ParentTree"]["/Nums"])
        for key, owner in zip(numbers[::2], numbers[1::2], strict=True):
            owners += [NumberObject(shift + key), owner]
        for page, source in zip(writer.pages[first:], reader.pages, strict=True):
            # pypdf leaves it out, as it leaves out the tags.
            parents: Any = source["/StructParents"]
            page[NameObject("/StructParents")] = NumberObject(shift + parents)
        shift += 1 + max(numbers[::2], default=0)
    root[NameObject("/K")] = kids
    root["/ParentTree"][NameObject("/Nums")] = owners
    writer.root_object[NameObject("/StructTreeRoot")] = root.indirect_reference
    return _written(writer)


def _written(writer: Any) -> bytes:
    content = BytesIO()
    writer.write(content)
    return content.getvalue()
