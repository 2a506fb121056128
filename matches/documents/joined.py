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

    every: list[Callable[[], bytes]] = [partial(contents, [0] * len(makers)), *makers]
    with telling(_to_nobody):
        counts = [len(PdfReader(BytesIO(make())).pages) for make in every]
    *firsts, after = accumulate(counts, initial=1)

    def numbered(make: Callable[[], bytes], first: int) -> bytes:
        token = _pages.set(Pages(first, after - 1))
        try:
            return make()
        finally:
            _pages.reset(token)

    every[0] = partial(contents, firsts[1:])
    return one_pdf(
        [
            partial(numbered, make, first)
            for make, first in zip(every, firsts, strict=True)
        ]
    )


def joined(parts: Sequence[bytes]) -> bytes:
    """Return tagged PDFs one after the other as one PDF.

    It is tagged, unless it is so large that its tags would take too much memory. What
    it says of itself, such as its title, is what the first part says.
    """
    if len(parts) == 1:
        return parts[0]
    # Imported here: only the worker makes PDFs.
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415
    from pypdf.generic import NameObject, NumberObject  # noqa: PLC0415

    writer = PdfWriter(clone_from=BytesIO(parts[0]))
    tree: Any = writer.root_object["/StructTreeRoot"]
    owners = tree["/ParentTree"]["/Nums"]
    is_tagged = sum(map(len, parts)) <= MOST_TAGGED
    for part in parts[1:]:
        reader = PdfReader(BytesIO(part))
        first = len(writer.pages)
        writer.append(reader)
        if not is_tagged:
            continue
        more: Any = reader.root_object["/StructTreeRoot"].clone(writer)
        for kid in more["/K"]:
            kid.get_object()[NameObject("/P")] = tree.indirect_reference
            tree["/K"].append(kid)
        # The keys of all parts are in one tree: each part has a range of its own.
        shift = 1 + max(owners[::2])
        numbers = more["/ParentTree"]["/Nums"]
        for key, owner in zip(numbers[::2], numbers[1::2], strict=True):
            owners += [NumberObject(shift + key), owner]
        for page, source in zip(writer.pages[first:], reader.pages, strict=True):
            # pypdf leaves it out, as it leaves out the tags.
            parents: Any = source["/StructParents"]
            page[NameObject("/StructParents")] = NumberObject(shift + parents)
    if not is_tagged:
        del writer.root_object["/StructTreeRoot"], writer.root_object["/MarkInfo"]
    content = BytesIO()
    writer.write(content)
    return content.getvalue()
