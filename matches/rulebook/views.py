"""Pages of the rules of backgammon, and the rules on two pages of paper."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.documents.registry import offers
from matches.rulebook import (
    BOOKS,
    ProfileRules,
    book_named,
    chapters,
    default_book,
    differences,
)


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
    context = {"chapters": differences(), "books": BOOKS}
    return render(request, "matches/rulebook/rulebook_differences.html", context)


def _chosen(key: str) -> ProfileRules:
    """Return the rules with the key of a URL. Raises Http404."""
    try:
        return book_named(key)
    except KeyError as error:
        raise Http404 from error


def _page(request: HttpRequest, chosen: ProfileRules) -> HttpResponse:
    context = {
        "book": chosen,
        "chapters": chapters(chosen.made.profile),
        "books": BOOKS,
        "offers": offers("profile", chosen),
    }
    return render(request, "matches/rulebook/rulebook.html", context)
