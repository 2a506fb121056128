"""Calls matches to tables: waiting matches, free tables, automatic calls.

A transaction that calls has locked its tournament, and then locks the calling of all
others (`lock_calling`): the same person may play in two tournaments of a day, and two
tournaments may share their tables. Nothing is locked after it but the rows it writes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count, islice
from typing import Final, Self

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from matches.ledger.models.match import Match
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Tournament
from tournaments.tables import order
from tournaments.tables.models import Hall, HallTable
from tournaments.tables.order import Call, WaitReason
from tournaments.tables.people import (
    AT_A_TABLE,
    KEEPS_TABLE,
    people_in,
    people_of,
    same_day,
)

CALLED: Final = "match_called"
AGAIN: Final = "match_called_again"
MOVED: Final = "match_moved"
TAKEN_BACK: Final = "call_taken_back"
SITS: Final = "match_sits"
MANY: Final = "matches_called"
ALL_SIT: Final = "matches_sit"
LINED_UP: Final = "match_lined_up"
LINE_LEFT: Final = "match_left_line"
HAND_ACTS: Final = frozenset(
    {CALLED, AGAIN, MOVED, TAKEN_BACK, SITS, MANY, ALL_SIT, LINED_UP, LINE_LEFT}
)
"""The acts of a director on calls, which amendments record."""

_LOCK: Final = 4_710_021
_CALLED: Final = ("table", "called_at", "on_hold", "wanted_table")


@dataclass(frozen=True, slots=True)
class HallState:
    """The waiting matches and free tables of a tournament at one moment.

    `rows` are the matches that wait, by match number, and `waiting` the same as values.
    `tables` are the free ones. `hall` is None for a tournament that never chose one,
    and `table_count` is 0 where the tables are not counted. `called` are the
    matches at tables of the tournament and of those that share its hall, and
    `misplaced` those of them whose table is gone or out of order.
    """

    rows: dict[int, Pairing]
    waiting: tuple[order.Waiting, ...]
    tables: tuple[order.FreeTable, ...]
    busy: frozenset[int]
    called: tuple[Pairing, ...]
    misplaced: tuple[Pairing, ...]
    at: datetime
    hall: Hall | None = None
    table_count: int = 0

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        """Return the state of a tournament. Four queries, up to three more."""
        now = timezone.now()
        hall = hall_of(tournament)
        rows = _rows(tournament)
        people = people_in(rows)
        called = [row for row in rows if row.called_at is not None]
        open_rows = [row for row in rows if row.called_at is None]
        near = _at_same_tables(tournament, hall, called)
        listed = list(hall.tables.all()) if hall else []
        rested = _rested(tournament, hall, now) if open_rows else {}
        kept = _tables_before(open_rows)
        return cls(
            rows={row.match_number or 0: row for row in open_rows},
            waiting=tuple(
                _waiting(row, people[row.pk], rested=rested, kept=kept.get(row.pk))
                for row in open_rows
            ),
            tables=_free(listed, near, len(open_rows)),
            busy=frozenset().union(*(people[row.pk] for row in called)),
            called=tuple(near),
            misplaced=_misplaced(listed, near),
            at=now,
            hall=hall,
            table_count=len(listed),
        )

    @property
    def calls_itself(self) -> bool:
        return self.hall is None or (self.hall.calls_itself and not self.hall.is_paused)

    def next_calls(self, most: int | None = None) -> tuple[Call, ...]:
        at = _seconds(self.at)
        return order.chosen(self.waiting, self.tables, busy=self.busy, at=at, most=most)

    def outlook(self) -> dict[int, WaitReason]:
        return order.outlook(self.waiting, busy=self.busy, at=_seconds(self.at))

    def table_for(self, number: int) -> int | None:
        """Return the table for one match that is called by hand, None if none is free.

        Neither a hold nor a rest keeps it back. It gets the table that it is lined up
        for, if that is free.
        """
        at = _seconds(self.at)
        for one in self.waiting:
            if one.number != number:
                continue
            ready = replace(one, on_hold=False, rested=0)
            for mine in (ready, replace(ready, wants=None)):
                calls = order.chosen([mine], self.tables, busy=self.busy, at=at)
                if calls:
                    return calls[0].table
        return None

    def make(self, calls: Iterable[Call]) -> list[Pairing]:
        made = []
        for match, table in calls:
            row = self.rows[match]
            row.table, row.called_at, row.on_hold = table, self.at, False
            row.wanted_table = None
            made.append(row)
        Pairing.objects.bulk_update(made, _CALLED)
        return made


def call_free(tournament: Tournament) -> int:
    """Call every open match whose players and a table are free; return how many.

    A person is called to one match at a time, also a player in two divisions, in a
    doubles pair or in two tournaments of the day. A further leg keeps the
    table of the leg before if it is free. Nothing is called automatically where a
    director calls by hand or has paused calling. The caller has locked the tournament.
    """
    lock_calling()
    state = HallState.of(tournament)
    return len(state.make(state.next_calls())) if state.calls_itself else 0


def lock_calling() -> None:
    """Allow only one transaction at a time to call, until it ends.

    SQLite has one writer at a time anyway.
    """
    # An advisory lock and not a row: there is no row that all tournaments of a day
    # share, and the lock ends with the transaction whatever happens.
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def hall_of(tournament: Tournament) -> Hall | None:
    """Return the hall in which a tournament is played, if it has one. One query."""
    return Hall.objects.filter(uses__tournament=tournament.pk).first()


def _rows(tournament: Tournament) -> list[Pairing]:
    """Return the open matches of a tournament, and the called ones of its day."""
    of_the_day = same_day(tournament).values("pk")
    return list(
        Pairing.objects.live()
        .filter(
            Q(tournament=tournament.pk, match__state__in=AT_A_TABLE)
            | Q(
                tournament__in=of_the_day,
                called_at__isnull=False,
                match__state__in=KEEPS_TABLE,
            )
        )
        .order_by("match_number")
        .only(
            *("table", "called_at", "on_hold", "draw", "position", "leg"),
            *("wanted_table",),
            *("match_number", "tournament", "stage__call_rank"),
            *("match__player_1", "match__player_2", "match__created_at"),
        )
        .select_related("match", "stage")
    )


def _at_same_tables(
    tournament: Tournament, hall: Hall | None, called: Sequence[Pairing]
) -> list[Pairing]:
    together = {tournament.pk}
    if hall is not None:
        together |= set(hall.uses.values_list("tournament", flat=True))
    return [row for row in called if row.tournament_id in together]


def _free(
    listed: Sequence[HallTable], called: Sequence[Pairing], wanted: int
) -> tuple[order.FreeTable, ...]:
    """Return the free tables; without a list as many of the lowest as are wanted."""
    taken = {row.table for row in called}
    if not listed:
        numbers = (number for number in count(1) if number not in taken)
        return tuple(order.FreeTable(number) for number in islice(numbers, wanted))
    return tuple(
        order.FreeTable(table.number, table.stage_id, table.by_hand)
        for table in listed
        if not table.is_out and table.number not in taken
    )


def _misplaced(
    listed: Sequence[HallTable], called: Sequence[Pairing]
) -> tuple[Pairing, ...]:
    """Return the called matches at tables that are gone or out of order."""
    usable = {table.number for table in listed if not table.is_out}
    return tuple(row for row in called if listed and row.table not in usable)


def _waiting(
    row: Pairing, people: set[int], *, rested: dict[int, int], kept: int | None
) -> order.Waiting:
    since = row.match.created_at if row.match else timezone.now()
    return order.Waiting(
        number=row.match_number or 0,
        people=frozenset(people),
        stage=row.stage_id,
        since=_seconds(since),
        rank=row.stage.call_rank,
        rested=max((rested.get(person, 0) for person in people), default=0),
        kept=kept,
        on_hold=row.on_hold,
        wants=row.wanted_table,
    )


def _rested(tournament: Tournament, hall: Hall | None, now: datetime) -> dict[int, int]:
    if hall is None or not hall.rest_minutes:
        return {}
    rest = timedelta(minutes=hall.rest_minutes)
    ended = Match.objects.filter(
        pairing__tournament__in=same_day(tournament).values("pk"),
        finished_at__gt=now - rest,
    ).values_list("player_1", "player_2", "finished_at")
    finished = [(one, two, at + rest) for one, two, at in ended if at is not None]
    members = people_of({player for row in finished for player in row[:2]})
    found: dict[int, int] = {}
    for one, two, until in finished:
        for person in members[one] | members[two]:
            found[person] = max(found.get(person, 0), _seconds(until))
    return found


def _tables_before(waiting: Sequence[Pairing]) -> dict[int, int | None]:
    """Return the table of the leg before, by primary key of each later leg."""
    further = [row for row in waiting if row.leg > 1]
    if not further:
        return {}
    earlier = {
        (draw, position, leg): table
        for draw, position, leg, table in Pairing.objects.filter(
            draw__in={row.draw_id for row in further}, called_at__isnull=False
        ).values_list("draw", "position", "leg", "table")
    }
    return {
        row.pk: earlier.get((row.draw_id, row.position, row.leg - 1)) for row in further
    }


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
