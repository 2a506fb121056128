"""The emergency pack: all papers with which an evening can be finished by hand."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext

from matches.documents.joined import joined
from matches.documents.registry import OnProgress
from matches.rules.refusals import RuleError
from tournaments.brackets import BracketWords, bracket_of
from tournaments.paper.chart_sheets import chart_values
from tournaments.paper.crosstables import (
    CrossTablesOnPaper,
    crosstables_on_paper,
    has_crosstables,
    print_crosstables,
)
from tournaments.paper.entry_lists import sign_in_list
from tournaments.paper.lists import print_list
from tournaments.paper.round_lists import (
    NO_MATCHES,
    NO_RESULTS,
    left_open,
    pairings_by_table,
    round_results,
)
from tournaments.paper.score_sheets import score_sheets
from tournaments.paper.sheet_documents import blank_sheets_of, sheets_basis
from tournaments.paper.sheet_values import SheetValues
from tournaments.paper.standings import NO_STANDINGS, printed_standings
from tournaments.paper.values import (
    AT_ANY_TIME,
    ListColumn,
    ListGroup,
    PrintedList,
    basis,
    head_of,
)
from tournaments.paper.wall_charts import ChartValues, wall_chart
from tournaments.rounds.models import Round
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import stages_of

NOTHING_YET = frozenset({NO_MATCHES, NO_RESULTS, NO_STANDINGS})
"""Refusals of lists that a pack leaves out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmergencyPack:
    """The parts of a pack, in the order in which they are printed."""

    steps: PrintedList
    lists: tuple[PrintedList, ...]
    grids: tuple[CrossTablesOnPaper, ...]
    charts: tuple[ChartValues, ...]
    entries: PrintedList
    blank: tuple[SheetValues, ...]


def emergency_pack(tournament: Tournament) -> EmergencyPack:
    """Return all that is needed to finish a tournament by hand, as it is now."""
    newest = {
        published.stage_id: published
        for published in Round.objects.filter(stage__tournament=tournament)
        .select_related("draw")
        .order_by("number")
    }
    begun = [
        (stage, newest[stage.pk])
        for stage in stages_of(tournament)
        if stage.pk in newest
    ]
    for stage, published in begun:
        published.stage = stage
    return EmergencyPack(
        steps=_steps(tournament),
        lists=tuple(part for stage, last in begun for part in _lists(stage, last)),
        grids=tuple(
            crosstables_on_paper(stage)
            for stage, _last in begun
            if stage.lots and has_crosstables(stage)
        ),
        charts=tuple(chart for stage, _last in begun for chart in _charts(stage)),
        entries=sign_in_list(tournament),
        blank=blank_sheets_of(tournament),
    )


def _lists(stage: Stage, published: Round) -> Iterator[PrintedList]:
    """Yield the matches of a stage that are open or played now, and its standings."""
    older = left_open(published)
    if older is not None:
        yield older
    makers: list[Callable[[], PrintedList]] = [
        partial(round_results, published),
        partial(printed_standings, stage),
    ]
    if stage.is_plan or stage.is_endless:
        makers.insert(0, partial(pairings_by_table, published))
    for make in makers:
        try:
            yield make()
        except RuleError as error:
            if error.refusal not in NOTHING_YET:
                raise


def _charts(stage: Stage) -> Iterator[ChartValues]:
    bracket = bracket_of(stage) if stage.is_plan else None
    if bracket is not None:
        yield chart_values(BracketWords(bracket), stage)


def _steps(tournament: Tournament) -> PrintedList:
    """Return the first page: what to do, to be ticked."""
    steps = (
        gettext("Continue playing. The score sheets on the tables remain valid."),
        gettext("Collect the sheets and write each result in the match list."),
        gettext("Recount the wins in the standings."),
        gettext("Rounds: pair neighbours in the standings who have not met."),
        gettext("Brackets: write winners, and losers where shown, into the chart."),
        gettext("Use the blank score sheets at the end for further matches."),
        gettext("Afterwards, enter all results in match-number order."),
    )
    return PrintedList(
        head=head_of(
            tournament,
            title=gettext("Emergency pack"),
            path=tournament.get_absolute_url(),
        ),
        columns=(
            ListColumn(title="", width=10, kind="box"),
            ListColumn(title=gettext("Finishing by hand"), width=180),
        ),
        groups=(ListGroup("", tuple(("", step) for step in steps)),),
    )


def pack_basis(pack: EmergencyPack) -> EmergencyPack:
    """Return a pack without its times of printing."""
    return replace(
        pack,
        steps=basis(pack.steps),
        lists=tuple(map(basis, pack.lists)),
        grids=tuple(map(basis, pack.grids)),
        charts=tuple(replace(chart, printed_at=AT_ANY_TIME) for chart in pack.charts),
        entries=basis(pack.entries),
        blank=tuple(sheets_basis(pack.blank)),
    )


def print_pack(
    pack: EmergencyPack, on_progress: OnProgress = lambda _done, _parts: None
) -> bytes:
    """Return the PDF of a pack.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    makers: list[Callable[[], bytes]] = [
        *(partial(print_list, part) for part in (pack.steps, *pack.lists)),
        *(partial(print_crosstables, grid) for grid in pack.grids),
        *(partial(wall_chart, chart) for chart in pack.charts),
        partial(print_list, pack.entries),
        partial(score_sheets, pack.blank),
    ]
    parts = []
    for number, make in enumerate(makers, start=1):
        parts.append(make())
        on_progress(number, len(makers))
    return joined(parts)
