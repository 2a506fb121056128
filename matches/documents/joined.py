"""Several PDFs as one, with what they say to programs that read aloud."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final

_OF_THE_FIRST: Final = ("/Lang", "/Metadata", "/MarkInfo", "/ViewerPreferences")
"""What the document says of itself as the first of its parts does."""


def joined(parts: Sequence[bytes]) -> bytes:
    """Return tagged PDFs one after the other as one tagged PDF.

    The title and the language are those of the first.
    """
    # Imported here: only the worker makes PDFs.
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415
    from pypdf.generic import (  # noqa: PLC0415
        ArrayObject,
        DictionaryObject,
        NameObject,
        NumberObject,
    )

    writer = PdfWriter()
    kids, owners = ArrayObject(), ArrayObject()
    root = DictionaryObject({NameObject("/Type"): NameObject("/StructTreeRoot")})
    place = writer._add_object(root)
    shift = 0
    for part in parts:
        reader = PdfReader(BytesIO(part))
        first = len(writer.pages)
        writer.append(reader)
        theirs: Any = reader.root_object["/StructTreeRoot"].clone(writer)
        numbers = theirs["/ParentTree"]["/Nums"]
        # The keys of all parts are in one tree: each part has a range of its own.
        for at in range(0, len(numbers), 2):
            owners += [NumberObject(shift + numbers[at]), numbers[at + 1]]
        for page, source in zip(writer.pages[first:], reader.pages, strict=True):
            # pypdf leaves it out, as it leaves out the tags.
            parents: Any = source["/StructParents"]
            page[NameObject("/StructParents")] = NumberObject(shift + parents)
            for link in page.get("/Annots", ()):
                _shift(link.get_object(), "/StructParent", shift)
        shift += 1 + max(numbers[::2], default=0)
        for kid in theirs["/K"]:
            kid.get_object()[NameObject("/P")] = place
            kids.append(kid)
        theirs["/ParentTree"][NameObject("/Nums")] = ArrayObject()
        if first == 0:
            for key in _OF_THE_FIRST:
                if key in reader.root_object:
                    value = reader.root_object.raw_get(key).clone(writer)
                    writer.root_object[NameObject(key)] = value
            writer.metadata = reader.metadata
    tree = DictionaryObject({NameObject("/Nums"): owners})
    root[NameObject("/K")] = kids
    root[NameObject("/ParentTree")] = writer._add_object(tree)
    writer.root_object[NameObject("/StructTreeRoot")] = place
    content = BytesIO()
    writer.write(content)
    return content.getvalue()


def _shift(holder: Any, key: str, by: int) -> None:
    if key in holder:
        holder[key] = type(holder[key])(holder[key] + by)
