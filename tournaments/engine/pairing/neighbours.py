"""Pairing neighbours in a sorted order: a fast method that often is provably best."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

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
