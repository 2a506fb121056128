"""The tables of a tournament in one line on its desk, and why each match waits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from django.utils.translation import gettext

from tournaments.rounds.rows import PairingRow
from tournaments.structure.models import Tournament
from tournaments.tables import order
from tournaments.tables.calls import HallState, hall_of
from tournaments.tables.order import WaitReason

MOST_NAMED: Final = 12
"""The number of free tables that are named; the page of tables has all of them."""


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A called match whose table is gone or out of order.

    `slug` is that of its tournament, `name` the name of that if it is another one.
    """

    slug: str
    number: int
    table: int
    name: str = ""

    @property
    def label(self) -> str:
        """The match, with its tournament if that is another one."""
        return f"M{self.number} ({self.name})" if self.name else f"M{self.number}"


@dataclass(frozen=True, slots=True)
class HallPanel:
    """The free tables and the matches that can be called now.

    `count` is 0 where as many tables are used as are needed. `can_call` is the number
    of matches that can be called now. `called` have been called and do not play yet.
    `waits` has the reason why each match waits, by number, except for busy players,
    which the row shows itself. `misplaced` are matches of the tournament whose table
    is gone or out of order.
    """

    has_hall: bool = False
    count: int = 0
    free: tuple[int, ...] = ()
    can_call: int = 0
    waiting: int = 0
    called: int = 0
    calls_itself: bool = True
    is_paused: bool = False
    waits: Mapping[int, str] = field(default_factory=dict)
    misplaced: tuple[Misplaced, ...] = ()

    @classmethod
    def of(cls, tournament: Tournament, rows: Iterable[PairingRow]) -> Self:
        """Return the bar. One query, seven more with a hall."""
        called = sum(row.tag == "called" for row in rows)
        if hall_of(tournament) is None:
            return cls(called=called)
        state = HallState.of(tournament)
        calls = state.next_calls()
        return cls(
            has_hall=True,
            count=state.table_count,
            free=tuple(table.number for table in state.tables if not table.by_hand)
            if state.table_count
            else (),
            can_call=len(calls),
            waiting=len(state.waiting),
            called=called,
            calls_itself=state.hall is None or state.hall.calls_itself,
            is_paused=state.hall is not None and state.hall.is_paused,
            waits=_waits(state, {call.match for call in calls}),
            misplaced=tuple(
                Misplaced(tournament.slug, row.match_number or 0, row.table or 0)
                for row in state.misplaced
                if row.tournament_id == tournament.pk
            ),
        )

    @property
    def offers_calls(self) -> bool:
        """Whether the desk offers calls: called by hand, paused, or on hold."""
        return self.has_hall and bool(self.can_call)

    @property
    def free_text(self) -> str:
        """The free tables by their numbers, of many the first."""
        named = ", ".join(str(number) for number in self.free[:MOST_NAMED])
        return named if len(self.free) <= MOST_NAMED else f"{named} …"


def misplaced_in_hall(tournament: Tournament) -> list[Misplaced]:
    """Return the misplaced matches of a hall, of all tournaments that share it."""
    if tournament.is_closed:
        return []
    rows = HallState.of(tournament).misplaced
    shared = Tournament.objects.in_bulk({row.tournament_id for row in rows})
    return [
        Misplaced(
            shared[row.tournament_id].slug,
            row.match_number or 0,
            row.table or 0,
            ""
            if row.tournament_id == tournament.pk
            else shared[row.tournament_id].name,
        )
        for row in rows
    ]


def _waits(state: HallState, callable_now: set[int]) -> dict[int, str]:
    return {
        number: text
        for number, one in state.outlook().items()
        if (text := _text(one, is_next=number in callable_now))
    }


def _text(one: WaitReason, *, is_next: bool) -> str:
    if one.why == order.LINED_UP:
        return gettext("for table %(table)s") % {"table": one.table}
    if one.why != order.IN_LINE:
        texts = {
            order.HOLD: gettext("call cancelled"),
            order.RESTS: gettext("resting after a match"),
        }
        return texts.get(one.why, "")
    if one.place == 1:
        first = gettext("next: its stage has priority")
        return first if one.by_rank else gettext("next: waiting longest")
    if is_next:
        return gettext("ready to call")
    return gettext("no. %(place)s in the queue") % {"place": one.place}
