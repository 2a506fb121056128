"""Round robin: all entrants meet, in one group or in several.

Lots (see `lots`): the purpose `round_robin:1` orders the entrants of the first draw.
Seeded entrants go before the others, by rank. In this order they are dealt to the
groups there and back: 1, 2, 3, 3, 2, 1, 1 and so on. If clubs are to be kept apart,
entrants of the largest club are dealt first (seeded ones excepted), each to the group
with the fewest entrants of that club. Within a group the order of the lots gives the
numbers, and the Berger table the pairs and rounds.

The lot that is stored is the place: `GROUP_STEP` times the group plus the number. A
latecomer takes the free place of an odd group; the purpose `round_robin:R` of round R
orders several of them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from matches.rules.messages import Message
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.engine.errors import TOO_FEW_ENTRANTS
from tournaments.engine.formats.common import FEWEST, all_rounds_played, due_numbers
from tournaments.engine.pairing import berger
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.standings import Standing, Standings, by_wins
from tournaments.engine.standings.tiebreaks import (
    POINT_DIFFERENCE,
    TieBreak,
    tiebreaks_of,
)
from tournaments.engine.state import (
    DrawnPairing,
    DrawnRound,
    Entrant,
    Note,
    Options,
    StageState,
)

GROUP_STEP = 10_000

BYE_SCHEDULE = Message(
    "round_robin.bye_schedule",
    gettext_noop("Bye by the schedule: the number of players is odd."),
)
BYE_ABSENT = Message(
    "round_robin.bye_absent",
    gettext_noop("Bye: %(entrant)s, who was the opponent, is not here."),
)

Seats = Mapping[int, Mapping[int, int]]
"""Group to number in the group to entrant."""

NO_FREE_SEAT = Refusal(
    "engine.no_free_seat",
    gettext_noop(
        "Entry %(number)s has no place in the schedule: every group already has an "
        "even number of players. Withdraw this entry, then draw."
    ),
)
"""Somebody has come after the first round, and every group is even."""


def group_of(lot: int) -> int:
    """Return the group, from 1, of a lot of this format."""
    return lot // GROUP_STEP


def number_in_group(lot: int) -> int:
    """Return the number in the group, from 1, of a lot of this format."""
    return lot % GROUP_STEP


def full_rounds(entrants: int, options: Options) -> int:
    """Return the rounds of the whole schedule; the largest group has the most."""
    groups = _group_count(entrants, options)
    return options.times * berger.round_count(-(-entrants // groups))


def due(state: StageState) -> list[int]:
    """Return the present entrants whose group has a round to play, newcomers included.

    Raises TooFewEntrantsError.
    """
    if not state.outcomes:
        return due_numbers(state)
    seats, playing = _seats(state), []
    for entrant in state.due():
        lot = entrant.lot
        if lot is None or _plays(state, seats[group_of(lot)]):
            playing.append(entrant.number)
    if len(playing) < FEWEST:
        raise TOO_FEW_ENTRANTS(needed=FEWEST, present=len(playing))
    return playing


def draw(state: StageState, seed: str) -> DrawnRound:
    """Draw the places in round 1; each round is then read from the Berger table.

    Raises TooFewEntrantsError, NO_FREE_SEAT.
    """
    numbers, round_number = due(state), state.next_round
    lots = _newcomers(state, numbers, seed) if state.outcomes else _dealt(state, seed)
    entrants = tuple(
        replace(one, lot=lots.get(one.number, one.lot if state.outcomes else None))
        for one in state.entrants
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
    """Return the pairs of a group, None for a free seat; none after its last round.

    Every second time around the sides are exchanged.
    """
    size = max(seats)
    cycle, index = divmod(round_number - 1, max(berger.round_count(size), 1))
    if cycle >= times or size < FEWEST:
        return []
    pairs = [
        (seats.get(one), seats.get(two))
        for one, two in berger.round_pairs(size, index + 1)
    ]
    return [(two, one) for one, two in pairs] if cycle % 2 else pairs


def _seats(state: StageState) -> Seats:
    """Return entrants by group and number; empty before the first round is drawn."""
    return _by_group(state.entrants) if state.outcomes else {}


def _by_group(entrants: Iterable[Entrant]) -> Seats:
    seats: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for entrant in entrants:
        if entrant.lot is not None:
            seats[group_of(entrant.lot)][number_in_group(entrant.lot)] = entrant.number
    return dict(seats)


def _plays(state: StageState, seats: Mapping[int, int]) -> bool:
    return bool(_scheduled(seats, state.next_round, state.options.times))


def _group_count(entrants: int, options: Options) -> int:
    """Return the number of groups: as many as asked for, if each gets two entrants."""
    return max(1, min(options.groups, entrants // FEWEST))


def _dealt(state: StageState, seed: str) -> dict[int, int]:
    """Deal the entrants to groups and number them there."""
    field = {entrant.number: entrant for entrant in state.due()}
    order = by_lot(seed, "round_robin:1", field)
    drawn = [field[number] for number in order]
    best = sorted(drawn, key=_rank)[: state.options.seeded]
    groups = {entrant.number: 0 for entrant in best}
    rest = [entrant for entrant in drawn if entrant.number not in groups]
    deal = _there_and_back(len(order), _group_count(len(order), state.options))
    groups = dict(zip(groups, deal, strict=False))
    _spread(
        [*best, *_largest_first(rest, state.options.apart)],
        deal[len(best) :],
        groups,
        apart=state.options.apart,
    )
    count, lots = Counter[int](), {}
    for number in order:
        count[groups[number]] += 1
        lots[number] = GROUP_STEP * groups[number] + count[groups[number]]
    return lots


def _rank(entrant: Entrant) -> tuple[bool, int, bool, Decimal]:
    """Return a sort key: place in the source stage, then rating; missing ones last."""
    seed, rating = entrant.seed, entrant.rating
    return seed is None, seed or 0, rating is None, -(rating or Decimal(0))


def _there_and_back(size: int, groups: int) -> list[int]:
    """Return the group of each entrant in the order of dealing: 1, 2, 3, 3, 2, 1, 1."""
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
) -> None:
    """Give each entrant without a group the cheapest of the groups in `deal`.

    The cost is the number of entrants there from the same club, then country and so on,
    in the order of `apart`.
    """
    here: dict[int, list[Counter[str]]] = {
        group: [Counter() for _ in apart] for group in {*deal, *groups.values()}
    }
    left = list(deal)
    for entrant in entrants:
        marks = [getattr(entrant, name) for name in apart]
        if entrant.number not in groups:
            cost = {
                group: [
                    count[mark] if mark else 0
                    for count, mark in zip(here[group], marks, strict=True)
                ]
                for group in set(left)
            }
            groups[entrant.number] = min(left, key=cost.__getitem__)  # first of equals
            left.remove(groups[entrant.number])
        for count, mark in zip(here[groups[entrant.number]], marks, strict=True):
            count[mark] += 1


def _newcomers(state: StageState, numbers: Sequence[int], seed: str) -> dict[int, int]:
    """Give the free seats of odd groups to entrants without one, small groups first.

    Raises NO_FREE_SEAT.
    """
    seats = _seats(state)
    seated = {number for group in seats.values() for number in group.values()}
    late = [number for number in numbers if number not in seated]
    free = sorted(
        (len(taken), group, seat)
        for group, taken in seats.items()
        for seat in range(1, berger.table_size(max(taken)) + 1)
        if seat not in taken and _plays(state, taken)
    )
    order = by_lot(seed, f"round_robin:{state.next_round}", late)
    if len(order) > len(free):
        raise NO_FREE_SEAT(number=order[len(free)])
    return {
        number: GROUP_STEP * group + seat
        for number, (_, group, seat) in zip(order, free, strict=False)
    }


def group_standings(state: StageState) -> dict[int, Standings]:
    """Return the standings of each group, once the groups are drawn."""
    columns = columns_of(state)
    return {
        group: by_wins(_part(state, set(seats.values())), columns)
        for group, seats in sorted(_seats(state).items())
    }


def columns_of(state: StageState) -> tuple[TieBreak, ...]:
    """Return the tie-breaks but those by opponents: in a group these are the same."""
    ties = tiebreaks_of(state.walkover)
    return tuple(column for column in ties if not column.by_opponents)


def _part(state: StageState, numbers: set[int]) -> StageState:
    return replace(
        state,
        entrants=tuple(one for one in state.entrants if one.number in numbers),
        outcomes=tuple(one for one in state.outcomes if one.one in numbers),
    )


def standings(state: StageState) -> Standings:
    """Rank the winners of the groups first, then the seconds and so on.

    Entrants with the same place in different groups are ranked by wins, then by point
    difference; equal ones share the place. Entrants in no group come last.
    """
    tables = group_standings(state)
    if len(tables) < 2:  # noqa: PLR2004 - one group needs no places among groups
        return by_wins(state, columns_of(state))
    placed = {row.entrant for table in tables.values() for row in table.rows}
    others = {one.number for one in state.entrants} - placed
    unplaced = by_wins(_part(state, others), columns_of(state))
    keys = [column.key for column in unplaced.columns]
    points = keys.index(POINT_DIFFERENCE.key)
    ranks = {
        row.entrant: (row.place, -row.wins, -row.values[points])
        for table in tables.values()
        for row in table.rows
    }
    last = len(state.entrants) + 1
    ranks |= {
        row.entrant: (last, -row.wins, -row.values[points]) for row in unplaced.rows
    }
    rows = [row for table in (*tables.values(), unplaced) for row in table.rows]
    rows.sort(key=lambda row: (ranks[row.entrant], row.entrant))
    order = [ranks[row.entrant] for row in rows]
    first, times = {rank: order.index(rank) + 1 for rank in order}, Counter(order)
    return Standings(
        columns_of(state),
        tuple(
            _overall(row, place=first[rank], shared=times[rank] > 1)
            for row, rank in zip(rows, order, strict=True)
        ),
        any(table.provisional for table in tables.values()),
    )


def _overall(row: Standing, *, place: int, shared: bool) -> Standing:
    """Return a row of a group with its place among all, without reasons.

    The reasons compare neighbours within a group.
    """
    return replace(
        row, place=place, shared=shared, below=None, below_values=(), reasons=()
    )


def round_limit(state: StageState) -> int:
    """Return the number of rounds: those planned, but at most the whole schedule."""
    seats = _seats(state)
    if seats:
        sizes = [berger.round_count(max(group)) for group in seats.values()]
        full = state.options.times * max(sizes)
    else:
        full = full_rounds(len(state.due()), state.options)
    return min(state.rounds or full, full)


def rounds(entrants: int, asked: int, options: Options) -> int:
    """Return the rounds asked for, but at most the whole schedule."""
    full = full_rounds(entrants, options)
    return min(asked or full, full)


def is_finished(state: StageState) -> bool:
    """Return True if the last round of the schedule, or of the plan, is decided."""
    if not state.outcomes:
        return False
    return all_rounds_played(replace(state, rounds=round_limit(state)))
