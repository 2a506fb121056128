"""A matching and its nested blossoms: the graph in which `blossoms` searches.

A blossom is an odd cycle of tight edges that is shrunk to one node. It may hold other
blossoms. This module changes pairs and blossoms; labels, duals and slack belong to the
search. `docs/matching.md` explains the terms.
"""

from collections.abc import Iterator, Sequence

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
