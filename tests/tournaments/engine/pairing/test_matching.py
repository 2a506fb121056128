"""Exact matching, against networkx and against every possibility."""

import sys
from random import Random

import networkx as nx
import pytest

from tournaments.engine.pairing.matching import (
    COST_BITS,
    MOST_NODES,
    cheapest_perfect_matching,
    fits,
    place_values,
)


def test_nothing_to_match():
    assert cheapest_perfect_matching(0, []) == []
    assert cheapest_perfect_matching(2, []) is None
    assert cheapest_perfect_matching(3, [(0, 1, 1), (1, 2, 1), (0, 2, 1)]) is None


def test_perfect_before_cheap():
    edges = [(0, 1, 9), (1, 2, 0), (2, 3, 9)]
    assert cheapest_perfect_matching(4, edges) == [(0, 1), (2, 3)]


@pytest.mark.parametrize("bits", [1, 4, 40, 64, COST_BITS])
def test_as_cheap_as_networkx(bits):
    """Sparse and dense, with costs to the last bit that is allowed."""
    random = Random(bits)
    for _ in range(25):
        nodes = random.randrange(2, 31, 2)
        edges = [
            (one, two, random.getrandbits(bits))
            for one in range(nodes)
            for two in range(one + 1, nodes)
            if random.random() < 0.6
        ]
        cost = {(one, two): weight for one, two, weight in edges}
        graph = nx.Graph()
        graph.add_nodes_from(range(nodes))
        graph.add_weighted_edges_from(edges)
        expected = nx.min_weight_matching(graph)
        found = cheapest_perfect_matching(nodes, edges)
        if 2 * len(expected) < nodes:
            assert found is None
            continue
        assert found is not None
        assert sorted(node for pair in found for node in pair) == [*range(nodes)]
        assert sum(cost[pair] for pair in found) == sum(
            cost[min(pair), max(pair)] for pair in expected
        )


def test_longest_costs_on_a_large_graph():
    """The optimum does not change when every cost is shifted to the last bit."""
    random, nodes = Random(3), 120
    edges = [
        (one, two, random.getrandbits(20))
        for one in range(nodes)
        for two in range(one + 1, nodes)
    ]
    shifted = [(one, two, cost << (COST_BITS - 20)) for one, two, cost in edges]
    found = cheapest_perfect_matching(nodes, edges)
    assert found == cheapest_perfect_matching(nodes, shifted)


def test_costs_that_could_overflow_are_refused():
    assert fits(MOST_NODES, (1 << COST_BITS) - 1)
    for nodes, dearest in ((MOST_NODES, 1 << COST_BITS), (2, 1 << 124)):
        assert not fits(nodes, dearest)
        with pytest.raises(OverflowError):
            cheapest_perfect_matching(nodes, [(0, 1, dearest)])
    with pytest.raises(OverflowError):
        cheapest_perfect_matching(MOST_NODES + 1, [])


def test_place_values():
    assert place_values([9, 4, 2]) == (15, 3, 1)
    assert place_values([0, 0, 0]) == (1, 1, 1)


@pytest.fixture
def without_rustworkx(monkeypatch):
    """As in `verify_draw.pyz` on a bare Python."""
    monkeypatch.setitem(sys.modules, "rustworkx", None)


@pytest.mark.parametrize("share", [0.3, 0.6, 1])
def test_the_same_without_rustworkx(share, without_rustworkx, monkeypatch):
    random = Random(11)
    for _ in range(40):
        nodes = random.randrange(2, 31, 2)
        edges = [
            (one, two, random.getrandbits(COST_BITS))
            for one in range(nodes)
            for two in range(one + 1, nodes)
            if random.random() < share
        ]
        found = cheapest_perfect_matching(nodes, edges)
        with monkeypatch.context() as again:
            again.delitem(sys.modules, "rustworkx")
            assert cheapest_perfect_matching(nodes, edges) == found


def test_nothing_to_match_without_rustworkx(without_rustworkx):
    assert cheapest_perfect_matching(0, []) == []
    assert cheapest_perfect_matching(2, []) is None
    assert cheapest_perfect_matching(3, [(0, 1, 1), (1, 2, 1), (0, 2, 1)]) is None
