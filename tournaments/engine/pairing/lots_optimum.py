"""How `optimum` found the best round before it heeded wishes: old draws rely on it.

In this order: as few earlier meetings as possible between those paired; the bye to
somebody with as few earlier byes as possible; the bye as low as possible; the least
sum of squared height differences; the least sum of lots, which makes the answer
unique. A height is whatever a format wants its pairs to have in common.

Up to `COMPLETE` entrants every possible pair is an edge, and the answer is the best in
all five. In a larger field, where the lots make the matching slow, entrants are first
joined with the nearest few they have not met, then with more, until the answer is as
good as the best one in the first four criteria: that is known if it reaches the lower
bound that ignores who has met, or else, up to `FULL` entrants, from a matching of all
pairs without lots. Beyond `FULL` an answer above the bound is nearly always the best
too, but without proof. The lots then decide among the pairs of that last graph.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from tournaments.engine.pairing.lots import PAIR_PRIME
from tournaments.engine.pairing.matching import (
    Edge,
    cheapest_perfect_matching,
    place_values,
)
from tournaments.engine.pairing.neighbours import DrawnPairs, Pair, least_distance
from tournaments.engine.standings.tally import Tally

COMPLETE = 128
FULL = 1200
NEAREST = (8, 32, 128)


def best_round(
    heights: Mapping[int, int],
    tally: Tally,
    factors: Mapping[int, int],
    *,
    complete: int = COMPLETE,
    full: int = FULL,
) -> DrawnPairs:
    """Return the best round of two or more entrants.

    `heights` by entrant, `factors` as from `lots.pair_factors`.
    """
    field = _field(heights, tally, factors)
    matching = None
    if len(field.order) > complete:
        matching = _among_near(field, full=full)
    return field.named(matching or field.solve_all(field.all_edges()))


@dataclass(frozen=True, slots=True)
class _Field:
    """Entrants by height, the highest first; a node is an index into `order`.

    All sequences run along `order`; `met` counts meetings by node. The node after the
    last stands for the bye of an odd field. `rematch` to `distance` are what one step
    in each criterion costs; each is a multiple of the next.
    """

    order: Sequence[int]
    heights: Sequence[int]
    factors: Sequence[int]
    byes: Sequence[int]
    met: Sequence[Mapping[int, int]]
    rematch: int
    bye: int
    bye_height: int
    distance: int

    def cost(self, one: int, two: int) -> int:
        """Return the cost of pairing two nodes, the lower one first."""
        if two == len(self.order):
            return (
                self.bye * self.byes[one]
                + self.bye_height * (self.heights[one] - self.heights[-1])
                + self.factors[one]
            )
        return (
            self.rematch * self.met[one].get(two, 0)
            + self.distance * (self.heights[one] - self.heights[two]) ** 2
            + self.factors[one] * self.factors[two] % PAIR_PRIME
        )

    def all_edges(self) -> list[Edge]:
        """Return an edge for every pair."""
        size = len(self.order) + len(self.order) % 2
        return [
            (one, two, self.cost(one, two))
            for one in range(size)
            for two in range(one + 1, size)
        ]

    def near_edges(self, nearest: int) -> list[Edge]:
        """Return edges to the nearest unmet below each, and some for the bye."""
        size = len(self.order)
        pairs = [
            (one, two)
            for one in range(size)
            for two in islice(
                (node for node in range(one + 1, size) if node not in self.met[one]),
                nearest,
            )
        ]
        if size % 2:
            by_cost = sorted(range(size), key=lambda node: self.cost(node, size))
            pairs += [(node, size) for node in by_cost[:nearest]]
        return [(one, two, self.cost(one, two)) for one, two in pairs]

    def solve(self, edges: Sequence[Edge]) -> list[Pair] | None:
        """Return the cheapest perfect matching on these edges."""
        size = len(self.order)
        return cheapest_perfect_matching(size + size % 2, edges)

    def solve_all(self, edges: Sequence[Edge]) -> list[Pair]:
        """Return the cheapest perfect matching of a complete graph, which has one."""
        matching = self.solve(edges)
        if matching is None:
            raise AssertionError("a complete graph has a perfect matching")
        return matching

    def worth(self, matching: Iterable[Pair]) -> int:
        """Return the total of a matching, lots left out."""
        return sum(self.cost(*pair) for pair in matching) // self.distance

    def floor(self) -> int:
        """Return what `worth` cannot be less than: nobody has met anybody."""
        heights, byes = list(self.heights), 0
        if len(heights) % 2:
            byes, lowest = min(zip(self.byes, self.heights, strict=True))
            heights.remove(lowest)
            byes = self.bye * byes + self.bye_height * (lowest - self.heights[-1])
        return byes // self.distance + least_distance(heights)

    def optimum(self) -> int:
        """Return the least `worth` of all, whatever the lots.

        Without them many costs are equal, and the matching takes twice as long if the
        nodes come by height; so they are put into the order of their lots.
        """
        size = len(self.order)
        nodes = [*sorted(range(size), key=self.factors.__getitem__), size]
        place = {node: index for index, node in enumerate(nodes)}
        matching = self.solve_all(
            [
                (place[one], place[two], cost // self.distance)
                for one, two, cost in self.all_edges()
            ]
        )
        pairs = [sorted((nodes[one], nodes[two])) for one, two in matching]
        return self.worth((one, two) for one, two in pairs)

    def named(self, matching: Iterable[Pair]) -> DrawnPairs:
        """Put entrants in place of nodes."""
        size = len(self.order)
        bye = [self.order[one] for one, two in matching if two == size]
        return DrawnPairs(
            pairs=[
                (self.order[one], self.order[two])
                for one, two in matching
                if two < size
            ],
            bye=bye[0] if bye else None,
        )


def _field(
    heights: Mapping[int, int], tally: Tally, factors: Mapping[int, int]
) -> _Field:
    order = sorted(heights, key=lambda number: (-heights[number], factors[number]))
    node = {number: index for index, number in enumerate(order)}
    met: list[Mapping[int, int]] = [
        Counter(
            node[other]
            for other in tally.beaten[number] + tally.lost_to[number]
            if other in node
        )
        for number in order
    ]
    byes = [tally.byes[number] for number in order]
    pairs = (len(order) + 1) // 2
    reach = heights[order[0]] - heights[order[-1]]
    rematch, bye, bye_height, distance, _ = place_values(
        [
            pairs * max(max(times.values(), default=0) for times in met),
            max(byes),
            reach,
            pairs * reach**2,
            pairs * PAIR_PRIME,
        ]
    )
    return _Field(
        order=order,
        heights=[heights[number] for number in order],
        factors=[factors[number] for number in order],
        byes=byes,
        met=met,
        rematch=rematch,
        bye=bye,
        bye_height=bye_height,
        distance=distance,
    )


def _among_near(field: _Field, *, full: int) -> list[Pair] | None:
    """Return the first answer as good as the best one; None if no graph has it.

    Beyond `full` entrants the last answer is taken, if there is one.
    """
    best, known = field.floor(), False
    matching = None
    for nearest in NEAREST:
        matching = field.solve(field.near_edges(nearest))
        worth = field.worth(matching) if matching else None
        if worth != best and not known and len(field.order) <= full:
            best, known = field.optimum(), True
        if worth == best:
            return matching
    return None if known else matching
