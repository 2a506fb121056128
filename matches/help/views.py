"""The pages of the help."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.help.manual import NAMES, manual_page


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """List all pages with their parts, that for players first."""
    players, *directors = (manual_page(name, get_language() or "en") for name in NAMES)
    return render(
        request,
        "matches/help/index.html",
        {"players": players, "directors": directors},
    )


@require_safe
def help_page(request: HttpRequest, name: str) -> HttpResponse:
    if name not in NAMES:
        raise Http404
    page = manual_page(name, get_language() or "en")
    return render(request, "matches/help/page.html", {"page": page})
