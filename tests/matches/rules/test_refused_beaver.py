"""A beaver that was refused, and how far doubling can go after automatic doubles."""

from dataclasses import replace

import pytest

from matches.rulebook.profiles import Profile
from matches.rules import (
    LARGEST_CUBE,
    Ending,
    GameResult,
    GameRules,
    MatchRules,
    MoneyRules,
    Side,
    cube_values,
    replay,
    replay_session,
    without_refused_beaver,
)
from matches.rules import errors as rules_errors
from matches.rules.refusals import RuleError
from tests.refusals import raises

A = Side.ONE


# The refused beaver --------------------------------------------------------


def refused(in_a_row, automatic):
    """Turn the cube in every way; yield games that end with a refused turn.

    Each is told as players tell it, with every beaver counted, also the last one;
    beside it is how many beavers a record counts.
    """
    # A state: value of the cube, beavers so far, beavers since the last double.
    states = [(1 << automatic, 0, 0)]
    for cube, beavers, since in states:
        if cube > 64:
            continue
        told = GameResult(
            A, cube=cube, ending=Ending.DROPPED, automatic=automatic, beavers=beavers
        )
        yield told, beavers  # a plain double was refused
        states.append((cube * 2, beavers, 0))
        can_beaver = cube > 1 << automatic and since < in_a_row
        if can_beaver:
            yield replace(told, beavers=beavers + 1), beavers
            states.append((cube * 2, beavers + 1, since + 1))


@pytest.mark.parametrize("in_a_row", [1, 2, 3])
@pytest.mark.parametrize("automatic", [0, 1, 2])
def test_a_refused_beaver_can_be_told_as_players_say_it(in_a_row, automatic):
    rules = MoneyRules(beavers=in_a_row, automatic=2)
    seen = set()
    for told, _beavers in refused(in_a_row, automatic):
        stored = without_refused_beaver(rules, told)
        (line,) = replay_session(rules, [stored]).lines
        assert line.points == told.cube
        assert stored.beavers in {told.beavers, told.beavers - 1}
        seen.add(told.beavers - stored.beavers)
    assert seen == {0, 1}


def test_the_example_of_the_norwegian_rules():
    rules = MoneyRules(beavers=1)
    told = GameResult(A, cube=2, ending=Ending.DROPPED, beavers=1)
    with raises(rules_errors.CUBE_BELOW_BEAVERS):
        replay_session(rules, [told])
    stored = without_refused_beaver(rules, told)
    assert stored == replace(told, beavers=0)
    assert replay_session(rules, [stored]).balance == 2
    # A second beaver was refused after the first was played on: 4, 8 and dropped.
    again = replace(told, cube=8, beavers=2)
    assert without_refused_beaver(rules, again).beavers == 1


@pytest.mark.parametrize(
    "told",
    [
        GameResult(A, cube=2, beavers=1),  # it was not dropped
        GameResult(A, cube=1, ending=Ending.DROPPED, beavers=1),  # nothing to turn
        GameResult(A, cube=4, ending=Ending.DROPPED, beavers=1),  # a double after it
        GameResult(A, cube=2, ending=Ending.DROPPED, beavers=3),
        GameResult(A, cube=2, ending=Ending.DROPPED, beavers=-1),
        GameResult(A, cube=2, ending=Ending.DROPPED, beavers=10**9),
        GameResult(A, cube=2, ending=Ending.DROPPED),
    ],
)
def test_any_other_game_stays_as_it_was_told(told):
    assert without_refused_beaver(MoneyRules(beavers=1), told) == told


def test_without_beavers_nothing_is_left_out():
    told = GameResult(A, cube=2, ending=Ending.DROPPED, beavers=1)
    assert without_refused_beaver(MoneyRules(), told) == told


# How far doubling can go ---------------------------------------------------

ON_DOUBLING = MoneyRules(cube_cap=64, cap_on_doubling=True, automatic=3)
ON_THE_CUBE = MoneyRules(cube_cap=64, automatic=3)


@pytest.mark.parametrize("automatic", [0, 1, 2, 3])
def test_64_times_what_the_game_began_with(automatic):
    highest = 64 << automatic
    top = GameResult(A, cube=highest, automatic=automatic)
    assert replay_session(ON_DOUBLING, [top]).balance == highest
    with raises(rules_errors.CUBE_TOO_HIGH) as refusal:
        replay_session(ON_DOUBLING, [replace(top, cube=2 * highest)])
    assert refusal.value.params["cap"] == highest
    # At the limit nobody can double, one step below somebody can.
    with raises(rules_errors.DROP_AT_CUBE_LIMIT):
        replay_session(ON_DOUBLING, [replace(top, ending=Ending.DROPPED)])
    below = replace(top, cube=highest // 2, ending=Ending.DROPPED)
    assert replay_session(ON_DOUBLING, [below]).balance == highest // 2


@pytest.mark.parametrize("automatic", [0, 1, 2, 3])
def test_a_limit_of_the_cube_is_the_same_after_automatic_doubles(automatic):
    top = GameResult(A, cube=64, automatic=automatic)
    assert replay_session(ON_THE_CUBE, [top]).balance == 64
    with raises(rules_errors.CUBE_TOO_HIGH):
        replay_session(ON_THE_CUBE, [replace(top, cube=128)])


def test_the_values_offered_follow_the_limit():
    rules = MatchRules(99, cube_cap=4, cap_on_doubling=True, automatic=2)
    start = replay(rules, [])
    assert [cube_values(start, automatic=n) for n in range(3)] == [
        (1, 2, 4),
        (2, 4, 8),
        (4, 8, 16),
    ]
    assert rules.highest_ever == 16


@pytest.mark.parametrize("cap", [2, 64, LARGEST_CUBE, None])
def test_no_game_goes_beyond_what_a_record_holds(cap):
    most = GameRules(cube_cap=cap, cap_on_doubling=True).most_automatic
    widest = GameRules(cube_cap=cap, cap_on_doubling=True, automatic=most)
    assert 1 << most == LARGEST_CUBE == widest.highest_ever
    with pytest.raises(RuleError):
        GameRules(cube_cap=cap, cap_on_doubling=True, automatic=most + 1)


def test_without_a_cap_automatic_doubles_are_as_free_as_the_cube():
    rules = Profile("norwegian", cube_cap=None, automatic=2).money_rules()
    assert rules.highest_ever == LARGEST_CUBE
    assert rules.most_automatic == 20


def test_without_the_cube_nothing_doubles():
    rules = GameRules(cube_cap=1, cap_on_doubling=True)
    assert (rules.most_automatic, rules.highest_after(3)) == (0, 1)
