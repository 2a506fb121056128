"""The rounds of formats: as many matches as they have, each after its sources."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine import Branch, Options
from tournaments.tables.stage_rounds import rounds_of


@settings(max_examples=30)
@given(st.integers(2, 70))
def test_a_knock_out_has_a_match_less_than_players(count: int) -> None:
    rounds = rounds_of("elimination", count)
    assert sum(one.matches for one in rounds) == count - 1
    assert rounds[-1].matches == 1
    assert [one.after for one in rounds[1:]] == [(n,) for n in range(len(rounds) - 1)]


@settings(max_examples=15)
@given(st.integers(3, 40))
def test_in_a_double_elimination_all_but_one_lose_twice(count: int) -> None:
    rounds = rounds_of("double_elimination", count)
    assert 2 * count - 2 <= sum(one.matches for one in rounds) < 2.2 * count
    for place, one in enumerate(rounds):
        assert all(before < place for before in one.after)


def test_a_consolation_waits_for_the_losers_of_the_main_bracket() -> None:
    rounds = rounds_of("elimination", 16, options=Options(branches=(Branch(),)))
    first = next(one for one in rounds if one.section == "consolation")
    assert [rounds[place].section for place in first.after] == ["main"]
    assert {one.section for one in rounds} == {"main", "consolation"}


@pytest.mark.parametrize(
    ("format_key", "count", "rounds", "options", "expected"),
    [
        ("swiss", 9, 4, Options(), [4, 4, 4, 4]),
        ("swiss", 8, 3, Options(legs=2), [8, 8, 8]),
        ("round_robin", 6, 0, Options(), [3] * 5),
        ("round_robin", 4, 0, Options(times=2), [2] * 6),
        ("night", 9, 0, Options(), []),
        ("swiss", 1, 4, Options(), []),
    ],
)
def test_rounds_of_all_against_others(
    format_key: str, count: int, rounds: int, options: Options, expected: list[int]
) -> None:
    found = rounds_of(format_key, count, rounds, options=options)
    assert [one.matches for one in found] == expected


@settings(max_examples=20)
@given(st.integers(2, 64), st.integers(1, 4))
def test_lives_end(count: int, lives: int) -> None:
    found = rounds_of("lives", count, options=Options(lives=lives))
    assert 1 <= len(found) < 40
    assert found[0].matches == max(count // 2, 1)
    assert sum(one.matches for one in found) >= count - 1
