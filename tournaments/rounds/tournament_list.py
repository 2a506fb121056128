"""A list of tournaments: the current ones, and all by page, year and name."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from matches.ledger.models.match import NOT_DONE, Match
from matches.web.context import depends_on
from tournaments.rounds.models import DECIDED, Pairing
from tournaments.structure.listing import (
    TournamentLine,
    tournament_lines,
    tournament_years,
    tournaments_named,
)
from tournaments.structure.models import Stage, Tournament, TournamentQuerySet

LONGEST_SEARCH: Final = 80
RECENT: Final = timedelta(days=7)
"""The time for which an open tournament without an open match counts as being on."""

MOST_CURRENT: Final = 60


@dataclass(frozen=True, slots=True)
class TournamentList:
    """A page of a list of tournaments, and what was asked for.

    `current` are the tournaments that are on now, the same on every page. `lines` are
    those of this page: they leave `current` out, but not if a name or a year was asked
    for.
    """

    current: Sequence[TournamentLine]
    lines: Sequence[TournamentLine]
    listed: Page[Tournament]
    search: str
    year: int | None
    years: Sequence[int]

    @property
    def found(self) -> int:
        return self.listed.paginator.count

    @property
    def has_any(self) -> bool:
        return bool(self.found or self.current)

    @property
    def is_filtered(self) -> bool:
        return bool(self.search or self.year)

    @property
    def query(self) -> str:
        asked = {"q": self.search, "year": self.year}
        kept = urlencode({name: value for name, value in asked.items() if value})
        return f"{kept}&" if kept else ""


def listing(
    request: HttpRequest, among: TournamentQuerySet, *, per_page: int
) -> TournamentList:
    """Return a list of tournaments. At most five queries.

    The request may ask for `q` (part of a name), `year` (one with tournaments) and
    `page` (from 1; a page after the last one is the last). Other values are ignored.
    """
    search = request.GET.get("q", "").replace("\x00", "").strip()[:LONGEST_SEARCH]
    years = tournament_years(among)
    year = _chosen_year(request, years)
    current = current_tournaments(timezone.localdate(), among)
    found = tournaments_named(search, among, year=year)
    if not (search or year):
        found = found.exclude(pk__in=[tournament.pk for tournament in current])
    page = Paginator(found, per_page).get_page(request.GET.get("page"))
    number = "page" in request.GET and page.number
    depends_on(request, year=year, page=number)
    listed = list(page.object_list)
    lines = tournament_lines([*current, *listed])
    return TournamentList(
        current=_in_order(current, lines),
        lines=_in_order(listed, lines),
        listed=page,
        search=search,
        year=year,
        years=years,
    )


def _in_order(
    tournaments: list[Tournament], lines: dict[int, TournamentLine]
) -> list[TournamentLine]:
    """Return the lines of tournaments; one removed since it was read has none."""
    found = (lines.get(tournament.pk) for tournament in tournaments)
    return [line for line in found if line]


def _chosen_year(request: HttpRequest, years: list[int]) -> int | None:
    asked = request.GET.get("year", "")
    return next((year for year in years if str(year) == asked), None)


def current_tournaments(today: date, among: TournamentQuerySet) -> list[Tournament]:
    """Return the tournaments that are on now, the newest first. One query.

    An open tournament is on from its first day to its last, or if a round of it is
    published and it is dated within the last week or later, or has a match that is not
    decided. Of more than `MOST_CURRENT` the oldest are left out.

    Each of these conditions is found by an index: a club may never close anything.
    """
    published = Stage.objects.filter(
        division__tournament=OuterRef("pk"), published_rounds__isnull=False
    )
    keys = Tournament.everything.order_by().values_list("pk")
    recent = keys.filter(Q(date=today) | Exists(published), date__gte=today - RECENT)
    lasting = keys.filter(date__lte=today, end_date__gte=today)
    # A union: for conditions joined by OR, a database reads the list in its order.
    on_now = recent.union(lasting, _being_played())
    return list(
        among.open().filter(pk__in=on_now).order_by("-date", "-pk")[:MOST_CURRENT]
    )


def _being_played() -> QuerySet[Pairing, tuple[int]]:
    not_done = Match.objects.filter(NOT_DONE)
    undecided = Pairing.objects.live().filter(match__in=not_done).exclude(DECIDED)
    return undecided.order_by().values_list("tournament")
