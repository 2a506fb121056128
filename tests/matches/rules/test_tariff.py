"""What coming late costs, and the time a match begins with."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import (
    Clock,
    LateTariff,
    Score,
    Side,
    TimeReason,
    TimeRule,
    late_penalty,
    propose_stopped,
    reserve_seconds,
)
from matches.rules import errors as reasons
from tests.refusals import raises

JAPAN = LateTariff(grace=15, every=5, majority=True)
NOVA = LateTariff(grace=0, every=5)
US_2013 = Clock(2, 1, 12)
OLDER = Clock(6, 3, 0)


@pytest.mark.parametrize(
    ("minutes", "points", "decides"),
    [
        (-5, 0, False),
        (0, 0, False),
        (15, 0, False),
        (19, 0, False),
        (20, 1, False),
        (24, 1, False),
        (25, 2, False),
        (30, 3, True),
        (90, 5, True),
    ],
)
def test_coming_late_in_japan(minutes, points, decides):
    assert late_penalty(JAPAN, minutes, 5) == (points, decides)


@pytest.mark.parametrize(
    ("minutes", "points", "decides"), [(4, 0, False), (20, 4, False), (25, 5, True)]
)
def test_coming_late_at_nova(minutes, points, decides):
    assert late_penalty(NOVA, minutes, 5) == (points, decides)


@given(
    st.builds(LateTariff, st.integers(0, 60), st.integers(1, 60), st.booleans()),
    st.integers(0, 300),
    st.integers(1, 99),
)
def test_later_never_costs_less(tariff, minutes, length):
    points, decides = late_penalty(tariff, minutes, length)
    later, decides_later = late_penalty(tariff, minutes + 1, length)
    assert 0 <= points <= later <= length
    assert decides <= decides_later
    assert decides or points < length
    if tariff.majority:
        assert decides == (2 * points > length)


@pytest.mark.parametrize(("grace", "every"), [(-1, 5), (0, 0), (10, -5)])
def test_tariffs_that_cannot_be_counted(grace, every):
    with raises(reasons.TARIFF_INVALID):
        LateTariff(grace, every)


@pytest.mark.parametrize(
    ("clock", "length", "score", "seconds"),
    [
        (US_2013, 7, (0, 0), 14 * 60),
        (US_2013, 9, (0, 0), 18 * 60),
        (US_2013, 9, (4, 3), 11 * 60),
        (US_2013, 11, (5, 6), 11 * 60),
        (OLDER, 9, (0, 0), 54 * 60),
        (OLDER, 9, (5, 3), 30 * 60),
        (Clock(1, 1, 0), 3, (2, 2), 0),
        (Clock(Fraction(5, 2), 1, 8), 5, (1, 0), 690),
    ],
)
def test_the_reserve(clock, length, score, seconds):
    """US clock rules 2013 and older unified clock rules, among others."""
    one, two = score
    assert reserve_seconds(clock, length, one=one, two=two) == seconds
    assert reserve_seconds(clock, length, one=two, two=one) == seconds


@pytest.mark.parametrize("clock", [(0, 1, 12), (2, -1, 12), (2, 1, -1)])
def test_clocks_that_run_backwards(clock):
    with raises(reasons.CLOCK_INVALID):
        Clock(*clock)


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
def test_a_match_to_seven(rule, one, two, winner, reason):
    found = propose_stopped(rule, 7, Score(one, two))
    assert (found.winner, found.reason) == (winner, reason)


@pytest.mark.parametrize(("length", "enough"), [(1, 1), (2, 2), (5, 3), (6, 4), (9, 5)])
def test_half_of_the_points_is_not_more_than_half(length, enough):
    for points in range(1, length):
        found = propose_stopped(TimeRule.HALF, length, Score(points, 0))
        assert (found.winner is A) == (points >= enough)


def test_the_numbers_of_the_sydney_page():
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
def test_sides_are_treated_alike_and_only_the_leader_is_proposed(rule, length, scores):
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
