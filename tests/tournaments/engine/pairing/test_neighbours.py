"""Neighbours on a line: the bound, what reaches it, and a good beginning."""

from random import Random

from tests.tournaments.engine.pairing.test_optimum import every_round, hard_fields
from tournaments.engine.pairing.neighbours import exchanged, unmet_neighbours


def least_distance(heights):
    pairs = zip(heights[::2], heights[1::2], strict=True)
    return sum((one - two) ** 2 for one, two in pairs)


def test_neighbours_reach_the_bound_or_nothing():
    """What the quick way finds is as good as the exact one; often it finds some."""
    found = 0
    for heights, tally in hard_fields(200, largest=30, seed=8):
        order = sorted(heights, key=lambda number: -heights[number])
        order = order[: len(order) // 2 * 2]
        pairs = unmet_neighbours(order, heights, tally.have_met)
        if pairs is None:
            continue
        found += 1
        assert sorted(one for pair in pairs for one in pair) == sorted(order)
        distance = sum((heights[one] - heights[two]) ** 2 for one, two in pairs)
        assert distance == least_distance([heights[number] for number in order])
        assert not any(tally.have_met(one, two) for one, two in pairs)
    assert found > 50


def test_least_distance_is_the_least_of_all():
    random = Random(9)
    for _ in range(60):
        heights = sorted(random.randrange(9) for _ in range(random.randrange(0, 9, 2)))
        values = dict(enumerate(heights))
        assert least_distance(heights) == min(
            sum((values[one] - values[two]) ** 2 for one, two in drawn.pairs)
            for drawn in every_round([*values])
        )


def test_exchanges_keep_everybody_and_never_cost_more():
    random = Random(12)
    for _ in range(100):
        size = random.randrange(2, 40, 2)
        costs = {
            frozenset((one, two)): random.randrange(4)
            for one in range(size)
            for two in range(one)
        }

        def cost(one, two, costs=costs):
            return costs[frozenset((one, two))]

        def sort(one, two, cost=cost):
            return cost(one, two) or None

        pairs = [(one, one + 1) for one in range(0, size, 2)]
        better = exchanged(pairs, cost, sort)
        assert sorted(one for pair in better for one in pair) == [*range(size)]
        assert sum(cost(*pair) for pair in better) <= sum(cost(*pair) for pair in pairs)
