"""A play is found, or the rule it breaks is named."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.board import (
    START,
    IllegalPlayError,
    judge_play,
    legal_plays,
    parse_play,
)
from matches.rules.board import legality as rules
from tests.matches.rules.board.strategies import positions
from tests.matches.rules.board.traps import CLOSED, TRAPS, at
from tests.refusals import notes_of, table

dice = st.tuples(st.integers(1, 6), st.integers(1, 6))


def judged(position, roll, text):
    return judge_play(position, roll, parse_play(text)).after


def refusal(position, roll, text):
    with pytest.raises(IllegalPlayError) as refused:
        judged(position, roll, text)
    return refused.value


REFUSED = [
    (START, (6, 4), "8/14 6/2", rules.PLAYED_BACKWARDS, "8/14"),
    (START, (6, 4), "8/8", rules.PLAYED_BACKWARDS, "8/8"),
    (START, (6, 4), "18/14 8/2", rules.NO_CHECKER, "point 18 for 18/14"),
    (START, (6, 4), "19/13 8/4", rules.NO_CHECKER, "point 19"),
    (START, (4, 4), "24/20(3)", rules.NO_CHECKER, "point 24"),
    (START, (6, 4), "bar/21 8/2", rules.NO_CHECKER_ON_BAR, "the bar for bar/21"),
    (
        START,
        (6, 4),
        "13/8 6/2",
        rules.NOT_ON_DICE,
        "13/8 cannot be played with the roll 6-4",
    ),
    (START, (6, 4), "13/8", rules.NOT_ON_DICE, "13/8"),
    (at({3: 2}), (2, 1), "3/off(2)", rules.DICE_USED_UP, "3/off 3/off"),
    (at({6: 2}), (3, 2), "6/off", rules.NOT_ON_DICE, "6/off"),
    (START, (6, 2), "24/18 13/7", rules.DICE_USED_UP, "24/18 13/7"),
    (START, (6, 2), "24/18 13/11 8/6", rules.DICE_USED_UP, "13/11"),
    (START, (2, 2), "6/4(4) 13/11", rules.DICE_USED_UP, "2-2"),
    (at({25: 1, 24: 1}), (6, 4), "24/18 8/4", rules.NO_CHECKER, "point 8"),
    (at({25: 1, 24: 1}), (6, 4), "24/14", rules.BAR_FIRST, "point 24"),
    (at({25: 1, 13: 1}, CLOSED), (6, 4), "13/7", rules.BAR_FIRST, "point 13"),
    (at({25: 2, 24: 1}), (6, 4), "bar/19 24/20", rules.BAR_FIRST, "point 24"),
    (at({25: 2, 24: 1}), (6, 4), "bar/15", rules.BAR_FIRST, "point 21"),
    (at({25: 2}, {21: 2}), (6, 4), "bar/15", rules.BAR_FIRST, "point 19"),
    (at({25: 2}, {21: 2, 19: 2}), (6, 4), "bar/15", rules.NO_WAY_THROUGH, "bar/15"),
    (at({25: 2}, {19: 3}), (6, 4), "bar/19", rules.POINT_HELD, "19 is held by 3"),
    (START, (5, 5), "24/19 13/8(3)", rules.POINT_HELD, "Point 19 is held by 5"),
    (START, (6, 5), "24/12", rules.NOT_ON_DICE, "24/12"),
    (START, (6, 6), "24/12 13/7(2)", rules.POINT_HELD, "Point 12 is held by 5"),
    (at({24: 2}, {18: 2, 20: 2}), (6, 4), "24/14", rules.NO_WAY_THROUGH, "18 or"),
    (at({24: 2}, {18: 2}), (6, 4), "24/18/14", rules.POINT_HELD, "Point 18"),
    (at({24: 2}, {14: 2}), (6, 4), "24/14", rules.POINT_HELD, "Point 14"),
    (at({24: 2}, {20: 2}), (4, 4), "24/16", rules.POINT_HELD, "Point 20"),
    (at({8: 1, 6: 2, 1: 3}), (6, 1), "6/off 8/7", rules.NOT_ALL_HOME, "point 7"),
    (at({8: 1, 6: 2, 1: 3}), (6, 1), "6/off 1/off", rules.NOT_ALL_HOME, "point 8"),
    (at({25: 1, 6: 2}, CLOSED), (6, 1), "6/off", rules.BAR_FIRST, "point 6"),
    (at({6: 1, 4: 2}), (5, 1), "4/off 4/3", rules.FARTHER_CHECKER, "A 5 cannot"),
    (at({5: 1, 4: 2}), (6, 1), "4/off 4/3", rules.FARTHER_CHECKER, "on point 5."),
    (START, (3, 1), "", rules.DICE_NOT_PLAYED, "3-1"),
    (START, (3, 1), "8/5", rules.BOTH_DICE_PLAYABLE, "Both dice"),
    (START, (3, 1), "6/5", rules.BOTH_DICE_PLAYABLE, "Both dice"),
    (at({12: 1}, {6: 2}), (6, 4), "12/8", rules.BOTH_DICE_PLAYABLE, "12/2"),
    (at({12: 1}, {2: 2}), (6, 4), "12/8", rules.LARGER_DIE, "must be the 6"),
    (START, (1, 1), "8/7(2) 6/5", rules.REST_OF_DOUBLE, "4 × 1"),
    (at({20: 1}, {4: 2}), (4, 4), "20/12", rules.REST_OF_DOUBLE, "3 × 4"),
    (at({20: 1}, {4: 2}), (4, 4), "20/4", rules.POINT_HELD, "Point 4"),
]


@pytest.mark.parametrize(("position", "roll", "text", "rule", "said"), REFUSED)
def test_the_rule_broken_is_named(position, roll, text, rule, said):
    for order in (roll, roll[::-1]):
        refused = refusal(position, order, text)
        assert refused.refusal is rule
        assert said in str(refused)


def test_every_rule_has_a_position_that_breaks_it():
    assert {*table(rules).values()} == {case[3] for case in REFUSED}


def test_every_rule_tells_its_source():
    notes = notes_of(rules)
    assert notes.keys() == table(rules).keys()
    assert all("Source" in note for note in notes.values())


@pytest.mark.parametrize(
    ("position", "roll", "text", "steps"),
    [
        (START, (3, 1), "6/5 8/5", ((8, 5), (6, 5))),
        (START, (1, 3), "8/5 6/5", ((8, 5), (6, 5))),
        (START, (6, 4), "24/14", ((24, 18), (18, 14))),
        (at({24: 1}, {18: 2}), (6, 4), "24/14", ((24, 20), (20, 14))),
        (START, (3, 3), "13/4 24/21", ((24, 21), (13, 10), (10, 7), (7, 4))),
        (START, (3, 3), "24/15 6/3", ((24, 21), (21, 18), (18, 15), (6, 3))),
        (START, (4, 4), "24/16 13/9(2)", ((24, 20), (20, 16), (13, 9), (13, 9))),
        (at({8: 1, 7: 1}), (4, 4), "8/off 7/off", ((8, 4), (7, 3), (4, 0), (3, 0))),
        (at({6: 1, 5: 1}), (6, 6), "6/0 5/0", ((6, 0), (5, 0))),
        (at({5: 1, 4: 1}), (4, 5), "4/off 5/off", ((5, 0), (4, 0))),
        (at({25: 1, 24: 1}), (6, 4), "24/18 bar/21", ((25, 21), (24, 18))),
        (at({25: 1}, {19: 2}), (6, 4), "bar/15", ((25, 21), (21, 15))),
        (at({12: 1}, {2: 2}), (6, 4), "12/6", ((12, 6),)),
        (at({20: 1}, {4: 2}), (4, 4), "20/8", ((20, 16), (16, 12), (12, 8))),
        (at({5: 1}), (6, 1), "5/off", ((5, 4), (4, 0))),
        (at({5: 1}), (6, 1), "5/4/off", ((5, 4), (4, 0))),
        (at({6: 1, 3: 1}), (6, 1), "6/off", ((6, 5), (5, 0))),
        (at({25: 1}, CLOSED), (6, 4), "", ()),
    ],
)
def test_the_play_is_found_step_by_step(position, roll, text, steps):
    assert judge_play(position, roll, parse_play(text)).steps == steps


def test_a_hidden_stop_hits_only_where_it_has_to():
    position = at({24: 1}, {20: 1})
    assert judged(position, (6, 4), "24/14").points[20] == -1
    assert judged(at({24: 1}, {20: 1, 18: 2}), (6, 4), "24/14").points[0] == -1


def test_the_marks_tell_which_stop_hit():
    position = at({24: 1}, {20: 1, 18: 1})
    for stop, other in ((20, 18), (18, 20)):
        play = judge_play(position, (6, 4), ((24, 14),), hits=frozenset({stop}))
        assert (play.after.points[stop], play.after.points[other]) == (0, -1)
    assert judge_play(position, (6, 4), ((24, 14),)).after.points[18] == 0


@given(positions, dice, st.lists(st.tuples(st.integers(1, 25), st.integers(0, 24))))
def test_no_moves_are_too_strange_to_be_judged(position, roll, moves):
    check(position, roll, tuple(moves))


@given(positions, dice, st.data())
def test_moves_with_the_right_numbers_are_judged_like_the_list_of_plays(
    position, roll, data
):
    places = [place for place, count in enumerate(position.points) if count > 0]
    moves = []
    for die in data.draw(st.permutations(roll * (1 + (roll[0] == roll[1])))):
        source = data.draw(st.sampled_from(places or [25]))
        target = max(source - die, 0)
        moves.append((source, target))
        places.append(target or source)
    count = data.draw(st.integers(1, len(moves)))
    check(position, roll, tuple(moves[:count]))


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_in_a_trap_every_pair_of_moves_is_judged_like_the_list_of_plays(trap):
    places = [place for place, count in enumerate(trap.position.points) if count > 0]
    steps = [
        (source, max(source - die, 0))
        for source, die in product([*places, 10], {*trap.dice, sum(trap.dice)})
    ]
    for one, two in product(steps, repeat=2):
        check(trap.position, trap.dice, (one,))
        check(trap.position, trap.dice, (one, two))


def check(position, roll, moves):
    """Whatever the moves are: a play of the list, or one of the named rules."""
    ends = {play.after.points for play in legal_plays(position, roll)}
    try:
        play = judge_play(position, roll, moves)
    except IllegalPlayError as refused:
        assert refused.refusal in table(rules).values()
        assert "%" not in str(refused)
        assert moved_by_hand(position, moves) not in ends
        return
    assert play.after.points in ends or (not ends and not moves)
    assert own(play.after.points) == own(moved_by_hand(position, moves))


def moved_by_hand(position, moves):
    """Put the checkers where the moves say; nowhere, if another colour holds it."""
    points = list(position.points)
    for source, target in sorted(moves, reverse=True):
        points[source] -= 1
        if target == 0:
            continue
        if points[target] < -1:
            return ()
        if points[target] == -1:
            points[target] = 0
            points[0] -= 1
        points[target] += 1
    return tuple(points)


def own(points):
    return [max(count, 0) for count in points]
