"""The results of a round robin as a table, group by group."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from matches.web.sentences import marked_place
from tournaments.brackets.queries import BracketMatch, meetings
from tournaments.engine import LotPlace, format_named
from tournaments.rounds.models import Pairing
from tournaments.standings.queries import StandingRow, StandingsTable
from tournaments.structure.models import Stage


class CrosstableResult(NamedTuple):
    """One match from the side of the player whose row it is in."""

    code: str
    text: str
    is_won: bool
    is_decided: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A player of a group, with one cell for each player of the group, by number.

    A cell has the matches of the two; in the diagonal it is None. `place` is that
    within the group, `shared` with others of the group.
    """

    number: int
    row: StandingRow
    place: int
    shared: bool
    cells: tuple[Sequence[CrosstableResult] | None, ...]

    @property
    def shown_place(self) -> str:
        return marked_place(self.place, shared=self.shared)


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A group with its players in the order of their numbers; 0: the only group."""

    number: int
    rows: tuple[CrossRow, ...]


def cross_tables(stage: Stage, table: StandingsTable) -> list[CrossTable]:
    """Return the groups of a round robin that has been drawn. One query."""
    lots, place_of = stage.lot_of, format_named(stage.format).lot_place
    in_order = sorted(lots, key=lots.__getitem__)
    places = {entry: place_of(lots[entry]) for entry in in_order}
    results = _results(stage)
    rows = {row.number: row for row in table.rows}
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for entry, place in places.items():
        if entry in rows:
            groups[place.group].append(entry)
    return [
        CrossTable(
            number if len(groups) > 1 else 0,
            tuple(_rows(members, rows=rows, results=results, places=places)),
        )
        for number, members in sorted(groups.items())
    ]


def _rows(
    members: list[int],
    *,
    rows: Mapping[int, StandingRow],
    results: Mapping[tuple[int, int], list[CrosstableResult]],
    places: Mapping[int, LotPlace],
) -> Iterator[CrossRow]:
    ranks = sorted(rows[entry].place for entry in members)
    for entry in members:
        yield CrossRow(
            number=places[entry].number,
            row=rows[entry],
            place=ranks.index(rows[entry].place) + 1,
            shared=ranks.count(rows[entry].place) > 1,
            cells=tuple(
                None if entry == other else results.get((entry, other), ())
                for other in members
            ),
        )


def _results(stage: Stage) -> dict[tuple[int, int], list[CrosstableResult]]:
    results: defaultdict[tuple[int, int], list[CrosstableResult]] = defaultdict(list)
    for _slot, meeting in meetings(Pairing.objects.filter(draw__stage=stage)):
        for me, other in ((meeting.one, meeting.two), (meeting.two, meeting.one)):
            results[me, other].append(_seen(meeting, me, other))
    return results


def _seen(meeting: BracketMatch, me: int, other: int) -> CrosstableResult:
    mine, theirs = meeting.points_of(me), meeting.points_of(other)
    is_decided = meeting.winner is not None or meeting.state == "done"
    is_decided = is_decided and meeting.state != "disputed"
    winner = {1: meeting.one, 2: meeting.two}.get(meeting.winner or 0)
    text = f"{mine}–{theirs}" if mine is not None else "+−"[winner != me]
    return CrosstableResult(
        meeting.code, text if is_decided else meeting.label, winner == me, is_decided
    )
