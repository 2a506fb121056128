"""Expected rematches: exact, counted over all results, and the fewest there are."""

from fractions import Fraction
from itertools import product

import pytest

from tests.crossings import OTHERS, best, elsewhere, expected_rematches
from tournaments.engine.bracket.branches import with_branches
from tournaments.engine.bracket.shapes import double_elimination, single_elimination
from tournaments.engine.plan import BracketPlan, Node
from tournaments.engine.state import Branch

EXPECTED = [
    (8, "unshifted", 0.25),
    (16, "unshifted", 0.40625),
    (16, "shifted", 0.375),
    (32, "unshifted", 0.3984375),
    (32, "shifted", 0.59375),
    (64, "unshifted", 0.36865234375),
    (64, "shifted", 0.537109375),
    (128, "unshifted", 0.3839111328125),
    (128, "shifted", 0.5244140625),
]
"""Lines, pattern, rematches to be expected in the consolation: dyadic, so exact."""


def consolation(lines: int, pattern: str) -> BracketPlan:
    return with_branches(single_elimination(lines), [Branch(pattern=pattern)])


def rematches_over_all_results(plan: BracketPlan, section: str) -> Fraction:
    """Play every result that there is and count the rematches."""
    found = 0
    for tosses in product((0, 1), repeat=len(plan.nodes)):
        winners: dict[int, int] = {}
        losers: dict[int, int] = {}
        met: set[frozenset[int]] = set()
        stands = {"line": {n: n for n in range(1, plan.lines + 1)}}
        stands |= {"winner": winners, "loser": losers}
        for node, toss in zip(plan.nodes, tosses, strict=True):
            pair = [stands[side.kind][side.of] for side in (node.top, node.bottom)]
            found += frozenset(pair) in met and node.section == section
            met.add(frozenset(pair))
            winners[node.number], losers[node.number] = pair[toss], pair[1 - toss]
    return Fraction(found, 2 ** len(plan.nodes))


@pytest.mark.parametrize(("lines", "pattern", "expected"), EXPECTED)
def test_expected_rematches_of_a_consolation(lines, pattern, expected):
    plan = consolation(lines, pattern)
    assert float(expected_rematches(plan, "consolation")) == expected


def test_all_results_there_are():
    for plan, section in (
        (consolation(8, "unshifted"), "consolation"),
        (double_elimination(4, reset=False), "lower"),
    ):
        counted = rematches_over_all_results(plan, section)
        assert expected_rematches(plan, section) == counted


def test_as_few_as_a_lower_bracket_of_the_same_size():
    """But for the last match of the lower bracket, both are the same graph."""
    for lines in (16, 64):
        lower = double_elimination(lines, reset=False)
        less = expected_rematches(consolation(lines, "unshifted"), "consolation")
        assert less < expected_rematches(lower, "lower")


@pytest.mark.parametrize("lines", [8, 16, 32])
@pytest.mark.parametrize("form", ["unshifted", "shifted"])
def test_no_masks_have_fewer(lines, form):
    found = best(lines, form)
    assert found is not None
    ours = expected_rematches(consolation(lines, form), "consolation")
    assert ours == found[0]


def test_a_last_chance_lets_expect_few_rematches():
    """By masks that only counted which meetings are possible: 2.2, 3.6 and 4.3."""
    last = Branch(section="last", of="consolation", pattern="unshifted")
    for lines, most in ((16, 1.3), (32, 1.65), (64, 1.95)):
        plan = with_branches(single_elimination(lines), [Branch(), last])
        assert expected_rematches(plan, "last") < most


def test_a_first_loser_has_met_nobody():
    plan = consolation(16, "first_loss")
    assert expected_rematches(plan, "consolation") == 0


def test_two_branches_of_one_bracket_do_not_disturb_each_other():
    first, second = Branch(last=1), Branch(section="second", first=2)
    both = with_branches(single_elimination(16), [first, second])
    alone = with_branches(single_elimination(16), [second])
    one, two = (expected_rematches(plan, "second") for plan in (both, alone))
    assert one == two


@pytest.mark.parametrize("form", OTHERS)
def test_crossings_of_other_programs_let_expect_no_fewer(form):
    """They are drawn as a bracket with these masks would be."""
    for lines, masks in OTHERS[form].items():
        section = "lower" if form == "double" else "consolation"
        plan = (
            double_elimination(lines, reset=False)
            if form == "double"
            else consolation(lines, form)
        )
        theirs = elsewhere(lines, form)
        assert theirs == expected_rematches(crossed(plan, section, masks), section)
        assert expected_rematches(plan, section) <= theirs


def crossed(plan: BracketPlan, section: str, masks: tuple[int, ...]) -> BracketPlan:
    """Return a plan whose drop rounds have other masks."""
    lines = plan.lines

    def entering(node: Node) -> Node:
        if node.section != section or node.round == 1 or node.bottom.kind != "loser":
            return node
        main_round = node.round // 2 + 1
        first = lines - (lines >> (main_round - 1)) + 1
        loser = first + (node.position ^ masks[main_round - 2])
        return node._replace(bottom_kind="loser", bottom_of=loser)

    return BracketPlan(lines, tuple(map(entering, plan.nodes)))
