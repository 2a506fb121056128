"""The emergency pack: all papers with which an evening can be finished by hand."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from django.utils.translation import gettext

from matches.documents.joined import numbered, numbered_through, one_pdf
from matches.rules.refusals import RuleError
from matches.rules.text import gettext_noop
from tournaments.brackets import bracket_of
from tournaments.paper.chart_sheets import chart_basis, chart_of
from tournaments.paper.crosstables import (
    CrossTablesOnPaper,
    crosstables_on_paper,
    is_grid,
    print_crosstables,
)
from tournaments.paper.entries import sign_in_list
from tournaments.paper.lists import print_list
from tournaments.paper.round_lists import (
    NO_MATCHES,
    NO_RESULTS,
    by_table,
    left_open,
    round_results,
)
from tournaments.paper.score_sheets import SheetValues, score_sheets
from tournaments.paper.sheets import blank_sheets_of, sheets_basis
from tournaments.paper.standings import NO_STANDINGS, printed_standings
from tournaments.paper.values import (
    DESK,
    NO_BOX,
    ListColumn,
    ListGroup,
    PrintedList,
    basis,
    has_results,
    head_of,
    of_tournament,
)
from tournaments.paper.wall_charts import ChartValues, wall_chart
from tournaments.rounds.models import Round
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import stages_of

NOTHING_YET: Final = frozenset({NO_MATCHES, NO_RESULTS, NO_STANDINGS})
"""Refusals of lists that a pack leaves out."""

Part = tuple[str, Callable[[], bytes]]
"""The title of a part of the pack, and what prints it."""


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
    newest = {
        published.stage_id: published
        for published in Round.objects.filter(stage__tournament=tournament)
        .select_related("draw")
        .order_by("number")
    }
    stages = stages_of(tournament)
    begun = [(stage, newest[stage.pk]) for stage in stages if stage.pk in newest]
    for stage, published in begun:
        published.stage = stage
    return EmergencyPack(
        steps=_steps(tournament, stages),
        lists=tuple(part for stage, last in begun for part in _lists(stage, last)),
        grids=tuple(
            crosstables_on_paper(stage)
            for stage, _last in begun
            if stage.lots and stage.is_in_rounds and is_grid(stage)
        ),
        charts=tuple(
            chart_of(stage)
            for stage, _last in begun
            if stage.is_plan and bracket_of(stage) is not None
        ),
        entries=sign_in_list(tournament),
        blank=blank_sheets_of(tournament),
    )


def _lists(stage: Stage, published: Round) -> Iterator[PrintedList]:
    """Yield the matches of a stage that are open or played now, and its standings.

    The standings of a bracket are its chart.
    """
    older = left_open(published)
    if older is not None:
        yield older
    makers: list[Callable[[], PrintedList]] = [partial(round_results, published)]
    if stage.is_plan or stage.is_endless:
        makers.insert(0, partial(by_table, published))
    if not stage.is_plan and has_results(stage):
        makers.append(partial(printed_standings, stage))
    for make in makers:
        try:
            yield make()
        except RuleError as error:
            if error.refusal not in NOTHING_YET:
                raise


def _steps(tournament: Tournament, stages: list[Stage]) -> PrintedList:
    steps = [
        gettext("Continue playing. The score sheets on the tables remain valid."),
        gettext("Collect the sheets and write each result in the match list."),
    ]
    if any(stage.is_in_rounds for stage in stages):
        steps += [
            gettext("Recount the wins in the standings."),
            gettext("Rounds: pair neighbours in the standings who have not met."),
        ]
    if any(stage.is_plan for stage in stages):
        steps.append(
            gettext("Brackets: write winners, and losers where shown, into the chart.")
        )
    steps += [
        gettext("Use the blank score sheets at the end for further matches."),
        gettext("Afterwards, enter all results in match-number order."),
    ]
    return PrintedList(
        head=head_of(
            tournament,
            title=gettext("Emergency pack"),
            path=tournament.get_absolute_url(),
        ),
        columns=(
            ListColumn(title="", width=14, kind="box"),
            ListColumn(title=gettext("Finishing by hand"), width=176),
        ),
        groups=(ListGroup("", tuple(("", step) for step in steps)),),
    )


def pack_basis(pack: EmergencyPack) -> EmergencyPack:
    return replace(
        pack,
        steps=basis(pack.steps),
        lists=tuple(map(basis, pack.lists)),
        grids=tuple(map(basis, pack.grids)),
        charts=tuple(map(chart_basis, pack.charts)),
        entries=basis(pack.entries),
        blank=tuple(sheets_basis(pack.blank)),
    )


def print_pack(pack: EmergencyPack) -> bytes:
    """Return the PDF of a pack: contents first, and pages that are numbered through."""
    parts: list[Part] = [
        *((part.head.about, partial(print_list, part)) for part in pack.lists),
        *((grid.head.about, partial(print_crosstables, grid)) for grid in pack.grids),
        *(
            (
                " · ".join((gettext("Bracket poster"), chart.title)),
                partial(wall_chart, chart),
            )
            for chart in pack.charts
        ),
        (pack.entries.head.about, partial(print_list, pack.entries)),
        (gettext("Blank score sheets"), partial(score_sheets, pack.blank)),
    ]
    *firsts, total = numbered_through(
        [partial(print_list, _with_contents(pack.steps, parts)), *_makers(parts)]
    )
    contents = _with_contents(pack.steps, parts, firsts[1:])
    makers: list[Callable[[], bytes]] = [
        partial(print_list, contents),
        *_makers(parts),
    ]
    return one_pdf(
        [
            partial(_numbered, make, first, total)
            for make, first in zip(makers, firsts, strict=True)
        ]
    )


def _makers(parts: Sequence[Part]) -> list[Callable[[], bytes]]:
    return [make for _title, make in parts]


def _numbered(make: Callable[[], bytes], first: int, total: int) -> bytes:
    with numbered(first, total):
        return make()


def _with_contents(
    steps: PrintedList, parts: Sequence[Part], firsts: Sequence[int] = ()
) -> PrintedList:
    """Return the first page with the number of the page on which each part begins."""
    pages = map(str, firsts or [0] * len(parts))
    rows = tuple(
        (NO_BOX, f"{page} · {title}")
        for page, (title, _make) in zip(pages, parts, strict=True)
    )
    contents = ListGroup(gettext("Contents"), rows)
    return replace(steps, groups=(*steps.groups, contents))


EMERGENCY_PACK: Final = of_tournament(
    "emergency-pack",
    title=gettext_noop("Emergency pack"),
    values=emergency_pack,
    basis=pack_basis,
    build=print_pack,
    group=DESK,
    hint=gettext_noop(
        "Everything you need to finish by hand: matches, standings, charts, entries "
        "and "
        "blank score sheets. Print it before the start and after each round."
    ),
    note=gettext_noop("PDF, to finish by hand"),
)
