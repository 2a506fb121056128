"""The minimum-cost perfect matching of a small complete graph, and its proof.

Edmonds' primal-dual method with blossoms (1965; as in Lawler 1976, chapter 6, and Galil
1986), in whole numbers of any length. Beside the pairs it returns a dual solution that
proves that no other matching costs less; `certificate` extends it to fields far too
large for this module. `ShrunkGraph` holds pairs and blossoms, `_Search` looks.
`docs/matching.md` explains every term, follows an example of six nodes step by step and
names the sources.

Three invariants hold whenever a stage begins or ends, and through its dual steps:

1. feasible: for any two nodes, dual + dual - weights of the blossoms that hold both
   <= cost, and no weight is negative (the difference is the edge's slack);
2. tight: pairs, edges of the trees and the links of blossoms have no slack;
3. full: in a blossom with a weight, all nodes but its base are paired within it.

With everybody paired, 2 and 3 make the lower bound that 1 gives equal to the cost.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

Joint = tuple[int, int]
"""An edge between two nodes, in the direction in which it is followed."""


class ShrunkGraph:
    """The mate of each node, and the blossoms that nodes are shrunk into.

    Nodes are numbered from 0, blossoms on from the nodes. `mate` is -1 for an unpaired
    node. `home` is the outermost blossom of a node, or the node itself; `parent` is -1
    for an outermost blossom. `base` is the node of a blossom that is not paired within
    it, and stands in its first child. `links[b][i]` joins child i to the next one.
    `weight` has every blossom, in quarters of a cost.
    """

    def __init__(self, mates: Sequence[int]) -> None:
        self.size = len(mates)
        self.mate = list(mates)
        self.home = list(range(self.size))
        self.base = dict(enumerate(self.home))
        self.parent = dict.fromkeys(self.home, -1)
        self.children: dict[int, list[int]] = {}
        self.links: dict[int, list[Joint]] = {}
        self.weight: dict[int, int] = {}
        self._next_blossom = self.size

    def leaves(self, blossom: int) -> Iterator[int]:
        waiting = [blossom]
        while waiting:
            one = waiting.pop()
            if one < self.size:
                yield one
            else:
                waiting += self.children[one]

    def shrink(self, base: int, children: list[int], links: list[Joint]) -> int:
        blossom = self._next_blossom
        self._next_blossom += 1
        self.children[blossom], self.links[blossom] = children, links
        self.base[blossom], self.parent[blossom] = base, -1
        self.weight[blossom] = 0
        for child in children:
            self.parent[child] = blossom
            for node in self.leaves(child):
                self.home[node] = blossom
        return blossom

    def release(self, blossom: int) -> tuple[list[int], list[Joint]]:
        children = self.children.pop(blossom)
        for child in children:
            self.parent[child] = -1
            for node in self.leaves(child):
                self.home[node] = child
        del self.parent[blossom], self.base[blossom], self.weight[blossom]
        return children, self.links.pop(blossom)

    def dissolve_weightless(self) -> None:
        """Release every outermost blossom without weight, and such ones within it."""
        waiting = [blossom for blossom in self.children if self.parent[blossom] == -1]
        while waiting:
            one = waiting.pop()
            if one >= self.size and not self.weight[one]:
                waiting += self.release(one)[0]

    def turn(self, blossom: int, node: int) -> None:
        """Change pairs within a blossom so that a node of it becomes its base.

        Along the even way round to the old base links and pairs change places, so
        it stays full (invariant 3). Blossoms within it are turned in the same way.
        """
        waiting = [(blossom, node)]
        while waiting:
            outer, base = waiting.pop()
            if outer < self.size:
                continue
            child = base
            while self.parent[child] != outer:
                child = self.parent[child]
            waiting.append((child, base))
            children, links = self.children[outer], self.links[outer]
            start = place = children.index(child)
            step = 1 if start % 2 else -1
            place -= len(children) if start % 2 else 0
            while place:
                place += step
                one, two = link_towards(links, place, step)
                waiting.append((children[place], one))
                place += step
                waiting.append((children[place], two))
                self.mate[one], self.mate[two] = two, one
            self.children[outer] = children[start:] + children[:start]
            self.links[outer] = links[start:] + links[:start]
            self.base[outer] = base


def link_towards(links: Sequence[Joint], place: int, step: int) -> Joint:
    """`step` is 1 or -1; a negative `place` counts from the end, as in a list."""
    if step == 1:
        return links[place]
    two, one = links[place - 1]
    return one, two


SCALE = 4
"""Duals count in quarters of a cost, so that halving never leaves a remainder.

Halves would do here: all duals in the trees are equally odd or even, because roots
begin equal and tight edges pass it on, so the slack between two outer nodes is even.
"""

FREE, OUTER, INNER = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Solved:
    """A matching and its proof.

    `mates` by node. For any two nodes the sum of their `duals`, less the weights of
    the `odd_sets` that hold both, is at most `SCALE` times their cost. No weight is
    negative, every set has an odd number of nodes, and sets are nested or disjoint.
    """

    mates: Sequence[int]
    duals: Sequence[int]
    odd_sets: Sequence[tuple[frozenset[int], int]]


def solve(costs: Sequence[Sequence[int]], mates: Sequence[int]) -> Solved:
    """Match all nodes, an even number of them.

    `costs` is symmetric, from 0 up. `mates` may begin with pairs that cost nothing; the
    mate of an unpaired node is -1.
    """
    search = _Search(costs, mates)
    while search.free():
        search.stage()
    graph = search.graph
    return Solved(
        mates=graph.mate,
        duals=search.dual,
        odd_sets=[
            (frozenset(graph.leaves(blossom)), weight)
            for blossom, weight in graph.weight.items()
            if weight
        ],
    )


class _Search:
    """A graph with its matching and duals, and the forest for the next path.

    `label` and `entry` (the edge it was reached by, None for a root) are those of
    outermost blossoms. `queue` holds outer nodes not looked at yet, `events` edges by
    the time at which they may be tight, and (blossom, -1) for a weight that runs out.
    `tree` is the root of each node that is in a tree, and `end` a time by which an edge
    between two trees is tight: it ends the stage, so nothing after it is looked at.

    Nothing depends on hashes or on chance: the same costs in the same order give the
    same one of several matchings that cost the least.
    """

    def __init__(self, costs: Sequence[Sequence[int]], mates: Sequence[int]) -> None:
        self.graph = ShrunkGraph(mates)
        self.costs = [[SCALE * cost for cost in row] for row in costs]
        self.dual = [0] * len(mates)
        self.tree = [-1] * len(mates)

    def free(self) -> list[int]:
        """Pair nodes that a tight edge joins, and return those still without a mate."""
        free = [node for node, mate in enumerate(self.graph.mate) if mate < 0]
        for one in free:
            if self.graph.mate[one] >= 0:
                continue
            row, dual = self.costs[one], self.dual[one]
            for two in free:
                if row[two] == dual + self.dual[two] and self._may_pair(one, two):
                    self.graph.mate[one], self.graph.mate[two] = two, one
                    break
        return [node for node in free if self.graph.mate[node] < 0]

    def _may_pair(self, one: int, two: int) -> bool:
        # Equal homes mean the same node here: a blossom has only one free node, its
        # base.
        return self.graph.mate[two] < 0 and self.graph.home[one] != self.graph.home[two]

    def stage(self) -> None:
        self.label: dict[int, int] = {}
        self.entry: dict[int, Joint | None] = {}
        self.queue: list[int] = []
        self.events: dict[int, list[Joint]] = {}
        self.times: list[int] = []
        self.now = 0
        self.end: int | None = None
        for node, mate in enumerate(self.graph.mate):
            if mate < 0:
                self._reach(node, OUTER, None)
        while not self._explore():
            self._advance()
        self.graph.dissolve_weightless()

    def _explore(self) -> bool:
        """Follow all tight edges; tell if a pair was gained."""
        while True:
            while self.queue:
                if self._scan(self.queue.pop()):
                    return True
            # An event may be out of date, because labels changed after it was
            # scheduled. It is a hint where to look; its handler looks again.
            due = self.events.get(self.now)
            if not due:
                return False
            one, two = due.pop()
            if two < 0:
                self._open(one)
            elif self._meet(one, two):
                return True

    def _advance(self) -> None:
        """Change the duals until something happens: the dual step.

        Outer nodes gain what inner ones lose, so the edges of the trees stay tight; the
        weight of a blossom moves twice as much, so those within it do. There is
        always a next event: two roots at least, and an edge between any two nodes.
        """
        while self.times[0] <= self.now:
            self.events.pop(heappop(self.times), None)
        step = self.times[0] - self.now
        self.now += step
        sign = {
            blossom: (0, step, -step)[label] for blossom, label in self.label.items()
        }
        for node, home in enumerate(self.graph.home):
            self.dual[node] += sign.get(home, 0)
        for blossom, change in sign.items():
            if blossom >= self.graph.size:
                self.graph.weight[blossom] += 2 * change

    def _schedule(self, time: int, event: Joint) -> None:
        if self.end is not None and time > self.end:
            return
        if time not in self.events:
            self.events[time] = []
            heappush(self.times, time)
        self.events[time].append(event)

    def _scan(self, node: int) -> bool:
        """Look along all edges of a node that became outer.

        An edge to an outer node loses slack from both ends, one to a free node from
        this end. One to an inner node keeps its slack and can wait until it is free.
        """
        home, label, own = self.graph.home, self.label, self.graph.home[node]
        dual, duals, tree, now = self.dual[node], self.dual, self.tree, self.now
        events, end = self.events, self.end
        for other, cost in enumerate(self.costs[node]):
            there = home[other]
            if there == own:
                continue
            slack = cost - dual - duals[other]
            if end is not None and slack > 2 * (end - now):
                continue  # the stage is over before it is tight, from both ends even
            found = label.get(there, FREE)
            if found == INNER:
                continue
            if not slack:
                if self._meet(node, other):
                    return True
                own, end = home[node], self.end  # it may have closed a cycle
                continue
            time = now + (slack if found == FREE else slack // 2)
            if end is not None and time > end:
                continue
            if found == OUTER and tree[node] != tree[other]:
                end = self.end = time
            if time not in events:
                events[time] = []
                heappush(self.times, time)
            events[time].append((node, other))
        return False

    def _meet(self, one: int, two: int) -> bool:
        """Use an edge of an outer node that may be tight; tell if a pair was gained."""
        there = self.graph.home[two]
        found = self.label.get(there, FREE)
        if self.graph.home[one] == there or found == INNER:
            return False
        slack = self.costs[one][two] - self.dual[one] - self.dual[two]
        if slack:
            wait = slack if found == FREE else slack // 2
            self._schedule(self.now + wait, (one, two))
            return False
        if found == FREE:
            self._reach(two, INNER, (one, two))
            return False
        base = self._common_base(one, two)
        if base is None:
            self._augment(one, two)
            return True
        self._shrink(base, one, two)
        return False

    def _reach(self, node: int, label: int, edge: Joint | None) -> None:
        """Label the blossom of a node, and the mate of an inner one as outer."""
        home = self.graph.home[node]
        self.label[home], self.entry[home] = label, edge
        root = node if edge is None else self.tree[edge[0]]
        leaves = list(self.graph.leaves(home))
        for leaf in leaves:
            self.tree[leaf] = root
        if label == OUTER:
            self.queue += leaves
            return
        if home >= self.graph.size:
            # Invariant 1: an inner blossom loses weight, but never more than it has.
            self._schedule(self.now + self.graph.weight[home] // 2, (home, -1))
        base = self.graph.base[home]
        self._reach(self.graph.mate[base], OUTER, (base, self.graph.mate[base]))

    def _edge(self, blossom: int) -> Joint:
        edge = self.entry[blossom]
        if edge is None:
            raise AssertionError("a root was not reached by an edge")
        return edge

    def _up(self, blossom: int) -> int | None:
        edge = self.entry[blossom]
        if edge is None:
            return None
        return self._edge(self.graph.home[edge[0]])[0]

    def _common_base(self, one: int, two: int) -> int | None:
        """Return the base where two paths to the root meet; None for two trees."""
        # One step on either path in turn: a small cycle is found far from the root.
        seen = set()
        here: int | None = one
        other: int | None = two
        while here is not None:
            home = self.graph.home[here]
            if home in seen:
                return self.graph.base[home]
            seen.add(home)
            here = self._up(home)
            if other is not None:
                here, other = other, here
        return None

    def _path(self, node: int, stop: int) -> tuple[list[int], list[Joint]]:
        """Return the blossoms from a node's down to `stop`, and the edges between."""
        blossoms, edges = [], []
        home = self.graph.home[node]
        while home != stop:
            edge = self._edge(home)
            blossoms.append(home)
            edges.append(edge)
            home = self.graph.home[edge[0]]
        return blossoms, edges

    def _shrink(self, base: int, one: int, two: int) -> None:
        """Make a blossom of the cycle that an edge closes.

        The cycle is odd: `stop` is outer, and on either side inner and outer take
        turns. It begins with no weight, so nothing about invariant 1 changes.
        """
        stop = self.graph.home[base]
        left, left_edges = self._path(one, stop)
        right, right_edges = self._path(two, stop)
        children = [stop, *reversed(left), *right]
        links = [
            *reversed(left_edges),
            (one, two),
            *((high, low) for low, high in right_edges),
        ]
        blossom = self.graph.shrink(base, children, links)
        self.label[blossom], self.entry[blossom] = OUTER, self.entry[stop]
        for child in children:
            if self.label[child] == INNER:
                # Outer from now on, and not looked at yet.
                self.queue += self.graph.leaves(child)
            del self.label[child], self.entry[child]

    def _open(self, blossom: int) -> None:
        """Take an inner blossom apart whose weight ran out, and label its path.

        Of the two ways round from where it was reached to its base, the one with an
        even number of links belongs to the tree: its children become inner and
        outer in turn. The children on the other way are free again.
        """
        inner = self.label.get(blossom) == INNER
        if not inner or self.graph.weight[blossom]:
            return
        edge = self._edge(blossom)
        del self.entry[blossom], self.label[blossom]
        children, links = self.graph.release(blossom)
        place = children.index(self.graph.home[edge[1]])
        # Child 0 holds the base. From an odd place forwards, round the end; a negative
        # index does that, and either way counts up or down to 0.
        step = 1 if place % 2 else -1
        place -= len(children) if place % 2 else 0
        while place:
            self._reach(edge[1], INNER, edge)
            edge = link_towards(links, place + step, step)
            place += 2 * step
        first = children[0]
        self.label[first], self.entry[first] = INNER, edge
        if first >= self.graph.size:
            self._schedule(self.now + self.graph.weight[first] // 2, (first, -1))
        self._look_again(child for child in children if child not in self.label)

    def _look_again(self, blossoms: Iterator[int]) -> None:
        nodes = [node for blossom in blossoms for node in self.graph.leaves(blossom)]
        homes = enumerate(self.graph.home)
        outer = [node for node, home in homes if self.label.get(home) == OUTER]
        for one in outer:
            row, dual = self.costs[one], self.dual[one]
            for two in nodes:
                slack = row[two] - dual - self.dual[two]
                self._schedule(self.now + slack, (one, two))

    def _augment(self, one: int, two: int) -> None:
        """Exchange pairs along the path through an edge between two trees."""
        for start, mate in ((one, two), (two, one)):
            node, other = start, mate
            while True:
                home = self.graph.home[node]
                self.graph.turn(home, node)
                self.graph.mate[node] = other
                edge = self.entry[home]
                if edge is None:
                    break
                inner = self.graph.home[edge[0]]
                node, other = self._edge(inner)
                self.graph.turn(inner, other)
                self.graph.mate[other] = node
