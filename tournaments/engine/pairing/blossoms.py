"""The minimum-cost perfect matching of a small complete graph, and its proof.

Edmonds' primal-dual method with blossoms (1965; as in Lawler 1976, chapter 6, and Galil
1986), in whole numbers of any length. Beside the pairs it returns a dual solution, from
which anybody can see that no other matching costs less; `certificate` extends it to
fields far too large for this module. `docs/matching.md` explains every term, follows an
example of six nodes step by step and names the sources.

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

SCALE = 4
"""Duals count in quarters of a cost, so that halving never leaves a remainder.

Halves would do here: all duals in the trees are equally odd or even, because roots
begin equal and tight edges pass it on, so the slack between two outer nodes is even.
"""

FREE, OUTER, INNER = 0, 1, 2

Joint = tuple[int, int]


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

    `costs` is symmetric, from 0 up. `mates` may begin with pairs that cost nothing; who
    has none is -1.
    """
    search = _Search(costs, mates)
    while search.free():
        search.stage()
    weights = search.weight
    return Solved(
        mates=search.mate,
        duals=search.dual,
        odd_sets=[
            (frozenset(search.leaves(blossom)), weights[blossom])
            for blossom in search.children
            if weights[blossom]
        ],
    )


class _Search:
    """The matching so far, its duals and the forest that looks for the next path.

    Blossoms are numbered on from the nodes. `home` is the outermost blossom of a node;
    `label` and `entry` (the edge it was reached by, None for a root) are those
    of outermost blossoms. `links[b][i]` joins child i to the next one.

    Nothing depends on hashes or on chance: the same costs in the same order give the
    same one of several matchings that cost the least.
    """

    def __init__(self, costs: Sequence[Sequence[int]], mates: Sequence[int]) -> None:
        self.size = len(mates)
        self.costs = [[SCALE * cost for cost in row] for row in costs]
        self.mate = list(mates)
        self.dual = [0] * self.size
        self.home = list(range(self.size))
        self.base = dict(enumerate(self.home))
        self.parent = dict.fromkeys(self.home, -1)
        self.children: dict[int, list[int]] = {}
        self.links: dict[int, list[Joint]] = {}
        self.weight: dict[int, int] = {}
        self.last = self.size

    def leaves(self, blossom: int) -> Iterator[int]:
        """Yield the nodes of a blossom."""
        waiting = [blossom]
        while waiting:
            one = waiting.pop()
            if one < self.size:
                yield one
            else:
                waiting += self.children[one]

    def free(self) -> list[int]:
        """Pair nodes that a tight edge joins, and return those still without a mate."""
        free = [node for node, mate in enumerate(self.mate) if mate < 0]
        for one in free:
            if self.mate[one] >= 0:
                continue
            row, dual = self.costs[one], self.dual[one]
            for two in free:
                if row[two] == dual + self.dual[two] and self._may_pair(one, two):
                    self.mate[one], self.mate[two] = two, one
                    break
        return [node for node in free if self.mate[node] < 0]

    def _may_pair(self, one: int, two: int) -> bool:
        """Tell whether two free nodes, the bases of their blossoms, could be a pair."""
        # One home means one node here: a blossom has only one free node, its base.
        return self.mate[two] < 0 and self.home[one] != self.home[two]

    def stage(self) -> None:
        """Grow trees from all free nodes until one path makes one more pair."""
        self.label: dict[int, int] = {}
        self.entry: dict[int, Joint | None] = {}
        self.queue: list[int] = []
        self.events: dict[int, list[Joint]] = {}
        self.times: list[int] = []
        self.now = 0
        for node, mate in enumerate(self.mate):
            if mate < 0:
                self._reach(node, OUTER, None)
        while not self._explore():
            self._advance()
        # A blossom with a weight stays shrunk: invariant 3 has to go on holding for it.
        for blossom in list(self.children):
            if self.parent.get(blossom) == -1 and not self.weight[blossom]:
                self._dissolve(blossom)

    def _explore(self) -> bool:
        """Follow all tight edges; tell if a pair was gained."""
        while True:
            while self.queue:
                if self._scan(self.queue.pop()):
                    return True
            # An event may be out of date, because labels changed after it was
            # scheduled. It is a hint where to look; who handles it looks again.
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
        for node, home in enumerate(self.home):
            self.dual[node] += sign.get(home, 0)
        for blossom, change in sign.items():
            if blossom >= self.size:
                self.weight[blossom] += 2 * change

    def _schedule(self, time: int, event: Joint) -> None:
        if time not in self.events:
            self.events[time] = []
            heappush(self.times, time)
        self.events[time].append(event)

    def _scan(self, node: int) -> bool:
        """Look along all edges of a node that became outer.

        An edge to an outer node loses slack from both ends, one to a free node from
        this end. One to an inner node keeps its slack and can wait until it is free.
        """
        home, label, own = self.home, self.label, self.home[node]
        dual, duals = self.dual[node], self.dual
        for other, cost in enumerate(self.costs[node]):
            there = home[other]
            if there == own:
                continue
            found = label.get(there, FREE)
            if found == INNER:
                continue
            slack = cost - dual - duals[other]
            if slack:
                wait = slack if found == FREE else slack // 2
                self._schedule(self.now + wait, (node, other))
                continue
            if self._meet(node, other):
                return True
            own = home[node]  # the edge may have closed a cycle
        return False

    def _meet(self, one: int, two: int) -> bool:
        """Use an edge of an outer node that may be tight; tell if a pair was gained."""
        there = self.home[two]
        found = self.label.get(there, FREE)
        if self.home[one] == there or found == INNER:
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
        """Label the blossom of a node; whom an inner one is paired with is outer."""
        home = self.home[node]
        self.label[home], self.entry[home] = label, edge
        if label == OUTER:
            self.queue += self.leaves(home)
            return
        if home >= self.size:
            # Invariant 1: an inner blossom loses weight, but never more than it has.
            self._schedule(self.now + self.weight[home] // 2, (home, -1))
        base = self.base[home]
        self._reach(self.mate[base], OUTER, (base, self.mate[base]))

    def _edge(self, blossom: int) -> Joint:
        """Return the edge by which a blossom that is no root was reached."""
        edge = self.entry[blossom]
        if edge is None:
            raise AssertionError("a root was not reached by an edge")
        return edge

    def _up(self, blossom: int) -> int | None:
        """Return a node of the next outer blossom towards the root."""
        edge = self.entry[blossom]
        if edge is None:
            return None
        return self._edge(self.home[edge[0]])[0]

    def _common_base(self, one: int, two: int) -> int | None:
        """Return the base where two paths to the root meet; None for two trees."""
        # One step on either path in turn: a small cycle is found far from the root.
        seen = set()
        here: int | None = one
        other: int | None = two
        while here is not None:
            home = self.home[here]
            if home in seen:
                return self.base[home]
            seen.add(home)
            here = self._up(home)
            if other is not None:
                here, other = other, here
        return None

    def _path(self, node: int, stop: int) -> tuple[list[int], list[Joint]]:
        """Return the blossoms from a node's down to `stop`, and the edges between."""
        blossoms, edges = [], []
        home = self.home[node]
        while home != stop:
            edge = self._edge(home)
            blossoms.append(home)
            edges.append(edge)
            home = self.home[edge[0]]
        return blossoms, edges

    def _shrink(self, base: int, one: int, two: int) -> None:
        """Make a blossom of the cycle that an edge closes.

        The cycle is odd: `stop` is outer, and on either side inner and outer take
        turns. It begins with no weight, so nothing about invariant 1 changes.
        """
        stop, blossom = self.home[base], self.last
        self.last += 1
        left, left_edges = self._path(one, stop)
        right, right_edges = self._path(two, stop)
        children = [stop, *reversed(left), *right]
        self.children[blossom] = children
        self.links[blossom] = [
            *reversed(left_edges),
            (one, two),
            *((high, low) for low, high in right_edges),
        ]
        inner = {child for child in children if self.label[child] == INNER}
        self.base[blossom], self.parent[blossom] = base, -1
        self.weight[blossom] = 0
        self.label[blossom], self.entry[blossom] = OUTER, self.entry[stop]
        for child in children:
            self.parent[child] = blossom
            members = list(self.leaves(child))
            if child in inner:
                self.queue += members  # outer from now on, and not looked at yet
            for node in members:
                self.home[node] = blossom
            del self.label[child], self.entry[child]

    def _release(self, blossom: int) -> list[int]:
        """Make the children of a blossom outermost, and return them."""
        children = self.children.pop(blossom)
        for child in children:
            self.parent[child] = -1
            for node in self.leaves(child):
                self.home[node] = child
        del self.parent[blossom], self.base[blossom], self.weight[blossom]
        self.label.pop(blossom, None)
        return children

    def _dissolve(self, blossom: int) -> None:
        """Take a blossom apart that weighs nothing, and such ones within it."""
        waiting = [blossom]
        while waiting:
            one = waiting.pop()
            if one >= self.size and not self.weight[one]:
                del self.links[one]
                waiting += self._release(one)

    def _open(self, blossom: int) -> None:
        """Take an inner blossom apart whose weight ran out, and label its path.

        Of the two ways round from where it was reached to its base, the one with an
        even number of links belongs to the tree: its children become inner and
        outer in turn. Those on the other way are free again.
        """
        inner = self.label.get(blossom) == INNER
        if not inner or self.weight[blossom]:
            return
        edge = self._edge(blossom)
        del self.entry[blossom]
        links, children = self.links.pop(blossom), self._release(blossom)
        place = children.index(self.home[edge[1]])
        # Child 0 holds the base. From an odd place forwards, round the end; a negative
        # index does that, and either way counts up or down to 0.
        step = 1 if place % 2 else -1
        place -= len(children) if place % 2 else 0
        while place:
            self._reach(edge[1], INNER, edge)
            edge = _link(links, place + step, step)
            place += 2 * step
        first = children[0]
        self.label[first], self.entry[first] = INNER, edge
        if first >= self.size:
            self._schedule(self.now + self.weight[first] // 2, (first, -1))
        self._look_again(child for child in children if child not in self.label)

    def _look_again(self, blossoms: Iterator[int]) -> None:
        """Let the outer nodes see nodes that are free again."""
        nodes = [node for blossom in blossoms for node in self.leaves(blossom)]
        outer = [
            node for node, home in enumerate(self.home) if self.label.get(home) == OUTER
        ]
        for one in outer:
            row, dual = self.costs[one], self.dual[one]
            for two in nodes:
                slack = row[two] - dual - self.dual[two]
                self._schedule(self.now + slack, (one, two))

    def _augment(self, one: int, two: int) -> None:
        """Exchange pairs along the path through an edge between two trees.

        Every edge of the path is tight, so invariant 2 holds for the new pairs.
        """
        for start, mate in ((one, two), (two, one)):
            node, other = start, mate
            while True:
                home = self.home[node]
                self._turn(home, node)
                self.mate[node] = other
                edge = self.entry[home]
                if edge is None:
                    break
                inner = self.home[edge[0]]
                node, other = self._edge(inner)
                self._turn(inner, other)
                self.mate[other] = node

    def _turn(self, blossom: int, node: int) -> None:
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
                one, two = _link(links, place, step)
                waiting.append((children[place], one))
                place += step
                waiting.append((children[place], two))
                self.mate[one], self.mate[two] = two, one
            self.children[outer] = children[start:] + children[:start]
            self.links[outer] = links[start:] + links[:start]
            self.base[outer] = base


def _link(links: Sequence[Joint], place: int, step: int) -> Joint:
    """Return the link from a child to its next one in this direction."""
    if step == 1:
        return links[place]
    two, one = links[place - 1]
    return one, two
