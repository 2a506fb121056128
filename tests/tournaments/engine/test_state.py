"""What is open, how half wins are shown, and the letters of groups."""

from fractions import Fraction

import pytest

from tournaments.engine import Outcome, shown_wins
from tournaments.engine.state import group_name


def test_only_a_missing_result_is_open():
    assert Outcome(1, 1, 2, None).is_open
    assert not Outcome(1, 1, 2, 1).is_open
    assert not Outcome(1, 1, 2, None, nobody=True).is_open


@pytest.mark.parametrize(
    ("wins", "expected"),
    [
        *((0, 0), (3, 3), (-2, -2), (Fraction(4, 2), 2), (Fraction(0), 0)),
        *((Fraction(1, 2), "½"), (Fraction(3, 2), "1½"), (Fraction(21, 2), "10½")),
    ],
)
def test_half_wins_are_shown_with_a_half(wins, expected):
    assert shown_wins(wins) == expected
    assert isinstance(shown_wins(wins), type(expected))


def test_groups_have_letters():
    names = [group_name(number) for number in (1, 2, 26, 27, 52, 53, 703)]
    assert names == ["A", "B", "Z", "AA", "AZ", "BA", "AAA"]
