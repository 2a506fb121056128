"""The public page of the standings."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.documents.registry import offer
from matches.players.names import finder
from matches.web import answers
from tournaments.rounds import access as rounds_access
from tournaments.rounds.list_parts import part_of, searched
from tournaments.rounds.public_page import show_public
from tournaments.standings.finishing import finishing_order, text_to_paste
from tournaments.standings.queries import (
    StandingRow,
    StandingsTable,
    rules_of_places,
    standings_table,
)
from tournaments.standings.working import working_of
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import FIRST, stage_url

PODIUM_PLACES = 3


FinalTable = tuple[Stage, StandingsTable, Sequence[StandingRow]]
"""The final standings of a stage, and its podium."""


@require_safe
def standings(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    mark, header = rounds_access.visit_for_public(request, slug, stage)
    if header is None:
        return answers.unchanged()
    table = standings_table(header.stage, mark.text)
    part = part_of(request.GET, table.rows, lambda row: (row.name, row.club))
    return show_public(
        request,
        "tournaments/standings/standings.html",
        header=header,
        mark=mark,
        address=part.at(stage_url(header.stage, "standings")),
        tab="standings",
        table=table,
        part=part,
        # For the preview of a link.
        leaders=() if table.groups else table.rows[:PODIUM_PLACES],
        rules=rules_of_places([(header.stage, table)]),
    )


@require_safe
def standing(
    request: HttpRequest, slug: str, *, stage: int, entry: int
) -> HttpResponse:
    mark, header = rounds_access.visit_for_public(request, slug, stage)
    if header is None:
        return answers.unchanged()
    shown = working_of(header.stage, mark.text, entry)
    if shown is None:
        raise Http404
    return show_public(
        request,
        "tournaments/standings/standing.html",
        header=header,
        mark=mark,
        address=reverse("standing", args=[slug, stage, entry]),
        tab="standings",
        shown=shown,
    )


@require_safe
def finishing(request: HttpRequest, slug: str) -> HttpResponse:
    mark, header = rounds_access.visit_for_public(request, slug)
    if header is None:
        return answers.unchanged()
    divisions = finishing_order(header.stages, mark.text)
    address, search = reverse("finishing_order", args=[slug]), searched(request.GET)
    fits, tournament = finder(search), header.tournament
    return show_public(
        request,
        "tournaments/standings/finishing.html",
        header=header,
        mark=mark,
        address=f"{address}?{urlencode({'q': search})}" if search else address,
        tab="standings",
        divisions=divisions,
        has_divisions=len(divisions) > 1,
        search=search,
        found=[
            (division, event, finisher)
            for division in divisions
            for event in division.events
            for finisher in event.finishers
            if fits(finisher.row.name)
        ],
        offer=offer("final-ranking", tournament),
        text=text_to_paste(tournament, divisions, address=settings.SITE_URL + address),
    )


def final_tables(
    tournament: Tournament, stages: Sequence[Stage], mark: TournamentMark
) -> list[FinalTable]:
    """Return the final standings of every stage that was played, with its podium.

    Empty until the tournament is closed.
    """
    if not tournament.is_closed:
        return []
    finals: list[FinalTable] = []
    for stage in stages:
        table = standings_table(stage, mark.text)
        podium = [row for row in table.rows if row.place <= PODIUM_PLACES]
        if podium and any(row.wins or row.losses for row in table.rows):
            finals.append((stage, table, podium))
    return finals
