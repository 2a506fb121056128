"""When two can meet again: from the graph, from random tournaments, by other means."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tournaments.engine.bracket.branches import with_branches
from tournaments.engine.bracket.loser_order import earliest_rematch
from tournaments.engine.bracket.shapes import double_elimination, single_elimination
from tournaments.engine.plan import BracketPlan, Node
from tournaments.engine.state import Branch

EARLIEST = [
    (4, "unshifted", None),
    (8, "unshifted", 2),
    (16, "unshifted", 3),
    (16, "shifted", 2),
    (32, "unshifted", 4),
    (32, "shifted", 3),
    (64, "unshifted", 6),
    (64, "shifted", 4),
    (128, "unshifted", 7),
    (128, "shifted", 6),
    (256, "unshifted", 8),
    (256, "shifted", 8),
    (512, "unshifted", 10),
    (512, "shifted", 10),
]

TODS = [(8, (1,), 2), (16, (3, 0), 3), (32, (7, 0, 1), 3), (64, (15, 0, 3, 0), 3)]
"""Masks of tods-competition-factory 6.38, and when its players can meet again."""


def consolation(lines: int, pattern: str) -> BracketPlan:
    return with_branches(single_elimination(lines), [Branch(pattern=pattern)])


def crossed(lines: int, masks: tuple[int, ...]) -> BracketPlan:
    """Return the unshifted consolation with other masks."""
    plan = consolation(lines, "unshifted")
    main = [
        list(plan.of("main"))[lines - (lines >> r) :] for r in range(len(masks) + 2)
    ]

    def entering(node: Node) -> Node:
        if node.bottom.kind != "loser" or node.round == 1:
            return node
        main_round = node.round // 2 + 1
        slot = node.position ^ masks[main_round - 2]
        loser = main[main_round - 1][slot].number
        return node._replace(bottom_kind="loser", bottom_of=loser)

    return BracketPlan(lines, tuple(entering(node) for node in plan.nodes))


def first_meetings_again(plan: BracketPlan, tosses: Iterator[int]) -> dict[str, int]:
    """Play all matches, 0 for the top; return the first round with a rematch.

    By section, and rounds count from 0.
    """
    winners, losers = {}, {}
    met: set[frozenset[int]] = set()
    found: dict[str, int] = {}
    stands = {"line": {n: n for n in range(1, plan.lines + 1)}}
    stands |= {"winner": winners, "loser": losers}
    for node in plan.nodes:
        pair = [stands[side.kind][side.of] for side in (node.top, node.bottom)]
        if frozenset(pair) in met:
            earlier = found.get(node.section, node.round - 1)
            found[node.section] = min(earlier, node.round - 1)
        met.add(frozenset(pair))
        winner = next(tosses)
        winners[node.number], losers[node.number] = pair[winner], pair[1 - winner]
    return found


def every_rematch(plan: BracketPlan, section: str) -> int | None:
    """Return the earliest round with a rematch, out of all results there are."""
    found = [
        first_meetings_again(plan, iter(tosses)).get(section)
        for tosses in product((0, 1), repeat=len(plan.nodes))
    ]
    return min((one for one in found if one is not None), default=None)


def by_lot(seed: int) -> Iterator[int]:
    random = Random(seed)
    while True:
        yield random.getrandbits(1)


@pytest.mark.parametrize(("lines", "pattern", "earliest"), EARLIEST)
def test_earliest_rematch(lines, pattern, earliest):
    assert earliest_rematch(consolation(lines, pattern), "consolation") == earliest


@pytest.mark.parametrize(("lines", "pattern", "earliest"), EARLIEST[:10])
def test_random_tournaments_keep_the_promise(lines, pattern, earliest):
    plan, tosses = consolation(lines, pattern), by_lot(lines)
    found = [
        first_meetings_again(plan, tosses).get("consolation")
        for _ in range(60_000 // lines)
    ]
    rounds = [one for one in found if one is not None]
    assert min(rounds, default=None) == earliest


@pytest.mark.parametrize("lines", [4, 8])
def test_all_results_there_are(lines):
    plan = consolation(lines, "unshifted")
    assert every_rematch(plan, "consolation") == earliest_rematch(plan, "consolation")


def test_all_results_of_a_last_chance():
    last = Branch(section="last", of="consolation", pattern="shifted", last=3)
    plan = with_branches(consolation(4, "unshifted"), [last])
    assert earliest_rematch(plan, "last") is None
    plan = with_branches(consolation(8, "unshifted"), [last])
    assert every_rematch(plan, "last") == earliest_rematch(plan, "last")


def test_all_results_of_a_double_elimination():
    plan = double_elimination(4, reset=False)
    assert every_rematch(plan, "lower") == earliest_rematch(plan, "lower")
    assert every_rematch(plan, "final") == earliest_rematch(plan, "final") == 0


def test_nobody_meets_again_in_a_main_bracket():
    assert earliest_rematch(single_elimination(64), "main") is None


def test_stock_brackets_without_crossing_meet_at_once():
    """Source: tourneygeek, Beware printyourbrackets.com."""
    for lines, masks in ((8, (0,)), (32, (0, 0, 0)), (128, (0,) * 5)):
        assert earliest_rematch(crossed(lines, masks), "consolation") == 1


@pytest.mark.parametrize(("lines", "masks", "earliest"), TODS)
def test_never_sooner_than_another_program(lines, masks, earliest):
    theirs = earliest_rematch(crossed(lines, masks), "consolation")
    ours = earliest_rematch(consolation(lines, "unshifted"), "consolation")
    assert theirs == earliest
    assert ours is not None
    assert theirs <= ours


@pytest.mark.parametrize("lines", [4, 16, 64])
def test_who_lost_the_first_match_meets_nobody_again(lines):
    plan = consolation(lines, "first_loss")
    assert earliest_rematch(plan, "consolation") is None
