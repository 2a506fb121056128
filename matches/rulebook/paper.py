"""The rules on two pages of A4, for whoever is learning the game."""

from functools import cache as once
from hashlib import sha256
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.encoding import uri_to_iri
from django.utils.http import content_disposition_header
from django.utils.translation import get_language

from matches.documents.pdf import FONT_FAMILY, render_fitting
from matches.documents.qr import qr_address
from matches.rulebook import chapters, set_beside
from matches.rulebook.profile_words import origin
from matches.rulebook.profiles import Profile

PAGES: Final = 2
SIZES: Final = tuple(f"{tenths / 10}" for tenths in range(100, 70, -3))
"""Sizes of type in points: the largest in which all fits on two pages is taken."""
A_DAY: Final = 24 * 3600

# Many who print at once wait for the one who sets the pages.
_setting = Lock()


def rules_paper(profile: Profile, *, path: str, tournament: str = "") -> str:
    """Return the rules as a page for paper, in the language of the moment.

    `path` is where the same is read on a phone. With the name of a tournament the rules
    are said to be its own.
    """
    url = settings.SITE_URL + path
    context: dict[str, Any] = {
        "tournament": tournament,
        "origin": origin(profile),
        "chapters": [
            (chapter, set_beside(chapter.parts))
            for chapter in chapters(profile, on_paper=True)
        ],
        "language": get_language(),
        "url": uri_to_iri(url.partition("://")[2]),
        # The address of a tournament may hold small letters that count.
        "qr": qr_address(url, in_capitals=not tournament),
    }
    return render_to_string("matches/rulebook/paper.html", context)


def pdf_answer(html: str, *, name: str) -> HttpResponse:
    """Return the rules as a PDF file, set once a day at most.

    Raises PrintingUnavailableError.
    """
    answer = HttpResponse(_kept(html), content_type="application/pdf")
    inline = content_disposition_header(as_attachment=False, filename=name)
    answer["Content-Disposition"] = str(inline)
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])
    return answer


def two_pages(html: str) -> bytes:
    """Return the PDF in the largest type of SIZES in which `html` fits two pages.

    If even the smallest does not do, its pages are more than two. Raises
    PrintingUnavailableError.
    """
    variants = [
        html.replace('class="size-1"', f'class="size-{number}"', 1)
        for number in range(1, len(SIZES) + 1)
    ]
    return render_fitting(variants, pages=PAGES, stylesheet=stylesheet())


@once
def stylesheet() -> str:
    """Return the style of the pages on paper, with a class for each of SIZES."""
    return render_to_string(
        "matches/rulebook/paper.css", {"font": FONT_FAMILY, "sizes": SIZES}
    )


def _kept(html: str) -> bytes:
    """Return the PDF of `html`, set only if nobody asked for it today."""
    key = f"rulebook-{sha256((stylesheet() + html).encode()).hexdigest()}"
    content: bytes | None = cache.get(key)
    if content is not None:
        return content
    with _setting:
        content = cache.get(key)
        if content is None:
            content = two_pages(html)
            cache.set(key, content, A_DAY)
    return content
