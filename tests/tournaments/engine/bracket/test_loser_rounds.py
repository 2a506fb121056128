"""Rounds of losers whose numbers are odd: in which round each group enters."""

import pytest

from tournaments.engine.bracket.loser_rounds import line_up


@pytest.mark.parametrize("shifted", [False, True])
def test_a_single_first_loser_does_not_play_alone(shifted):
    """Groups from 0, each with how many of it enter the round."""
    assert line_up((1, 2), shifted=shifted) == (((0, 1), (1, 1)), ((1, 1),))
    assert line_up((1, 3), shifted=shifted) == (((0, 1), (1, 3)), ())


@pytest.mark.parametrize("sizes", [(), (1,)])
def test_fewer_than_two_play_no_round(sizes):
    assert line_up(sizes, shifted=False) == ()
