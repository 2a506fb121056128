"""The best round by ranked criteria, found by exact matching and proved.

The criteria, in this order; each chooses only among the rounds that are best by all
criteria before it:

1. all entrants are paired; an odd field has one bye;
2. the fewest pairs that share a person: none, or `foresight` refuses the round;
3. the fewest earlier meetings between paired entrants;
4. the fewest forbidden pairs;
5. the bye to an entrant with the fewest earlier byes;
6. the bye as low as possible;
7. the least sum of squared height differences;
8. the bye to an entrant that asked for it;
9. the fewest pairs from the same club, country or family, in the order chosen;
10. the fewest entrants that float as in their last pairing: down again, or up again.

A height is the number that a format wants its pairs to have in common, such as wins.
Floats come last, because wishes of a director outrank a rule that was not asked for;
how many floats there are, and how far they go, follows from criterion 7.

Up to `COMPLETE` entrants every possible pair is an edge, and the least sum of lots
makes the answer unique: any exact solver finds the same one. In a larger field, or if
the costs are too large for the integers of rustworkx, `certificate` finds a round and
proves that no round is better by these criteria, for any size. It begins with
neighbours in the order of their lots. There is no other randomness in it, and no
floating-point number.

Entrants that are alike in the criteria have the same chance of each opponent: a lot
knows nothing but seed and number. How likely each of several best rounds is:

- where nobody has met and no wish or float matters, as in a first round, all are
  equally likely, in a field of any size;
- otherwise, up to `COMPLETE` entrants, each of them can come, but not exactly as often:
  the lot of a pair is made of the lots of its two, and sums of lots do not prefer each
  round equally often;
- in larger fields the search begins with neighbours in the order of lots, and nothing
  is said about which of the others it comes to.

`python -m tests.uniformity` measures it.

Both are minimum-cost perfect matchings, where the cost of a pair is one integer: each
criterion has a place value that outweighs all after it (`_steps`). `docs/matching.md`
explains how such a matching is found and what proves it the best.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.engine.pairing.certificate import Graph, Tier, least_costly
from tournaments.engine.pairing.lots import PAIR_PRIME
from tournaments.engine.pairing.matching import (
    Edge,
    cheapest_perfect_matching,
    fits,
    place_values,
)
from tournaments.engine.pairing.neighbours import DrawnPairs, Pair, exchanged
from tournaments.engine.pairing.wishes import NO_WISHES, Wishes
from tournaments.engine.standings.tally import Tally

COMPLETE = 128
"""Up to this number of entrants all pairs are edges: 8,128 edges for 128 entrants."""

LARGE = 1024
"""Beyond this number of entrants a better start takes less time than it saves."""


def best_round(
    heights: Mapping[int, int],
    tally: Tally,
    factors: Mapping[int, int],
    *,
    wishes: Wishes = NO_WISHES,
    complete: int = COMPLETE,
) -> DrawnPairs:
    """`factors` as from `lots.pair_factors`."""
    field = _field(heights, tally, factors, wishes=wishes)
    if len(field.order) <= complete and field.fits():
        return field.named(field.solve(field.all_pairs()))
    return field.named(least_costly(field.graph(), field.start()).pairs)


@dataclass(frozen=True, slots=True)
class _Steps:
    """The cost of one step in each criterion; each outweighs all criteria after it."""

    same: int
    rematch: int
    bye: int
    bye_height: int
    distance: int
    forbidden: int
    wanted: int
    apart: Sequence[int]
    floats: int


@dataclass(frozen=True, slots=True)
class _ByHeight:
    """Entrants by height, the highest first; a node is an index into `order`.

    All sequences are parallel to `order`. In an odd field, the node after the last one
    is the bye. `barred`: the extra cost of a pair, by node, because the two have met,
    are forbidden or share a person. `shared`: the values of the entrants, for each kind
    of `Wishes.apart`. `unasked`: the entrant did not ask for the bye, but another one
    did.
    """

    order: Sequence[int]
    heights: Sequence[int]
    factors: Sequence[int]
    byes: Sequence[int]
    barred: Sequence[Mapping[int, int]]
    shared: Sequence[Sequence[str | None]]
    unasked: Sequence[bool]
    down: Sequence[bool]
    up: Sequence[bool]
    steps: _Steps

    @property
    def nodes(self) -> int:
        return len(self.order) + len(self.order) % 2

    def least(self, one: int, two: int) -> int:
        if one > two:
            one, two = two, one
        if two == len(self.order):
            # `one` equals `two` only for the bye with itself. No such pair exists, so
            # any lower bound is right.
            lead = self.heights[one] - self.heights[-1] if one < two else 0
            return self.steps.bye_height * lead
        return self.steps.distance * (self.heights[one] - self.heights[two]) ** 2

    def known(self, one: int, two: int, *, kinds: Iterable[int]) -> int:
        cost = self.least(one, two)
        if max(one, two) < len(self.order):
            for kind in kinds:
                value = self.shared[kind][one]
                if value is not None and value == self.shared[kind][two]:
                    cost += self.steps.apart[kind]
        return cost

    def likely(self, one: int, two: int) -> int:
        # The same as in `least` and `known`, inlined because it is called a million
        # times.
        if one > two:
            one, two = two, one
        steps = self.steps
        if two == len(self.order):
            cost = self.least(one, two)
            if one == two:
                return cost
            return cost + steps.bye * self.byes[one] + steps.wanted * self.unasked[one]
        lead, cost = self.heights[one] - self.heights[two], 0
        if lead:
            floats = self.down[one] + self.up[two]
            cost = steps.distance * lead * lead + steps.floats * floats
        for values, step in zip(self.shared, steps.apart, strict=True):
            value = values[one]
            if value is not None and value == values[two]:
                cost += step
        return cost

    def cost(self, one: int, two: int) -> int:
        if one > two:
            one, two = two, one
        barred = self.barred[one].get(two, 0) if two < len(self.order) else 0
        return self.likely(one, two) + barred

    def lot(self, one: int, two: int) -> int:
        if two == len(self.order):
            return self.factors[one]
        return self.factors[one] * self.factors[two] % PAIR_PRIME

    def all_pairs(self) -> list[Pair]:
        nodes = range(self.nodes)
        return [(one, two) for one in nodes for two in nodes[one + 1 :]]

    def fits(self) -> bool:
        dearest = max(max(barred.values(), default=0) for barred in self.barred)
        lead, steps = self.heights[0] - self.heights[-1], self.steps
        dearest += steps.distance * lead**2 + sum(steps.apart) + 2 * steps.floats
        bye = steps.bye * max(self.byes) + steps.bye_height * lead + steps.wanted
        return fits(self.nodes, (max(dearest, bye) + 1) * self._lots())

    def _lots(self) -> int:
        return self.nodes // 2 * PAIR_PRIME + 1

    def solve(self, pairs: Iterable[Pair]) -> list[Pair] | None:
        lots = self._lots()
        edges: list[Edge] = [
            (one, two, self.cost(one, two) * lots + self.lot(one, two))
            for one, two in pairs
        ]
        return cheapest_perfect_matching(self.nodes, edges)

    def start(self) -> list[Pair]:
        """Return a good round: neighbours, after some exchanges."""
        size = len(self.order)
        line = list(range(size))
        if size % 2:
            bye = min(reversed(line), key=lambda node: self.cost(node, size))
            line = [node for node in line if node != bye] + [bye, size]
        pairs = list(zip(line[::2], line[1::2], strict=True))
        better = exchanged(pairs, self.cost, self._broken)
        if self.shared and size > LARGE:
            better = exchanged(better, self.cost, partial(self._whole, self._common()))
            better = exchanged(better, self.cost, self._broken)
        return [(min(pair), max(pair)) for pair in better]

    def _broken(self, one: int, two: int) -> tuple[int, ...] | None:
        """Return the sort of a pair that costs more than its heights, else None."""
        cost = self.cost(one, two)
        if cost == self.least(one, two):
            return None
        return self._height(one), self._height(two), cost

    def _whole(
        self, common: Sequence[Hashable], one: int, two: int
    ) -> tuple[Hashable, ...] | None:
        """Return the sort of a pair that costs no more than its heights, else None."""
        if self.cost(one, two) != self.least(one, two):
            return None
        return self._height(one), self._height(two), common[one], common[two]

    def _height(self, node: int) -> int:
        return self.heights[node] if node < len(self.order) else -1

    def _common(self) -> list[tuple[bool, ...]]:
        """Return, for each node and kind, if it has the most frequent value."""
        most = [
            max(Counter(values).items(), key=lambda item: item[1])[0]
            for values in self.shared
        ]
        rows = (
            [value == frequent for value in values]
            for values, frequent in zip(self.shared, most, strict=True)
        )
        return [*zip(*rows, strict=True), ()]

    def graph(self) -> Graph:
        """Return the field as a graph for `certificate`."""
        size = len(self.order)
        kinds = sorted(
            range(len(self.shared)), key=lambda kind: len({*self.shared[kind]})
        )
        keys: list[tuple[object, ...]] = [(height,) for height in self.heights]
        bye: list[tuple[object, ...]] = [()] * (size % 2)
        tiers = [Tier(keys + bye, self.least)]
        for count, kind in enumerate(kinds, start=1):
            keys = [
                (*key, value)
                for key, value in zip(keys, self.shared[kind], strict=True)
            ]
            lower = partial(self.known, kinds=kinds[:count])
            tiers.append(Tier(keys + bye, lower))
        rest = zip(keys, self.down, self.up, self.byes, self.unasked, strict=True)
        profiles = [
            (*key, down, up, *((byes, unasked) if bye else ()))
            for key, down, up, byes, unasked in rest
        ]
        return Graph(self.cost, [*tiers, Tier(profiles + bye, self.likely)])

    def named(self, matching: Iterable[Pair] | None) -> DrawnPairs:
        if matching is None:
            raise AssertionError("a complete graph has a perfect matching")
        size, order = len(self.order), self.order
        pairs, bye = [], None
        for one, two in matching:
            if two == size:
                bye = order[one]
            else:
                pairs.append((order[one], order[two]))
        return DrawnPairs(pairs, bye)


def _field(
    heights: Mapping[int, int],
    tally: Tally,
    factors: Mapping[int, int],
    *,
    wishes: Wishes,
) -> _ByHeight:
    order = sorted(heights, key=lambda number: (-heights[number], factors[number]))
    node = {number: index for index, number in enumerate(order)}
    met = [_opponents(tally, number, node) for number in order]
    byes = [tally.byes[number] for number in order]
    shared = [[values.get(one) for one in order] for _, values in wishes.apart]
    asked = [number in wishes.byes for number in order]
    is_asked = any(asked)
    steps = _steps(
        [heights[number] for number in order],
        met=met,
        byes=byes,
        shared=shared,
        wishes=wishes,
    )
    return _ByHeight(
        order=order,
        heights=[heights[number] for number in order],
        factors=[factors[number] for number in order],
        byes=byes,
        barred=_barred(node, met, wishes=wishes, steps=steps),
        shared=shared,
        unasked=[is_asked and not one for one in asked],
        down=[number in wishes.down for number in order],
        up=[number in wishes.up for number in order],
        steps=steps,
    )


def _opponents(tally: Tally, number: int, node: Mapping[int, int]) -> Counter[int]:
    met = tally.beaten[number] + tally.lost_to[number]
    return Counter(node[other] for other in met if other in node)


def _barred(
    node: Mapping[int, int],
    met: Sequence[Counter[int]],
    *,
    wishes: Wishes,
    steps: _Steps,
) -> list[dict[int, int]]:
    """Rematches stand at both nodes, other costs at the one that comes first."""
    barred = [
        {other: steps.rematch * times for other, times in counts.items()}
        for counts in met
    ]
    for pairs, step in ((wishes.forbidden, steps.forbidden), (wishes.same, steps.same)):
        for one, two in pairs:
            if one in node and two in node:
                high, low = sorted((node[one], node[two]))
                barred[high][low] = barred[high].get(low, 0) + step
    return barred


def _steps(
    heights: Sequence[int],
    *,
    met: Sequence[Counter[int]],
    byes: Sequence[int],
    shared: Sequence[Sequence[str | None]],
    wishes: Wishes,
) -> _Steps:
    """Tight bounds keep the costs small enough for rustworkx in more fields."""
    pairs, odd = (len(heights) + 1) // 2, len(heights) % 2
    reach = heights[0] - heights[-1]
    kinds = [
        sum(times // 2 for value, times in Counter(values).items() if value is not None)
        for values in shared
    ]
    # The total of the first criterion with a cost does not matter. Without pairs of one
    # person that is the number of rematches.
    rematches = pairs * max(max(counts.values(), default=0) for counts in met)
    # In the order of the criteria.
    most = {
        "same": [0],
        "rematch": [rematches if wishes.same else 0],
        "forbidden": [min(pairs, len(wishes.forbidden))],
        "bye": [max(byes) * odd],
        "bye_height": [reach * odd],
        "distance": [pairs * reach**2],
        "wanted": [min(len(wishes.byes), 1) * odd],
        "apart": kinds,
        "floats": [min(2 * pairs, len(wishes.down) + len(wishes.up))],
    }
    values = iter(place_values([total for totals in most.values() for total in totals]))
    steps = {name: [next(values) for _ in totals] for name, totals in most.items()}
    single = {name: step[0] for name, step in steps.items() if name != "apart"}
    return _Steps(**single, apart=steps["apart"])
