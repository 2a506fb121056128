"""Pairing down an order: neighbours, or the next one whom a player has not met.

Pairing neighbours is a fast method that often is provably best.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.pairing.matching import cheapest_perfect_matching

Pair = tuple[int, int]
NEAR = 32
"""The number of pairs up and down the order that are tried for an exchange."""

PASSES = 3
"""The largest number of passes over all pairs."""

PATIENCE = 8
"""The number of failures after which pairs of one sort are no longer tried."""


@dataclass(frozen=True, slots=True)
class DrawnPairs:
    """Pairs, the higher entrant first. `unmet`: known to hold no rematch."""

    pairs: list[Pair]
    bye: int | None
    unmet: bool = False


def unmet_neighbours(
    order: Sequence[int],
    heights: Mapping[int, int],
    have_met: Callable[[int, int], bool],
) -> list[Pair] | None:
    """Pair neighbours in an order sorted by height, without a rematch.

    A pair that would be a rematch exchanges partners with another pair, but only if the
    sum of squared differences does not change. So an answer has the least sum of any
    pairing: for a convex cost of the distance, neither crossed nor nested pairs cost
    less than neighbours. None means that this method failed; an answer may exist all
    the same.
    """
    pairs = list(zip(order[::2], order[1::2], strict=True))
    for index, (one, two) in enumerate(pairs):
        if have_met(one, two) and not _exchange(
            pairs, index, heights=heights, have_met=have_met
        ):
            return None
    return pairs


def _exchange(
    pairs: list[Pair],
    index: int,
    *,
    heights: Mapping[int, int],
    have_met: Callable[[int, int], bool],
) -> bool:
    """Exchange partners with the nearest possible pair at no cost; True if done."""
    one, two = pairs[index]
    for step in range(1, len(pairs)):
        for other in (index + step, index - step):
            if not 0 <= other < len(pairs):
                continue
            three, four = pairs[other]
            before = _cost(heights, pairs[index]) + _cost(heights, pairs[other])
            for new in (((one, three), (two, four)), ((one, four), (two, three))):
                after = _cost(heights, new[0]) + _cost(heights, new[1])
                if after == before and not (have_met(*new[0]) or have_met(*new[1])):
                    pairs[index], pairs[other] = new
                    return True
    return False


def exchanged(
    pairs: Sequence[Pair],
    cost: Callable[[int, int], int],
    sort: Callable[[int, int], Hashable | None],
) -> list[Pair]:
    """Exchange partners of near pairs as long as the sum of costs decreases."""
    better = list(pairs)
    # Each exchange lowers a sum of whole numbers, so this would end without a limit;
    # the limit bounds the time.
    for _ in range(PASSES):
        before, failures = list(better), Counter[Hashable]()
        for index in range(len(better)):
            kind = sort(*better[index])
            if kind is None or failures[kind] >= PATIENCE:
                continue
            failures[kind] += not _improve(better, index, cost)
        if better == before:
            break
    return better


def _improve(pairs: list[Pair], index: int, cost: Callable[[int, int], int]) -> bool:
    """Exchange partners with the nearest pair that lowers the cost; True if done."""
    one, two = pairs[index]
    own = cost(one, two)
    for step in range(1, NEAR + 1):
        for other in (index + step, index - step):
            if not 0 <= other < len(pairs):
                continue
            three, four = pairs[other]
            before = own + cost(three, four)
            for new in (((one, three), (two, four)), ((one, four), (two, three))):
                if cost(*new[0]) + cost(*new[1]) < before:
                    pairs[index], pairs[other] = new
                    return True
    return False


def _cost(heights: Mapping[int, int], pair: Pair) -> int:
    return (heights[pair[0]] - heights[pair[1]]) ** 2


HaveMet = Callable[[int, int], bool]


def first_in_list(order: Sequence[int], have_met: HaveMet) -> list[Pair] | None:
    """Return the first pairing in list order without a rematch; None if none exists.

    "First" means lexicographic order: the highest player gets the earliest partner that
    leaves a pairing for the rest, then the next highest free player, and so on.
    Backtracking from the end of the list finds the same pairing, but can take
    exponential time. Here a complete pairing of the rest is kept instead, which proves
    for each partner tried that the rest can be paired.

    `order` has an even number of entrants.
    """
    # The plain walk is enough for most rounds; the matching is the slow part.
    pairs = _walk(order, have_met)
    if pairs is not None:
        return pairs
    partners = _completion(order, have_met)
    return None if partners is None else _checked_walk(order, have_met, partners)


def _walk(order: Sequence[int], have_met: HaveMet) -> list[Pair] | None:
    free, pairs = list(order), []
    while free:
        one = free.pop(0)
        two = next((other for other in free if not have_met(one, other)), None)
        if two is None:
            return None
        free.remove(two)
        pairs.append((one, two))
    return pairs


def _checked_walk(
    order: Sequence[int], have_met: HaveMet, partners: dict[int, int]
) -> list[Pair]:
    """Walk down the list; `partners` is a complete pairing of the free players."""
    free, pairs = list(order), []
    while free:
        one = free.pop(0)
        # Without a default: the partner in `partners` always passes, so there is a
        # first one.
        two, partners = next(
            (two, rest)
            for two in free
            if not have_met(one, two)
            and (rest := _without(partners, (one, two), have_met)) is not None
        )
        free.remove(two)
        pairs.append((one, two))
    return pairs


def _without(
    partners: dict[int, int], pair: Pair, have_met: HaveMet
) -> dict[int, int] | None:
    """Return a complete pairing of all players but `pair`; None if there is none.

    Only the former partners of the two are free now. Most often they can meet each
    other, or exchange with another pair; only otherwise all are matched again.
    """
    rest = {
        number: other
        for number, other in partners.items()
        if number not in pair and other not in pair
    }
    three, four = partners[pair[0]], partners[pair[1]]
    if three in pair:
        return rest
    if not have_met(three, four):
        return rest | {three: four, four: three}
    for five, six in rest.items():
        if not have_met(three, five) and not have_met(four, six):
            return rest | {three: five, five: three, four: six, six: four}
    return _completion([*rest, three, four], have_met)


def _completion(order: Sequence[int], have_met: HaveMet) -> dict[int, int] | None:
    found = cheapest_perfect_matching(
        len(order),
        [
            (low, high, 0)
            for low, one in enumerate(order)
            for high, two in enumerate(order[low + 1 :], start=low + 1)
            if not have_met(one, two)
        ],
    )
    if found is None:
        return None
    pairs = [(order[low], order[high]) for low, high in found]
    return dict(pairs) | {two: one for one, two in pairs}


def round_by_list(
    order: Sequence[int], byes: Sequence[int], may_not: HaveMet
) -> DrawnPairs | None:
    """Pair down the list, in an odd field with the first of `byes` that works."""
    for bye in byes if len(order) % 2 else (None,):
        pairs = first_in_list([one for one in order if one != bye], may_not)
        if pairs is not None:
            return DrawnPairs(pairs, bye)
    return None
