"""Large fields: the proof is checked pair by pair, by code that shares nothing."""

from dataclasses import replace
from random import Random

import pytest

from tests.simulate import history, play
from tests.tournaments.engine.pairing.test_optimum import hard_fields, random_wishes
from tournaments.engine import Entrant, StageState
from tournaments.engine.pairing import blossoms, certificate, optimum
from tournaments.engine.pairing.blossoms import SCALE
from tournaments.engine.pairing.certificate import (
    SAMPLE,
    Graph,
    Proof,
    Tier,
    least_costly,
)
from tournaments.engine.pairing.lots import pair_factors
from tournaments.engine.pairing.wishes import Wishes, wishes_of
from tournaments.engine.standings import tally as tallies


def field_of(heights, tally, wishes):
    factors = pair_factors("s", "p", heights)
    return optimum._field(heights, tally, factors, wishes=wishes)


def check(field, proof: Proof) -> int:
    """Return what the matching costs; fail unless all pairs agree that it is least."""
    nodes = range(field.nodes)
    assert sorted(node for pair in proof.pairs for node in pair) == [*nodes]
    cost = sum(field.cost(*pair) for pair in proof.pairs)
    paid = sum(weight * (len(members) // 2) for members, weight in proof.odd_sets)
    assert sum(proof.duals.values()) - paid == SCALE * cost
    assert all(len(members) % 2 and weight > 0 for members, weight in proof.odd_sets)
    homes = {
        node: {
            number
            for number, (members, _) in enumerate(proof.odd_sets)
            if node in members
        }
        for node in nodes
    }
    for one in nodes:
        for two in nodes[one + 1 :]:
            both = homes[one] & homes[two]
            room = SCALE * field.cost(one, two)
            room += sum(proof.odd_sets[number][1] for number in both)
            assert proof.duals[one] + proof.duals[two] <= room
    return cost


@pytest.mark.parametrize("sample", [1, 2, 6])
def test_proved_for_every_pair(monkeypatch, sample):
    """Kernels of all sizes, against the complete graph."""
    monkeypatch.setattr(certificate, "SAMPLE", sample)
    random = Random(sample)
    for heights, tally in hard_fields(70, largest=80, seed=sample):
        field = field_of(heights, tally, random_wishes(random, [*heights]))
        cost = check(field, least_costly(field.graph(), field.start()))
        if field.fits():
            dense = field.solve(field.all_pairs())
            assert cost == sum(field.cost(*pair) for pair in dense)


def test_proved_from_any_beginning():
    """A bad beginning takes longer and ends as well."""
    random = Random(5)
    for heights, tally in hard_fields(30, largest=50, seed=5):
        field = field_of(heights, tally, random_wishes(random, [*heights]))
        good = check(field, least_costly(field.graph(), field.start()))
        nodes = [*range(field.nodes)]
        random.shuffle(nodes)
        pairs = [
            (min(pair), max(pair)) for pair in zip(nodes[::2], nodes[1::2], strict=True)
        ]
        assert check(field, least_costly(field.graph(), pairs)) == good


@pytest.mark.parametrize("size", [255, 256, 400])
def test_clashes_in_middle_fields(size):
    """The best ten are of one club, most are of one country, there are families."""
    state = play("swiss", size, 7, seed=size).rounds[-1][0]
    tally, random = tallies.count(state), Random(size)
    numbers = sorted(tally.wins, key=lambda one: -tally.wins[one])
    home = {one: "home" if random.random() < 0.8 else "away" for one in numbers}
    wishes = replace(
        wishes_of(state),
        apart=(
            ("club", dict.fromkeys(numbers[:10], "best")),
            ("country", home),
            ("family", {one: str(random.randrange(size // 2)) for one in numbers}),
        ),
    )
    field = field_of(tally.wins, tally, wishes)
    check(field, least_costly(field.graph(), field.start()))


def test_one_club_and_nothing_else():
    """Nobody can be kept apart: the proof needs no more than a few of them."""
    state = history(Random(1), 300, 3)
    tally = tallies.count(state)
    wishes = Wishes(apart=(("club", dict.fromkeys(tally.wins, "all")),))
    field = field_of(tally.wins, tally, wishes)
    check(field, least_costly(field.graph(), field.start()))


def test_a_large_field_of_one_country_needs_a_small_kernel(monkeypatch):
    """A kernel costs the third power of its size: it must not grow with the field."""
    sizes: list[int] = []

    def solve(costs, mates):
        sizes.append(len(mates))
        return blossoms.solve(costs, mates)

    monkeypatch.setattr(certificate, "solve", solve)
    random, size = Random(7), 2 * optimum.LARGE
    heights = {number: random.randrange(3) for number in range(1, size + 1)}
    countries = ["home"] * 54 + [*"abcdefghi"]
    home = {one: random.choice(countries) for one in heights}
    clubs = {one: str(random.randrange(64)) for one in heights}
    entrants = tuple(map(Entrant, heights))
    tally = tallies.count(StageState("swiss", 9, 7, entrants))
    field = field_of(heights, tally, Wishes(apart=(("club", clubs), ("country", home))))
    least_costly(field.graph(), field.start())
    assert max(sizes) <= 100
    sizes.clear()
    monkeypatch.setattr(optimum, "LARGE", size)  # as if it began like a small one
    least_costly(field.graph(), field.start())
    assert max(sizes) > 120


def test_each_tier_is_a_lower_bound_of_the_next():
    """The bye is compared with itself, too, although nobody asks for the answer."""
    random = Random(5)
    for heights, tally in hard_fields(5, largest=15, seed=3):
        field = field_of(heights, tally, random_wishes(random, [*heights]))
        lowers = [tier.lower for tier in field.graph().tiers]
        nodes = range(field.nodes)
        for one in nodes:
            for two in nodes[one:]:
                costs = [lower(one, two) for lower in lowers]
                assert costs == sorted(costs)
                assert one == two or costs[-1] <= field.cost(one, two)


def test_pairs_outside_that_would_do_better_among_themselves_join_the_kernel() -> None:
    """Each pair outside suits the kernel alone; their duals are too large together."""
    inside = 2 * SAMPLE
    count = inside + 8

    def exact(one: int, two: int) -> int:
        is_near = min(one, two) >= inside and one // 2 != two // 2
        return 0 if is_near else 10

    tiers = [Tier([0] * count, lambda _one, _two: 0), Tier(range(count), exact)]
    drawn = [(node, node + 1) for node in range(0, count, 2)]
    proof = least_costly(Graph(exact, tiers), drawn)
    assert sum(exact(one, two) for one, two in proof.pairs) == 10 * SAMPLE
    assert sorted(node for pair in proof.pairs for node in pair) == list(range(count))
