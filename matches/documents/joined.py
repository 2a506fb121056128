"""Several PDFs as one, with what they say to programs that read aloud."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final

MOST_TAGGED: Final = 2_500_000
"""Bytes of all parts together: some 450 score sheets."""
_OF_THE_FIRST: Final = ("/Lang", "/Metadata", "/MarkInfo", "/ViewerPreferences")
"""What a joined PDF says of itself as its first part does."""


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
