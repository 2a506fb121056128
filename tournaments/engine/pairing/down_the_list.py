"""Pairing down a list: the highest free player gets the next one they have not met."""

from collections.abc import Callable, Sequence

from tournaments.engine.pairing.matching import cheapest_perfect_matching
from tournaments.engine.pairing.neighbours import DrawnPairs, Pair

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
