"""The opening roll."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import GameRules, MatchRules, MoneyRules, Side
from matches.rules.board import Dice, Opening, open_game
from matches.rules.board.opening import OPENING_DECIDED, OPENING_DIE_INVALID
from tests.refusals import raises

PLAIN = MatchRules(5)
TWICE = MoneyRules(automatic=2)


def test_the_higher_die_begins_with_both() -> None:
    assert open_game([(4, 3)], PLAIN) == Opening(Side.ONE, (4, 3), 0, 0)
    assert open_game([(1, 6)], PLAIN) == Opening(Side.TWO, (6, 1), 0, 0)


def test_equal_dice_are_thrown_again() -> None:
    assert open_game([(4, 4)], PLAIN) == Opening(None, None, 1, 0)
    assert open_game([(4, 4), (2, 5)], PLAIN) == Opening(Side.TWO, (5, 2), 1, 0)


def test_nothing_is_thrown_yet() -> None:
    assert open_game([], PLAIN) == Opening(None, None, 0, 0)


@pytest.mark.parametrize(
    ("ties", "automatic", "cube"), [(0, 0, 1), (1, 1, 2), (2, 2, 4), (3, 2, 4)]
)
def test_automatic_doubles_stop_where_agreed(
    ties: int, automatic: int, cube: int
) -> None:
    """Source: older Norwegian leaflet "Spilleregler", section 8."""
    throws = [(6, 6)] * ties + [(3, 1)]

    found = open_game(throws, TWICE)

    assert (found.ties, found.automatic, found.cube) == (ties, automatic, cube)


def test_automatic_doubles_stop_at_the_limit_of_the_cube() -> None:
    rules = GameRules(cube_cap=2, automatic=1)

    assert open_game([(1, 1), (2, 2), (5, 4)], rules).cube == 2


def test_nothing_is_doubled_where_the_cube_is_not_in_play() -> None:
    found = open_game([(1, 1), (2, 1)], TWICE, cube_in_play=False)

    assert (found.ties, found.automatic, found.cube) == (1, 0, 1)


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1, -1), (3, 9)])
def test_a_die_shows_1_to_6(dice: Dice) -> None:
    with raises(OPENING_DIE_INVALID):
        open_game([dice], PLAIN)


@pytest.mark.parametrize(
    "throws", [[(3, 1), (4, 4)], [(3, 1), (3, 1)], [(2, 2), (3, 1), (6, 5)]]
)
def test_nobody_throws_again_after_different_dice(throws: list[Dice]) -> None:
    with raises(OPENING_DECIDED) as caught:
        open_game(throws, PLAIN)

    assert caught.value.params == {"one": 3, "two": 1}


faces = st.integers(1, 6)


@given(st.lists(faces, max_size=30), faces, faces, st.integers(0, 6))
def test_any_opening(ties: list[int], one: int, two: int, most: int) -> None:
    throws = [(die, die) for die in ties] + [(one, two)]

    found = open_game(throws, GameRules(automatic=most))

    assert found.ties == len(ties) + (one == two)
    assert found.cube == 2 ** min(found.ties, most) <= 64
    assert (found.starts is None) == (one == two)
    assert found.dice in (None, (max(one, two), min(one, two)))
