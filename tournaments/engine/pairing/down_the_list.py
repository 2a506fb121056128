"""Pairing down a list: the highest free one takes the next he has not met."""

from collections.abc import Callable, Sequence

from tournaments.engine.pairing.matching import cheapest_perfect_matching
from tournaments.engine.pairing.neighbours import Pair

HaveMet = Callable[[int, int], bool]


def first_in_list(order: Sequence[int], have_met: HaveMet) -> list[Pair] | None:
    """Return the first pairing in list order without a rematch; None if none exists.

    First as in a dictionary: the highest gets the earliest partner with whom the rest
    can still be paired, then the next highest. That is what walking down the list
    and, where the tail cannot be completed, taking back from the bottom arrives at;
    taking back can last for ever, so partners are tried against a complete pairing of
    the rest instead. An even number of entrants is expected.
    """
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
    """Walk down the list; `partners` always pairs everybody who is still free."""
    free, pairs = list(order), []
    while free:
        one = free.pop(0)
        for two in free:
            if have_met(one, two):
                continue
            changed = _without(partners, (one, two), have_met)
            if changed is not None:
                partners = changed
                break
        free.remove(two)
        pairs.append((one, two))
    return pairs


def _without(
    partners: dict[int, int], pair: Pair, have_met: HaveMet
) -> dict[int, int] | None:
    """Pair everybody but the pair, who are to meet each other; None if impossible.

    Only their former partners are alone now. Most often they can take each other, or
    both partners of some other pair; otherwise everything is matched anew.
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
    """Return some pairing without a rematch as a map both ways."""
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
