"""The cube in play: every refusal by name, every answer with its value."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import (
    Ending,
    GameResult,
    GameRules,
    Kind,
    MatchRules,
    MoneyRules,
    Score,
    Side,
)
from matches.rules.board import (
    CubeAct,
    CubeError,
    Position,
    Situation,
    check_act,
    check_answer,
    check_double,
    dropped,
    offered,
    position_of,
    read_id,
    turn,
    xgid,
)
from matches.rules.board import cube as errors
from matches.rules.check_game import check_game
from matches.rules.game import is_cube_value
from matches.rules.refusals import Refusal
from tests.matches.rules.board.strategies import situations
from tests.refusals import raises

ONE, TWO = Side.ONE, Side.TWO
DOUBLE, BEAVER, TAKE, DROP = CubeAct
RULES = MatchRules(7)
BEAVERS = MoneyRules(beavers=1)
RACCOONS = MoneyRules(beavers=2)
MATCH = Situation(length=7)
MONEY = Situation()


def possible_acts(situation, rules):
    """The acts that nothing forbids the player who has to decide."""

    def is_possible(act):
        try:
            check_act(situation, act, rules=rules)
        except CubeError:
            return False
        return True

    return tuple(filter(is_possible, CubeAct))


def play(situation: Situation, *acts: CubeAct, rules: GameRules = RULES) -> Situation:
    """The situation after some acts."""
    for act in acts:
        situation = turn(situation, act, rules=rules)
    return situation


@pytest.mark.parametrize(
    ("situation", "rules", "error"),
    [
        (
            replace(MATCH, position=position_of({}, {1: 1})),
            RULES,
            errors.CUBE_GAME_OVER,
        ),
        (
            replace(MATCH, position=position_of({1: 1}, {})),
            RULES,
            errors.CUBE_GAME_OVER,
        ),
        (replace(MATCH, length=1), MatchRules(1), errors.ONE_POINT_MATCH_CUBE),
        (MATCH, MatchRules(7, cube_cap=1), errors.NO_CUBE),
        (MONEY, GameRules(cube_cap=1), errors.NO_CUBE),
        (replace(MATCH, cube_cap=1), RULES, errors.NO_CUBE),
        (replace(MATCH, score=Score(6, 2), crawford=True), RULES, errors.CRAWFORD_CUBE),
        (replace(MATCH, doubled=True), RULES, errors.DOUBLE_WAITING),
        (replace(MATCH, cube=2, owner=TWO), RULES, errors.OPPONENTS_CUBE),
        (replace(MATCH, cube=2, owner=TWO, dice=(3, 1)), RULES, errors.OPPONENTS_CUBE),
        (replace(MATCH, dice=(3, 1)), RULES, errors.DICE_THROWN),
        (replace(MATCH, cube=64, owner=ONE), RULES, errors.CUBE_AT_LIMIT),
        (replace(MATCH, cube=8, owner=ONE, cube_cap=8), RULES, errors.CUBE_AT_LIMIT),
        (replace(MONEY, cube=2**20), MoneyRules(), errors.CUBE_AT_LIMIT),
    ],
)
def test_why_nobody_can_double(
    situation: Situation, rules: GameRules, error: Refusal[CubeError]
) -> None:
    with pytest.raises(CubeError) as caught:
        check_double(situation, rules)

    assert caught.value.refusal is error
    assert "%(" not in str(caught.value)
    assert DOUBLE not in possible_acts(situation, rules)


def test_only_the_player_on_roll_doubles() -> None:
    check_double(MATCH, RULES, by=ONE)

    with raises(errors.NOT_ON_ROLL):
        check_double(MATCH, RULES, by=TWO)


@pytest.mark.parametrize(
    "situation",
    [
        MATCH,
        replace(MATCH, cube=2, owner=ONE),
        replace(MATCH, cube=2),
        replace(MATCH, cube=32, owner=ONE),
        replace(MATCH, score=Score(6, 2)),
        # Worth nothing to anybody, and allowed.
        replace(MATCH, cube=16, owner=ONE, score=Score(6, 6)),
    ],
    ids=["first", "redouble", "automatic", "to 64", "after Crawford", "dead cube"],
)
def test_a_double_waits_for_its_answer(situation: Situation) -> None:
    found = play(situation, DOUBLE)

    assert found == replace(situation, doubled=True)
    assert found.decides == TWO
    assert offered(found) == 2 * situation.cube
    assert possible_acts(found, RULES) == (TAKE, DROP)


def test_a_take_gives_the_cube_away() -> None:
    taken = play(MATCH, DOUBLE, TAKE)

    assert taken == replace(MATCH, cube=2, owner=TWO)
    assert taken.decides == ONE


@pytest.mark.parametrize(("cube", "owner"), [(1, None), (2, ONE), (4, None)])
def test_a_dropped_double_costs_the_value_before(cube: int, owner: Side | None) -> None:
    offer = play(replace(MATCH, cube=cube, owner=owner), DOUBLE)

    result = dropped(offer)

    assert result == GameResult(ONE, Kind.SINGLE, cube=cube, ending=Ending.DROPPED)


@pytest.mark.parametrize("act", [TAKE, DROP, BEAVER])
def test_there_has_to_be_a_double_to_answer(act: CubeAct) -> None:
    with raises(errors.NO_DOUBLE):
        check_act(MATCH, act, rules=RACCOONS)
    with raises(errors.NO_DOUBLE):
        dropped(MATCH)


def test_nobody_answers_his_own_double() -> None:
    offer = play(MATCH, DOUBLE)

    check_answer(offer, by=TWO)
    with raises(errors.NOT_YOUR_ANSWER):
        check_answer(offer, by=ONE)
    with raises(errors.NOT_YOUR_ANSWER):
        dropped(offer, by=ONE)


def test_no_beavers_where_they_are_not_played() -> None:
    with raises(errors.BEAVERS_NOT_PLAYED):
        play(MATCH, DOUBLE, BEAVER)


def test_a_beaver_keeps_the_cube() -> None:
    beaver = play(MONEY, DOUBLE, BEAVER, rules=BEAVERS)

    assert (beaver.cube, beaver.owner, beaver.decides) == (2, TWO, ONE)
    assert offered(beaver) == 4
    assert play(beaver, TAKE, rules=BEAVERS) == replace(MONEY, cube=4, owner=TWO)


def test_a_dropped_beaver_costs_the_double_before() -> None:
    result = dropped(play(MONEY, DOUBLE, BEAVER, rules=BEAVERS))

    assert (result.winner, result.cube, result.beavers) == (TWO, 2, 0)


def test_a_raccoon_leaves_the_cube_with_the_player_doubled_first() -> None:
    raccoon = play(MONEY, DOUBLE, BEAVER, BEAVER, rules=RACCOONS)

    assert (raccoon.cube, raccoon.owner, raccoon.decides) == (4, TWO, TWO)
    assert play(raccoon, TAKE, rules=RACCOONS) == replace(MONEY, cube=8, owner=TWO)
    result = dropped(raccoon)
    assert (result.winner, result.cube, result.beavers) == (ONE, 4, 1)


def test_no_more_beavers_than_agreed() -> None:
    with raises(errors.BEAVERS_USED_UP) as caught:
        play(MONEY, DOUBLE, BEAVER, BEAVER, rules=BEAVERS)

    assert caught.value.params == {"most": 1}


def test_no_beaver_beyond_the_limit_of_the_cube() -> None:
    high = replace(MONEY, cube=32, owner=ONE, cube_cap=64)

    with raises(errors.BEAVER_AT_LIMIT) as caught:
        play(high, DOUBLE, BEAVER, rules=BEAVERS)

    assert caught.value.params == {"cube": 64, "cap": 64}


def test_a_drop_is_no_turn_of_the_cube() -> None:
    with raises(errors.DROP_ENDS_GAME):
        play(MATCH, DOUBLE, DROP)


@given(
    situations(),
    st.integers(0, 3),
    st.sampled_from([1, 2, 64, None]),
    st.lists(st.sampled_from([*CubeAct, None]), max_size=25),
)
def test_any_course_of_the_cube(
    begun: Situation, beavers: int, cap: int | None, acts: list[CubeAct | None]
) -> None:
    rules = GameRules(beavers=beavers, cube_cap=cap)
    now = replace(begun, dice=None, doubled=False, turned_back=0, cube=1, owner=None)
    turned_back = 0
    for act in acts:
        possible = possible_acts(now, rules)
        if act is None:
            # Nobody turns the cube, and the next player is on roll.
            if not now.doubled:
                now = replace(now, on_roll=now.on_roll.other)
            continue
        if act not in possible:
            with pytest.raises(CubeError):
                check_act(now, act, rules=rules)
            continue
        if act == DROP:
            _check_drop(now, rules, beavers=turned_back)
            break
        before, now = now, turn(now, act, rules=rules)
        turned_back += act == TAKE and before.turned_back
        _check_turn(before, now, rules)


def _check_turn(before: Situation, now: Situation, rules: GameRules) -> None:
    assert is_cube_value(now.cube)
    assert before.cube <= now.cube <= offered(now) <= rules.highest_cube
    assert (now.owner is None) == (now.cube == 1)
    assert now.turned_back <= rules.beavers
    assert now.position == before.position
    assert now.on_roll == before.on_roll
    if before.doubled and now.doubled:
        assert now.decides != before.decides
    if now.turned_back < 3 and (now.cube_cap is None or now.cube_cap <= 512):
        assert read_id(xgid(now)) == now


def _check_drop(now: Situation, rules: GameRules, *, beavers: int) -> None:
    result = dropped(now)

    assert result.winner == now.decides.other
    assert result.cube == now.cube == offered(now) // 2
    whole = replace(result, beavers=result.beavers + beavers)
    check_game(rules, whole, number=1)


@given(situations())
def test_there_is_always_an_answer_to_a_double(situation: Situation) -> None:
    acts = possible_acts(situation, MoneyRules(beavers=1))

    assert ({TAKE, DROP} <= set(acts)) == situation.doubled
    assert not ({DOUBLE} & set(acts) and situation.doubled)


def test_a_position_alone_decides_nothing_about_the_cube() -> None:
    race = Position(position_of({1: 2}, {1: 2}).points)

    check_double(replace(MATCH, position=race), RULES)
