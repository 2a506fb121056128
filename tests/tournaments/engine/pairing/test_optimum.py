"""The best round: against networkx, against every possibility, proved against dense."""

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from random import Random

import networkx as nx
import pytest

from tests.simulate import field, history
from tournaments.engine import StageState
from tournaments.engine.pairing import optimum
from tournaments.engine.pairing.lots import pair_factors
from tournaments.engine.pairing.neighbours import DrawnPairs
from tournaments.engine.pairing.optimum import best_round
from tournaments.engine.pairing.wishes import NO_WISHES, Wishes
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.tally import Tally

Criteria = tuple[int, ...]


def criteria(
    drawn: DrawnPairs,
    heights: Mapping[int, int],
    tally: Tally,
    wishes: Wishes = NO_WISHES,
) -> Criteria:
    """Return what a round is judged by, the most important first."""
    lowest, total = min(heights.values()), Counter[int]()
    for one, two in drawn.pairs:
        total.update(pair_criteria(one, two, heights, tally, wishes))
    bye = drawn.bye
    if bye is not None:
        total[3] = tally.byes[bye]
        total[4] = heights[bye] - lowest
        total[6] = bool(wishes.byes & set(heights)) and bye not in wishes.byes
    return tuple(total[number] for number in range(8 + len(wishes.apart)))


def pair_criteria(
    one: int, two: int, heights: Mapping[int, int], tally: Tally, wishes: Wishes
) -> dict[int, int]:
    """Return what a pair adds to each criterion, by number, from the raw wishes."""
    high, low = (one, two) if heights[one] >= heights[two] else (two, one)
    values = {
        0: ((one, two) in wishes.same) + ((two, one) in wishes.same),
        1: tally.meetings(one, two),
        2: ((one, two) in wishes.forbidden) + ((two, one) in wishes.forbidden),
        5: (heights[one] - heights[two]) ** 2,
        7 + len(wishes.apart): (
            (high in wishes.down) + (low in wishes.up)
            if heights[high] > heights[low]
            else 0
        ),
    }
    for number, (_, shared) in enumerate(wishes.apart, start=7):
        values[number] = one in shared and shared[one] == shared.get(two)
    return values


def random_wishes(random: Random, numbers: list[int]) -> Wishes:
    """Return many wishes that cannot all be kept."""

    def some(percent: int) -> frozenset[int]:
        return frozenset(one for one in numbers if random.randrange(100) < percent)

    def shared() -> dict[int, str]:
        values = random.choice((2, 3, 9))
        return {one: str(random.randrange(values)) for one in sorted(some(80))}

    def some_pairs(most: int) -> frozenset[tuple[int, ...]]:
        return frozenset(
            tuple(sorted(random.sample(numbers, 2)))
            for _ in range(random.randrange(most))
        )

    down = some(30)
    return Wishes(
        forbidden=some_pairs(6),
        same=some_pairs(4),
        apart=tuple(
            (kind, shared())
            for kind in ("club", "country", "family")[: random.randrange(4)]
        ),
        byes=some(20),
        down=down,
        up=some(30) - down,
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
    heights: Mapping[int, int],
    tally: Tally,
    seed: str,
    *,
    lots: bool,
    wishes: Wishes = NO_WISHES,
) -> DrawnPairs:
    """Solve the same problem with another solver and costs packed another way."""
    factor = {number: stranger_lot(seed, "p", number) for number in heights}
    lowest, last = min(heights.values()), 7 + len(wishes.apart)
    place = [10 ** (18 + 6 * (last - number)) for number in range(last + 1)]
    graph = nx.Graph()
    for one in heights:
        for two in heights:
            if one < two:
                values = pair_criteria(one, two, heights, tally, wishes)
                cost = sum(place[number] * value for number, value in values.items())
                cost += lots * (factor[one] * factor[two] % (2**48 - 59))
                graph.add_edge(one, two, weight=-cost)
        if len(heights) % 2:
            cost = tally.byes[one] * place[3] + (heights[one] - lowest) * place[4]
            if wishes.byes & set(heights):
                cost += (one not in wishes.byes) * place[6]
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


@pytest.mark.parametrize("complete", [0, 128])
def test_best_of_all_possible_rounds_with_wishes(complete):
    """Both ways, with every criterion there is."""
    random = Random(21)
    for heights, tally in hard_fields(200, largest=8, seed=20):
        wishes = random_wishes(random, [*heights])
        best = min(
            criteria(drawn, heights, tally, wishes) for drawn in every_round([*heights])
        )
        factors = pair_factors("s", "p", heights)
        found = best_round(heights, tally, factors, wishes=wishes, complete=complete)
        assert criteria(found, heights, tally, wishes) == best


@pytest.mark.parametrize("complete", [0, 128])
def test_best_of_nine_and_ten_with_wishes(complete):
    random = Random(22)
    for size in (9, 10):
        tally = tallies.count(history(random, size, 5))
        heights, wishes = tally.wins, random_wishes(random, [*tally.wins])
        factors = pair_factors("s", "p", heights)
        found = best_round(heights, tally, factors, wishes=wishes, complete=complete)
        assert criteria(found, heights, tally, wishes) == min(
            criteria(drawn, heights, tally, wishes) for drawn in every_round([*heights])
        )


def test_as_good_as_networkx_with_wishes(monkeypatch):
    """Whatever the search begins with."""
    monkeypatch.setattr(optimum, "LARGE", 0)
    random = Random(23)
    for heights, tally in hard_fields(60, largest=40, seed=24):
        wishes = random_wishes(random, [*heights])
        factors = pair_factors("s", "p", heights)
        expected = networkx_round(heights, tally, "s", lots=False, wishes=wishes)
        for complete in (0, 128):
            found = best_round(
                heights, tally, factors, wishes=wishes, complete=complete
            )
            assert criteria(found, heights, tally, wishes) == criteria(
                expected, heights, tally, wishes
            )


def test_same_pairs_as_networkx_with_wishes():
    random = Random(25)
    for heights, tally in hard_fields(40, largest=24, seed=26):
        wishes = random_wishes(random, [*heights])
        factors = pair_factors("s", "p", heights)
        found = best_round(heights, tally, factors, wishes=wishes)
        expected = networkx_round(heights, tally, "s", lots=True, wishes=wishes)
        assert {frozenset(pair) for pair in found.pairs} == {
            frozenset(pair) for pair in expected.pairs
        }


def test_who_is_away_is_forbidden_to_nobody():
    """A wish about somebody who does not play changes nothing."""
    heights, factors = dict.fromkeys(range(1, 5), 0), {1: 3, 2: 5, 3: 7, 4: 11}
    tally = tallies.count(StageState("swiss", 3, 7, field(5)))
    both = Wishes(forbidden=frozenset({(1, 2)}))
    more = Wishes(forbidden=frozenset({(1, 2), (1, 5), (3, 5)}))
    drawn = best_round(heights, tally, factors, wishes=both)
    assert (1, 2) not in drawn.pairs
    assert best_round(heights, tally, factors, wishes=more) == drawn


def test_too_long_for_rustworkx(monkeypatch):
    """Criteria that do not fit its numbers are left to the proof, which has no end."""
    monkeypatch.setattr(optimum, "fits", lambda *_: False)
    for heights, tally in hard_fields(30, largest=30, seed=27):
        factors = pair_factors("s", "p", heights)
        found = best_round(heights, tally, factors)
        expected = networkx_round(heights, tally, "s", lots=False)
        assert criteria(found, heights, tally) == criteria(expected, heights, tally)
