"""A list of tournaments: what is on now, and all by page, year and name."""

from typing import Any, Final
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils import timezone

from tournaments.structure.queries import (
    current_tournaments,
    tournament_lines,
    tournament_years,
    tournaments_named,
)

LONGEST_SEARCH: Final = 80


def listing(request: HttpRequest, *, per_page: int) -> dict[str, Any]:
    """Return what a list of tournaments shows. At most five queries.

    `q` is part of a name, `year` a year with tournaments, `page` counts from 1; what
    is none of these is ignored, and a page after the last one is the last. What is on
    now is on every page, and stands among the others only where they were searched.
    """
    search = request.GET.get("q", "").replace("\x00", "").strip()[:LONGEST_SEARCH]
    years = tournament_years()
    year = _chosen_year(request, years)
    current = current_tournaments(timezone.localdate())
    found = tournaments_named(search, year=year)
    is_filtered = bool(search or year)
    if not is_filtered:
        found = found.exclude(pk__in=[each.pk for each in current])
    page = Paginator(found, per_page).get_page(request.GET.get("page"))
    listed = list(page.object_list)
    lines = tournament_lines([*current, *listed])
    asked = {"q": search, "year": year}
    kept = urlencode({name: value for name, value in asked.items() if value})
    return {
        "current": [lines[each.pk] for each in current if each.pk in lines],
        "lines": [lines[each.pk] for each in listed if each.pk in lines],
        "page": page,
        "found": page.paginator.count,
        "total": page.paginator.count + (0 if is_filtered else len(current)),
        "search": search,
        "year": year,
        "years": years,
        "is_filtered": is_filtered,
        "query": f"{kept}&" if kept else "",
    }


def _chosen_year(request: HttpRequest, years: list[int]) -> int | None:
    asked = request.GET.get("year", "")
    return next((year for year in years if str(year) == asked), None)
