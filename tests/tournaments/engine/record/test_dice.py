"""Seeds called out die by die."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import raises
from tournaments.engine.record.dice import (
    FEW_DICE,
    FEWEST_DICE,
    MANY_DICE,
    MOST_DICE,
    NOT_DICE,
    ODD_DICE,
    bits,
    chances,
    dice_in,
    seed_of_dice,
    sorted_rolls,
)

ROLLS = st.lists(
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    min_size=FEWEST_DICE // 2,
    max_size=MOST_DICE // 2,
)


@pytest.mark.parametrize(
    "typed",
    [
        "3 5 6 6 1 4 2 2",
        "35 66 14 22",
        "35-66-14-22",
        "35661422",
        " 3-5, 6-6; 1/4 2 + 2. ",
        "35\n66\n14\n22\n",
    ],
)
def test_ways_of_typing_the_same_dice(typed):
    assert seed_of_dice(typed) == "35-66-14-22"


def test_the_order_of_a_roll_counts():
    assert seed_of_dice("53 66 14 22") == "53-66-14-22"


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("35 66 17 22", NOT_DICE(found="7")),
        ("35 66 10 22", NOT_DICE(found="0")),
        ("three five", NOT_DICE(found="t")),
        ("35 66 14 22 ٣", NOT_DICE(found="٣")),
        ("35 66 14 22 3", ODD_DICE(dice=9)),
        ("", FEW_DICE(dice=0, needed=8)),
        ("35 66 14", FEW_DICE(dice=6, needed=8)),
        ("11" * 21, MANY_DICE(dice=42, most=40)),
    ],
)
def test_what_is_no_row_of_dice(typed, error):
    with raises(error.refusal) as caught:
        seed_of_dice(typed)
    assert caught.value == error
    assert "%" not in str(caught.value)


@given(ROLLS)
def test_every_row_of_rolls_is_a_seed_of_its_own(rolls):
    seed = seed_of_dice(" ".join(f"{one} {two}" for one, two in rolls))
    assert [(int(roll[0]), int(roll[1])) for roll in seed.split("-")] == rolls
    assert seed_of_dice(seed) == seed
    assert dice_in(seed) == 2 * len(rolls)


@pytest.mark.parametrize("seed", ["", "35-6", "35 66", "37-11", "9f3ac21b9f3ac21b"])
def test_other_seeds_are_no_dice(seed):
    assert dice_in(seed) == 0


def test_how_much_chance_there_is():
    assert chances(FEWEST_DICE) == 1_679_616
    assert (bits(FEWEST_DICE), bits(12)) == (20, 31)


def test_rolls_that_are_sorted_are_of_dice_too():
    with raises(NOT_DICE):
        sorted_rolls("35 67", rolls=2)
    with raises(ODD_DICE):
        sorted_rolls("35 6", rolls=2)
