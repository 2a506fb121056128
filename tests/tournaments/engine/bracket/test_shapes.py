"""Single and double elimination as graphs: sizes, where losers go, rematches."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.tournaments.engine.bracket.walking import Event, by_lot, full, lost, won
from tournaments.engine import VACANT, BracketPlan
from tournaments.engine.bracket.lines import lines_by_seed, lines_for
from tournaments.engine.bracket.shapes import (
    double_elimination,
    drop_round,
    single_elimination,
)

POWERS = [2, 4, 8, 16, 32, 64, 128, 256, 512]
SIZES = [*range(2, 65), 96, 127, 128, 129, 300, 511, 512]


def widths(plan: BracketPlan, section: str) -> list[int]:
    """Return how many matches each round of a section has."""
    found = Counter(node.round for node in plan.of(section))
    return [found[number] for number in sorted(found)]


def seeded(size: int, *, double: bool = True) -> Event:
    """Return a bracket of so many entrants, each on the line of his number as seed."""
    lines = lines_for(size)
    plan = (
        double_elimination(lines, reset=True) if double else single_elimination(lines)
    )
    return Event(plan, dict(enumerate(lines_by_seed(lines)[:size], start=1)))


@pytest.mark.parametrize(
    ("lines", "main", "lower"),
    [
        (2, [1], []),
        (4, [2, 1], [1, 1]),
        (8, [4, 2, 1], [2, 2, 1, 1]),
        (16, [8, 4, 2, 1], [4, 4, 2, 2, 1, 1]),
        (32, [16, 8, 4, 2, 1], [8, 8, 4, 4, 2, 2, 1, 1]),
    ],
)
def test_matches_of_each_round(lines, main, lower):
    """Figures of brackets-manager 1.11.1 for 4 to 32."""
    plan = double_elimination(lines, reset=True)
    assert widths(plan, "main") == widths(single_elimination(lines), "main") == main
    assert widths(plan, "lower") == lower
    assert widths(plan, "final") == [1, 1]
    assert widths(double_elimination(lines, reset=False), "final") == [1]


@pytest.mark.parametrize("lines", [*POWERS, 1024, 2048, 4096])
def test_a_plan_is_sound(lines):
    for plan in (
        single_elimination(lines),
        double_elimination(lines, reset=False),
        double_elimination(lines, reset=True),
    ):
        assert [node.number for node in plan.nodes] == [*range(1, len(plan.nodes) + 1)]
        places = [(node.section, node.round, node.position) for node in plan.nodes]
        assert len(set(places)) == len(places)
        sources = [source for node in plan.nodes for source in (node.top, node.bottom)]
        assert len(set(sources)) == len(sources)
        assert {one.of for one in sources if one.kind == "line"} == {
            *range(1, lines + 1)
        }
        for node in plan.nodes:
            for source in (node.top, node.bottom):
                assert source.kind == "line" or source.of < node.number


@pytest.mark.parametrize("lines", POWERS)
def test_playing_order_within_a_section(lines):
    plan = double_elimination(lines, reset=True)
    for section in plan.sections():
        numbers = [node.number for node in plan.of(section)]
        assert numbers == [*range(numbers[0], numbers[0] + len(numbers))]


BYES = {
    3: ((1, 0, 2, 3), "1", "0"),
    5: ((1, 0, 4, 5, 2, 0, 3, 0), "12", "01"),
    6: ((1, 0, 4, 5, 2, 0, 3, 6), "11", "00"),
    7: ((1, 0, 4, 5, 2, 7, 3, 6), "10", "00"),
    9: ((1, 0, 8, 9, 4, 0, 5, 0, 2, 0, 7, 0, 3, 0, 6, 0), "1222", "0111"),
    11: ((1, 0, 8, 9, 4, 0, 5, 0, 2, 0, 7, 10, 3, 0, 6, 11), "1211", "0100"),
    13: ((1, 0, 8, 9, 4, 13, 5, 12, 2, 0, 7, 10, 3, 0, 6, 11), "1011", "0000"),
}
"""Seeds of the first round and byes in each match of the first two lower rounds.

Source: brackets-manager 1.11.1 with the order inner_outer, 0 for its BYE.
"""


@pytest.mark.parametrize("size", BYES)
def test_seeds_and_byes_of_another_program(size):
    seeds, *byes = BYES[size]
    slots = seeded(size).course().slots.values()
    first = [one for one in slots if one.node.section == "main" and one.node.round == 1]
    assert tuple(side for slot in first for side in (slot.top, slot.bottom)) == seeds
    for round_number, expected in enumerate(byes, start=1):
        vacant = [
            (slot.top, slot.bottom).count(VACANT)
            for slot in slots
            if (slot.node.section, slot.node.round) == ("lower", round_number)
        ]
        assert "".join(map(str, vacant)) == expected


def dropping(plan: BracketPlan, round_number: int) -> list[int]:
    """Return the main positions whose losers enter a lower round, from its top."""
    by_number = {node.number: node for node in plan.nodes}
    return [
        by_number[source.of].position
        for node in plan.of("lower")
        if node.round == round_number
        for source in (node.top, node.bottom)
        if source.kind == "loser"
    ]


def test_where_losers_go():
    """As in brackets-manager 1.11.1 for 4 and 8 lines.

    For 16 that program exchanges neighbours in the second round, and two may meet again
    in the third lower round; here it is the fourth at the earliest.
    """
    four, eight, sixteen = (double_elimination(2**n, reset=True) for n in (2, 3, 4))
    assert [dropping(four, number) for number in (1, 2)] == [[0, 1], [0]]
    assert [dropping(eight, number) for number in (1, 2, 4)] == [
        *([0, 1, 2, 3], [1, 0], [0])
    ]
    assert [dropping(sixteen, number) for number in (1, 2, 4, 6)] == [
        *([*range(8)], [2, 3, 0, 1], [0, 1], [0])
    ]
    assert [drop_round(number) for number in (1, 2, 3, 4)] == [1, 2, 4, 6]


@pytest.mark.parametrize("size", SIZES)
def test_played_to_the_end(size):
    """One champion; all others but the finalist are out after two losses."""
    event = seeded(size)
    end = event.play(by_lot(Random(size)))
    assert not any(slot.is_undecided for slot in end.slots.values())
    losses = Counter(lost(event, number) for number in event.lines)
    again = end.slots[max(end.slots)]
    if again.state == "needless":
        assert (losses[0], losses[1], losses[2]) == (1, 0, size - 1)
    else:
        assert (losses[0] + losses[1], losses[2]) == (1, size - 1)
    matches = 2 * size - 2 + (again.state != "needless")
    assert len(event.outcomes) == matches


@pytest.mark.parametrize("size", [8, 11, 16, 27, 32])
def test_played_in_any_order(size):
    """Whoever is ready plays; the matches are the same as round by round."""
    random = Random(size)
    wins = {
        frozenset(pair): random.choice(pair)
        for pair in combinations(range(1, size + 1), 2)
    }
    by_rounds, one_by_one = seeded(size), seeded(size)

    def result(slot):
        return won(slot, wins[frozenset((slot.top, slot.bottom))])

    by_rounds.play(result)
    while one_by_one.course().due():
        slot = random.choice(one_by_one.course().due())
        one_by_one.outcomes.append(result(slot))
    assert one_by_one.course().slots.keys() == by_rounds.course().slots.keys()
    assert sorted(one_by_one.outcomes, key=lambda one: one.slot or 0) == sorted(
        by_rounds.outcomes, key=lambda one: one.slot or 0
    )


@pytest.mark.parametrize("walkovers", [0, 30])
@pytest.mark.parametrize("size", [*range(2, 34), 64, 100])
def test_forfeits_and_withdrawals_never_block(size, walkovers):
    random = Random(f"{size} {walkovers}")
    event = seeded(size)
    result = by_lot(random, walkovers=walkovers, forfeits=10)
    while due := event.course().due():
        event.outcomes.append(result(random.choice(due)))
        if random.randrange(8) == 0:
            event.gone.add(random.randrange(1, size + 1))
    end = event.course()
    assert not any(slot.is_undecided for slot in end.slots.values())
    for number in event.lines:
        assert lost(event, number) <= 2


def rematches(event: Event) -> list[int]:
    """Return the lower rounds, all but the last, in which two met again."""
    met: set[frozenset[int | None]] = set()
    found = []
    last = max(node.round for node in event.plan.of("lower"))
    for one in sorted(event.outcomes, key=lambda each: each.slot or 0):
        slot = event.plan.nodes[(one.slot or 0) - 1]
        pair = frozenset((one.one, one.two))
        if pair in met and slot.section == "lower" and slot.round < last:
            found.append(slot.round)
        met.add(pair)
    return found


@pytest.mark.parametrize(("lines", "first"), [(8, 3), (16, 4), (32, 5), (64, 7)])
def test_rematches_come_late(lines, first):
    """Never before the round that no crossing can better, and then seldom."""
    found = []
    for seed in range(200):
        event = full(double_elimination(lines, reset=False))
        event.play(by_lot(Random(seed)))
        found += rematches(event)
    assert min(found) == first
    assert len(found) < 110
