"""Makes the PDF of printed lists."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from django.template.loader import render_to_string
from django.utils.translation import gettext

from matches.documents.fitting import MM_PER_POINT, SMALLEST_LABEL, cut
from matches.documents.papers import SMALL as SMALL_PAPERS
from matches.documents.papers import paper_now
from matches.documents.pdf import render_pdf
from matches.documents.text import FONT_FAMILY, by_direction, clean
from matches.web.qr import qr_address
from tournaments.printed_lists import layout
from tournaments.printed_lists.layout import PrintedPage
from tournaments.printed_lists.list_pages import pages_of
from tournaments.printed_lists.values import ListHead, PrintedList

MARGIN_X: Final = 10.0
MARGIN_Y: Final = 18.0
"""On A4. US Letter is 18 mm lower, so that 9 mm are left there."""
MARGIN_WIDE: Final = 20.0
"""On the left and on the right in landscape; 11 mm are left on US Letter."""
SMALL_X: Final = 11.0
SMALL_Y: Final = 13.0
"""On A5. Half Letter is 8.3 mm narrower, so that 6.8 mm are left at the sides."""
FOOT_SIZE: Final = 7.5
"""In points."""


def print_list(values: PrintedList) -> bytes:
    """Return the PDF of a list.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    is_small = paper_now() in SMALL_PAPERS
    return print_pages(pages_of(values, layout.SMALL if is_small else layout.PORTRAIT))


def print_pages(pages: Sequence[PrintedPage]) -> bytes:
    """Return the PDF of laid out pages."""
    head = pages[0].head
    html = pages_html(pages, title=f"{head.title} · {head.tournament}")
    return render_pdf(html, stylesheet=stylesheet())


def pages_html(pages: Sequence[PrintedPage], *, title: str) -> str:
    """Return laid out pages as HTML, one after the other."""
    return render_to_string(
        "tournaments/printed_lists/lists.html",
        {
            "title": title,
            "language": pages[0].head.language,
            "pages": [
                (page, _foot(page.head, page), _code(page.head.url)) for page in pages
            ],
        },
    )


@lru_cache(maxsize=32)
def _code(url: str) -> str:
    return qr_address(url, in_capitals=False)


def _foot(head: ListHead, page: PrintedPage) -> str:
    """Return the last line: which page it is, when it was printed, whose it is."""
    number = gettext("Page %(number)s of %(count)s") % {
        "number": page.number,
        "count": page.count,
    }
    address = clean(unquote(head.url.partition("://")[2].rstrip("/")))
    room = page.area.width / (FOOT_SIZE * MM_PER_POINT)
    return cut(f"{number} · {head.stamp} · {address}", room)


@by_direction
def stylesheet() -> str:
    """Return the style of printed lists."""
    return render_to_string(
        "tournaments/printed_lists/lists.css",
        {
            "font": FONT_FAMILY,
            "margin_x": MARGIN_X,
            "margin_y": MARGIN_Y,
            "width": layout.WIDTH,
            "height": int(layout.HEIGHT),
            "wide_margin": MARGIN_WIDE,
            "wide_width": layout.LANDSCAPE.width,
            "wide_height": int(layout.LANDSCAPE.height),
            "small_x": SMALL_X,
            "small_y": SMALL_Y,
            "small_width": layout.SMALL.width,
            "small_height": int(layout.SMALL.height),
            "foot_size": FOOT_SIZE,
            "legend_size": SMALLEST_LABEL,
            "sizes": range(SMALLEST_LABEL, layout.TOURNAMENT_SIZE + 1),
            "qr": layout.QR,
        },
    )
