"""Small complete graphs: least by networkx, and every answer proved by its duals."""

from collections.abc import Sequence
from random import Random

import networkx as nx
import pytest

from tournaments.engine.pairing.blossoms import SCALE, solve

Costs = list[list[int]]


def on_a_line(random: Random, size: int, *, highest: int, clashes: int) -> Costs:
    """Return costs as a draw has them: squared differences, and some pairs dearer."""
    heights = [random.randrange(8) for _ in range(size)]
    costs = [[0] * size for _ in range(size)]
    for one in range(size):
        for two in range(one):
            cost = (heights[one] - heights[two]) ** 2 * highest
            if random.randrange(100) < clashes:
                cost += random.randrange(highest + 1)
            costs[one][two] = costs[two][one] = cost
    return costs


def proved(costs: Costs, mates: Sequence[int]) -> int:
    """Return the cost of the answer; fail if its duals do not prove it least."""
    size = len(mates)
    solved = solve(costs, mates)
    assert [solved.mates[mate] for mate in solved.mates] == [*range(size)]
    total = sum(costs[one][mate] for one, mate in enumerate(solved.mates)) // 2
    paid = sum(weight * (len(nodes) // 2) for nodes, weight in solved.odd_sets)
    assert sum(solved.duals) - paid == SCALE * total
    assert all(len(nodes) % 2 and weight > 0 for nodes, weight in solved.odd_sets)
    for one in range(size):
        for two in range(one):
            both = sum(
                weight
                for nodes, weight in solved.odd_sets
                if one in nodes and two in nodes
            )
            duals = solved.duals[one] + solved.duals[two]
            assert duals - both <= SCALE * costs[one][two]
    return total


def least(costs: Costs) -> int:
    """Return the least cost as networkx finds it."""
    graph = nx.Graph()
    graph.add_weighted_edges_from(
        (one, two, cost)
        for one, row in enumerate(costs)
        for two, cost in enumerate(row[:one])
    )
    return sum(costs[one][two] for one, two in nx.min_weight_matching(graph))


@pytest.mark.parametrize("highest", [1, 3, 1000, 10**40])
@pytest.mark.parametrize("clashes", [5, 30, 90])
def test_as_cheap_as_networkx(highest, clashes):
    random = Random(highest + clashes)
    for _ in range(20):
        size = random.randrange(2, 23, 2)
        costs = on_a_line(random, size, highest=highest, clashes=clashes)
        assert proved(costs, [-1] * size) == least(costs)


@pytest.mark.parametrize("highest", [1, 2, 10**40])
def test_every_answer_is_proved(highest):
    random = Random(highest)
    for _ in range(250):
        size = random.randrange(2, 33, 2)
        proved(on_a_line(random, size, highest=highest, clashes=40), [-1] * size)


def test_without_any_order():
    """Costs that come from no line, so that blossoms nest and open again."""
    random = Random(4)
    for _ in range(150):
        size = random.randrange(2, 25, 2)
        costs = [[0] * size for _ in range(size)]
        for one in range(size):
            for two in range(one):
                costs[one][two] = costs[two][one] = random.randrange(9)
        assert proved(costs, [-1] * size) == least(costs)


def test_begins_with_pairs_that_cost_nothing():
    costs = [[0, 0, 5, 9], [0, 0, 1, 5], [5, 1, 0, 7], [9, 5, 7, 0]]
    assert proved(costs, [1, 0, -1, -1]) == 7


def test_nobody_to_match():
    assert solve([], []).mates == []
