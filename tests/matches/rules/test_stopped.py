"""What the rule of a match proposes when it is stopped by time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Score, Side, TimeReason, TimeRule, propose_stopped

A, B = Side.ONE, Side.TWO


@pytest.mark.parametrize(
    ("rule", "one", "two", "winner", "reason"),
    [
        (TimeRule.DIRECTOR, 4, 2, None, TimeReason.NOT_AGREED),
        (TimeRule.LEADER, 4, 2, A, TimeReason.AHEAD),
        (TimeRule.LEADER, 0, 1, B, TimeReason.AHEAD),
        (TimeRule.LEADER, 3, 3, None, TimeReason.LEVEL),
        # To 7: more than half begins with 4.
        (TimeRule.HALF, 4, 2, A, TimeReason.MORE_THAN_HALF),
        (TimeRule.HALF, 3, 2, None, TimeReason.NOT_HALF),
        (TimeRule.HALF, 5, 6, B, TimeReason.MORE_THAN_HALF),
        (TimeRule.HALF, 5, 5, None, TimeReason.LEVEL),
        (TimeRule.STAVROU, 5, 2, A, TimeReason.STAVROU),
        (TimeRule.STAVROU, 2, 2, None, TimeReason.LEVEL),
        (TimeRule.STAVROU, 7, 2, A, TimeReason.REACHED),
        (TimeRule.DIRECTOR, 3, 7, B, TimeReason.REACHED),
    ],
)
def test_a_match_to_seven(
    rule: TimeRule, one: int, two: int, winner: Side | None, reason: TimeReason
) -> None:
    found = propose_stopped(rule, 7, Score(one, two))
    assert (found.winner, found.reason) == (winner, reason)


@pytest.mark.parametrize(("length", "enough"), [(1, 1), (2, 2), (5, 3), (6, 4), (9, 5)])
def test_half_of_the_points_is_not_more_than_half(length: int, enough: int) -> None:
    for points in range(1, length):
        found = propose_stopped(TimeRule.HALF, length, Score(points, 0))
        assert (found.winner is A) == (points >= enough)


def test_the_numbers_of_the_sydney_page() -> None:
    """Three rounds: an unfinished win counts 97 match points, and the margin."""
    found = propose_stopped(TimeRule.STAVROU, 7, Score(5, 2), rounds=3)
    assert (found.winner, found.margin, found.match_points) == (A, 3, 97)
    assert propose_stopped(TimeRule.LEADER, 7, Score(5, 2), rounds=3) != found
    assert propose_stopped(TimeRule.STAVROU, 7, Score(5, 2)).match_points is None
    # A player who has reached the length has won as usual.
    assert (
        propose_stopped(TimeRule.STAVROU, 7, Score(7, 2), rounds=3).match_points is None
    )


@given(
    rule=st.sampled_from(TimeRule),
    length=st.integers(1, 25),
    scores=st.tuples(st.integers(0, 24), st.integers(0, 24)),
)
def test_sides_are_treated_alike_and_only_the_leader_is_proposed(
    rule: TimeRule, length: int, scores: tuple[int, int]
) -> None:
    one, two = (min(score, length - 1) for score in scores)
    found = propose_stopped(rule, length, Score(one, two))
    turned = propose_stopped(rule, length, Score(two, one))
    assert found.reason == turned.reason
    assert found.margin == turned.margin == abs(one - two)
    if found.winner is not None:
        assert turned.winner == found.winner.other
        assert found.winner == found.leader
    assert (found.leader is None) == (one == two)
    assert found.winner is None or rule != TimeRule.DIRECTOR
