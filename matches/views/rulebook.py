"""The rules of backgammon: pages to read, and two pages of paper."""

from functools import cache as once
from hashlib import sha256
from threading import Lock
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches import web
from matches.printing import FONT_FAMILY, PrintingUnavailableError, render_fitting
from matches.qr import qr_address
from matches.rulebook import (
    BOOKS,
    Book,
    chapters,
    default_book,
    differences,
    set_beside,
)

PAGES: Final = 2
SIZES: Final = tuple(f"{tenths / 10}" for tenths in range(100, 70, -3))
"""Sizes of type in points: the largest in which all fits on two pages is taken."""
A_DAY: Final = 24 * 3600
UNAVAILABLE: Final = 503

# Many who print at once wait for the one who sets the pages.
_setting = Lock()


@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    """The rules that are at home in the language of the site."""
    return _page(request, default_book(get_language()))


@require_safe
def rulebook_profile(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one ready-made profile."""
    return _page(request, _chosen(key))


@require_safe
def rulebook_differences(request: HttpRequest) -> HttpResponse:
    """Where the ready-made rules differ, for whoever learned by others."""
    context = {"chapters": differences(), "books": BOOKS}
    return render(request, "matches/rulebook_differences.html", context)


@require_safe
def rulebook_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """The same on two pages of A4, for whoever is learning the game."""
    chosen = _chosen(key)
    try:
        content = _kept(paper(chosen))
    except PrintingUnavailableError as error:
        web.refuse(request, error)
        return _page(request, chosen, status=UNAVAILABLE)
    answer = HttpResponse(content, content_type="application/pdf")
    name = f"backgammon-{chosen.key}-{get_language()}.pdf"
    answer["Content-Disposition"] = f'inline; filename="{name}"'
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])
    return answer


def paper(chosen: Book) -> str:
    """Return the rules as a page for paper, in the language of the moment."""
    url = settings.SITE_URL + reverse("rulebook_profile", args=[chosen.key])
    context = {
        "book": chosen,
        "chapters": [
            (chapter, set_beside(chapter.parts))
            for chapter in chapters(chosen.made.profile, on_paper=True)
        ],
        "language": get_language(),
        "url": url.partition("://")[2],
        "qr": qr_address(url),
    }
    return render_to_string("print/rulebook.html", context)


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
    return render_to_string("print/rulebook.css", {"font": FONT_FAMILY, "sizes": SIZES})


def _chosen(key: str) -> Book:
    """Return the rules of an address. Raises Http404."""
    for each in BOOKS:
        if each.key == key.lower():
            return each
    raise Http404


def _page(request: HttpRequest, chosen: Book, *, status: int = 200) -> HttpResponse:
    context = {
        "book": chosen,
        "chapters": chapters(chosen.made.profile),
        "books": BOOKS,
    }
    return render(request, "matches/rulebook.html", context, status=status)


def _kept(html: str) -> bytes:
    """Return the PDF of `html`, set once a day at most."""
    key = f"rulebook-{sha256(html.encode()).hexdigest()}"
    content: bytes | None = cache.get(key)
    if content is not None:
        return content
    with _setting:
        content = cache.get(key)
        if content is None:
            content = two_pages(html)
            cache.set(key, content, A_DAY)
    return content
