"""The best round: against networkx, against every possibility, sparse against dense."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from random import Random

import networkx as nx
import pytest

from tests.simulate import history
from tournaments.engine import optimum
from tournaments.engine import tally as tallies
from tournaments.engine.lots import pair_factors
from tournaments.engine.neighbours import least_distance, unmet_neighbours
from tournaments.engine.optimum import DrawnPairs, best_round
from tournaments.engine.tally import Tally

Criteria = tuple[int, int, int, int]


def criteria(drawn: DrawnPairs, heights: Mapping[int, int], tally: Tally) -> Criteria:
    """Return what a round is judged by, the most important first."""
    bye = drawn.bye
    lowest = min(heights.values())
    return (
        sum(tally.meetings(one, two) for one, two in drawn.pairs),
        0 if bye is None else tally.byes[bye],
        0 if bye is None else heights[bye] - lowest,
        sum((heights[one] - heights[two]) ** 2 for one, two in drawn.pairs),
    )


def every_round(numbers: list[int]) -> Iterator[DrawnPairs]:
    """Yield every possible round."""
    if len(numbers) % 2:
        for bye in numbers:
            for drawn in every_round([one for one in numbers if one != bye]):
                yield DrawnPairs(drawn.pairs, bye)
        return
    if not numbers:
        yield DrawnPairs([], None)
        return
    first, *others = numbers
    for second in others:
        for drawn in every_round([one for one in others if one != second]):
            yield DrawnPairs([(first, second), *drawn.pairs], None)


def stranger_lot(seed: str, purpose: str, number: int) -> int:
    """Compute a factor from the documentation of `lots` alone."""
    digest = sha256(f"{seed}:{purpose}:{number}".encode()).hexdigest()
    return int(digest, 16) % (2**48 - 59)


def networkx_round(
    heights: Mapping[int, int], tally: Tally, seed: str, *, lots: bool
) -> DrawnPairs:
    """Solve the same problem with another solver and costs packed another way."""
    big = 10**30
    factor = {number: stranger_lot(seed, "p", number) for number in heights}
    lowest = min(heights.values())
    graph = nx.Graph()
    for one in heights:
        for two in heights:
            if one < two:
                cost = tally.meetings(one, two) * big**2
                cost += (heights[one] - heights[two]) ** 2 * 10**18
                cost += lots * (factor[one] * factor[two] % (2**48 - 59))
                graph.add_edge(one, two, weight=-cost)
        if len(heights) % 2:
            cost = tally.byes[one] * big * 10**9 + (heights[one] - lowest) * big
            graph.add_edge(one, 0, weight=-cost - lots * factor[one])
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    pairs = sorted((min(pair), max(pair)) for pair in matching)
    byes = [two for one, two in pairs if one == 0]
    return DrawnPairs([pair for pair in pairs if pair[0]], byes[0] if byes else None)


def hard_fields(count: int, *, largest: int, seed: int) -> Iterator[tuple]:
    """Yield heights and tallies of fields without order, few and many rounds."""
    random = Random(seed)
    for _ in range(count):
        size = random.randrange(2, largest + 1)
        state = history(random, size, random.randrange(10))
        tally = tallies.count(state)
        yield tally.wins, tally


def test_best_of_all_possible_rounds():
    for heights, tally in hard_fields(150, largest=8, seed=1):
        factors = pair_factors("s", "p", heights)
        best = min(criteria(drawn, heights, tally) for drawn in every_round([*heights]))
        found = best_round(heights, tally, factors)
        assert criteria(found, heights, tally) == best


def test_best_of_all_possible_rounds_of_nine_and_ten():
    random = Random(2)
    for size in (9, 10, 9, 10):
        tally = tallies.count(history(random, size, 6))
        found = best_round(tally.wins, tally, pair_factors("s", "p", tally.wins))
        assert criteria(found, tally.wins, tally) == min(
            criteria(drawn, tally.wins, tally) for drawn in every_round([*tally.wins])
        )


def test_same_pairs_as_networkx():
    """With lots the optimum is unique: any exact solver finds the same pairs."""
    for heights, tally in hard_fields(120, largest=26, seed=3):
        found = best_round(heights, tally, pair_factors("s", "p", heights))
        expected = networkx_round(heights, tally, "s", lots=True)
        assert criteria(found, heights, tally) == criteria(expected, heights, tally)
        assert {frozenset(pair) for pair in found.pairs} == {
            frozenset(pair) for pair in expected.pairs
        }
        assert found.bye == expected.bye


@pytest.mark.parametrize("size", [48, 49, 63])
def test_as_good_as_networkx_on_middle_fields(size):
    tally = tallies.count(history(Random(size), size, 9))
    found = best_round(tally.wins, tally, pair_factors("s", "p", tally.wins))
    expected = networkx_round(tally.wins, tally, "s", lots=False)
    assert criteria(found, tally.wins, tally) == criteria(expected, tally.wins, tally)


def test_higher_entrant_first():
    for heights, tally in hard_fields(20, largest=12, seed=4):
        for one, two in best_round(
            heights, tally, pair_factors("s", "p", heights)
        ).pairs:
            assert heights[one] >= heights[two]


@pytest.mark.parametrize("nearest", [(1, 2), (2, 4, 8), (8, 32, 128)])
def test_sparse_is_as_good_as_dense(monkeypatch, nearest):
    """The path of large fields, forced upon small ones, ends at the same optimum."""
    monkeypatch.setattr(optimum, "NEAREST", nearest)
    for heights, tally in hard_fields(150, largest=40, seed=6):
        factors = pair_factors("s", "p", heights)
        dense = criteria(best_round(heights, tally, factors), heights, tally)
        sparse = best_round(heights, tally, factors, complete=0)
        assert criteria(sparse, heights, tally) == dense
        blind = best_round(heights, tally, factors, complete=0, full=0)
        assert criteria(blind, heights, tally) >= dense
        assert len(blind.pairs) == len(sparse.pairs) == len(heights) // 2


def test_bound_is_reached_where_nobody_has_met(monkeypatch):
    """Walk-overs only: a sparse answer is proved by the bound, whatever the size."""
    monkeypatch.setattr(optimum._Field, "optimum", None)
    random = Random(10)
    for size in range(2, 60):
        state = history(random, size, 7)
        unplayed = tuple(replace(one, played=False) for one in state.outcomes)
        tally = tallies.count(replace(state, outcomes=unplayed))
        factors = pair_factors("s", "p", tally.wins)
        assert best_round(tally.wins, tally, factors, complete=0).pairs


def test_too_large_for_all_pairs():
    """Without the dense graph the widest sparse one still gives a complete round."""
    tally = tallies.count(history(Random(7), 301, 9))
    factors = pair_factors("s", "p", tally.wins)
    drawn = best_round(tally.wins, tally, factors, complete=0, full=0)
    assert len(drawn.pairs) == 150
    assert criteria(drawn, tally.wins, tally)[0] == 0


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
