"""Late entry in a round robin: a latecomer takes a free number of an odd group."""

from matches.rules.messages import Message
from tournaments.engine.format import NO_WINS_YET, Joining, LateEntry
from tournaments.engine.formats.round_robin.dealing import (
    GROUP_STEP,
    group_of,
    number_in_group,
)
from tournaments.engine.formats.round_robin.pairing import BYE_SCHEDULE
from tournaments.engine.pairing import berger
from tournaments.engine.state import DrawnPairing, Note, StageState

IN_GROUP = Message(
    "round_robin.in_group", "Takes number %(number)s of group %(group)s."
)
FREE = Message("round_robin.free", "Takes number %(number)s, which is free.")
FULL = Message("round_robin.full", "No number is free because every group is even.")


def _next_round(state: StageState, number: int) -> Joining:
    seats = _free_seats(state)
    waiting = [
        entrant.number
        for entrant in state.entrants
        if entrant.present and entrant.lot is None and entrant.number != number
    ]
    if len(seats) <= len(waiting):
        return Joining(refusal=Note(FULL))
    return Joining(effects=(Note(NO_WINS_YET), _taken(state, seats[0])))


def _bye(state: StageState, bye: DrawnPairing) -> Joining | None:
    """Take the free number that the holder of a bye would meet by the schedule."""
    lots = {entrant.number: entrant.lot for entrant in state.entrants}
    lot = lots.get(bye.one)
    if lot is None or not any(note.message is BYE_SCHEDULE for note in bye.notes):
        return None
    seats = [one for one in _free_seats(state) if group_of(one) == group_of(lot)]
    if len(seats) != 1:
        return None
    return Joining(effects=(_taken(state, seats[0]),), lot=seats[0])


def _groups(state: StageState) -> dict[int, set[int]]:
    groups: dict[int, set[int]] = {}
    for entrant in state.entrants:
        if entrant.lot is not None:
            taken = groups.setdefault(group_of(entrant.lot), set())
            taken.add(number_in_group(entrant.lot))
    return groups


def _free_seats(state: StageState) -> list[int]:
    """Return the lots that are free, small groups first."""
    free = sorted(
        (len(taken), group, seat)
        for group, taken in _groups(state).items()
        for seat in range(1, berger.table_size(max(taken)) + 1)
        if seat not in taken
    )
    return [GROUP_STEP * group + seat for _, group, seat in free]


def _taken(state: StageState, lot: int) -> Note:
    values = {"number": number_in_group(lot), "group": group_of(lot)}
    return Note(IN_GROUP if len(_groups(state)) > 1 else FREE, values)


LATE = LateEntry(next_round=_next_round, bye=_bye)
