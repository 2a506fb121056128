"""How long matches take: longer for more points, shorter with a score."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.tables import minutes
from tournaments.tables.minutes import (
    Pace,
    Running,
    games_left,
    is_behind,
    minutes_left,
    pace_of,
)

lengths = st.integers(1, 25)
paces = st.builds(Pace, st.floats(1, 25))


@settings(max_examples=30)
@given(lengths, lengths)
def test_what_is_left_in_games_is_symmetric_and_grows(one: int, two: int) -> None:
    assert games_left(one, two) == games_left(two, one)
    assert games_left(one + 1, two) > games_left(one, two) >= 1
    assert games_left(one, 0) == 0


def test_the_longest_match_of_all_is_counted_too() -> None:
    assert games_left(99, 99) > games_left(98, 99)


@settings(max_examples=40)
@given(lengths, paces, st.floats(0, 500), st.data())
def test_a_score_leaves_less_than_the_whole_match(
    length: int, pace: Pace, played: float, data: st.DataObject
) -> None:
    ahead = data.draw(st.integers(0, length))
    left = minutes_left(Running(length, ahead, 0, played), pace)
    assert 0 <= left <= pace.of(length) * 1.000001
    if ahead:
        behind = Running(length, ahead - 1, 1, played)
        whole = minutes_left(Running(length, 0, 0, 0), pace)
        assert left <= whole
        assert minutes_left(behind, pace) <= whole
    assert (left == 0) == (ahead == length)


@settings(max_examples=40)
@given(lengths, paces)
def test_a_match_without_score_is_behind_after_its_time_and_a_half(
    length: int, pace: Pace
) -> None:
    usual = pace.of(length)
    assert not is_behind(Running(length, 0, 0, 0), pace)
    assert is_behind(Running(length, 0, 0, usual * 1.5), pace)
    if length > 1:
        assert is_behind(Running(length, 1, 0, usual * 1.3), pace)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 25), st.floats(0, 2000)), max_size=30))
def test_the_pace_lies_between_the_usual_one_and_what_was_measured(
    measured: list[tuple[int, float]],
) -> None:
    found = pace_of(measured)
    rates = [taken / length for length, taken in measured if length]
    rates = [rate for rate in rates if 1 <= rate <= 25]
    assert found.matches == len(rates)
    least, most = min([minutes.USUAL, *rates]), max([minutes.USUAL, *rates])
    assert least - 0.001 <= found.per_point <= most + 0.001


def test_results_typed_in_one_go_are_no_measurement() -> None:
    measured = [(7, 0.2), (7, 1200), (0, 30)]
    assert pace_of(measured) == Pace()
