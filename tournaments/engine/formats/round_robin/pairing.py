"""Round robin: all entrants meet, in one group or in several.

Lots (see `lots`): the purpose `round_robin:1` orders the entrants of the first draw.
Seeded entrants go before the others, by rank. In this order they are dealt to the
groups there and back: 1, 2, 3, 3, 2, 1, 1 and so on. If clubs are to be kept apart,
entrants of the largest club are dealt first (seeded ones excepted), each to the group
with the fewest entrants of that club. Before that come those who are not to meet, and
first those who share a person: they get different groups. Within a group the order of
the lots gives the numbers, and the Berger table the pairs and rounds.

The lot that is stored is the place: `GROUP_STEP` times the group plus the number. A
latecomer takes the free place of an odd group; the purpose `round_robin:R` of round R
orders several of them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from matches.rules.refusals import Message
from tournaments.engine.errors import SAME_PERSON
from tournaments.engine.format import (
    FEWEST,
    NO_WINS_YET,
    Joining,
    LateEntry,
    all_rounds_played,
    due_numbers,
    enough,
)
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.pairing.wishes import Wishes, barred_pairs
from tournaments.engine.state import (
    DrawnPairing,
    DrawnRound,
    Entrant,
    Note,
    Options,
    StageState,
    strength,
)

Pair = tuple[int, int]


def table_size(players: int) -> int:
    return players + players % 2


def round_count(players: int) -> int:
    return table_size(players) - 1 if players > 1 else 0


def round_pairs(players: int, number: int) -> tuple[Pair, ...]:
    """Return the pairs of a round, 1 to `round_count`, in the order of the table.

    Players have numbers from 1. In an odd field the last place is empty: the player who
    is paired with it has a bye. Every player has one.

    The rule: all numbers but the last stand in a circle. The opponent of the last
    number moves half-way round the circle from round to round; the two neighbours of
    this opponent meet, then their neighbours, and so on. The first of a pair has white.

    Source: FIDE Handbook, C.05 General Regulations for Competitions, Annex 1, for 3 to
    16 players; the rule behind its tables holds for any number.
    """
    last = table_size(players)
    circle = last - 1
    head = (number + 1) // 2 if number % 2 else (number + last) // 2
    first = (head, last) if number % 2 else (last, head)
    others = [
        ((head + step - 1) % circle + 1, (head - step - 1) % circle + 1)
        for step in range(1, last // 2)
    ]
    return (first, *others)


GROUP_STEP = 10_000
SAME_GROUP = Message(
    "foresight.same_group",
    "Pairs to be kept apart: %(count)s. They are put in different groups where "
    "possible; within a group everyone plays everyone.",
)


def group_of(lot: int) -> int:
    return lot // GROUP_STEP


def number_in_group(lot: int) -> int:
    return lot % GROUP_STEP


def group_count(entrants: int, options: Options) -> int:
    """Return the number of groups: as many as asked for, if each gets two entrants."""
    return max(1, min(options.groups, entrants // FEWEST))


def dealt(state: StageState, seed: str, wishes: Wishes) -> dict[int, int]:
    """Raises SAME_PERSON."""
    field = {entrant.number: entrant for entrant in state.here()}
    order = by_lot(seed, "round_robin:1", field)
    drawn = [field[number] for number in order]
    best = sorted(drawn, key=strength)[: state.options.seeded]
    groups = {entrant.number: 0 for entrant in best}
    rest = [entrant for entrant in drawn if entrant.number not in groups]
    deal = _there_and_back(len(order), group_count(len(order), state.options))
    groups = dict(zip(groups, deal, strict=False))
    _spread(
        [*best, *_barred_first(_largest_first(rest, state.options.apart), wishes)],
        deal[len(best) :],
        groups,
        apart=state.options.apart,
        wishes=wishes,
    )
    _refuse_same_group(groups, wishes)
    count, lots = Counter[int](), {}
    for number in order:
        count[groups[number]] += 1
        lots[number] = GROUP_STEP * groups[number] + count[groups[number]]
    return lots


def _there_and_back(size: int, groups: int) -> list[int]:
    turn = [*range(1, groups + 1), *range(groups, 0, -1)]
    return [turn[index % len(turn)] for index in range(size)]


def _largest_first(entrants: Sequence[Entrant], apart: Sequence[str]) -> list[Entrant]:
    """Return the entrants, members of the largest club, country or family first."""
    sizes = {
        name: Counter(getattr(entrant, name) for entrant in entrants) for name in apart
    }

    def crowd(entrant: Entrant) -> list[int]:
        shared = [getattr(entrant, name) for name in apart]
        pairs = zip(apart, shared, strict=True)
        return [-sizes[name][what] if what else 0 for name, what in pairs]

    return sorted(entrants, key=crowd)  # stable: equal ones by lot


def _spread(
    entrants: Sequence[Entrant],
    deal: Sequence[int],
    groups: dict[int, int],
    *,
    apart: Sequence[str],
    wishes: Wishes,
) -> None:
    """Give each entrant without a group the cheapest of the groups in `deal`.

    The cost is the number of entrants there who share a person, then of those not to
    be met, then of those from the same club, then country and so on, in the order of
    `apart`.
    """
    here: dict[int, list[Counter[str]]] = {
        group: [Counter() for _ in apart] for group in {*deal, *groups.values()}
    }
    left = list(deal)
    for entrant in entrants:
        marks = [getattr(entrant, name) for name in apart]
        if entrant.number not in groups:
            barred = _barred_by_group(entrant.number, groups, wishes)
            cost = {
                group: [
                    *barred[group],
                    *(
                        count[mark] if mark else 0
                        for count, mark in zip(here[group], marks, strict=True)
                    ),
                ]
                for group in set(left)
            }
            groups[entrant.number] = min(left, key=cost.__getitem__)  # first of equals
            left.remove(groups[entrant.number])
        for count, mark in zip(here[groups[entrant.number]], marks, strict=True):
            count[mark] += 1


def _barred_first(entrants: Sequence[Entrant], wishes: Wishes) -> list[Entrant]:
    """Return the entrants, those first who must not meet another."""
    # `sorted` is stable: within each of the three parts the order of the lots stays.
    same = {number for pair in wishes.same for number in pair}
    never = {number for pair in wishes.forbidden for number in pair}
    return sorted(
        entrants, key=lambda one: (one.number not in same, one.number not in never)
    )


def _barred_by_group(
    number: int, groups: Mapping[int, int], wishes: Wishes
) -> Mapping[int, tuple[int, int]]:
    found: defaultdict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    if not wishes.same and not wishes.forbidden:
        return found
    for other, group in groups.items():
        same, never = found[group]
        found[group] = (
            same + wishes.is_same(number, other),
            never + wishes.is_forbidden(number, other),
        )
    return found


def _refuse_same_group(groups: Mapping[int, int], wishes: Wishes) -> None:
    for one, two in sorted(wishes.same):
        if one in groups and groups[one] == groups.get(two):
            raise SAME_PERSON(entrant=one, other=two)


BYE_SCHEDULE = Message(
    "round_robin.bye_schedule", "Scheduled bye: the number of players is odd."
)
BYE_ABSENT = Message(
    "round_robin.bye_absent", "Bye: %(entrant)s, who was the opponent, is not here."
)
Seats = Mapping[int, Mapping[int, int]]
"""Group to number in the group to entrant."""
WITHOUT_SEAT = Message(
    "foresight.without_seat",
    "%(entrant)s is checked in, but every group is even, so there is no place. The "
    "others are drawn; %(entrant)s can wait for a place or withdraw.",
)


def full_rounds(entrants: int, options: Options) -> int:
    groups = group_count(entrants, options)
    return options.times * round_count(-(-entrants // groups))


def due(state: StageState) -> list[int]:
    """Return the present entrants whose group has a round to play, newcomers included.

    A newcomer is left out if no group has a place: see `foresees`.

    Raises TooFewEntrantsError, SAME_PERSON.
    """
    if not state.outcomes:
        numbers, here = due_numbers(state), {entrant.number for entrant in state.here()}
        if group_count(len(here), state.options) == 1:
            _refuse_same_group(dict.fromkeys(here, 1), barred_pairs(state))
        return numbers
    seats, playing = seats_of(state), []
    for entrant in state.due():
        lot = entrant.lot
        if lot is None or _plays(state, seats[group_of(lot)]):
            playing.append(entrant.number)
    without = set(_without_seat(state, playing))
    return enough([number for number in playing if number not in without])


def draw(state: StageState, seed: str) -> DrawnRound:
    """Raises TooFewEntrantsError, SAME_PERSON."""
    numbers = due(state)
    if state.outcomes:
        return _drawn(state, numbers, _newcomers(state, numbers, seed))
    return _drawn(state, numbers, dealt(state, seed, barred_pairs(state)))


def foresees(state: StageState) -> tuple[Note, ...]:
    if state.outcomes:
        late = [entrant.number for entrant in state.due() if entrant.lot is None]
        without = _without_seat(state, late)
        return tuple(Note(WITHOUT_SEAT, {"entrant": number}) for number in without)
    here = {entrant.number for entrant in state.here()}
    count = sum(here.issuperset(pair) for pair in barred_pairs(state).forbidden)
    return (Note(SAME_GROUP, {"count": count}),) if count else ()


def _drawn(
    state: StageState, numbers: Sequence[int], lots: Mapping[int, int]
) -> DrawnRound:
    round_number = state.next_round
    entrants = tuple(
        replace(
            entrant,
            lot=lots.get(entrant.number, entrant.lot if state.outcomes else None),
        )
        for entrant in state.entrants
    )
    present, pairs, byes = set(numbers), [], []
    for _, seats in sorted(_by_group(entrants).items()):
        for pair in _scheduled(seats, round_number, state.options.times):
            here = [one for one in pair if one is not None and one in present]
            if len(here) == len(pair):
                pairs.append(DrawnPairing(here[0], here[1]))
            elif here:
                byes.append(_bye(here[0], pair))
    return DrawnRound(round_number, (*pairs, *byes), lots)


def _bye(holder: int, pair: tuple[int | None, int | None]) -> DrawnPairing:
    absent = pair[0] if pair[1] == holder else pair[1]
    if absent is None:
        return DrawnPairing(holder, None, (Note(BYE_SCHEDULE),))
    return DrawnPairing(holder, None, (Note(BYE_ABSENT, {"entrant": absent}),))


def _scheduled(
    seats: Mapping[int, int], round_number: int, times: int
) -> list[tuple[int | None, int | None]]:
    """Return the pairs of a group, None for a free seat; none after its last round."""
    size = max(seats)
    cycle, index = divmod(round_number - 1, max(round_count(size), 1))
    if cycle >= times or size < FEWEST:
        return []
    pairs = [
        (seats.get(one), seats.get(two)) for one, two in round_pairs(size, index + 1)
    ]
    return [(two, one) for one, two in pairs] if cycle % 2 else pairs


def seats_of(state: StageState) -> Seats:
    return _by_group(state.entrants) if state.outcomes else {}


def _by_group(entrants: Iterable[Entrant]) -> Seats:
    seats: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for entrant in entrants:
        if entrant.lot is not None:
            seats[group_of(entrant.lot)][number_in_group(entrant.lot)] = entrant.number
    return dict(seats)


def _plays(state: StageState, seats: Mapping[int, int]) -> bool:
    return bool(_scheduled(seats, state.next_round, state.options.times))


def _newcomers(state: StageState, numbers: Sequence[int], seed: str) -> dict[int, int]:
    """Give the free seats of odd groups to entrants without one, small groups first."""
    seats = seats_of(state)
    seated = {number for group in seats.values() for number in group.values()}
    late = [number for number in numbers if number not in seated]
    order = by_lot(seed, f"round_robin:{state.next_round}", late)
    return _places_for(state, order)


def _without_seat(state: StageState, numbers: Sequence[int]) -> list[int]:
    """Return the latecomers without a place, the last entries first."""
    lots = {entrant.number: entrant.lot for entrant in state.entrants}
    late = sorted(number for number in numbers if lots[number] is None)
    placed = _places_for(state, late)
    return [number for number in late if number not in placed]


def _places_for(state: StageState, order: Sequence[int]) -> dict[int, int]:
    """Give latecomers free places, entrants of one person in different groups."""
    seats, wishes = seats_of(state), barred_pairs(state)
    group_of_all = {
        number: group for group, taken in seats.items() for number in taken.values()
    }
    free = _free_lots(
        {group: taken for group, taken in seats.items() if _plays(state, taken)}
    )
    found: dict[int, int] = {}
    for number in order:
        barred = {
            group
            for other, group in group_of_all.items()
            if wishes.is_same(number, other)
        }
        place = next((lot for lot in free if group_of(lot) not in barred), None)
        if place is not None:
            free.remove(place)
            found[number], group_of_all[number] = place, group_of(place)
    return found


def _free_lots(seats: Seats) -> list[int]:
    """Return the lots that are free, small groups first."""
    free = sorted(
        (len(taken), GROUP_STEP * group + seat)
        for group, taken in seats.items()
        for seat in range(1, table_size(max(taken)) + 1)
        if seat not in taken
    )
    return [lot for _size, lot in free]


def round_limit(state: StageState) -> int:
    seats = seats_of(state)
    if seats:
        sizes = [round_count(max(group)) for group in seats.values()]
        full = state.options.times * max(sizes)
    else:
        full = full_rounds(len(state.here()), state.options)
    return min(state.rounds or full, full)


def rounds(entrants: int, asked: int, options: Options) -> int:
    full = full_rounds(entrants, options)
    return min(asked or full, full)


def is_finished(state: StageState) -> bool:
    if not state.outcomes:
        return False
    return all_rounds_played(replace(state, rounds=round_limit(state)))


IN_GROUP = Message(
    "round_robin.in_group", "Takes number %(number)s of group %(group)s."
)
FREE = Message("round_robin.free", "Takes number %(number)s, which is free.")
FULL = Message("round_robin.full", "No number is free because every group is even.")


def _next_round(state: StageState, number: int) -> Joining:
    seats = _free_lots(_by_group(state.entrants))
    waiting = [
        entrant.number
        for entrant in state.entrants
        if entrant.present and entrant.lot is None and entrant.number != number
    ]
    if len(seats) <= len(waiting):
        return Joining(refusal=Note(FULL))
    return Joining(effects=(Note(NO_WINS_YET), _taken(state, seats[0])))


def _late_bye(state: StageState, bye: DrawnPairing) -> Joining | None:
    """Take the free number that the holder of a bye would meet by the schedule."""
    lots = {entrant.number: entrant.lot for entrant in state.entrants}
    lot = lots.get(bye.one)
    if lot is None or not any(note.message is BYE_SCHEDULE for note in bye.notes):
        return None
    seats = [
        one
        for one in _free_lots(_by_group(state.entrants))
        if group_of(one) == group_of(lot)
    ]
    if len(seats) != 1:
        return None
    return Joining(effects=(_taken(state, seats[0]),), lot=seats[0])


def _taken(state: StageState, lot: int) -> Note:
    values = {"number": number_in_group(lot), "group": group_of(lot)}
    return Note(IN_GROUP if len(_by_group(state.entrants)) > 1 else FREE, values)


LATE = LateEntry(next_round=_next_round, bye=_late_bye)
