"""Dice called out in the room: rolls of two, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import raises
from tournaments.engine.record import announcement

ROLLS = st.lists(
    st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=20
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
    assert announcement.sorted_rolls(typed, rolls=4) == "53-66-41-22"


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("35 66 17 22", announcement.NOT_DICE(found="7")),
        ("35 66 10 22", announcement.NOT_DICE(found="0")),
        ("three five", announcement.NOT_DICE(found="t")),
        ("35 66 14 22 ٣", announcement.NOT_DICE(found="٣")),
        ("35 66 14 22 3", announcement.ODD_DICE()),
        ("", announcement.OTHER_DICE(rolls=0, needed=4)),
        ("35 66 14", announcement.OTHER_DICE(rolls=3, needed=4)),
        ("11" * 21, announcement.OTHER_DICE(rolls=21, needed=4)),
    ],
)
def test_what_is_no_row_of_dice(typed, error):
    with raises(error.refusal) as caught:
        announcement.sorted_rolls(typed, rolls=4)
    assert caught.value == error
    assert "%" not in str(caught.value)


@given(ROLLS)
def test_every_row_of_rolls_is_part_of_a_seed(rolls):
    typed = " ".join(f"{one} {two}" for one, two in rolls)
    seed = announcement.sorted_rolls(typed, rolls=len(rolls))
    expected = [tuple(sorted(roll, reverse=True)) for roll in rolls]
    assert [(int(roll[0]), int(roll[1])) for roll in seed.split("-")] == expected
    assert announcement.sorted_rolls(seed, rolls=len(rolls)) == seed
    assert announcement.are_sorted_rolls(seed, rolls=len(rolls))


@pytest.mark.parametrize("text", ["", "35-66", "53 66", "73-11", "53-6"])
def test_what_is_no_sorted_row_of_two_rolls(text):
    assert not announcement.are_sorted_rolls(text, rolls=2)
