"""The content of crosstables: everybody against everybody, as played so far."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from matches.documents.text import clean
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.engine import format_named
from tournaments.engine.formats.base import Display
from tournaments.engine.pairing import berger
from tournaments.engine.state import group_name
from tournaments.printed_lists.list_head import head_of
from tournaments.printed_lists.values import HeadedValues
from tournaments.rounds.models import Round
from tournaments.standings.crosstable import Cell, CrossTable, cross_tables
from tournaments.standings.queries import standings_table
from tournaments.structure.marks import mark_of
from tournaments.structure.models import Stage
from tournaments.structure.names import numbered_round
from tournaments.structure.queries import stage_url, title_of

NO_GROUPS = Refusal(
    "printed_list.no_groups",
    gettext_noop(
        "There is no crosstable yet. Publish the first round: it gives the players "
        "their numbers."
    ),
)
"""A crosstable was asked for before the numbers were drawn."""


@dataclass(frozen=True, slots=True)
class PrintedCrossRow:
    """A player of a group; `cells` has a text for each player, by number."""

    number: int
    name: str
    cells: tuple[str, ...]
    won: str
    place: str


@dataclass(frozen=True, slots=True)
class PrintedCrossTable:
    """A group: its rows in the order of the numbers, and the pairs of each round.

    `title` is empty for the only group.
    """

    title: str
    rows: tuple[PrintedCrossRow, ...]
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTablesOnPaper(HeadedValues):
    """The crosstables of a stage."""

    grids: tuple[PrintedCrossTable, ...]


def has_crosstables(stage: Stage) -> bool:
    """Return True if a stage is shown as a crosstable."""
    if stage.is_branch:
        return False
    return format_named(stage.format).display is Display.CROSSTABLE


def crosstables_on_paper(stage: Stage) -> CrossTablesOnPaper:
    """Return the crosstables of a stage. Raises NO_GROUPS."""
    tournament = stage.division.tournament
    newest = (
        Round.objects.filter(stage=stage)
        .select_related("draw")
        .order_by("-number")
        .first()
    )
    if newest is None or not stage.lots:
        raise NO_GROUPS()
    tables = cross_tables(stage, standings_table(stage, mark_of(tournament).text))
    if not tables:
        raise NO_GROUPS()
    return CrossTablesOnPaper(
        head=head_of(
            tournament,
            title=gettext("Crosstable"),
            where=(title_of(stage),),
            path=stage_url(stage, "standings"),
            published=newest,
        ),
        grids=tuple(_grid(table, stage.chosen.times) for table in tables),
    )


def _grid(table: CrossTable, times: int) -> PrintedCrossTable:
    title = ""
    if table.number:
        title = gettext("Group %(letter)s") % {"letter": group_name(table.number)}
    has_begun = any(
        result.is_decided
        for row in table.rows
        for cell in row.cells
        for result in cell.results
    )
    return PrintedCrossTable(
        title=title,
        rows=tuple(
            PrintedCrossRow(
                number=row.number,
                name=clean(row.row.name),
                cells=tuple(map(_text, row.cells)),
                won=row.row.record if has_begun else "",
                place=row.shown_place if has_begun else "",
            )
            for row in table.rows
        ),
        order=tuple(_order([row.number for row in table.rows], times)),
    )


def _text(cell: Cell) -> str:
    """Return the results of a cell; nothing for a match that is not decided."""
    return " ".join(result.text for result in cell.results if result.is_decided)


def _order(numbers: list[int], times: int) -> Iterator[str]:
    """Yield the pairs of each round, by the numbers in the group."""
    size, there = max(numbers), set(numbers)
    rounds = berger.round_count(size)
    for number in range(rounds * times):
        pairs = [
            f"{one}–{two}"
            for one, two in berger.round_pairs(size, number % rounds + 1)
            if {one, two} <= there
        ]
        if pairs:
            yield f"{numbered_round(number + 1)}: {', '.join(pairs)}"
