"""Lining up: the round of a branch in which each group of losers enters.

A drop group is the losers of one round; its size is the number of matches. Each group
enters a round of its own where possible, and rounds without entrants stand between, so
that entrants meet survivors. A full field should have no byes.

Groups that halve, as those of a knock-out do, follow the directors' two patterns.
Unshifted: a group waits until as many survivors are left as it has players
(`A.B.|.C.|.D.|`). Shifted: the last three groups come one after the other without
waiting, which saves a round (`A.B.C.D.|.|`); three groups alone begin with the first
two together (`AB.C.|.|`), and two or one cannot be shifted.

Any other groups, as those of a consolation, are lined up at the least cost. The cost
has these parts, in this order:

1. the number of byes
2. unshifted: survivors that meet survivors and entrants that meet entrants in a round
   with entrants; shifted: entrants that meet entrants
3. the end, if a group can enter one round after its own at the earliest
4. the splits of a group over two rounds (`FG.GH.I.|.|`)
5. the groups that enter together
6. the number of rounds

A group is split only so that the players of a round are a power of two or three times
a power of two, and at most half of the group waits.

Source: tourneygeek, Building lower brackets; Last chance for some.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

Intake = tuple[tuple[int, int], ...]
"""The entrants of a round: pairs of group index and count; empty for none."""

HURRIED: Final = 3
"""The number of last groups that do not wait in the shifted pattern."""

TOGETHER: Final = 3
"""The largest number of groups that enter one round, whole or in part."""


@lru_cache(maxsize=512)
def line_up(sizes: tuple[int, ...], *, shifted: bool) -> tuple[Intake, ...]:
    """Return the entrants of each round until one player is left.

    `sizes` are the group sizes in the order of their rounds, each 1 or more. The result
    is empty for fewer than two players in all.
    """
    if sum(sizes) <= 1:
        return ()
    if any(more != 2 * fewer for more, fewer in pairwise(sizes)):
        return _cheapest(sizes, shifted=shifted)
    if shifted and len(sizes) == HURRIED:
        return _joined(sizes)
    waiting = len(sizes)
    if shifted and waiting > HURRIED:
        waiting -= HURRIED - 1
    return tuple(_halving(sizes, waiting))


def _halving(sizes: Sequence[int], waiting: int) -> Iterator[Intake]:
    """Yield the rounds if the first `waiting` groups wait for equal numbers."""
    survivors = 0
    for index, size in enumerate(sizes):
        while survivors > size and index < waiting:
            survivors //= 2
            yield ()
        survivors = (survivors + size) // 2
        yield ((index, size),)
    yield from _to_the_end(survivors)


def _joined(sizes: Sequence[int]) -> tuple[Intake, ...]:
    first, second, third = enumerate(sizes)
    left = ((first[1] + second[1]) // 2 + third[1]) // 2
    return ((first, second), (third,), *_to_the_end(left))


def _to_the_end(survivors: int) -> tuple[Intake, ...]:
    return ((),) * (survivors - 1).bit_length()


Cost = tuple[int, int, int, int, int, int]
"""The six parts of the cost, as the module docstring lists them."""


@dataclass(frozen=True, slots=True, order=True)
class _State:
    """A state of the search: `left` of `group` and all later groups are to enter.

    `survivors` are in. `is_split`: a part of `group` entered the last round, so the
    rest must enter the next one.
    """

    group: int
    left: int
    survivors: int
    is_split: bool = False


def _cheapest(sizes: tuple[int, ...], *, shifted: bool) -> tuple[Intake, ...]:
    """Return the rounds of least cost, by Dijkstra's algorithm."""
    # Every part of a cost never decreases along a way, as the algorithm requires.
    start = _State(0, sizes[0], 0)
    ways: list[tuple[Cost, _State, tuple[Intake, ...]]] = [((0,) * 6, start, ())]
    # The end so far belongs to the key: `max` makes later costs depend on it.
    seen: set[tuple[_State, int]] = set()
    while True:
        cost, state, rounds = heappop(ways)
        if state.group == len(sizes) and state.survivors == 1:
            return rounds
        if (state, cost[2]) in seen:
            continue
        seen.add((state, cost[2]))
        for intake in _intakes(state, sizes):
            after = _after(state, intake, sizes)
            price = _price(
                cost, state, intake, is_split=after.is_split, shifted=shifted
            )
            heappush(ways, (price, after, (*rounds, intake)))


def _intakes(state: _State, sizes: tuple[int, ...]) -> Iterator[Intake]:
    if state.survivors > 1 and not state.is_split:
        yield ()
    before: Intake = ()
    total = state.survivors
    for index in range(state.group, min(state.group + TOGETHER, len(sizes))):
        is_rest = index == state.group
        size = state.left if is_rest else sizes[index]
        if not (is_rest and state.is_split):
            for figure in _round_figures(total + size):
                if 2 * (figure - total) >= size:
                    yield (*before, (index, figure - total))
        before = (*before, (index, size))
        total += size
        if total > 1:
            yield before


def _round_figures(below: int) -> Iterator[int]:
    """Yield 2, 4, 8 and so on, and three times these, if smaller than `below`."""
    power = 2
    while power < below:
        yield power
        if 3 * power < below:
            yield 3 * power
        power *= 2


def _after(state: _State, intake: Intake, sizes: tuple[int, ...]) -> _State:
    survivors = (state.survivors + sum(count for _, count in intake) + 1) // 2
    if not intake:
        return _State(state.group, state.left, survivors)
    last, count = intake[-1]
    left = (state.left if last == state.group else sizes[last]) - count
    if left:
        return _State(last, left, survivors, is_split=True)
    left = sizes[last + 1] if last + 1 < len(sizes) else 0
    return _State(last + 1, left, survivors)


def _price(
    cost: Cost, state: _State, intake: Intake, *, is_split: bool, shifted: bool
) -> Cost:
    byes, alike, end, splits, together, rounds = cost
    entrants = sum(count for _, count in intake)
    if intake and state.survivors:
        extra = entrants - state.survivors
        alike += max(extra, 0) if shifted else abs(extra)
    return (
        byes + (state.survivors + entrants) % 2,
        alike,
        max(end, intake[-1][0] + 1 if intake else 0) + 1,
        splits + is_split,
        together + max(len(intake) - 1, 0),
        rounds + 1,
    )
