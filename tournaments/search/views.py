"""The page of the search."""

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.ledger.lists import history_rows
from matches.players.queries import players_at
from matches.web import answers
from matches.web.throttle import slow_search
from tournaments.search.queries import LONGEST, Search, words_of
from tournaments.structure import access as structure_access
from tournaments.structure.listing import tournament_lines
from tournaments.structure.models import Tournament

FIRST_FEW: Final = 5
PER_PAGE: Final = 30
KINDS: Final = ("pages", "tournaments", "players", "matches", "help")


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Find tournaments, players, matches and pages by the typed text."""
    typed = words_of(request.GET.get("q", ""))
    at = _place_of(request)
    kind = request.GET.get("kind", "")
    kind = kind if kind in KINDS else ""
    context: dict[str, Any] = {
        "typed": typed,
        "kind": kind,
        "at": at,
        "longest": LONGEST,
        "all_url": _url(typed, at),
        "query": _url(typed, at, kind).partition("?")[2] + "&",
        "groups": [],
        "is_too_common": False,
    }
    if typed:
        asked = Search(request, typed, at)
        context["groups"] = list(_groups(asked, kind, request.GET.get("page")))
        context["is_too_common"] = asked.is_too_common()
    template = "tournaments/search/search.html"
    fragment = "tournaments/search/_found.html"
    answer = answers.show(request, template, context, fragment=fragment)
    return slow_search(request, answer)


def _place_of(request: HttpRequest) -> Tournament | None:
    """Return the tournament that the visitor came from, if they may see it."""
    slug = request.GET.get("at", "")
    try:
        return structure_access.tournament_for_public(request, slug) if slug else None
    except Http404:
        return None


def _groups(asked: Search, only: str, page: str | None) -> Iterator[dict[str, Any]]:
    """Yield what is found of each kind, the first few of it, or a page of one kind."""
    titles = (_("Pages"), _("Tournaments"), _("Players"), _("Matches"), _("Help"))
    for kind, title in zip(KINDS, titles, strict=True):
        if only not in {"", kind}:
            continue
        listed = Paginator(asked.results(kind), PER_PAGE if only else FIRST_FEW)
        if listed.count:
            shown = listed.get_page(page if only else None)
            is_cut = not only and listed.num_pages > 1
            yield {
                "kind": kind,
                "title": title,
                "count": listed.count,
                "rows": _rows(kind, list(shown.object_list)),
                "listed": shown,
                "more_url": _url(asked.typed, asked.at, kind) if is_cut else "",
            }


def _rows(kind: str, results: list[Any]) -> list[Any]:
    """Return what a page shows of the things that were found."""
    if kind == "tournaments":
        rows = Tournament.objects.filter(pk__in=results).order_by("-date", "-pk")
        return list(tournament_lines(rows).values())
    if kind == "players":
        return list(players_at(results))
    return list(history_rows(results)) if kind == "matches" else results


def _url(typed: str, at: Tournament | None, kind: str = "") -> str:
    asked = {"q": typed, "kind": kind, "at": at.slug if at else ""}
    query = urlencode({name: value for name, value in asked.items() if value})
    return f"{reverse('search')}?{query}"
