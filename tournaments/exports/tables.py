"""The tables of tournament pages as tables for files."""

from collections.abc import Iterator, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext

from matches.web.tables import ExportTable, TableColumn, Value, number_in
from tournaments.engine.state import group_name
from tournaments.exports.trf import (
    HIGHEST_RATING,
    Reported,
    ReportHead,
    can_be_reported,
    trf16,
)
from tournaments.rounds import engine_state
from tournaments.standings.crosstable import CrossTable, cross_tables
from tournaments.standings.finishing import DivisionOrder
from tournaments.standings.queries import (
    GroupTable,
    StandingRow,
    StandingsTable,
    standings_table,
)
from tournaments.structure.models import Entry, Stage


def standings_of(stage: Stage, mark: str) -> list[ExportTable]:
    """Return the standings of a stage, each group as a table."""
    table = standings_table(stage, mark)
    parts: Sequence[GroupTable | StandingsTable] = table.groups or (table,)
    columns = [
        *_person_columns(),
        *(
            TableColumn(column.key, capfirst(gettext(column.name)))
            for column in table.columns
        ),
        TableColumn("why", gettext("Reason for place")),
    ]
    return [
        ExportTable(_title(part), columns, [_standing(row) for row in part.rows])
        for part in parts
    ]


def crosstables_of(stage: Stage, mark: str) -> list[ExportTable]:
    """Return the crosstables, each group as a table."""
    found = cross_tables(stage, standings_table(stage, mark)) if stage.lots else []
    return [_crosstable(one) for one in found]


def finishing_table(divisions: Sequence[DivisionOrder]) -> ExportTable:
    """Return the finishing order of each event as a table."""
    columns = [
        TableColumn("division", gettext("Division")),
        TableColumn("event", gettext("Event")),
        *_person_columns(),
        TableColumn("provisional", capfirst(gettext("provisional"))),
        TableColumn("why", gettext("Reason for place")),
    ]
    return ExportTable(gettext("Final ranking"), columns, [*_finishers(divisions)])


def _finishers(divisions: Sequence[DivisionOrder]) -> Iterator[list[Value]]:
    for division in divisions:
        for event in division.events:
            provisional = gettext("provisional") if event.provisional else ""
            for finisher in event.finishers:
                person = _person(finisher.row, finisher.place, shared=finisher.shared)
                told = [provisional, finisher.why_text]
                yield [division.name, event.title, *person, *told]


def _person_columns() -> list[TableColumn]:
    return [
        TableColumn("place", gettext("Place")),
        TableColumn("shared", capfirst(gettext("shared"))),
        TableColumn("player", gettext("Player")),
        TableColumn("club", gettext("Club")),
        TableColumn("won", gettext("Won")),
        TableColumn("lost", gettext("Lost")),
    ]


def _person(row: StandingRow, place: int, *, shared: bool) -> list[Value]:
    return [
        place,
        gettext("shared") if shared else "",
        row.name,
        row.club,
        number_in(str(row.wins)),
        row.losses,
    ]


def _standing(row: StandingRow) -> list[Value]:
    values = [number_in(value) for value in row.values]
    return [*_person(row, row.place, shared=row.shared), *values, row.why_text()]


def _crosstable(table: CrossTable) -> ExportTable:
    numbers = [row.number for row in table.rows]
    has_points = any(row.row.points for row in table.rows)
    columns = [
        TableColumn("number", gettext("Number")),
        TableColumn("player", gettext("Player")),
        *(TableColumn(f"against_{number}", str(number)) for number in numbers),
        TableColumn("won", gettext("Won")),
        TableColumn("lost", gettext("Lost")),
        *((TableColumn("points", gettext("Points")),) if has_points else ()),
        TableColumn("place", gettext("Place")),
        TableColumn("shared", capfirst(gettext("shared"))),
    ]
    rows: list[list[Value]] = [
        [
            row.number,
            row.row.name,
            *(
                " ".join(result.text for result in cell or () if result.is_decided)
                for cell in row.cells
            ),
            *(number_in(str(row.row.wins)), row.row.losses),
            *((number_in(row.row.points),) if has_points else ()),
            row.place,
            gettext("shared") if row.shared else "",
        ]
        for row in table.rows
    ]
    return ExportTable(
        _group_title(table.number) or gettext("Crosstable"), columns, rows
    )


def _title(part: GroupTable | StandingsTable) -> str:
    if isinstance(part, StandingsTable):
        return gettext("Standings")
    return _group_title(part.number) or gettext("Without a group")


def _group_title(number: int) -> str:
    if not number:
        return ""
    return gettext("Group %(letter)s") % {"letter": group_name(number)}


def report_of(stage: Stage, mark: str) -> str | None:
    """Return the report of a stage, None where the format has no rounds to report."""
    if not stage.is_in_rounds:
        return None
    state = engine_state.load(stage)
    if not can_be_reported(state):
        return None
    places = {row.number: row.place for row in standings_table(stage, mark).rows}
    entries = Entry.objects.filter(division=stage.division_id).select_related("player")
    people = {
        entry.number: Reported(
            entry.player.name,
            min(HIGHEST_RATING, round(entry.told_rating or 0)),
            places[entry.number],
        )
        for entry in entries
        if entry.number in places
    }
    tournament = stage.division.tournament
    event = ReportHead(tournament.name, tournament.place, tournament.date)
    return trf16(event, state, people)
