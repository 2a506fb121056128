"""The crosstable of a stage: everyone against everyone, or by rounds with opponents."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from django.utils.translation import get_language, gettext

from matches.documents.languages import in_first
from matches.documents.papers import A3, A4, LETTER, paper_now
from matches.documents.pdf import print_template
from matches.documents.text import clean
from matches.players.alphabet import alphabetical
from matches.rules import Side
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.engine import format_named
from tournaments.engine.format import Display
from tournaments.engine.formats.round_robin.dealing import round_count, round_pairs
from tournaments.engine.state import group_name
from tournaments.paper.lists import A3_ZOOM, print_list
from tournaments.paper.values import (
    NOBODY_ENTERED,
    WALL,
    HeadedValues,
    ListCells,
    ListColumn,
    ListGroup,
    ListHead,
    PrintedList,
    head_of,
    is_drawn,
    of_stage,
)
from tournaments.rounds.models import Pairing, Round
from tournaments.rounds.round_counts import rounds_planned
from tournaments.rounds.rows import pairing_rows
from tournaments.standings.crosstable import CrossRow, CrossTable, cross_tables
from tournaments.standings.queries import standings_table
from tournaments.structure.marks import mark_of
from tournaments.structure.models import Entry, Stage
from tournaments.structure.names import numbered_round
from tournaments.structure.queries import stage_url, title_of

NO_GROUPS = Refusal(
    "printed_list.no_groups",
    "No crosstable yet. Publish the first round to give players their numbers.",
)
"""A crosstable was asked for before the numbers were drawn."""

MOST: Final = 20
"""Rows, and opponents, on a page: with more the results would be too small."""
LEAST_ROW: Final = 7.2
TALLEST_ROW: Final = 11.0
AROUND: Final = 56.0
"""The height of what stands above and below the rows, in millimetres."""
NOTE: Final = 4.0
OTHERS: Final = 95.0
"""The width of all columns but those of the opponents."""

NUMBER, NAME, TOTAL, WIDTH = 11.0, 55.0, 14.0, 190.0
MOST_ROUNDS: Final = 11
"""The columns of rounds that leave room to write."""
WIDEST: Final = 16.0


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
    grids: tuple[PrintedCrossTable, ...]


def crosstable(stage: Stage) -> CrossTablesOnPaper | PrintedList:
    """Return who met whom in a stage.

    Raises NO_GROUPS, NOBODY_ENTERED.
    """
    return crosstables_on_paper(stage) if is_grid(stage) else round_chart(stage)


def is_grid(stage: Stage) -> bool:
    """Return True where everyone meets everyone."""
    return format_named(stage.format).display is Display.CROSSTABLE


def print_crosstable(values: CrossTablesOnPaper | PrintedList) -> bytes:
    if isinstance(values, PrintedList):
        return print_list(values)
    return print_crosstables(values)


def crosstables_on_paper(stage: Stage) -> CrossTablesOnPaper:
    """Return the crosstables of a stage. Raises NO_GROUPS."""
    tournament = stage.division.tournament
    rounds = Round.objects.filter(stage=stage).select_related("draw")
    newest = rounds.order_by("-number").first()
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
    cells = [list(_texts(row)) for row in table.rows]
    has_begun = any(map(any, cells))
    return PrintedCrossTable(
        title=title,
        rows=tuple(
            PrintedCrossRow(
                number=row.number,
                name=clean(row.row.name),
                cells=tuple(texts),
                won=row.row.record if has_begun else "",
                place=row.shown_place if has_begun else "",
            )
            for row, texts in zip(table.rows, cells, strict=True)
        ),
        order=tuple(_order([row.number for row in table.rows], times)),
    )


def _texts(row: CrossRow) -> Iterator[str]:
    for cell in row.cells:
        decided = (result.text for result in cell.results if result.is_decided)
        yield " ".join(decided)


def _order(numbers: list[int], times: int) -> Iterator[str]:
    size, there = max(numbers), set(numbers)
    rounds = round_count(size)
    for number in range(rounds * times):
        pairs = [
            f"{one}–{two}"
            for one, two in round_pairs(size, number % rounds + 1)
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
    """Return the PDF of crosstables, each group on a page of its own, or on several."""
    return print_template(
        "tournaments/paper/crosstables",
        {
            "title": values.head.document_title,
            "pages": [
                page for grid in values.grids for page in cross_pages(values.head, grid)
            ],
        },
        zoom=A3_ZOOM if paper_now() == A3 else 1.0,
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


def round_chart(stage: Stage) -> PrintedList:
    """Return the opponents and results of each round, with cells for the next ones.

    Of many rounds the last ones. Players have the number of the draw, without one that
    of the alphabet. Raises NOBODY_ENTERED.
    """
    rows = pairing_rows(
        Pairing.objects.live().filter(draw__stage=stage).listed(), stage
    )
    seats = [
        (row.round_number, seat.number, other.number if other else None, side, row)
        for row in rows
        for seat, other, side in (
            (row.one, row.two, Side.ONE),
            *([(row.two, row.one, Side.TWO)] if row.two else []),
        )
    ]
    people = _numbered(stage, {seat for _round, seat, *_rest in seats})
    numbers = {entry.number: number for number, entry in people}
    cells: defaultdict[int, dict[int, str]] = defaultdict(dict)
    wins: defaultdict[int, list[bool]] = defaultdict(list)
    with in_first():
        bye = gettext("bye")
    for round_number, seat, other, side, row in seats:
        text = bye if other is None else str(numbers[other])
        if row.is_decided or other is None:
            is_won = other is None or row.winner == side
            wins[seat].append(is_won)
            text += "" if other is None else " +" if is_won else " –"
        cells[seat][round_number] = text
    published = Round.objects.filter(stage=stage).count()
    last = max(rounds_planned(stage), published, 1)
    first = max(1, min(last - MOST_ROUNDS + 1, published - MOST_ROUNDS + 2))
    shown = range(first, min(last, first + MOST_ROUNDS - 1) + 1)
    width = round(min(WIDEST, (WIDTH - NUMBER - NAME - TOTAL) / len(shown)), 2)

    def line(number: int, entry: Entry) -> ListCells:
        own = cells[entry.number]
        won = wins.get(entry.number)
        return (
            str(number),
            clean(entry.player.name),
            *(own.get(round_number, "") for round_number in shown),
            "" if won is None else str(sum(won)),
        )

    return PrintedList(
        head=head_of(
            stage.division.tournament,
            title=gettext("Round chart"),
            where=(title_of(stage),),
            path=stage_url(stage, "standings"),
            advice=gettext("12 + means a win against number 12; 12 – means a loss."),
        ),
        columns=(
            ListColumn(title=gettext("No."), width=NUMBER, kind="centre", is_bold=True),
            ListColumn(
                title=gettext("Player"),
                width=round(WIDTH - NUMBER - TOTAL - width * len(shown), 2),
            ),
            *(
                ListColumn(
                    title=str(number), width=width, kind="centre", size=11, smallest=7
                )
                for number in shown
            ),
            ListColumn(title=gettext("Won"), width=TOTAL, kind="centre", is_bold=True),
        ),
        groups=(ListGroup("", tuple(line(*person) for person in people)),),
    )


def _numbered(stage: Stage, played: set[int]) -> list[tuple[int, Entry]]:
    """Return the players of a stage with their start numbers, in their order.

    `played` are the entries that have a pairing, also those that withdrew since. Who
    has no number of the draw gets one after those who have, from A to Z. Raises
    NOBODY_ENTERED.
    """
    lots = stage.lot_of
    language = get_language() or "en"
    everyone = Entry.objects.filter(division=stage.division).select_related("player")
    people = [
        entry
        for entry in everyone
        if entry.number in played
        or entry.number in lots
        or (not lots and entry.withdrawn_at is None)
    ]
    if not people:
        raise NOBODY_ENTERED()
    people.sort(
        key=lambda entry: (
            lots.get(entry.number, max(lots.values(), default=0) + 1),
            alphabetical(entry.player.sort_name, language),
        )
    )
    numbered, last = [], 0
    for entry in people:
        last = lots.get(entry.number, last + 1)
        numbered.append((last, entry))
    return numbered


def _heading(stage: Stage) -> str:
    return "" if is_grid(stage) else gettext("Round chart")


CROSSTABLE: Final = of_stage(
    "crosstable",
    title=gettext_noop("Crosstable"),
    heading=_heading,
    values=crosstable,
    build=print_crosstable,
    papers=(A4, LETTER, A3),
    is_offered=lambda stage: stage.is_in_rounds,
    is_ready=is_drawn,
    group=WALL,
    note=gettext_noop("PDF for the wall, to fill in"),
)
