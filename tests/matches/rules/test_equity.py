"""Winning chances: which number of a table counts, and the formula for the head."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rulebook.equity import EquityTable
from matches.rules import Phase

PRE = ((0.50, 0.70, 0.75), (0.30, 0.50, 0.60), (0.25, 0.40, 0.50))
TABLE = EquityTable("small", "Small", PRE, (0.50, 0.49, 0.31))
GOING_ON = [phase for phase in Phase if phase is not Phase.OVER]
NEEDS = st.integers(1, 3)


@pytest.mark.parametrize(
    ("one", "two", "phase", "chance"),
    [
        (3, 2, Phase.NORMAL, 0.40),
        (2, 3, Phase.NORMAL, 0.60),
        (2, 1, Phase.CRAWFORD, 0.30),
        (1, 2, Phase.CRAWFORD, 0.70),
        (1, 1, Phase.CRAWFORD, 0.50),
        (3, 1, Phase.POST_CRAWFORD, 0.31),
        (1, 3, Phase.POST_CRAWFORD, 0.69),
        (2, 1, Phase.POST_CRAWFORD, 0.49),
        (1, 1, Phase.POST_CRAWFORD, 0.50),
    ],
)
def test_the_phase_says_which_number_counts(
    one: int, two: int, *, phase: Phase, chance: float
) -> None:
    assert TABLE.chance(one, two, phase=phase) == pytest.approx(chance)


@pytest.mark.parametrize(("one", "two"), [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1)])
def test_without_the_crawford_rule_match_point_allows_doubling(
    one: int, two: int
) -> None:
    normal = TABLE.chance(one, two, phase=Phase.NORMAL)
    assert normal == TABLE.chance(one, two, phase=Phase.POST_CRAWFORD)


def test_points_taken_away_after_the_crawford_game_lead_back_to_the_block() -> None:
    assert TABLE.chance(2, 3, phase=Phase.POST_CRAWFORD) == PRE[1][2]


def test_a_match_that_is_over_is_certain() -> None:
    assert TABLE.chance(0, 2, phase=Phase.OVER) == 1.0
    assert TABLE.chance(2, 0, phase=Phase.OVER) == 0.0
    assert TABLE.chance(0, 99, phase=Phase.OVER) == 1.0


@pytest.mark.parametrize("phase", GOING_ON)
@pytest.mark.parametrize(
    ("one", "two"), [(4, 2), (2, 4), (4, 1), (1, 4), (0, 2), (1, 0)]
)
def test_beyond_its_ends_a_table_knows_nothing(
    one: int, two: int, *, phase: Phase
) -> None:
    assert TABLE.chance(one, two, phase=phase) is None


@given(NEEDS, NEEDS, st.sampled_from(GOING_ON))
def test_both_sides_share_one_chance(one: int, two: int, phase: Phase) -> None:
    mine = TABLE.chance(one, two, phase=phase)
    theirs = TABLE.chance(two, one, phase=phase)
    assert mine is not None
    assert theirs is not None
    assert mine + theirs == pytest.approx(1)
