"""Dice called out in the room: rolls of two, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import raises
from tournaments.engine.record.dice import (
    FEWEST_ROLLS,
    MOST_ROLLS,
    NOT_DICE,
    ODD_DICE,
    OTHER_DICE,
    are_sorted_rolls,
    chances,
    dice_in,
    sorted_rolls,
)

ROLLS = st.lists(
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    min_size=FEWEST_ROLLS,
    max_size=MOST_ROLLS,
)


@pytest.mark.parametrize(
    "typed",
    [
        "3 5 6 6 1 4 2 2",
        "35 66 14 22",
        "53-66-41-22",
        "35661422",
        " 3-5, 6-6; 1/4 2 + 2. ",
        "35\n66\n14\n22\n",
    ],
)
def test_ways_of_typing_the_same_dice(typed):
    assert sorted_rolls(typed, rolls=4) == "53-66-41-22"


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("35 66 17 22", NOT_DICE(found="7")),
        ("35 66 10 22", NOT_DICE(found="0")),
        ("three five", NOT_DICE(found="t")),
        ("35 66 14 22 ٣", NOT_DICE(found="٣")),
        ("35 66 14 22 3", ODD_DICE()),
        ("", OTHER_DICE(rolls=0, needed=4)),
        ("35 66 14", OTHER_DICE(rolls=3, needed=4)),
        ("11" * 21, OTHER_DICE(rolls=21, needed=4)),
    ],
)
def test_what_is_no_row_of_dice(typed, error):
    with raises(error.refusal) as caught:
        sorted_rolls(typed, rolls=4)
    assert caught.value == error
    assert "%" not in str(caught.value)


@given(ROLLS)
def test_every_row_of_rolls_is_part_of_a_seed(rolls):
    typed = " ".join(f"{one} {two}" for one, two in rolls)
    seed = sorted_rolls(typed, rolls=len(rolls))
    expected = [tuple(sorted(roll, reverse=True)) for roll in rolls]
    assert [(int(roll[0]), int(roll[1])) for roll in seed.split("-")] == expected
    assert sorted_rolls(seed, rolls=len(rolls)) == seed
    assert are_sorted_rolls(seed, rolls=len(rolls))
    assert dice_in(seed) == 2 * len(rolls)


@pytest.mark.parametrize("seed", ["", "35-6", "35 66", "37-11", "9f3ac21b9f3ac21b"])
def test_other_seeds_are_no_dice(seed):
    assert dice_in(seed) == 0


def test_how_many_seeds_dice_can_make():
    assert chances(8) == 1_679_616
