"""The public page of the standings."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.rounds.public_page import frame_of, live, unchanged
from tournaments.standings.queries import standings_table
from tournaments.structure import access as structure_access
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import FIRST, Mark

PODIUM_PLACES = 3


@require_safe
def standings(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    """Show the standings of a stage, and why each row is above the next."""
    mark = structure_access.mark_for_public(slug)
    if kept := unchanged(request, mark):
        return kept
    context = frame_of(mark, tab="standings", stage=stage)
    context["table"] = standings_table(context["stage"], mark.text)
    return live(request, room="standings", page="standings", context=context)


def final_tables(
    tournament: Tournament, stages: Sequence[Stage], mark: Mark
) -> list[dict[str, Any]]:
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
            finals.append({"stage": stage, "table": table, "podium": podium})
    return finals
