"""The standings of a stage as a printed list, with the reasons at tied places."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext

from matches.documents.languages import speaks_two
from matches.documents.text import clean
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.engine.state import group_name
from tournaments.paper.values import (
    ListCells,
    ListColumn,
    ListGroup,
    PrintedList,
    head_of,
)
from tournaments.rounds.models import Round
from tournaments.standings.queries import (
    GroupTable,
    StandingRow,
    StandingsTable,
    standings_table,
)
from tournaments.structure.marks import mark_of
from tournaments.structure.models import Stage
from tournaments.structure.queries import stage_url, title_of

NO_STANDINGS = Refusal(
    "printed_list.no_standings",
    gettext_noop("No standings yet. They start with the first published round."),
)
"""The standings of a stage were asked for before it began."""

FULL_WIDTH: Final = 190
VALUE_WIDTHS: Final = (18, 15, 12, 9)
VALUE_WIDTHS_IN_TWO: Final = (20, 18, 16, 14)
"""The widths of a column of tie-breaks: the first with which names have room."""
NAMES: Final = 80
"""The least width of the names and the clubs together."""


def printed_standings(stage: Stage) -> PrintedList:
    """Return the standings of a stage as they are now. Raises NO_STANDINGS."""
    tournament = stage.division.tournament
    newest = _newest_round(stage)
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
    return PrintedList(
        head=head_of(
            tournament,
            title=gettext("Standings"),
            where=(title_of(stage), after if has_rounds else ""),
            path=stage_url(stage, "standings"),
            advice=_advice(table),
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
        notes=(gettext("Reason for place"), *reasons) if reasons else (),
    )


def _newest_round(stage: Stage) -> Round | None:
    rounds = Round.objects.filter(stage=stage.root).select_related("draw")
    return rounds.order_by("-number").first()


def _advice(table: StandingsTable) -> str:
    if not table.provisional:
        return ""
    return gettext("Matches are still in progress: places may change.")


def _columns(table: StandingsTable, *, has_clubs: bool) -> Iterator[ListColumn]:
    room = FULL_WIDTH - 14 - 16 - NAMES
    values = len(table.columns)
    widths = VALUE_WIDTHS_IN_TWO if speaks_two() else VALUE_WIDTHS
    width = next((width for width in widths if width * values <= room), widths[-1])
    names = FULL_WIDTH - 14 - 16 - width * values
    player = round(names * 0.58, 1) if has_clubs else names
    yield ListColumn(
        title=gettext("Place"), width=14, kind="centre", size=13, is_bold=True
    )
    yield ListColumn(title=gettext("Player"), width=player)
    if has_clubs:
        yield ListColumn(title=gettext("Club"), width=round(names - player, 1), size=10)
    yield ListColumn(title=gettext("Won–lost"), width=16, kind="centre", size=11)
    for column in table.columns:
        yield ListColumn(
            title=capfirst(gettext(column.name)), width=width, kind="number", size=10
        )


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
