"""Converts HTML to PDF. The only module that uses WeasyPrint."""

import ctypes
import gc
import json
import unicodedata
import warnings
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache, wraps
from threading import Lock
from typing import Any, Final, ParamSpec

from django.apps import AppConfig
from django.core.checks import CheckMessage, Warning

from matches.documents.errors import PRINTING_UNAVAILABLE
from matches.documents.fontconfig import (
    FONT_FOLDER,
    font_count,
    library_named,
    use_bundled_fonts,
)
from matches.documents.masters import Imposition, Placement, Streams
from matches.documents.papers import print_now
from matches.documents.text import FONT_FAMILY

DEBIAN_PACKAGES: Final = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"

_FONTS: Final = {
    "normal": FONT_FOLDER / "SourceSans3-Regular.ttf",
    "bold": FONT_FOLDER / "SourceSans3-Semibold.ttf",
}
# The library's name on Debian, then on macOS.
_PANGO: Final = (
    ("libpango-1.0.so.0", "libpango-1.0.dylib"),
    ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib"),
)
_SUBSETTER: Final = ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib")
_POINTS_PER_MM: Final = 72 / 25.4
_FULL_WIDTH: Final = 1.0
_FOREIGN_WIDTH: Final = 0.7
_LEAST_CUT: Final = 0.9
"""The smallest part of a page that must remain when its margins are cut."""

P = ParamSpec("P")

# WeasyPrint's font map and Python's garbage collector are shared by all threads.
_one_layout = Lock()
_elsewhere: Callable[..., bytes] | None = None


def use_layout_process(ask: Callable[..., bytes] | None) -> None:
    """Make PDFs by `ask(name of the function, *arguments)`; None: in this process."""
    global _elsewhere  # noqa: PLW0603 - said once, when a worker starts
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
    laid_out: Callable[[int], None] = lambda _chunks: None,
) -> bytes:
    """Return the PDF of all `chunks` of HTML with `stylesheet`, one after the other.

    Where `stylesheet` is a sequence, each chunk has its own.

    `laid_out` is called after each chunk with how many are done.

    Only `data:` URLs are read: no file, no network. All texts must come from templates
    of this product in which user input is escaped.

    `beneath` stores what many pages have in common only once. The first pages of the
    document are then masters, which are left out of the PDF; each later page has one
    row in `beneath` with the masters that are printed under it.

    Raises PRINTING_UNAVAILABLE when Pango is not installed.
    """
    weasyprint, fonts = _engine()

    styles = [stylesheet] * len(chunks) if isinstance(stylesheet, str) else stylesheet
    with _one_layout, _collector_resting():
        documents: list[Any] = []
        for html, style in zip(chunks, styles, strict=True):
            fetcher = weasyprint.URLFetcher(allowed_protocols=["data"])
            documents.append(
                weasyprint.HTML(string=html, url_fetcher=fetcher).render(
                    stylesheets=[_styles(_font_faces()), _styles(style)],
                    font_config=fonts,
                )
            )
            laid_out(len(documents))
        pages = [page for document in documents for page in document.pages]
        with _tagged_over(beneath):
            content: bytes = (
                documents[0]
                .copy(pages)
                .write_pdf(pdf_tags=True, finisher=lambda _document, pdf: _finish(pdf))
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
            string=texts[text][number],
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

    with _one_layout, _collector_resting():
        documents = [
            laid_out(text, first_fitting(text, len(variants)))
            for text, variants in enumerate(texts)
        ]
        content: bytes = (
            documents[0]
            .copy([page for document in documents for page in document.pages])
            .write_pdf(pdf_tags=True, finisher=lambda _document, pdf: _finish(pdf))
        )
    return content


def printing_problems() -> list[str]:
    """Return what is missing for PDFs on this machine, without loading WeasyPrint."""
    missing = [names[0] for names in _PANGO if library_named(names) is None]
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
    """Return the width of every character of a bundled font, in ems."""
    return _Widths(json.loads(font_widths(weight)))


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
def _collector_resting() -> Iterator[None]:
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
        give_back()


def give_back() -> None:
    """Return free memory to the system, where the C library can."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


@contextmanager
def _tagged_over(beneath: Sequence[Sequence[Placement]]) -> Iterator[None]:
    """Let the pages of a document lie over masters, if it has any: see `render_pdf`.

    WeasyPrint tags pages without asking anybody: its function is replaced meanwhile, by
    the one thread that lays out.
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


def _finish(pdf: Any) -> None:
    _without_nameless_figures(pdf)
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


def _fit(pdf: Any) -> None:
    """Centre each page on the paper that it is printed on.

    It is scaled to fit, or keeps its size if only margins are cut.
    """
    wanted = print_now()
    if wanted is None:
        return
    kids = pdf.pages["Kids"]
    streams = Streams(pdf)
    for number in kids[::3]:
        page = pdf.objects[number]
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
        before = page["Contents"]
        inner = before if isinstance(before, list) else [before]
        page["Contents"] = type(kids)(
            [
                streams.reference(f"q {scale:.5f} 0 0 {scale:.5f} {x:.3f} {y:.3f} cm"),
                *inner,
                streams.reference("Q"),
            ]
        )
        page["MediaBox"] = type(kids)([0, 0, across, along])
