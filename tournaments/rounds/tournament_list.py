"""A list of tournaments: what is on now, and all by page, year and name."""

from datetime import date, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.utils import timezone

from tournaments.rounds.models import DECIDED, Pairing
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import (
    tournament_lines,
    tournament_years,
    tournaments_named,
)

LONGEST_SEARCH: Final = 80
RECENT: Final = timedelta(days=7)
"""How long an open tournament counts as being played with no match under way."""

MOST_CURRENT: Final = 60


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


def current_tournaments(today: date) -> list[Tournament]:
    """Return what is on now, the newest first. One query.

    An open tournament is on if it is dated today, or if a round of it is published and
    it is dated within the last week or later, or has a match that is not decided. The
    older of more than `MOST_CURRENT` are left out.
    """
    published = Stage.objects.filter(
        division__tournament=OuterRef("pk"), published_rounds__isnull=False
    )
    undecided = (
        Pairing.objects.live()
        .with_match()
        .filter(tournament=OuterRef("pk"))
        .exclude(DECIDED)
    )
    being_played = Exists(published) & (Q(date__gte=today - RECENT) | Exists(undecided))
    return list(
        Tournament.objects.filter(closed_at__isnull=True)
        .filter(Q(date=today) | being_played)
        .order_by("-date", "-pk")[:MOST_CURRENT]
    )
