"""Dealing the entrants of a round robin to groups, and the Berger tables of these."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from matches.rules.messages import Message
from tournaments.engine.errors import SAME_PERSON
from tournaments.engine.format import FEWEST
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.pairing.wishes import Wishes
from tournaments.engine.state import Entrant, Options, StageState, strength

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


def refuse_one_group(wishes: Wishes, numbers: set[int]) -> None:
    _refuse_same_group(dict.fromkeys(numbers, 1), wishes)


def _refuse_same_group(groups: Mapping[int, int], wishes: Wishes) -> None:
    for one, two in sorted(wishes.same):
        if one in groups and groups[one] == groups.get(two):
            raise SAME_PERSON(entrant=one, other=two)
