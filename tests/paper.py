"""PDFs read back: what stands on each page, and where."""

import re
from collections.abc import Callable, Iterator, Sequence
from ctypes import POINTER, c_ushort, cast, create_string_buffer
from functools import partial
from io import BytesIO
from typing import Any, Final, NamedTuple

import page as ua
import pypdfium2
from fontTools.ttLib import TTFont
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream
from pypdfium2 import raw

from matches.documents.pdf import engine
from matches.documents.registry import PRINTING_UNAVAILABLE
from matches.rules.refusals import RuleError
from tests.conftest import missing

MM: Final = 72 / 25.4
A4: Final = (210.0, 297.0)
LETTER: Final = (215.9, 279.4)

DRAWN: Final = re.compile(rb"/(\w+) [\d.]+ Tf|<([0-9a-fA-F]+)>(?=[-\d. ]*[<\]])")
"""A font, or letters drawn in it, of a page."""
PAINTED: Final = frozenset(
    {*(b"TJ", b"Tj", b"Do", b"S", b"s", b"f", b"f*", b"B", b"B*", b"b", b"b*", b"sh")}
)
"""The operators that draw something."""
MANY_LETTERS: Final = 1 << 16
NOT_CLAIMED: Final = frozenset({"PDFUA1-ID-PART-001", "PDFUA1-ID-SCHEMA-001"})
"""The rules by which a PDF says that it is PDF/UA: see `docs/paper.md`."""
ROWS: Final = 32
"""The rows of a list on a page of A4, so that two strips are 64 lines."""


class Text(NamedTuple):
    """A piece of text, with the place of its beginning in millimetres."""

    text: str
    x: float
    y: float


def need_printing() -> None:
    """Skip, or fail in CI, on a machine without the libraries that make PDFs."""
    try:
        engine()
    except RuleError as error:
        assert error.refusal is PRINTING_UNAVAILABLE
        missing("libpango-1.0-0")


def read(content: bytes) -> Sequence[PageObject]:
    """Return the pages of a PDF without mistakes."""
    return list(PdfReader(BytesIO(content), strict=True).pages)


def size(page: PageObject) -> tuple[float, float]:
    """Return width and height in millimetres."""
    width, height = page.mediabox.width, page.mediabox.height
    return round(float(width) / MM, 1), round(float(height) / MM, 1)


def words(content: bytes) -> str:
    """Return all texts of a PDF in the order in which they are drawn."""
    return "\n".join(page.extract_text() for page in read(content))


def texts(page: PageObject) -> list[Text]:
    """Return the pieces of text of a page, from its upper left corner."""
    found = []
    height = float(page.mediabox.height)

    def visit(part: str, cm: list[float], tm: list[float], *_rest: object) -> None:
        if part.strip():
            x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
            y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            found.append(Text(part.strip(), x / MM, (height - y) / MM))

    page.extract_text(visitor_text=visit)
    return found


def is_inside(page: PageObject, margin: float) -> bool:
    """Return True if every text begins within the margins of a page."""
    width, height = size(page)
    return all(
        margin - 0.5 <= text.x <= width - margin
        and margin <= text.y <= height - margin + 0.5
        for text in texts(page)
    )


def lacks_letters(page: PageObject) -> bool:
    """Return True if a letter is missing in its font.

    In its place a box is drawn: number 0, or one after the last letter of the font.
    """
    fonts = page["/Resources"].get("/Font", {})
    counts = {name[1:]: _letters(font.get_object()) for name, font in fonts.items()}
    stream = page.get_contents()
    count = 0
    for font, drawn in DRAWN.findall(b"" if stream is None else stream.get_data()):
        if font:
            count = counts[font.decode()]
        for start in range(0, len(drawn), 4):
            if not 0 < int(drawn[start : start + 4], 16) < count:
                return True
    return False


def fonts_not_embedded(page: PageObject) -> list[str]:
    fonts = page["/Resources"].get("/Font", {}).values()
    known = {font["/BaseFont"]: _file(font) for font in map(_resolved, fonts)}
    return [str(name) for name, file in known.items() if file is None]


def _resolved(font: Any) -> Any:
    return font.get_object()


def _file(font: Any) -> bytes | None:
    """Return the font itself, None if it is not in the file."""
    inner = font.get("/DescendantFonts", [font])[0].get_object()
    known = inner.get("/FontDescriptor", {})
    found = (known[key] for key in ("/FontFile2", "/FontFile3") if key in known)
    return next((file.get_object().get_data() for file in found), None)


def _letters(font: Any) -> int:
    file = _file(font)
    if file is None or font["/Subtype"] == "/Type3":
        return MANY_LETTERS
    with TTFont(BytesIO(file), lazy=True) as opened:
        return int(opened["maxp"].numGlyphs)


def is_tagged(content: bytes) -> bool:
    """Return True if programs that read aloud find the structure of a PDF."""
    root = PdfReader(BytesIO(content)).trailer["/Root"]
    return bool(root.get("/MarkInfo", {}).get("/Marked"))


def untold(content: bytes) -> list[str]:
    """Return what programs that read aloud miss in a PDF, as PDF/UA asks for it.

    Its title, its language, its structure with headings or tables, alternative texts of
    its pictures, and that whatever is drawn belongs to the structure or says that it is
    only decoration.
    """
    reader = PdfReader(BytesIO(content))
    root = reader.trailer["/Root"]
    elements = list(_elements(root["/StructTreeRoot"]))
    kinds = {element["/S"] for element in elements}
    pictures = [one for one in elements if one["/S"] == "/Figure"]
    told = {
        "title": bool(reader.metadata and reader.metadata.title),
        "language": bool(root.get("/Lang")),
        "tags": bool(root["/MarkInfo"]["/Marked"]),
        "shown title": bool(root["/ViewerPreferences"]["/DisplayDocTitle"]),
        "headings": bool(kinds & {"/H1", "/H2", "/Table", "/P"}),
        "alternative texts": all(one.get("/Alt") for one in pictures),
        "marks": not unmarked(reader),
    }
    return [what for what, is_there in told.items() if not is_there]


def breaks_pdf_ua(content: bytes) -> list[str]:
    """Return the rules of PDF/UA that a PDF breaks, of those that programs can check.

    See `docs/paper.md`.
    """
    report = ua.validate_pdf_bytes(content, profile="ua1")
    found = {
        f"{failure.rule_id}: {failure.message}"
        for failure in report.failures
        if failure.rule_id not in NOT_CLAIMED
    }
    return sorted(found)


def unmarked(reader: PdfReader) -> list[str]:
    """Return what is drawn outside the structure of a PDF, or twice in it."""
    root = reader.trailer["/Root"]["/StructTreeRoot"]
    numbers = root["/ParentTree"]["/Nums"]
    parents = dict(zip(numbers[::2], numbers[1::2], strict=True))
    loose = []
    for number, page in enumerate(reader.pages, start=1):
        owners = parents[page["/StructParents"]].get_object()
        known: set[int] = set()
        within: list[bool] = []
        for operands, operator in ContentStream(page["/Contents"], reader).operations:
            if operator in {b"BDC", b"BMC"}:
                within.append(True)
                properties = operands[1] if len(operands) > 1 else {}
                if (mark := properties.get("/MCID")) is not None:
                    owner = owners[mark].get_object()
                    if mark in known or not _holds(owner, mark):
                        loose.append(f"page {number}: mark {mark}")
                    known.add(mark)
            elif operator == b"EMC":
                within.pop()
            elif operator in PAINTED and not within:
                loose.append(f"page {number}: {operator.decode()}")
    return loose


def _holds(element: Any, mark: int) -> bool:
    inner = element["/K"] if isinstance(element, dict) else []
    return mark in (inner if isinstance(inner, list) else [inner])


def spoken(content: bytes, number: int = 0) -> list[tuple[str, ...]]:
    """Return a page as it is read aloud: the type of each element, and its texts.

    An element with an alternative text has that alone. As PDFium reads it.
    """
    page = pypdfium2.PdfDocument(content)[number]
    texts = page.get_textpage()
    drawn: dict[int, str] = {}
    for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
        mark = raw.FPDFPageObj_GetMarkedContentID(item.raw)
        word = _wide(partial(raw.FPDFTextObj_GetText, item.raw, texts.raw))
        drawn[mark] = drawn.get(mark, "") + word
    tree = raw.FPDF_StructTree_GetForPage(page.raw)
    found: list[tuple[str, ...]] = []

    def read(element: Any) -> None:
        kind = _wide(partial(raw.FPDF_StructElement_GetType, element))
        other = _wide(partial(raw.FPDF_StructElement_GetAltText, element))
        count = raw.FPDF_StructElement_GetMarkedContentIdCount(element)
        at = raw.FPDF_StructElement_GetMarkedContentIdAtIndex
        marks = [at(element, place) for place in range(count)]
        said = [other] if other else [drawn.get(mark, "") for mark in marks]
        if words := [word.strip() for word in said if word.strip()]:
            found.append((kind, *words))
        for place in range(raw.FPDF_StructElement_CountChildren(element)):
            child = raw.FPDF_StructElement_GetChildAtIndex(element, place)
            if child:
                read(child)

    for place in range(raw.FPDF_StructTree_CountChildren(tree)):
        read(raw.FPDF_StructTree_GetChildAtIndex(tree, place))
    raw.FPDF_StructTree_Close(tree)
    return found


def _wide(ask: Callable[[Any, int], int]) -> str:
    """Return a text that PDFium writes into a buffer, of which it tells the length."""
    length = ask(None, 0)
    buffer = create_string_buffer(length)
    ask(cast(buffer, POINTER(c_ushort)), length)
    return buffer.raw.decode("utf-16-le").rstrip("\0")


def alternatives(content: bytes) -> list[str]:
    """Return the alternative texts of the pictures of a PDF."""
    root = PdfReader(BytesIO(content)).trailer["/Root"]
    found = (element.get("/Alt") for element in _elements(root["/StructTreeRoot"]))
    return [str(text) for text in found if text]


def _elements(parent: Any) -> Iterator[Any]:
    """Yield the elements of the structure of a PDF below one of them."""
    inner = parent.get("/K", [])
    for child in inner if isinstance(inner, list) else [inner]:
        element = child.get_object()
        if isinstance(element, dict) and "/S" in element:
            yield element
            yield from _elements(element)
