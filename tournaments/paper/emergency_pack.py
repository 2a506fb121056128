"""The emergency pack: all papers with which an evening can be finished by hand."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from django.utils.translation import gettext

from matches.documents.joined import with_contents
from matches.rules.game import gettext_noop
from matches.rules.refusals import RuleError
from tournaments.brackets import bracket_of
from tournaments.paper.chart_sheets import chart_of
from tournaments.paper.crosstables import NO_GROUPS, grid, is_grid
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

NOTHING_YET: Final = frozenset({NO_GROUPS, NO_MATCHES, NO_RESULTS, NO_STANDINGS})
"""Refusals of lists that a pack leaves out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmergencyPack:
    """The parts of a pack, in the order in which they are printed."""

    steps: PrintedList
    lists: tuple[PrintedList, ...]
    charts: tuple[ChartValues, ...]
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
    lists = [part for stage, last in begun for part in _lists(stage, last)]
    return EmergencyPack(
        steps=_steps(tournament, stages),
        lists=(*lists, sign_in_list(tournament)),
        charts=tuple(
            chart_of(stage)
            for stage, _last in begun
            if stage.is_plan and bracket_of(stage) is not None
        ),
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
    if stage.is_in_rounds and is_grid(stage):
        makers.append(partial(grid, stage))
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
        head=head_of(tournament, title=gettext("Emergency pack")),
        columns=(
            ListColumn("", 14, "box"),
            ListColumn(gettext("Finishing by hand"), 176),
        ),
        groups=(ListGroup("", tuple(("", step) for step in steps)),),
    )


def pack_basis(pack: EmergencyPack) -> EmergencyPack:
    return replace(
        pack,
        steps=basis(pack.steps),
        lists=tuple(map(basis, pack.lists)),
        charts=tuple(map(basis, pack.charts)),
        blank=tuple(sheets_basis(pack.blank)),
    )


def print_pack(pack: EmergencyPack) -> bytes:
    """Return the PDF of a pack: contents first, and pages that are numbered through."""
    parts: list[tuple[str, Callable[[], bytes]]] = [
        *((part.head.about, partial(print_list, part)) for part in pack.lists),
        *(
            (
                " · ".join((gettext("Bracket poster"), chart.head.title)),
                partial(wall_chart, chart),
            )
            for chart in pack.charts
        ),
        (gettext("Blank score sheets"), partial(score_sheets, pack.blank)),
    ]

    def contents(firsts: Sequence[int]) -> bytes:
        rows = tuple(
            (NO_BOX, f"{first} · {title}")
            for first, (title, _make) in zip(firsts, parts, strict=True)
        )
        more = ListGroup(gettext("Contents"), rows)
        return print_list(replace(pack.steps, groups=(*pack.steps.groups, more)))

    return with_contents(contents, [make for _title, make in parts])


EMERGENCY_PACK: Final = of_tournament(
    "emergency-pack",
    title=gettext_noop("Emergency pack"),
    values=emergency_pack,
    basis=pack_basis,
    build=print_pack,
    group=DESK,
    note=gettext_noop(
        "Everything you need to finish by hand: matches, standings, charts, entries "
        "and blank score sheets. Print it before the start and after each round."
    ),
)
