"""The crosstable of a stage: everyone against everyone, or by rounds with opponents."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.utils.translation import get_language, gettext

from matches.documents.languages import clean, in_first
from matches.documents.registry import A3, A4, LETTER
from matches.players.alphabet import alphabetical
from matches.rules import Side
from matches.rules.game import gettext_noop
from matches.rules.refusals import Refusal
from tournaments.engine import format_named
from tournaments.engine.format import Display
from tournaments.engine.formats.round_robin.pairing import round_count, round_pairs
from tournaments.engine.state import group_name
from tournaments.paper.lists import print_list
from tournaments.paper.values import (
    NOBODY_ENTERED,
    WALL,
    ListCells,
    ListColumn,
    ListGroup,
    PrintedList,
    head_of,
    is_drawn,
    of_stage,
)
from tournaments.rounds.models import Pairing, Round
from tournaments.rounds.round_names import rounds_planned
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

MOST: Final = 24
"""Players of a group; with more, the results against everyone would be too small."""
FULL_WIDTH, FULL_HEIGHT = 190.0, 277.0
NUMBER, NAME, TOTAL = 11.0, 55.0, 14.0
RECORD: Final = 16.0
MOST_ROUNDS: Final = 11
"""The columns of rounds that leave room to write."""
WIDEST: Final = 16.0
NO_CELL: Final = "■"
"""Where nothing is to be written: against oneself, and beside a smaller group."""


def crosstable(stage: Stage) -> PrintedList:
    """Return who met whom in a stage. Raises NO_GROUPS, NOBODY_ENTERED."""
    return grid(stage) if is_grid(stage) else round_chart(stage)


def is_grid(stage: Stage) -> bool:
    """Return True where everyone meets everyone, and few enough are in a group."""
    own = format_named(stage.format)
    sizes = Counter(own.lot_place(lot).group for lot in stage.lot_of.values())
    is_small = max(sizes.values(), default=0) <= MOST
    return own.display is Display.CROSSTABLE and is_small


def grid(stage: Stage) -> PrintedList:
    """Return the groups of a stage, each against itself. Raises NO_GROUPS."""
    tournament = stage.division.tournament
    rounds = Round.objects.filter(stage=stage).select_related("draw")
    newest = rounds.order_by("-number").first()
    if newest is None or not stage.lots:
        raise NO_GROUPS()
    tables = cross_tables(stage, standings_table(stage, mark_of(tournament).text))
    if not tables:
        raise NO_GROUPS()
    size = max(len(table.rows) for table in tables)
    rest = FULL_HEIGHT - NUMBER - NAME - RECORD - TOTAL
    width = round(min(WIDEST, rest / size), 2)
    return PrintedList(
        head=head_of(
            tournament,
            title=gettext("Crosstable"),
            where=(title_of(stage),),
            path=stage_url(stage, "standings"),
            published=newest,
        ),
        columns=(
            ListColumn("#", NUMBER, "centre", is_bold=True),
            ListColumn(gettext("Player"), NAME + rest - width * size),
            *_narrow(range(1, size + 1), width),
            ListColumn(gettext("Won–lost"), RECORD, "centre", size=11),
            ListColumn(gettext("Place"), TOTAL, "centre"),
        ),
        groups=tuple(_group(table, size) for table in tables),
        notes=tuple(_orders(tables, stage.chosen.times)),
        is_wide=True,
        is_ruled=True,
    )


def _narrow(numbers: Iterable[int], width: float) -> Iterator[ListColumn]:
    for number in numbers:
        yield ListColumn(str(number), width, "centre", size=11, smallest=7)


def _group(table: CrossTable, size: int) -> ListGroup:
    cells = [list(_texts(row)) for row in table.rows]
    has_begun = any(text not in {"", NO_CELL} for texts in cells for text in texts)
    return ListGroup(
        _title(table),
        tuple(
            (
                str(row.number),
                clean(row.row.name),
                *texts,
                *[NO_CELL] * (size - len(texts)),
                row.row.record if has_begun else "",
                row.shown_place if has_begun else "",
            )
            for row, texts in zip(table.rows, cells, strict=True)
        ),
    )


def _title(table: CrossTable) -> str:
    if not table.number:
        return ""
    return gettext("Group %(letter)s") % {"letter": group_name(table.number)}


def _texts(row: CrossRow) -> Iterator[str]:
    """Yield the results against each; nothing for a match that is not decided."""
    for cell in row.cells:
        if cell is None:
            yield NO_CELL
        else:
            yield " ".join(result.text for result in cell if result.is_decided)


def _orders(tables: Sequence[CrossTable], times: int) -> Iterator[str]:
    """Yield the order of play, once for all groups that have the same."""
    orders: dict[tuple[str, ...], list[str]] = {}
    for table in tables:
        order = tuple(_order([row.number for row in table.rows], times))
        orders.setdefault(order, []).append(_title(table))
    for order, titles in orders.items():
        groups = ", ".join(titles) if len(orders) > 1 else ""
        yield " · ".join(filter(None, (gettext("Order of play"), groups)))
        yield from order


def _order(numbers: Sequence[int], times: int) -> Iterator[str]:
    """Yield the pairs of each round, by the numbers in the group."""
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
    width = round(min(WIDEST, (FULL_WIDTH - NUMBER - NAME - TOTAL) / len(shown)), 2)

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
            title=gettext("Crosstable"),
            where=(title_of(stage),),
            path=stage_url(stage, "standings"),
            advice=gettext("12 + means a win against number 12; 12 – means a loss."),
        ),
        columns=(
            ListColumn(gettext("No."), NUMBER, "centre", is_bold=True),
            ListColumn(
                gettext("Player"),
                round(FULL_WIDTH - NUMBER - TOTAL - width * len(shown), 2),
            ),
            *_narrow(shown, width),
            ListColumn(gettext("Won"), TOTAL, "centre", is_bold=True),
        ),
        groups=(ListGroup("", tuple(line(*person) for person in people)),),
        is_ruled=True,
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


CROSSTABLE: Final = of_stage(
    "crosstable",
    title=gettext_noop("Crosstable"),
    values=crosstable,
    build=print_list,
    papers=(A4, LETTER, A3),
    is_offered=lambda stage: stage.is_in_rounds,
    is_ready=is_drawn,
    group=WALL,
    note=gettext_noop("PDF for the wall, to fill in"),
)
