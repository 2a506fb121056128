"""What coming late costs, and the time a match begins with."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Clock, LateTariff, late_penalty, reserve_seconds
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
def test_coming_late_in_japan(*, minutes: int, points: int, decides: bool) -> None:
    assert late_penalty(JAPAN, minutes, 5) == (points, decides)


@pytest.mark.parametrize(
    ("minutes", "points", "decides"), [(4, 0, False), (20, 4, False), (25, 5, True)]
)
def test_coming_late_at_nova(*, minutes: int, points: int, decides: bool) -> None:
    assert late_penalty(NOVA, minutes, 5) == (points, decides)


@given(
    st.builds(LateTariff, st.integers(0, 60), st.integers(1, 60), st.booleans()),
    st.integers(0, 300),
    st.integers(1, 99),
)
def test_later_never_costs_less(tariff: LateTariff, minutes: int, length: int) -> None:
    points, decides = late_penalty(tariff, minutes, length)
    later, decides_later = late_penalty(tariff, minutes + 1, length)
    assert 0 <= points <= later <= length
    assert decides <= decides_later
    assert decides or points < length
    if tariff.majority:
        assert decides == (2 * points > length)


@pytest.mark.parametrize(("grace", "every"), [(-1, 5), (0, 0), (10, -5)])
def test_tariffs_that_cannot_be_counted(grace: int, every: int) -> None:
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
def test_the_reserve(
    *, clock: Clock, length: int, score: tuple[int, int], seconds: int
) -> None:
    """US clock rules 2013 and older unified clock rules, among others."""
    one, two = score
    assert reserve_seconds(clock, length, one=one, two=two) == seconds
    assert reserve_seconds(clock, length, one=two, two=one) == seconds


@pytest.mark.parametrize("clock", [(0, 1, 12), (2, -1, 12), (2, 1, -1)])
def test_clocks_that_run_backwards(clock: tuple[int, int, int]) -> None:
    with raises(reasons.CLOCK_INVALID):
        Clock(*clock)
