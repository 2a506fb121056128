"""The standings of a stage and the final ranking of a tournament, as printed lists."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from matches.documents.languages import clean, speaks_two
from matches.rules.game import gettext_noop
from matches.rules.refusals import Refusal
from tournaments.engine.state import group_name
from tournaments.paper.lists import print_list
from tournaments.paper.values import (
    ON_ANY_PAPER,
    WALL,
    ListCells,
    ListColumn,
    ListGroup,
    PrintedList,
    has_results,
    head_of,
    of_stage,
    of_tournament,
)
from tournaments.rounds.models import Round
from tournaments.rounds.round_names import rounds_planned
from tournaments.rounds.rows import published_rounds
from tournaments.standings.finishing import EventOrder, finishing_order
from tournaments.standings.queries import (
    GroupTable,
    StandingRow,
    StandingsTable,
    standings_table,
)
from tournaments.structure.documents import for_anybody
from tournaments.structure.marks import mark_of
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.names import shown_name
from tournaments.structure.queries import stage_url, stages_of, title_of

NO_STANDINGS = Refusal(
    "printed_list.no_standings",
    "No standings yet. They start with the first published round.",
)
"""The standings of a stage were asked for before it began."""

REASONS: Final = "reasons"
PRIZES: Final = "prizes"
LAST_PRIZE: Final = 8
"""The last place on the list of prizes."""
FULL_WIDTH: Final = 190
WIDEST_VALUES: Final = 18
"""The greatest width of a column of tie-breaks."""
LEAST_VALUES, LEAST_VALUES_IN_TWO = 9, 14
NAMES: Final = 80
"""The width of the names and the clubs together, if there is room."""


def printed_standings(stage: Stage, option: str = "") -> PrintedList:
    """Return the standings of a stage as they are now. Raises NO_STANDINGS."""
    tournament = stage.division.tournament
    rounds = Round.objects.filter(stage=stage.root).select_related("draw")
    newest = rounds.order_by("-number").first()
    if newest is None:
        raise NO_STANDINGS()
    table = standings_table(stage, mark_of(tournament).text)
    if not table.rows:
        raise NO_STANDINGS()
    has_rounds = not stage.is_plan and not stage.is_endless
    after = gettext("after round %(number)s") % {"number": newest.number}
    groups: Sequence[GroupTable | StandingsTable] = table.groups or (table,)
    has_clubs = any(row.club for row in table.rows)
    reasons = [reason for group in groups for reason in _reasons(group.rows)]
    advice = gettext("Matches are still in progress: places may change.")
    return PrintedList(
        head=head_of(
            tournament,
            title=gettext("Standings"),
            where=(title_of(stage), after if has_rounds else ""),
            path=stage_url(stage, "standings"),
            advice=advice if table.provisional else "",
            published=newest,
        ),
        columns=tuple(_columns(table, has_clubs=has_clubs)),
        groups=tuple(
            ListGroup(
                _title(group),
                tuple(_cells(row, has_clubs=has_clubs) for row in group.rows),
            )
            for group in groups
        ),
        notes=(gettext("Reason for place"), *reasons)
        if reasons and option == REASONS
        else (),
    )


def _columns(table: StandingsTable, *, has_clubs: bool) -> Iterator[ListColumn]:
    room = FULL_WIDTH - 14 - 16 - NAMES
    values = len(table.columns)
    least = LEAST_VALUES_IN_TWO if speaks_two() else LEAST_VALUES
    width = min(WIDEST_VALUES, max(least, room // max(1, values)))
    names = FULL_WIDTH - 14 - 16 - width * values
    player = round(names * 0.58, 1) if has_clubs else names
    yield ListColumn(gettext("Place"), 14, "centre", size=13, is_bold=True)
    yield ListColumn(gettext("Player"), player)
    if has_clubs:
        yield ListColumn(gettext("Club"), round(names - player, 1), size=10)
    yield ListColumn(gettext("Won–lost"), 16, "centre", size=11)
    for column in table.columns:
        title = capfirst(gettext(column.name))
        yield ListColumn(title, width, "number", size=10)


def _title(group: GroupTable | StandingsTable) -> str:
    if isinstance(group, StandingsTable):
        return ""
    if not group.number:
        return gettext("Without a group")
    return gettext("Group %(letter)s") % {"letter": group_name(group.number)}


def _cells(row: StandingRow, *, has_clubs: bool) -> ListCells:
    return (
        row.shown_place,
        clean(row.name),
        *((clean(row.club),) if has_clubs else ()),
        f"{row.wins}–{row.losses}",
        *row.values,
    )


def _reasons(rows: Sequence[StandingRow]) -> Iterator[str]:
    """Yield the reasons why rows are above the next one with as many wins, or points.

    Two rows that share a place need none.
    """
    for row, below in pairwise(rows):
        is_decided = row.is_level(below) and row.place != below.place
        if is_decided and (why := row.why_text()):
            yield f"{row.shown_place} {clean(row.name)}: {why}"


def final_ranking(tournament: Tournament, option: str = "") -> PrintedList:
    """Return who came where in every event with a result. Raises NO_STANDINGS.

    The list of prizes has the best, with room for what they win.
    """
    events = list(_events(tournament))
    if not events:
        raise NO_STANDINGS()
    can_change = gettext("The tournament is not finished; places may change.")
    has_prizes = option == PRIZES
    title = gettext("Prize list") if has_prizes else gettext("Final ranking")
    groups, notes = [], []
    for name, order in events:
        last = LAST_PRIZE if has_prizes else len(order.finishers)
        best = [person for person in order.finishers if person.place <= last]
        rows = [
            (
                *(person.shown_place, clean(person.row.name), clean(person.row.club)),
                "" if has_prizes else person.row.record,
            )
            for person in best
        ]
        groups.append(ListGroup(name, tuple(rows)))
        reasons = [
            f"{person.shown_place} {clean(person.row.name)}: {clean(person.why_text)}"
            for person in best
            if person.why
        ]
        if reasons and option == REASONS:
            heading = gettext("Reason for place")
            notes += [" · ".join(filter(None, (heading, name))), *reasons]
    return PrintedList(
        head=head_of(
            tournament,
            title=title,
            path=reverse("finishing_order", args=[tournament.slug]),
            advice=can_change
            if any(_can_change(tournament, order) for _name, order in events)
            else "",
        ),
        columns=(
            ListColumn(gettext("Place"), 16, "centre", size=13, is_bold=True),
            ListColumn(gettext("Player"), 76),
            ListColumn(gettext("Club"), 50, size=11),
            # Translators: heading of an empty column on the list of prizes.
            ListColumn(gettext("Prize"), 48)
            if has_prizes
            else ListColumn(gettext("Won–lost"), 48, "centre", size=11),
        ),
        groups=tuple(groups),
        notes=tuple(notes),
    )


def _events(tournament: Tournament) -> Iterator[tuple[str, EventOrder]]:
    """Yield the events in which somebody is above another, with their names."""
    divisions = finishing_order(stages_of(tournament), mark_of(tournament).text)
    for division in divisions:
        for order in division.events:
            if any(finisher.place > 1 for finisher in order.finishers):
                names = (shown_name(division.division.name), order.title)
                yield clean(" · ".join(dict.fromkeys(filter(None, names)))), order


def _can_change(tournament: Tournament, order: EventOrder) -> bool:
    has_rounds_left = any(
        len(published_rounds(stage)) < rounds_planned(stage)
        for stage in order.stages
        if stage.is_in_rounds
    )
    return not tournament.is_closed and (order.provisional or has_rounds_left)


STANDINGS: Final = of_stage(
    "standings",
    title=gettext_noop("Standings (print)"),
    values=printed_standings,
    build=print_list,
    papers=ON_ANY_PAPER,
    options={REASONS: gettext_noop("With reasons")},
    is_ready=has_results,
    group=WALL,
    note=gettext_noop("PDF for the wall"),
)
FINAL_RANKING: Final = of_tournament(
    "final-ranking",
    title=gettext_noop("Final ranking"),
    access=for_anybody,
    values=final_ranking,
    build=print_list,
    papers=ON_ANY_PAPER,
    options={
        PRIZES: gettext_noop("Prize list"),
        REASONS: gettext_noop("With reasons"),
    },
    is_ready=has_results,
    group=WALL,
    note=gettext_noop("PDF for the wall"),
)
