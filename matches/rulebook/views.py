"""Pages of the rules of backgammon, and the rules on two pages of paper."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.documents.registry import Offer, offers
from matches.rulebook import (
    BOOKS,
    DifferentChapter,
    ProfileRules,
    ShownChapter,
    book_named,
    chapters,
    default_book,
    differences,
)
from matches.web import answers
from matches.web.answers import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksPage(Page):
    """A page with links to the rules of all profiles."""

    books: Iterable[ProfileRules] = BOOKS
    book: ProfileRules | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookPage(BooksPage):
    """The rules of one profile."""

    template = "matches/rulebook/rulebook.html"

    book: ProfileRules
    chapters: Sequence[ShownChapter]
    offers: Sequence[Offer]


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferencesPage(BooksPage):
    """The page of the differences between the rules."""

    template = "matches/rulebook/rulebook_differences.html"

    chapters: Sequence[DifferentChapter]


@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    """Show the rules for the language of the site."""
    return _page(request, default_book(get_language()))


@require_safe
def rulebook_profile(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules of one ready-made profile."""
    return _page(request, _chosen(key))


@require_safe
def rulebook_differences(request: HttpRequest) -> HttpResponse:
    """Show the differences between the ready-made rules."""
    return answers.show_page(request, DifferencesPage(chapters=differences()))


def _chosen(key: str) -> ProfileRules:
    """Return the rules with the key of a URL. Raises Http404."""
    try:
        return book_named(key)
    except KeyError as error:
        raise Http404 from error


def _page(request: HttpRequest, chosen: ProfileRules) -> HttpResponse:
    page = RulebookPage(
        book=chosen,
        chapters=chapters(chosen.made.profile),
        offers=offers("profile", chosen),
    )
    return answers.show_page(request, page)
