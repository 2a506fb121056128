"""Converts HTML to PDF. The only module that uses WeasyPrint."""

import ctypes
import gc
import json
import unicodedata
import warnings
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache, partial, wraps
from math import ceil
from threading import Lock
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, ParamSpec

from django.apps import AppConfig
from django.core.checks import CheckMessage, Warning

from matches.documents.errors import PRINTING_UNAVAILABLE
from matches.documents.filling import (
    DrawLine,
    FilledPage,
    Filling,
    Pattern,
    SlotLine,
)
from matches.documents.fontconfig import (
    FONT_FOLDER,
    PANGO,
    font_count,
    keep_pango_loaded,
    library_named,
    use_bundled_fonts,
)
from matches.documents.masters import Imposition, Placement, Streams, StructureElement
from matches.documents.papers import print_now
from matches.documents.text import FONT_FAMILY
from matches.documents.text_columns import LineWidth, continue_columns
from matches.web.bidi import isolated_html

DEBIAN_PACKAGES: Final = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"

_FONTS: Final = {
    "normal": FONT_FOLDER / "SourceSans3-Regular.ttf",
    "bold": FONT_FOLDER / "SourceSans3-Semibold.ttf",
}
# The library's name on Debian, then on macOS.
_SUBSETTER: Final = ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib")
_POINTS_PER_MM: Final = 72 / 25.4
_POINTS_PER_PIXEL: Final = 72 / 96
_BOXES: Final = ("MediaBox", "TrimBox", "BleedBox")
_FULL_WIDTH: Final = 1.0
_FOREIGN_WIDTH: Final = 0.7
FILLED_AT_A_TIME: Final = 64
"""Pages that are drawn from patterns between two reports of progress."""
_LEAST_CUT: Final = 0.9
"""The smallest part of a page that must remain when its margins are cut."""

P = ParamSpec("P")

# WeasyPrint's font map and Python's garbage collector are shared by all threads.
_one_layout = Lock()
_elsewhere: Callable[..., bytes] | None = None


def use_layout_process(ask: Callable[..., bytes] | None) -> None:
    """Make PDFs by `ask(name of the function, *arguments)`; None: in this process."""
    global _elsewhere  # noqa: PLW0603 - set once, when a worker starts
    _elsewhere = ask


def _maybe_elsewhere(function: Callable[P, bytes]) -> Callable[P, bytes]:
    @wraps(function)
    def made(*args: P.args, **kwargs: P.kwargs) -> bytes:
        if _elsewhere is not None:
            return _elsewhere(function.__name__, *args, **kwargs)
        return function(*args, **kwargs)

    return made


@_maybe_elsewhere
def render_pdf(
    *chunks: str,
    stylesheet: str | Sequence[str] = "",
    beneath: Sequence[Sequence[Placement]] = (),
    patterns: Sequence[str] = (),
    filled: Sequence[Sequence[Filling]] = (),
    laid_out: Callable[[int], None] = lambda _steps: None,
) -> bytes:
    """Return the PDF of all `chunks` of HTML with `stylesheet`, one after the other.

    If `stylesheet` is a sequence, each chunk has its own.

    `laid_out` is called with the number of steps done. A step is one chunk, one HTML of
    `patterns`, or `FILLED_AT_A_TIME` pages of `filled`.

    Only `data:` URLs are read: no file, no network. All texts must come from templates
    of this product in which user input is escaped.

    `beneath` stores what many pages have in common only once. The first pages of the
    document are then masters, which are left out of the PDF; each later page has one
    row in `beneath` with the masters that are printed under it.

    `filled` has further pages, which follow those of the chunks. Each is drawn from the
    pages of `patterns`, which are no pages of the document themselves. They need
    masters. See `matches.documents.filling`.

    Raises PRINTING_UNAVAILABLE when Pango is not installed.
    """
    weasyprint, fonts = _engine()

    texts = (*chunks, *patterns)
    styles = [stylesheet] * len(texts) if isinstance(stylesheet, str) else stylesheet
    with _one_layout, _collector_off():
        documents: list[Any] = []
        for html, style in zip(texts, styles, strict=True):
            fetcher = weasyprint.URLFetcher(allowed_protocols=["data"])
            documents.append(
                weasyprint.HTML(string=isolated_html(html), url_fetcher=fetcher).render(
                    stylesheets=[_styles(_font_faces()), _styles(style)],
                    font_config=fonts,
                )
            )
            laid_out(len(documents))
        whole, parts = documents[: len(chunks)], documents[len(chunks) :]
        pages = [page for document in whole for page in document.pages]
        line_width = _line_width()
        for page in pages:
            continue_columns(page._page_box, line_width)
        draw_line = _line_drawer()
        drawn_from = [
            Pattern(page, draw_line) for document in parts for page in document.pages
        ]
        for number, fillings in enumerate(filled, start=1):
            is_step = number % FILLED_AT_A_TIME == 0 or number == len(filled)
            step = len(documents) + ceil(number / FILLED_AT_A_TIME)
            drawn = partial(laid_out, step) if is_step else lambda: None
            pages.append(FilledPage(fillings, drawn_from, drawn))
        with _tagged_over(beneath):
            content: bytes = (
                documents[0].copy(pages).write_pdf(pdf_tags=True, finisher=_finish)
            )
    return content


@_maybe_elsewhere
def render_fitting(*texts: Sequence[str], pages: int, stylesheet: str) -> bytes:
    """Return the PDF of each text in the first variant that fits on `pages`.

    The variants of a text are the same text, each with a tighter layout than the one
    before; if none fits, the last is taken. For the arguments see `render_pdf`.

    Raises PRINTING_UNAVAILABLE when Pango is not installed.
    """
    weasyprint, fonts = _engine()

    @cache
    def laid_out(text: int, number: int) -> Any:
        return weasyprint.HTML(
            string=isolated_html(texts[text][number]),
            url_fetcher=weasyprint.URLFetcher(allowed_protocols=["data"]),
        ).render(
            stylesheets=[_styles(_font_faces()), _styles(stylesheet)],
            font_config=fonts,
        )

    def first_fitting(text: int, count: int) -> int:
        return bisect_left(
            range(count - 1),
            True,
            key=lambda number: len(laid_out(text, number).pages) <= pages,
        )

    with _one_layout, _collector_off():
        documents = [
            laid_out(text, first_fitting(text, len(variants)))
            for text, variants in enumerate(texts)
        ]
        content: bytes = (
            documents[0]
            .copy([page for document in documents for page in document.pages])
            .write_pdf(pdf_tags=True, finisher=_finish)
        )
    return content


def printing_problems() -> list[str]:
    """Return what is missing for PDFs on this machine, without loading WeasyPrint."""
    missing = [names[0] for names in PANGO if library_named(names) is None]
    if missing:
        return [
            f"PDFs cannot be made: {', '.join(missing)} not found. "
            f"On Debian: apt-get install {DEBIAN_PACKAGES}"
        ]
    problems = []
    if library_named(_SUBSETTER) is None:
        problems.append(
            "PDFs are made about six times slower than they could be: "
            f"{_SUBSETTER[0]} not found. On Debian: apt-get install libharfbuzz-subset0"
        )
    lost = [path.name for path in _FONTS.values() if not path.is_file()]
    if lost:
        problems.append(f"Fonts of the score sheets are missing: {', '.join(lost)}.")
    if not font_count():
        problems.append(
            "Fontconfig finds no font at all, so PDFs cannot be made. Unset "
            "FONTCONFIG_FILE or, on Debian: apt-get install fonts-dejavu-core"
        )
    return problems


def check_printing(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Warn at the start if PDFs cannot be made. Everything else still works."""
    return [
        Warning(problem, id=f"matches.W{number:03}")
        for number, problem in enumerate(printing_problems(), start=1)
    ]


@cache
def _engine() -> tuple[Any, Any]:
    """Return WeasyPrint and the font configuration of this process."""
    use_bundled_fonts()
    keep_pango_loaded()
    try:
        with warnings.catch_warnings():
            # A slow subsetter is reported by printing_problems.
            warnings.simplefilter("ignore", DeprecationWarning)
            # Imported here: WeasyPrint takes 49 MB and needs a C library that may be
            # missing, so only processes that make PDFs load it.
            import weasyprint
            from weasyprint.text.fonts import FontConfiguration
    except OSError as error:
        raise PRINTING_UNAVAILABLE(packages=DEBIAN_PACKAGES) from error
    return weasyprint, FontConfiguration()


def text_width(text: str, *, bold: bool = False) -> float:
    """Return the width of a line of `text` in the bundled font, in ems.

    Characters that the font lacks are set in some font of the machine; their width is
    an estimate: 1 em for full-width scripts, 0.7 em otherwise. Kerning is ignored; it
    makes most lines a little shorter.
    """
    widths = _advance_widths("bold" if bold else "normal")
    return sum(map(widths.__getitem__, text))


class _Widths(dict[str, float]):
    """Measures and remembers the width of each character."""

    def __missing__(self, character: str) -> float:
        is_full = unicodedata.east_asian_width(character) in "WF"
        width = _FULL_WIDTH if is_full else _FOREIGN_WIDTH
        if unicodedata.combining(character):
            width = 0.0
        return self.setdefault(character, width)


@cache
def _advance_widths(weight: str) -> _Widths:
    return _Widths(_bundled_widths(weight))


@cache
def _bundled_widths(weight: str) -> dict[str, float]:
    """Return the width of every character of a bundled font, in ems."""
    widths: dict[str, float] = json.loads(font_widths(weight))
    return widths


@_maybe_elsewhere
def font_widths(weight: str) -> bytes:
    """Return the widths of a font as JSON: ems, by character.

    fontTools takes 10 MB, and the process that lays out documents has it anyway.
    """
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - see above

    with TTFont(_FONTS[weight], lazy=True) as font:
        units = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        widths = {
            chr(code): metrics[glyph][0] / units
            for code, glyph in font.getBestCmap().items()
            if not unicodedata.combining(chr(code))
        }
    return json.dumps(widths).encode()


def is_bundled(text: str, *, bold: bool = False) -> bool:
    """Return True if the bundled font has all letters of `text`: its width is known."""
    return _bundled_widths("bold" if bold else "normal").keys() >= set(text)


def _font_faces() -> str:
    return "".join(
        f"@font-face {{ font-family: '{FONT_FAMILY}'; font-weight: {weight};"
        f" src: url('{path.as_uri()}') }}\n"
        for weight, path in _FONTS.items()
    )


@lru_cache(maxsize=8)
def _styles(css: str) -> Any:
    """Parse a stylesheet once per process. It may load only the bundled fonts."""
    weasyprint, fonts = _engine()
    fetcher = weasyprint.URLFetcher
    allowed = {path.as_uri() for path in _FONTS.values()}

    class BundledFonts(fetcher):  # type: ignore[misc, valid-type]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if url not in allowed:
                raise ValueError(url)
            return super().fetch(url, headers)

    return weasyprint.CSS(string=css, font_config=fonts, url_fetcher=BundledFonts())


@contextmanager
def _collector_off() -> Iterator[None]:
    """Stop Python's garbage collector while WeasyPrint builds a document.

    Otherwise the collector traverses the growing document again and again. All older
    objects are frozen, so that the single collection afterwards takes time only for the
    document and not for all objects of the process.
    """
    was_on = gc.isenabled()
    # Frozen objects are not looked at again, and come back to the oldest generation
    # after.
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.collect()
        gc.unfreeze()
        if was_on:
            gc.enable()
        return_free_memory()


def return_free_memory() -> None:
    """Return free memory to the system, where the C library can."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


@contextmanager
def _tagged_over(beneath: Sequence[Sequence[Placement]]) -> Iterator[None]:
    """Let the pages of a document lie over masters, if it has any: see `render_pdf`.

    WeasyPrint tags pages in a function that cannot be configured: its function is
    replaced meanwhile, by the one thread that lays out.
    """
    from weasyprint import pdf as writer
    from weasyprint.pdf import tags

    theirs = writer.add_tags
    if beneath:
        writer.add_tags = Imposition(beneath, tags._build_box_tree).add_tags
    try:
        yield
    finally:
        writer.add_tags = theirs


def _line_width() -> LineWidth:
    from weasyprint.text.line_break import line_size

    return lambda line, style: line_size(line, style)[0]


def _line_drawer() -> DrawLine:
    """Return a function that draws a line of text in a box as WeasyPrint does."""
    from weasyprint.draw.text import draw_first_line
    from weasyprint.matrix import Matrix
    from weasyprint.text.line_break import Layout, line_size

    @cache
    def layout_of(box: Any) -> Any:
        return Layout(box.style)

    def draw(stream: Any, slot: SlotLine) -> None:
        box, text, to_the_left = slot
        layout = layout_of(box)
        layout.set_text(text)
        width, _height = line_size(layout.get_first_line()[0], box.style)
        left = box.position_x - to_the_left * (width - box.width)
        line = SimpleNamespace(
            text=text, style=box.style, pango_layout=layout, baseline=box.baseline
        )
        stream.set_color(box.style["color"])
        stream.begin_text()
        place = Matrix(d=-1, e=left, f=box.position_y + box.baseline)
        draw_first_line(stream, line, "clip", "none", place)
        stream.end_text()

    return draw


def _finish(document: Any, pdf: Any) -> None:
    # The title once more, where PDF/UA asks for it; without a claim to be PDF/UA.
    document.metadata.include_in_pdf(
        pdf, "ua", version=None, conformance=None, compress=False
    )
    _without_nameless_figures(pdf)
    _place_figures(pdf)
    _fit(pdf)


def _without_nameless_figures(pdf: Any) -> None:
    """Remove the figure tags of drawings without a title.

    A screen reader would otherwise announce each line and box as a picture.
    """
    for element in pdf.objects:
        is_element = isinstance(element, dict) and element.get("S") == "/Figure"
        if is_element and "Alt" not in element:
            element["S"] = "/NonStruct"
            element.pop("A", None)


def _place_figures(pdf: Any) -> None:
    """State the places of pictures in points from the lower left corner of the page.

    WeasyPrint states them in pixels from the upper left corner.
    """
    heights = {page.reference: float(page["MediaBox"][3]) for page in _pages(pdf)}
    for element in _figures(pdf):
        height, box = heights[element["Pg"]], element["A"]["BBox"]
        left, top, right, bottom = (edge * _POINTS_PER_PIXEL for edge in box)
        box[:] = [left, height - bottom, right, height - top]


def _pages(pdf: Any) -> list[Any]:
    # A reference has three items: number, generation, "R".
    return [pdf.objects[number] for number in pdf.pages["Kids"][::3]]


def _figures(pdf: Any) -> Iterator[Any]:
    """Yield the structure elements of pictures that WeasyPrint made."""
    for element in pdf.objects:
        if isinstance(element, dict) and element.get("S") == "/Figure":
            yield element


class _Move(NamedTuple):
    """A change of place of the contents of a page: scaled, then moved, in points."""

    scale: float
    x: float
    y: float

    @property
    def operators(self) -> str:
        """The PDF operators that move everything drawn after them."""
        return f"q {self.scale:.5f} 0 0 {self.scale:.5f} {self.x:.3f} {self.y:.3f} cm"

    def edges(self, box: Sequence[float]) -> list[float]:
        """Return the moved edges of a box: left, lower, right, upper."""
        shifts = (self.x, self.y) * 2
        return [
            round(float(edge) * self.scale + shift, 3)
            for edge, shift in zip(box, shifts, strict=True)
        ]


def _fit(pdf: Any) -> None:
    """Centre each page on the paper that it is printed on.

    It is scaled to fit, or keeps its size if only margins are cut.
    """
    wanted = print_now()
    if wanted is None:
        return
    streams = Streams(pdf)
    moves: dict[bytes, _Move] = {}
    for page in _pages(pdf):
        _left, _bottom, width, height = map(float, page["MediaBox"])
        sides = sorted((wanted.paper.width, wanted.paper.height))
        across, along = (
            round(side * _POINTS_PER_MM, 3)
            for side in (sides[::-1] if width > height else sides)
        )
        if abs(across - width) < 1 and abs(along - height) < 1:
            continue
        scale = min(across / width, along / height)
        if wanted.keeps_size and _LEAST_CUT <= scale < 1:
            scale = 1.0
        x, y = (across - width * scale) / 2, (along - height * scale) / 2
        move = moves[page.reference] = _Move(scale, x, y)
        before = page["Contents"]
        inner = before if isinstance(before, list) else [before]
        array = type(pdf.pages["Kids"])
        page["Contents"] = array(
            [streams.reference(move.operators), *inner, streams.reference("Q")]
        )
        for box in _BOXES:
            page[box] = array([0, 0, across, along])
    if moves:
        _move_places(pdf, moves)


def _move_places(pdf: Any, moves: Mapping[bytes, _Move]) -> None:
    """Move the places of pictures, links and bookmarks that the PDF states."""
    of_links = {
        link: moves[page.reference]
        for page in _pages(pdf)
        if page.reference in moves
        for link in page.get("Annots", ())
    }
    for element in pdf.objects:
        if isinstance(element, StructureElement):
            if element.place and element.page in moves:
                element.place = tuple(moves[element.page].edges(element.place))
        elif not hasattr(element, "get"):
            continue
        elif element.get("S") == "/Figure" and element["Pg"] in moves:
            box = element["A"]["BBox"]
            box[:] = moves[element["Pg"]].edges(box)
        elif "Rect" in element and (move := of_links.get(element.reference)):
            element["Rect"][:] = move.edges(element["Rect"])
        elif isinstance(where := element.get("Dest"), list) and where[0] in moves:
            where[2:4] = moves[where[0]].edges((*where[2:4], *where[2:4]))[:2]
