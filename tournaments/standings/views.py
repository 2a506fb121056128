"""The public page of the standings."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.documents.registry import Offer, offer
from matches.players.names import finder
from matches.web import answers
from tournaments.rounds import access as rounds_access
from tournaments.rounds.list_parts import ListPart, part_of, searched
from tournaments.rounds.public_page import PublicPage, live
from tournaments.standings.finishing import (
    DivisionOrder,
    EventOrder,
    Finisher,
    finishing_order,
    text_to_paste,
)
from tournaments.standings.queries import (
    PlacesRule,
    StandingRow,
    StandingsTable,
    rules_of_places,
    standings_table,
)
from tournaments.standings.working import RowWorking, working_of
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import FIRST, stage_url

PODIUM_PLACES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage(PublicPage):
    """The standings of a stage, and why each row is above the next."""

    template = "tournaments/standings/standings.html"
    fragment = "tournaments/standings/_standings.html"
    tab = "standings"

    table: StandingsTable
    part: ListPart[StandingRow]

    @property
    def address(self) -> str:
        """The address of this page."""
        return self.part.at(stage_url(self.stage, "standings"))

    @property
    def leaders(self) -> Sequence[StandingRow]:
        """The first rows, for the preview of a link; none with several groups."""
        return () if self.table.groups else self.table.rows[:PODIUM_PLACES]

    @property
    def rules(self) -> list[PlacesRule]:
        """How places are decided."""
        return rules_of_places([(self.stage, self.table)])


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingPage(PublicPage):
    """One row of the standings: its matches, and the sum behind each number."""

    template = "tournaments/standings/standing.html"
    fragment = "tournaments/standings/_standing.html"
    tab = "standings"

    shown: RowWorking

    @property
    def address(self) -> str:
        """The address of this page."""
        place = [self.tournament.slug, self.stage.number, self.shown.row.number]
        return reverse("standing", args=place)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishingPage(PublicPage):
    """Everybody, first to last, in every event of the tournament."""

    template = "tournaments/standings/finishing.html"
    fragment = "tournaments/standings/_finishing.html"
    tab = "standings"

    divisions: Sequence[DivisionOrder]
    site: str
    search: str = ""

    @property
    def address(self) -> str:
        """The address of this page."""
        url = reverse("finishing_order", args=[self.tournament.slug])
        return f"{url}?{urlencode({'q': self.search})}" if self.search else url

    @property
    def found(self) -> list[tuple[DivisionOrder, EventOrder, Finisher]]:
        """The places of those whose name was searched for, in every event."""
        fits = finder(self.search)
        return [
            (division, event, finisher)
            for division in self.divisions
            for event in division.events
            for finisher in event.finishers
            if fits(finisher.row.name)
        ]

    @property
    def offer(self) -> Offer:
        """The same on paper."""
        return offer("final-ranking", self.tournament)

    @property
    def text(self) -> str:
        """The first places as a text to paste into a message."""
        url = self.site + reverse("finishing_order", args=[self.tournament.slug])
        return text_to_paste(self.tournament, self.divisions, address=url)

    @property
    def has_divisions(self) -> bool:
        """Whether the divisions are told apart."""
        return len(self.divisions) > 1


@dataclass(frozen=True, slots=True)
class FinalTable:
    """The final standings of a stage, with its podium."""

    stage: Stage
    table: StandingsTable
    podium: Sequence[StandingRow]


@require_safe
def standings(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    """Show the standings of a stage, and why each row is above the next."""
    mark, header = rounds_access.visit_for_public(request, slug, stage)
    if header is None:
        return answers.unchanged()
    table = standings_table(header.stage, mark.text)
    part = part_of(request.GET, table.rows, lambda row: (row.name, row.club))
    page = StandingsPage(header=header, mark=mark, table=table, part=part)
    return live(request, page)


@require_safe
def standing(
    request: HttpRequest, slug: str, *, stage: int, entry: int
) -> HttpResponse:
    """Show how one row of the standings came about."""
    mark, header = rounds_access.visit_for_public(request, slug, stage)
    if header is None:
        return answers.unchanged()
    shown = working_of(header.stage, mark.text, entry)
    if shown is None:
        raise Http404
    return live(request, StandingPage(header=header, mark=mark, shown=shown))


@require_safe
def finishing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the finishing order of every event."""
    mark, header = rounds_access.visit_for_public(request, slug)
    if header is None:
        return answers.unchanged()
    divisions = finishing_order(header.stages, mark.text)
    site = settings.SITE_URL
    search = searched(request.GET)
    page = FinishingPage(
        header=header, mark=mark, divisions=divisions, site=site, search=search
    )
    return live(request, page)


def final_tables(
    tournament: Tournament, stages: Sequence[Stage], mark: TournamentMark
) -> list[FinalTable]:
    """Return the final standings of every stage with its podium.

    Empty until the tournament is closed.
    """
    if not tournament.is_closed:
        return []
    finals = []
    for stage in stages:
        table = standings_table(stage, mark.text)
        podium = [row for row in table.rows if row.place <= PODIUM_PLACES]
        if podium:
            finals.append(FinalTable(stage, table, podium))
    return finals
