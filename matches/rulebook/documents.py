"""The rules of the game as a printed document."""

from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from matches.documents.registry import Document, Scope
from matches.rulebook.book import book_named
from matches.rulebook.paper import rules_paper, stylesheet, two_pages
from matches.rulebook.profiles import ReadyMade
from matches.rules.text import gettext_noop


def _url(book: ReadyMade) -> str:
    return reverse("rulebook_profile", args=[book.key])


def _anybody(_request: HttpRequest, _address: str) -> None:
    """Allow every visitor to print the rules."""


def _values(book: ReadyMade) -> str:
    return rules_paper(book.profile, path=_url(book))


def _file_name(book: ReadyMade) -> str:
    return f"backgammon-{book.key}-{get_language()}.pdf"


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
    values=_values,
    basis=lambda html: (stylesheet(), html),
    build=two_pages,
    file_name=_file_name,
    note=gettext_noop("Two pages to print (PDF)"),
)
"""The rules on two pages of A4, in the largest type that fits."""
