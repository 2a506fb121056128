"""Makes the PDF of printed lists."""

from collections.abc import Sequence
from functools import cache
from typing import Final
from urllib.parse import unquote

from django.template.loader import render_to_string
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext

from matches.documents.pdf import render_pdf
from matches.documents.qr import qr_address
from matches.documents.text import FONT_FAMILY, clean
from tournaments.printed_lists import layout
from tournaments.printed_lists.fitting import MM_PER_POINT, cut
from tournaments.printed_lists.layout import ListPage, pages_of
from tournaments.printed_lists.values import ListHead, PrintedList

MARGIN_X: Final = 10.0
MARGIN_Y: Final = 18.0
"""On A4. US Letter is 18 mm lower, so that 9 mm are left there."""
FOOT_SIZE: Final = 7.5
"""In points."""


def print_list(values: PrintedList) -> bytes:
    """Return the PDF of a list.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    html = lists_html([values], title=f"{values.head.title} · {values.head.tournament}")
    return render_pdf(html, stylesheet=stylesheet())


def lists_html(lists: Sequence[PrintedList], *, title: str) -> str:
    """Return the pages of several lists, one after the other."""
    return render_to_string(
        "tournaments/printed_lists/lists.html",
        {
            "title": title,
            "language": lists[0].head.language,
            "width": layout.WIDTH,
            "height": layout.HEIGHT,
            "pages": [page for one in lists for page in _pages(one)],
        },
    )


def _pages(values: PrintedList) -> list[tuple[ListPage, str, str]]:
    """Return the pages of a list, each with its last line and its QR code."""
    code = qr_address(values.head.url, in_capitals=False)
    return [(page, _foot(values.head, page), code) for page in pages_of(values)]


def _foot(head: ListHead, page: ListPage) -> str:
    """Return the last line of a page: when it was printed, and which page it is."""
    values = {
        "date": date_format(head.printed_at, "SHORT_DATE_FORMAT"),
        "time": time_format(head.printed_at, "H:i"),
        "number": head.draw_number,
    }
    printed = (
        gettext("printed %(date)s %(time)s · draw %(number)s") % values
        if head.draw_number
        else gettext("printed %(date)s %(time)s") % values
    )
    number = gettext("Page %(number)s of %(count)s") % {
        "number": page.number,
        "count": page.count,
    }
    address = clean(unquote(head.url.partition("://")[2].rstrip("/")))
    room = layout.WIDTH / (FOOT_SIZE * MM_PER_POINT)
    return cut(f"{number} · {printed} · {address}", room)


@cache
def stylesheet() -> str:
    """Return the style of printed lists."""
    return render_to_string(
        "tournaments/printed_lists/lists.css",
        {
            "font": FONT_FAMILY,
            "margin_x": MARGIN_X,
            "margin_y": MARGIN_Y,
            "width": layout.WIDTH,
            "height": layout.HEIGHT,
            "foot_size": FOOT_SIZE,
            "qr": layout.QR,
        },
    )
