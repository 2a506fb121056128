"""Tables of seasons as pages, files and paper show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from matches.exports.tables import ExportTable, TableColumn, Value
from tournaments.seasons.queries import (
    PlaceMove,
    SeasonRow,
    Tonight,
    closing_of,
    kept_lines,
    lines_in_force,
    moves_between,
    season_rows,
    table_digest,
    tonight,
)
from tournaments.seasons.scoring import UNIT, EveningResult, ScoredLine
from tournaments.seasons.state import SeasonState
from tournaments.seasons.words import season_points, shown_place, shown_term
from tournaments.structure.models import Tournament

BETWEEN: Final = " + "
"""The separator between the points of two evenings."""
FIRST_ROWS: Final = 5
"""The number of places of a running evening that are shown at once."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: what counts and what is dropped, the best first."""

    place: str
    key: str
    name: str
    club: str
    evenings: int
    counted: str
    dropped: str
    carried: str
    points: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """The table that a page shows.

    `corrected` are the players whose place or sum has changed by corrections after the
    season was closed.
    """

    rows: Sequence[TableRow]
    corrected: Sequence[PlaceMove]


def table_row(row: SeasonRow) -> TableRow:
    """Return a row as it is shown."""
    line, person = row.line, row.person
    return TableRow(
        shown_place(line.place, shared=line.shared),
        person.key,
        person.name,
        person.club,
        line.evenings,
        points_of(line.counted),
        points_of(line.dropped),
        season_points(line.carried) if line.carried else "",
        season_points(line.points),
    )


def points_of(results: Iterable[EveningResult]) -> str:
    """Return the points of several evenings as text."""
    return BETWEEN.join(season_points(result.points) for result in results)


def shown_table(state: SeasonState) -> ShownTable:
    """Return the table of a season; of a closed one that with which it was closed.

    One query, up to three more for a season that is closed.
    """
    closing = closing_of(state.season) if state.season.is_closed else None
    if closing is None:
        return ShownTable([table_row(row) for row in season_rows(state.lines)], ())
    kept = kept_lines(closing)
    rows = [table_row(row) for row in season_rows(kept)]
    if table_digest(state.lines) == closing.digest:
        return ShownTable(rows, ())
    return ShownTable(rows, moves_between(kept, state.lines))


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A player who moves: place and sum before and after."""

    key: str
    name: str
    place_before: str
    place_after: str
    points_before: str
    points_after: str


def shown_move(move: PlaceMove) -> ShownMove:
    """Return a move as it is shown."""

    def place(line: ScoredLine | None) -> str:
        return (
            "–" if line is None else shown_place(line.place, shared=line.shared) or "–"
        )

    def points(line: ScoredLine | None) -> str:
        return "–" if line is None else season_points(line.points)

    return ShownMove(
        *(move.person.key, move.person.name),
        *(place(move.before), place(move.after)),
        *(points(move.before), points(move.after)),
    )


@dataclass(frozen=True, slots=True)
class TonightRow:
    """The effect of a running evening on the season of one player."""

    key: str
    name: str
    points: str
    before: str
    after: str
    sentence: str


@dataclass(frozen=True, slots=True)
class TonightTable:
    """The effect of a running evening on the season: first places, and the others."""

    tournament: Tournament
    first: Sequence[TonightRow]
    others: Sequence[TonightRow]


def tonight_tables(state: SeasonState) -> list[TonightTable]:
    """Return the effects of the running evenings on a season. One query."""
    shown = [
        (tournament, [_tonight_row(row) for row in rows])
        for tournament, rows in tonight(state)
    ]
    return [
        TonightTable(tournament, rows[:FIRST_ROWS], rows[FIRST_ROWS:])
        for tournament, rows in shown
    ]


def _tonight_row(one: Tonight) -> TonightRow:
    after = shown_place(one.after.place, shared=one.after.shared)
    before = (
        shown_place(one.before.place, shared=one.before.shared)
        if one.before is not None and one.before.evenings
        else ""
    )
    return TonightRow(
        *(one.person.key, one.person.name, season_points(one.points)),
        *(before or "–", after or "–"),
        _sentence(one, before=before, after=after),
    )


def _sentence(one: Tonight, *, before: str, after: str) -> str:
    placing = one.place
    place = shown_place(placing.place, shared=placing.shared > 1) if placing else ""
    values = {"place": place, "now": after, "before": before}
    if not after:
        return ""
    if not place:
        return _("now %(now)s in the season") % values
    if not before:
        return _("%(place)s tonight, now %(now)s in the season") % values
    if before == after:
        return _("%(place)s tonight, still %(now)s in the season") % values
    text = _("%(place)s tonight, now %(now)s in the season (was %(before)s)")
    return text % values


@dataclass(frozen=True, slots=True)
class EveningLine:
    """A tournament that counts."""

    tournament: Tournament
    weight: str
    state: str


def evening_lines(state: SeasonState) -> list[EveningLine]:
    """Return the tournaments that count, in order."""
    played = {one.tournament.pk for one in state.played}
    return [
        EveningLine(
            one.tournament,
            season_points(one.weight) if one.weight != UNIT else "",
            _phase(one.tournament, has_results=one.tournament.pk in played),
        )
        for one in state.counting
    ]


def _phase(tournament: Tournament, *, has_results: bool) -> str:
    if tournament.is_closed:
        return "closed"
    return "running" if has_results else "planned"


@dataclass(frozen=True, slots=True)
class SumTerm:
    """One part of a sum: its reason, number, single amount and total."""

    text: str
    number: int
    each: str
    points: str


@dataclass(frozen=True, slots=True)
class SumEvening:
    """The points of a player from one evening, and whether they count."""

    tournament: Tournament
    points: str
    is_dropped: bool
    weight: str
    terms: Sequence[SumTerm]


def sum_of(state: SeasonState, line: ScoredLine) -> list[SumEvening]:
    """Return how the sum of a player came about, by the order of the evenings."""
    dropped = {result.order for result in line.dropped}
    by_pk = {one.tournament.pk: one for one in state.counting}
    found = []
    for result in sorted((*line.counted, *line.dropped), key=lambda one: one.order):
        one = by_pk[result.order[1]]
        names = state.division_names(one)
        terms = [
            SumTerm(
                shown_term(term, names),
                term.number,
                season_points(term.each),
                season_points(term.points),
            )
            for term in result.terms
        ]
        weight = season_points(one.weight) if one.weight != UNIT else ""
        found.append(
            SumEvening(
                one.tournament,
                season_points(result.points),
                result.order in dropped,
                weight,
                terms,
            )
        )
    return found


def season_table(state: SeasonState) -> ExportTable:
    """Return the table as a table for files, with a column for each evening."""
    evenings = [one.tournament for one in state.played]
    columns = [
        TableColumn("place", _("Place")),
        TableColumn("shared", _("Shared")),
        TableColumn("player", _("Player")),
        TableColumn("club", _("Club")),
        TableColumn("evenings", _("Evenings")),
        TableColumn("points", _("Points")),
        TableColumn("carried", _("Carried over")),
        TableColumn("dropped", _("Dropped")),
        *(
            TableColumn(
                f"{evening.date:%Y-%m-%d}-{evening.slug}",
                f"{evening.date:%Y-%m-%d} {evening.name}",
            )
            for evening in evenings
        ),
    ]
    rows = [
        _file_row(row, [evening.pk for evening in evenings])
        for row in season_rows(lines_in_force(state))
    ]
    return ExportTable(state.season.name, columns, rows)


def _file_row(row: SeasonRow, evenings: Sequence[int]) -> list[Value]:
    line = row.line
    got = {result.order[1]: result.points for result in (*line.counted, *line.dropped)}
    return [
        line.place or None,
        _("shared") if line.shared else "",
        row.person.name,
        row.person.club,
        line.evenings,
        _number(line.points),
        _number(line.carried),
        _number(sum(result.points for result in line.dropped)),
        *(_number(got[pk]) if pk in got else None for pk in evenings),
    ]


def _number(units: int) -> int | float:
    """Return points as a number: whole ones without a fraction."""
    return units // UNIT if units % UNIT == 0 else units / UNIT
