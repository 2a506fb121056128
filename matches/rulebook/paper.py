"""The rules on two pages, for beginners, as a printed document."""

from functools import cache as once
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import uri_to_iri
from django.utils.translation import get_language

from matches.documents.joined import joined
from matches.documents.languages import FONT_FAMILY
from matches.documents.pdf import render_fitting
from matches.documents.registry import Document, Scope, paper_now
from matches.rulebook.book import book_named, chapters, set_beside
from matches.rulebook.profile_form import origin
from matches.rulebook.profiles import Profile, ReadyMade
from matches.rules.game import gettext_noop
from matches.web.club import club, logo_address
from matches.web.qr import qr_address

PAGES: Final = 2
SIZES: Final = tuple(f"{tenths / 10}" for tenths in range(100, 70, -3))
"""Type sizes in points, the largest first. The largest that fits two pages is used."""


def rules_paper(profile: Profile, *, path: str, tournament: str = "") -> str:
    """Return the rules as an HTML page for print, in the active language.

    `path` is the path of the page with the same rules, for the printed QR code. If the
    name of a `tournament` is given, the rules are presented as the rules of that
    tournament.
    """
    url = settings.SITE_URL + path
    context: dict[str, object] = {
        "tournament": tournament,
        "club": club(),
        "logo": logo_address(club().logo),
        "origin": origin(profile),
        "chapters": [
            (chapter, set_beside(chapter.parts)) for chapter in chapters(profile)
        ],
        "language": get_language(),
        "url": uri_to_iri(url.partition("://")[2]),
        # The path of a tournament may contain lower-case letters, which must be kept.
        "qr": qr_address(url, in_capitals=not tournament),
    }
    return render_to_string("matches/rulebook/paper.html", context)


def two_pages(*papers: str) -> bytes:
    """Return the PDF in the largest type of SIZES with which each paper fits two pages.

    In the smallest type it may have more pages. Raises PRINTING_UNAVAILABLE.
    """
    return joined(
        [
            render_fitting(
                [
                    html.replace('class="size-1"', f'class="size-{number}"', 1)
                    for number in range(1, len(SIZES) + 1)
                ],
                pages=PAGES,
                stylesheet=stylesheet(),
            )
            for html in papers
        ]
    )


def stylesheet() -> str:
    """Return the style sheet for paper, with a class for each of SIZES."""
    return _stylesheet(paper_now().css)


@once
def _stylesheet(paper: str) -> str:
    return render_to_string(
        "matches/rulebook/paper.css",
        {"font": FONT_FAMILY, "sizes": SIZES, "paper": paper},
    )


def _url(book: ReadyMade) -> str:
    return reverse("rulebook_profile", args=[book.key])


def _anybody(_request: HttpRequest, _address: str) -> None:
    """Allow every visitor to print the rules."""


PROFILE: Final[Scope[ReadyMade]] = Scope(
    kind="profile",
    address=lambda book: book.key,
    find=book_named,
    name=lambda book: str(book.label),
    url=_url,
)

RULES: Final[Document[ReadyMade, str]] = Document(
    key="rules",
    title=gettext_noop("Rules of the game"),
    scope=PROFILE,
    access=_anybody,
    values=lambda book: rules_paper(book.profile, path=_url(book)),
    basis=lambda html: (stylesheet(), html),
    build=two_pages,
    note=gettext_noop("Two pages to print (PDF)"),
)
"""The rules on two pages of A4, in the largest type that fits."""
