"""The minimum-cost perfect matching of a large field, proved for all of its pairs.

Most pairs of a large field are interchangeable, so a good matching is reduced to a
kernel: a few of its pairs of each sort. `blossoms` matches the kernel again, with
duals. Every pair outside keeps its matching, joins the odd sets of some node of the
kernel (it is "placed" there) and gets duals that make it tight. If the duals are
feasible for every two nodes of the whole field, nothing can cost less. Otherwise the
pairs concerned join the kernel and it begins again; at the latest when all of them
have, the proof is complete. `docs/matching.md` explains this with an example.

The check, in exact whole numbers, is that the duals of two nodes, less the weights of
the odd sets that hold both, are at most the cost of pairing them. That they add up to
the cost of the matching over the whole field follows from how pairs are placed. To
check N nodes without looking at N x N pairs, nodes that are alike, at one place and of
one dual are looked at together, and more closely only where that does not settle it.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tournaments.engine.pairing.blossoms import SCALE, Solved, solve
from tournaments.engine.pairing.neighbours import Pair

SAMPLE = 6
"""The number of pairs of each sort with which the kernel begins."""

Cost = Callable[[int, int], int]


@dataclass(frozen=True, slots=True)
class Tier:
    """A partition of the nodes into classes of equal keys.

    `lower` is at most the cost of a pair of nodes, in any order, and the same for all
    nodes of the same keys. It may be asked about a node and itself: the least cost of
    two nodes with that key.
    """

    keys: Sequence[Hashable]
    lower: Cost


@dataclass(frozen=True, slots=True)
class Graph:
    """A complete graph on an even number of nodes.

    `exact` is the cost of a pair, in any order. Each of the `tiers` refines the one
    before; the last one may still be inexact.
    """

    exact: Cost
    tiers: Sequence[Tier]


@dataclass(frozen=True, slots=True)
class Proof:
    """A matching, duals for all nodes and the odd sets they rely on: see `Solved`."""

    pairs: list[Pair]
    duals: Mapping[int, int]
    odd_sets: Sequence[tuple[frozenset[int], int]]


def least_costly(graph: Graph, pairs: Iterable[Pair]) -> Proof:
    """Return a perfect matching of least cost, beginning with `pairs`.

    `pairs` is a perfect matching; the better it is, the sooner the proof is found. The
    answer is the same wherever and whenever it is computed.
    """
    outside = sorted(pairs)
    kernel = _first_of_each_sort(graph, outside)
    # At least one pair joins the kernel each time, so this comes to an end.
    while True:
        chosen = set(kernel)
        outside = [pair for pair in outside if pair not in chosen]
        trial = _Trial(graph, kernel)
        failed = trial.place(outside)
        if not failed:
            return trial.proof()
        sample = max(SAMPLE, len(kernel) // 4)
        kernel = trial.pairs() + _first_of_each_sort(graph, failed, sample)


def _first_of_each_sort(
    graph: Graph, pairs: Sequence[Pair], sample: int = SAMPLE
) -> list[Pair]:
    sorts: defaultdict[Hashable, list[Pair]] = defaultdict(list)
    keys = graph.tiers[0].keys
    for one, two in pairs:
        sorts[keys[one], keys[two], graph.exact(one, two)].append((one, two))
    return [pair for sort in sorts.values() for pair in sort[:sample]]


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node outside the kernel, and the node whose place in the odd sets it shares."""

    node: int
    place: int
    dual: int


class _Trial:
    def __init__(self, graph: Graph, kernel: Iterable[Pair]) -> None:
        self.graph = graph
        known = list(kernel)
        self.nodes = sorted(node for pair in known for node in pair)
        index = {node: place for place, node in enumerate(self.nodes)}
        exact = graph.exact
        mates = [-1] * len(self.nodes)
        # With all duals at 0, only pairs that cost nothing are tight and may be kept.
        for one, two in known:
            if not exact(one, two):
                mates[index[one]], mates[index[two]] = index[two], index[one]
        costs = [[0] * len(self.nodes) for _ in self.nodes]
        for row, one in enumerate(self.nodes):
            for column in range(row):
                cost = exact(self.nodes[column], one)
                costs[row][column] = costs[column][row] = cost
        self.solved: Solved = solve(costs, mates)
        self.dual = dict(zip(self.nodes, self.solved.duals, strict=True))
        self.sets = [
            (frozenset(self.nodes[place] for place in members), weight)
            for members, weight in self.solved.odd_sets
        ]
        self.inside = {
            node: frozenset(
                number
                for number, (members, _) in enumerate(self.sets)
                if node in members
            )
            for node in self.nodes
        }
        # Nodes of the same odd sets are one place; the first stands for them all.
        firsts: dict[frozenset[int], int] = {}
        self.place_of = {
            node: firsts.setdefault(self.inside[node], node) for node in self.nodes
        }
        self.places = set(self.place_of.values())
        self.common = cache(self._common)
        self.rooms: dict[Hashable, int] = {}
        self.placed: list[_Placed] = []

    def pairs(self) -> list[Pair]:
        return [
            (one, self.nodes[mate])
            for one, mate in zip(self.nodes, self.solved.mates, strict=True)
            if one < self.nodes[mate]
        ]

    def _common(self, one: int, two: int) -> int:
        inside = self.inside[one] & self.inside[two]
        return sum(self.sets[number][1] for number in inside)

    def _room(self, node: int, place: int, tier: Tier) -> int:
        """Return the largest dual of a node and its like that the kernel allows."""
        key = id(tier), tier.keys[node], place
        # The node is outside the kernel, so it is never its own `other`. All nodes of
        # these keys have the same room at this place, because `lower` is the same.
        if key not in self.rooms:
            lower, place_of = tier.lower, self.place_of
            common = {other: self.common(place, other) for other in self.places}
            self.rooms[key] = min(
                SCALE * lower(node, other) + common[place_of[other]] - dual
                for other, dual in self.dual.items()
            )
        return self.rooms[key]

    def place(self, outside: Sequence[Pair]) -> list[Pair]:
        keys = self.graph.tiers[0].keys
        near: defaultdict[Hashable, dict[int, None]] = defaultdict(dict)
        for node in self.nodes:
            near[keys[node]][self.place_of[node]] = None
        failed = []
        for pair in outside:
            places = near[keys[pair[0]]] | near[keys[pair[1]]]
            placed = self._placed(pair, places)
            if placed is None:
                failed.append(pair)
            else:
                self.placed += placed
        return failed or self._contradicting(outside)

    def _placed(
        self, pair: Pair, places: Iterable[int]
    ) -> tuple[_Placed, _Placed] | None:
        one, two = pair
        cost = SCALE * self.graph.exact(one, two)
        for tier in self.graph.tiers:
            for place in places:
                # The pair is tight: its duals are its cost and the weights of all odd
                # sets here. Each of these sets stays odd and holds one pair more,
                # so the lower bound grows by exactly what the matching does.
                need = cost + self.common(place, place)
                first = self._room(one, place, tier)
                rest = first + self._room(two, place, tier) - need
                if rest >= 0:
                    # Any share of the rest suits the kernel. Halves are a fair guess
                    # for the others outside, who are compared afterwards.
                    dual = first - rest // 2
                    return _Placed(one, place, dual), _Placed(two, place, need - dual)
        return None

    def _contradicting(self, outside: Sequence[Pair]) -> list[Pair]:
        alike = defaultdict(list)
        for one in self.placed:
            alike[one.place, one.dual].append(one.node)
        groups = list(alike.items())
        wrong: set[int] = set()
        for number, ((place, dual), nodes) in enumerate(groups):
            for (other_place, other_dual), others in groups[number:]:
                sum_of_duals = dual + other_dual - self.common(place, other_place)
                wrong |= self._wrong(nodes, others, sum_of_duals)
        return [pair for pair in outside if not wrong.isdisjoint(pair)]

    def _wrong(
        self, nodes: Sequence[int], others: Sequence[int], most: int
    ) -> set[int]:
        """Return nodes of two groups of which a pair may cost less than `most`."""
        wrong: set[int] = set()
        waiting = [(nodes, others, 0)]
        while waiting:
            one, two, number = waiting.pop()
            tier = self.graph.tiers[number]
            groups = _by_key(tier, two)
            for members in _by_key(tier, one):
                for other in groups:
                    if SCALE * tier.lower(members[0], other[0]) >= most:
                        continue
                    if len(members) == 1 and members == other:
                        continue  # no node is paired with itself
                    if number + 1 < len(self.graph.tiers):
                        waiting.append((members, other, number + 1))
                    else:
                        # Perhaps not wrong, since the last tier need not be exact. In
                        # the kernel they cost time and never a wrong answer.
                        wrong |= {*members, *other}
        return wrong

    def proof(self) -> Proof:
        duals = self.dual | {one.node: one.dual for one in self.placed}
        members = [set(nodes) for nodes, _ in self.sets]
        for one in self.placed:
            for number in self.inside[one.place]:
                members[number].add(one.node)
        pairs = [
            (one.node, two.node)
            for one, two in zip(self.placed[::2], self.placed[1::2], strict=True)
        ]
        return Proof(
            pairs=sorted(self.pairs() + pairs),
            duals=duals,
            odd_sets=[
                (frozenset(nodes), weight)
                for nodes, (_, weight) in zip(members, self.sets, strict=True)
            ],
        )


def _by_key(tier: Tier, nodes: Iterable[int]) -> list[list[int]]:
    found: defaultdict[Hashable, list[int]] = defaultdict(list)
    for node in nodes:
        found[tier.keys[node]].append(node)
    return list(found.values())
