"""The files that a tournament can be saved as; each page offers those of its table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.accounts.roles import Act
from matches.web.tables import file_answer, tables_as
from tournaments.entries.queries import division_lists
from tournaments.exports.results import entries_of, results_of
from tournaments.exports.tables import (
    crosstables_of,
    finishing_table,
    report_of,
    standings_of,
)
from tournaments.rounds import access as rounds_access
from tournaments.standings.finishing import finishing_order
from tournaments.structure import access as structure_access
from tournaments.structure.queries import FIRST, stages_of

TRF = "trf"


@require_safe
def entries_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return who takes part as a file, with the names that everybody sees."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.header_for_public(mark, FIRST)
    return tables_as(
        kind,
        f"{header.tournament.slug}-players",
        lambda: [entries_of(division_lists(header.stages))],
    )


@require_safe
def entries_file_of_desk(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return who takes part as a file, with their full names."""
    tournament, _user = structure_access.tournament_for_director(
        request, slug, Act.SEE_PRIVATE
    )
    return tables_as(
        kind,
        f"{tournament.slug}-entries",
        lambda: [entries_of(division_lists(stages_of(tournament)))],
    )


@require_safe
def round_file(
    request: HttpRequest, slug: str, *, stage: int, number: int, kind: str
) -> HttpResponse:
    """Return the pairings of a published round and their games as a file."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.header_for_public(mark, stage)
    found = rounds_access.round_for_public(header.stage, number)
    # A free club night has no rounds: its page shows all pairings.
    wanted = None if header.stage.is_endless else found.number
    name = f"{header.tournament.slug}-{stage}-round-{number}"
    return tables_as(kind, name, lambda: results_of([header.stage], wanted))


@require_safe
def results_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return all results of a tournament, and all games, as a file."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.header_for_public(mark, FIRST)
    name = f"{header.tournament.slug}-results"
    return tables_as(kind, name, lambda: results_of(header.stages))


@require_safe
def finishing_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return the finishing order as a file."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.header_for_public(mark, FIRST)
    name = header.tournament.slug
    return tables_as(
        kind,
        name,
        lambda: [finishing_table(finishing_order(header.stages, mark.text))],
    )


@require_safe
def standings_file(
    request: HttpRequest, slug: str, *, stage: int, kind: str
) -> HttpResponse:
    """Return the standings of a stage as a file, or its report for a federation."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.header_for_public(mark, stage)
    name = f"{header.tournament.slug}-{stage}"
    if kind == TRF:
        report = report_of(header.stage, mark.text)
        if report is None:
            raise Http404
        return file_answer(
            report.encode(), f"{name}.{TRF}", "text/plain; charset=utf-8"
        )
    return tables_as(kind, name, lambda: standings_of(header.stage, mark.text))


@require_safe
def crosstable_file(
    request: HttpRequest, slug: str, *, stage: int, kind: str
) -> HttpResponse:
    """Return the crosstables of a stage as a file."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.header_for_public(mark, stage)
    name = f"{header.tournament.slug}-{stage}-crosstable"
    return tables_as(kind, name, lambda: crosstables_of(header.stage, mark.text))
