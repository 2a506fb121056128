"""The public page of the standings."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from tournaments.rounds import access as rounds_access
from tournaments.rounds.public_page import PublicPage, live, unchanged
from tournaments.standings.finishing import (
    DivisionOrder,
    file_rows,
    finishing_order,
)
from tournaments.standings.queries import (
    StandingRow,
    StandingsTable,
    standings_table,
)
from tournaments.standings.rules import PlacesRule, rules_of_places
from tournaments.standings.working import RowWorking, working_of
from tournaments.structure import access as structure_access
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import FIRST, Mark, stage_url

PODIUM_PLACES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage(PublicPage):
    """The standings of a stage, and why each row is above the next."""

    template = "tournaments/standings/standings.html"
    fragment = "tournaments/standings/_standings.html"
    tab = "standings"

    table: StandingsTable

    @property
    def address(self) -> str:
        """Where this page is."""
        return stage_url(self.stage, "standings")

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
        """Where this page is."""
        place = [self.tournament.slug, self.stage.number, self.shown.row.number]
        return reverse("standing", args=place)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishingPage(PublicPage):
    """Everybody, first to last, in every event of the tournament."""

    template = "tournaments/standings/finishing.html"
    fragment = "tournaments/standings/_finishing.html"
    tab = "standings"

    divisions: Sequence[DivisionOrder]

    @property
    def address(self) -> str:
        """Where this page is."""
        return reverse("finishing_order", args=[self.tournament.slug])

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
    mark = structure_access.mark_for_public(request, slug)
    if kept := unchanged(request, mark):
        return kept
    header = rounds_access.frame_for_public(mark, stage)
    table = standings_table(header.stage, mark.text)
    return live(request, StandingsPage(header=header, mark=mark, table=table))


@require_safe
def standing(
    request: HttpRequest, slug: str, *, stage: int, entry: int
) -> HttpResponse:
    """Show how one row of the standings came about."""
    mark = structure_access.mark_for_public(request, slug)
    if kept := unchanged(request, mark):
        return kept
    header = rounds_access.frame_for_public(mark, stage)
    shown = working_of(header.stage, mark.text, entry)
    if shown is None:
        raise Http404
    return live(request, StandingPage(header=header, mark=mark, shown=shown))


@require_safe
def finishing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the finishing order of every event."""
    mark = structure_access.mark_for_public(request, slug)
    if kept := unchanged(request, mark):
        return kept
    header = rounds_access.frame_for_public(mark, FIRST)
    divisions = finishing_order(header.stages, mark.text)
    page = FinishingPage(header=header, mark=mark, divisions=divisions)
    return live(request, page)


@require_safe
def finishing_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the finishing order as a file for spreadsheets."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.frame_for_public(mark, FIRST)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    name = content_disposition_header(
        as_attachment=True, filename=f"{header.tournament.slug}.csv"
    )
    answer["Content-Disposition"] = name or "attachment"
    answer.write("\ufeff")  # spreadsheets know by it that the text is UTF-8
    writer = csv.writer(answer)
    writer.writerows(file_rows(finishing_order(header.stages, mark.text)))
    return answer


def final_tables(
    tournament: Tournament, stages: Sequence[Stage], mark: Mark
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
