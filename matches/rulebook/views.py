"""The rules of backgammon: pages to read, and two pages of paper."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.documents.pdf import PrintingUnavailableError
from matches.rulebook import BOOKS, Book, chapters, default_book, differences
from matches.rulebook.paper import pdf_answer, rules_paper
from matches.web import answers

UNAVAILABLE: Final = 503


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
    return render(request, "matches/rulebook/rulebook_differences.html", context)


@require_safe
def rulebook_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """The same on two pages of A4, for whoever is learning the game."""
    chosen = _chosen(key)
    path = reverse("rulebook_profile", args=[chosen.key])
    name = f"backgammon-{chosen.key}-{get_language()}.pdf"
    try:
        return pdf_answer(rules_paper(chosen.made.profile, path=path), name=name)
    except PrintingUnavailableError as error:
        answers.refuse(request, error)
        return _page(request, chosen, status=UNAVAILABLE)


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
    return render(request, "matches/rulebook/rulebook.html", context, status=status)
