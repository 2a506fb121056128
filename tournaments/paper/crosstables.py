"""The content of crosstables: everybody against everybody, as played so far."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from django.utils.translation import gettext

from matches.documents.papers import A3, A4, paper_now
from matches.documents.pdf import print_template
from matches.documents.text import clean
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.engine import format_named
from tournaments.engine.format import Display
from tournaments.engine.pairing import berger
from tournaments.engine.state import group_name
from tournaments.paper.values import HeadedValues, ListHead, head_of
from tournaments.rounds.models import Round
from tournaments.standings.crosstable import Cell, CrossTable, cross_tables
from tournaments.standings.queries import standings_table
from tournaments.structure.marks import mark_of
from tournaments.structure.models import Stage
from tournaments.structure.names import numbered_round
from tournaments.structure.queries import stage_url, title_of

MOST: Final = 20
"""Rows, and opponents, on a page: with more the results would be too small."""
LEAST_ROW: Final = 7.2
TALLEST_ROW: Final = 11.0
AROUND: Final = 56.0
"""The height of what stands above and below the rows, in millimetres."""
NOTE: Final = 4.0
OTHERS: Final = 95.0
"""The width of all columns but those of the opponents."""

NO_GROUPS = Refusal(
    "printed_list.no_groups",
    gettext_noop(
        "No crosstable yet. Publish the first round to give players their numbers."
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


@dataclass(frozen=True, slots=True)
class CrossPage:
    """A page of a crosstable: some rows, against some of the group."""

    head: ListHead
    rows: tuple[tuple[PrintedCrossRow, tuple[tuple[str, bool], ...]], ...]
    """Rows, each with its results against the others, and whether that is itself."""
    others: tuple[PrintedCrossRow, ...]
    row: float
    """The height of a row in millimetres."""
    cell: float
    order: tuple[str, ...]


def print_crosstables(values: CrossTablesOnPaper) -> bytes:
    """Return the PDF of crosstables, each group on a page of its own, or on several.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    return print_template(
        "tournaments/paper/crosstables",
        {
            "title": values.head.document_title,
            "pages": [
                page for grid in values.grids for page in cross_pages(values.head, grid)
            ],
        },
        zoom=A3.width / A4.width if paper_now() == A3 else 1.0,
    )


def cross_pages(head: ListHead, grid: PrintedCrossTable) -> Iterator[CrossPage]:
    """Yield the pages of a group; the order of play stands on the last."""
    paper = A4 if paper_now() == A3 else paper_now()
    if grid.title:
        head = replace(head, where=f"{head.where} · {grid.title}")
    count = len(grid.rows)
    parts = [slice(first, first + MOST) for first in range(0, count, MOST)]
    pages = list(product(parts, parts))
    below = (len(grid.order) // 3 + 3) * NOTE if grid.order else 0.0
    height = (paper.width - AROUND - below) / min(count, MOST)
    for rows, others in pages:
        shown = grid.rows[others]
        yield CrossPage(
            head=head,
            rows=tuple(
                (
                    row,
                    tuple(
                        (text, row.number == other.number)
                        for text, other in zip(row.cells[others], shown, strict=True)
                    ),
                )
                for row in grid.rows[rows]
            ),
            others=shown,
            row=round(max(LEAST_ROW, min(TALLEST_ROW, height)), 2),
            cell=round(min(20.0, (paper.height - OTHERS - 20) / len(shown)), 2),
            order=grid.order if (rows, others) == pages[-1] else (),
        )
