"""The public page of the standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.rounds import access as rounds_access
from tournaments.rounds.public_page import PublicPage, live, unchanged
from tournaments.standings.queries import (
    StandingRow,
    StandingsTable,
    standings_table,
)
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


@dataclass(frozen=True, slots=True)
class FinalTable:
    """The final standings of a stage, with its podium."""

    stage: Stage
    table: StandingsTable
    podium: Sequence[StandingRow]


@require_safe
def standings(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    """Show the standings of a stage, and why each row is above the next."""
    mark = structure_access.mark_for_public(slug)
    if kept := unchanged(request, mark):
        return kept
    header = rounds_access.frame_for_public(mark, stage)
    table = standings_table(header.stage, mark.text)
    return live(request, StandingsPage(header=header, mark=mark, table=table))


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
