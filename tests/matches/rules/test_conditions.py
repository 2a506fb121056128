"""What can be agreed on, and what a game is worth by it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import (
    LARGEST_CUBE,
    Checkers,
    Ending,
    GameResult,
    GameRules,
    Kind,
    MatchRules,
    MoneyRules,
    Score,
    Scoring,
    Side,
)
from matches.rules import errors as reasons
from tests.refusals import raises

A = Side.ONE


@pytest.mark.parametrize(
    ("reason", "switches"),
    [
        (reasons.CUBE_LIMIT_INVALID, {"cube_cap": 3}),
        (reasons.CUBE_LIMIT_INVALID, {"cube_cap": 0}),
        (reasons.CUBE_LIMIT_INVALID, {"cube_cap": 2 * LARGEST_CUBE}),
        (reasons.BEAVER_LIMIT_INVALID, {"beavers": -1}),
        (reasons.BEAVER_LIMIT_INVALID, {"beavers": 11}),
        (reasons.AUTOMATIC_LIMIT_INVALID, {"automatic": -1}),
        (reasons.AUTOMATIC_LIMIT_INVALID, {"automatic": 7}),
        (reasons.AUTOMATIC_LIMIT_INVALID, {"automatic": 1, "cube_cap": 1}),
        (reasons.AUTOMATIC_LIMIT_INVALID, {"automatic": 21, "cube_cap": None}),
        (reasons.WIN_VALUES_INVALID, {"values": (0, 2, 3)}),
        (reasons.WIN_VALUES_INVALID, {"values": (2, 2, 3)}),
        (reasons.WIN_VALUES_INVALID, {"values": (1, 0, 3)}),
        (reasons.WIN_VALUES_INVALID, {"values": (1, 3, 2)}),
        (reasons.WIN_VALUES_INVALID, {"values": (1, 3, 100)}),
        (reasons.START_SCORE_INVALID, {"start": Score(5, 0)}),
        (reasons.START_SCORE_INVALID, {"start": Score(0, 6)}),
        (reasons.START_SCORE_INVALID, {"start": Score(-1, 0)}),
    ],
)
def test_what_nobody_can_agree_on(reason, switches):
    with raises(reason) as refused:
        MatchRules(5, **switches)
    assert str(refused.value)
    if "start" in switches:
        return
    with raises(reason):
        GameRules(**switches)
    with raises(reason):
        MoneyRules(**{"cube_cap": 64, **switches})


def test_what_can_just_be_agreed_on():
    widest = MatchRules(99, cube_cap=None, beavers=10, automatic=20, values=(1, 99, 99))
    assert widest.highest_cube == LARGEST_CUBE
    assert MatchRules(5, automatic=6, start=Score(4, 4)).start == Score(4, 4)
    assert MatchRules(5, values=(1, 1, 1)).values == (1, 1, 1)


def test_the_length_comes_first_and_the_rest_by_name():
    assert MatchRules(7) == MatchRules(length=7)
    with pytest.raises(TypeError):
        MatchRules(7, True)


def test_a_match_is_played_with_crawford_to_64_and_without_extras():
    rules = MatchRules(7)
    assert (rules.crawford, rules.cube_cap, rules.start) == (True, 64, Score(0, 0))
    assert (rules.jacoby, rules.beavers, rules.automatic) == (False, 0, 0)
    assert (rules.scoring, rules.values) == (Scoring.KINDS, (1, 2, 3))


JACOBY = GameRules(jacoby=True, automatic=2)


@pytest.mark.parametrize(
    ("cube", "automatic", "points"), [(1, 0, 1), (2, 0, 4), (2, 1, 2), (4, 1, 8)]
)
def test_jacoby_counts_a_gammon_only_after_somebody_turned_the_cube(
    cube, automatic, points
):
    gammon = GameResult(A, Kind.GAMMON, cube=cube, automatic=automatic)
    assert JACOBY.computed(gammon) == points


def test_jacoby_sleeps_where_nobody_can_turn_the_cube():
    gammon = GameResult(A, Kind.GAMMON)
    assert JACOBY.computed(gammon, cube_in_play=False) == 2
    assert GameRules(jacoby=True, cube_cap=1).computed(gammon) == 2


@given(
    st.sampled_from(Kind),
    st.sampled_from([1, 2, 4, 64]),
    st.sampled_from([*Ending]),
    st.booleans(),
)
def test_a_void_game_gives_nothing_and_a_drop_the_cube(kind, cube, ending, jacoby):
    rules = GameRules(jacoby=jacoby, values=(1, 3, 5))
    points = rules.computed(GameResult(A, kind, cube=cube, ending=ending))
    if ending in (Ending.WASHED, Ending.DROPPED):
        assert points == (0 if ending == Ending.WASHED else cube)
        return
    asleep = jacoby and cube == 1
    assert points == cube * (1 if asleep else {1: 1, 2: 3, 3: 5}[kind.multiplier])


COST = {"home": 1, "outer": 2, "far_outer": 3, "far_home": 4}


@given(st.lists(st.sampled_from([*COST]), min_size=1, max_size=15))
def test_checkers_cost_by_where_they_stand(quarters):
    checkers = Checkers(**{name: quarters.count(name) for name in COST})
    points = sum(COST[quarter] for quarter in quarters)
    assert (checkers.points, checkers.left) == (points, len(quarters))
    assert 1 <= points <= 60
    for kind in Kind:
        result = GameResult(A, kind, cube=8, checkers=checkers)
        assert GameRules(scoring=Scoring.CHECKERS).computed(result) == points


def test_checkers_that_nobody_counted_leave_cube_times_kind():
    given_away = GameResult(A, Kind.GAMMON, cube=2, ending=Ending.AWARDED)
    assert GameRules(scoring=Scoring.CHECKERS).computed(given_away) == 4
