"""Converts HTML to PDF. The only module that uses WeasyPrint."""

import gc
import warnings
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, Final, TypeVar

from django.apps import AppConfig
from django.core.checks import CheckMessage, Warning
from django.template.loader import render_to_string
from django.utils.translation import get_language, get_language_bidi

from matches.documents.fontconfig import (
    FONT_FOLDER,
    PANGO,
    font_count,
    keep_pango_loaded,
    library_named,
    use_bundled_fonts,
)
from matches.documents.joined import one_pdf, pages_now
from matches.documents.languages import speaks_two
from matches.documents.registry import PRINTING_UNAVAILABLE, paper_now
from matches.web.bidi import isolated_html

DEBIAN_PACKAGES: Final = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
AT_A_TIME: Final = 32
"""The most sheets that are laid out as one document: more would take much memory."""

_FONT_FILES: Final = ("SourceSans3-Regular.ttf", "SourceSans3-Semibold.ttf")
# The library's name on Debian, then on macOS.
_SUBSETTER: Final = ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib")

ItemT = TypeVar("ItemT")


def print_template(
    name: str, context: Mapping[str, object], *, zoom: float = 1.0
) -> bytes:
    """Return the PDF of the templates NAME.html and NAME.css.

    Both know `paper`, the size to lay out for: that of the print, divided by `zoom`.

    Raises PRINTING_UNAVAILABLE when Pango is not installed.
    """
    known = {
        "language": get_language() or "en",
        "is_rtl": get_language_bidi(),
        "is_two": speaks_two(),
        "paper": paper_now().zoomed(zoom),
        "pages_now": pages_now(),
        **context,
    }
    html = render_to_string(f"{name}.html", known)
    return render_pdf(html, render_to_string(f"{name}.css", known), zoom=zoom)


def print_in_parts(
    items: Sequence[ItemT],
    build: Callable[[Sequence[ItemT]], bytes],
    *,
    at_a_time: int = AT_A_TIME,
) -> bytes:
    """Return the PDFs that `build` makes of a few items at a time as one PDF."""
    return one_pdf([partial(build, some) for some in in_batches(items, at_a_time)])


def in_batches(items: Sequence[ItemT], size: int) -> list[Sequence[ItemT]]:
    """Return items by so many at a time, such as the cards by their pages."""
    return [items[start : start + size] for start in range(0, len(items), size)]


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Keep Python from looking for garbage meanwhile.

    A layout makes a million objects and drops none of them before its end; looking
    through them again and again takes a third of its time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@_without_collecting()
def render_pdf(html: str, stylesheet: str = "", *, zoom: float = 1.0) -> bytes:
    """Return the PDF of HTML with a stylesheet.

    Only `data:` URLs are read: no file, no network. All texts must come from templates
    of this product in which user input is escaped.

    Raises PRINTING_UNAVAILABLE when Pango is not installed.
    """
    return _written(_laid_out(html, stylesheet), zoom)


@_without_collecting()
def render_fitting(variants: Sequence[str], *, pages: int, stylesheet: str) -> bytes:
    """Return the PDF of the first variant that fits on `pages`, else of the last.

    The variants are the same text, each with a tighter layout than the one before. For
    the arguments see `render_pdf`. Raises PRINTING_UNAVAILABLE.
    """

    @cache
    def laid_out(number: int) -> Any:
        return _laid_out(variants[number], stylesheet)

    first = bisect_left(
        range(len(variants) - 1),
        True,
        key=lambda number: len(laid_out(number).pages) <= pages,
    )
    return _written(laid_out(first))


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
    lost = [name for name in _FONT_FILES if not (FONT_FOLDER / name).is_file()]
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
def engine() -> Any:
    use_bundled_fonts()
    keep_pango_loaded()
    try:
        with warnings.catch_warnings():
            # A slow subsetter is reported by printing_problems.
            warnings.simplefilter("ignore", DeprecationWarning)
            # Imported here: it takes 49 MB and needs a C library that may be missing,
            # so only processes that make PDFs load it.
            import weasyprint
    except OSError as error:
        raise PRINTING_UNAVAILABLE(packages=DEBIAN_PACKAGES) from error
    return weasyprint


@cache
def _fonts() -> tuple[Any, Any]:
    """Return the bundled fonts as WeasyPrint knows them, and their stylesheet."""
    weasyprint = engine()
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    return fonts, weasyprint.CSS(filename=FONT_FOLDER / "fonts.css", font_config=fonts)


def _laid_out(html: str, stylesheet: str) -> Any:
    weasyprint = engine()
    fonts, faces = _fonts()
    only_data = weasyprint.URLFetcher(allowed_protocols=["data"])
    style = weasyprint.CSS(string=stylesheet, font_config=fonts, url_fetcher=only_data)
    return weasyprint.HTML(string=isolated_html(html), url_fetcher=only_data).render(
        stylesheets=[faces, style], font_config=fonts
    )


def _written(document: Any, zoom: float = 1.0) -> bytes:
    content: bytes = document.write_pdf(zoom=zoom, pdf_variant="pdf/ua-1")
    return content
