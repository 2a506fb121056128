"""The short way to move checkers says nothing the rules would not say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Side
from matches.rules.board import BAR, OFF, START, Dice, Move, Position, position_of
from matches.rules.board.illegal_plays import DICE_NOT_PLAYED, NO_CHECKER
from matches.rules.board.legality import judge_play
from matches.transcripts.moves import forced, judged_play, plain
from matches.transcripts.record import Action, ActKind
from tests.refusals import raises

PLACES = st.lists(st.integers(1, BAR), min_size=1, max_size=15)
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))


def position(own: list[int], other: list[int]) -> Position:
    """Return a position where the opponent's checkers give way."""
    taken = {place for place in own if place != BAR}
    left = [place for place in other if place == BAR or BAR - place not in taken]
    counted = [{place: each.count(place) for place in each} for each in (own, left)]
    return position_of(*counted)


def lists(of: Position) -> tuple[list[int], list[int]]:
    own = [max(0, count) for count in of.points]
    other = [max(0, -count) for count in reversed(of.points)]
    own[OFF], other[OFF] = of.off, of.other_off
    return own, other


@given(PLACES, PLACES, DICE, st.data())
def test_what_is_plainly_legal_is_legal(
    own: list[int], other: list[int], dice: Dice, data: st.DataObject
) -> None:
    before = position(own, other)
    moves: list[Move] = []
    for _ in range(4 if dice[0] == dice[1] else 2):
        source = data.draw(st.sampled_from(own))
        die = data.draw(st.sampled_from((*dice, sum(dice), 2 * sum(dice))))
        moves.append((source, max(OFF, source - die)))
    moves = moves[: data.draw(st.integers(1, 4))]
    made = plain(*lists(before), (dice, moves))
    if made is not None:
        assert made == lists(judge_play(before, dice, moves).after)


@pytest.mark.parametrize(
    ("dice", "moves"),
    [
        ((3, 1), ((8, 5), (6, 5))),
        ((1, 3), ((6, 5), (8, 5))),
        ((6, 2), ((24, 16),)),
        ((2, 2), ((13, 5),)),
        ((2, 2), ((13, 11), (13, 9), (6, 4))),
    ],
)
def test_nearly_everything_is_plain(dice: Dice, moves: tuple[Move, ...]) -> None:
    opening = {24: 2, 13: 5, 8: 3, 6: 5}
    assert plain(*lists(position_of(opening, opening)), (dice, moves)) is not None


def test_bearing_off_with_a_die_too_large() -> None:
    before = position_of({3: 1, 2: 1}, {6: 2})
    assert plain(*lists(before), ((6, 5), ((3, 0), (2, 0)))) is not None
    assert plain(*lists(before), ((6, 5), ((2, 0), (3, 0)))) is None


def test_moving_by_force() -> None:
    before = position_of({6: 2}, {20: 1, 22: 2})
    made = forced(before, ((6, 5), (6, 0)))
    assert made
    assert made.hits == (True, False)
    assert made.after.points[OFF] == -1
    assert made.after.points[5] == 1
    assert made.after.off == before.off + 1
    assert forced(before, ((6, 3),)) is None
    assert forced(before, ((8, 7),)) is None


def test_a_mark_in_a_text_that_is_no_play_marks_nothing() -> None:
    act = Action(Side.ONE, ActKind.ROLL, (6, 1), (), "???? bar/24*?")
    with raises(DICE_NOT_PLAYED):
        judged_play(START, act)


def test_a_mark_in_a_play_longer_than_any() -> None:
    long = Action(Side.ONE, ActKind.ROLL, (3, 1), ((8, 5),) * 60, "8/5* " * 60)
    with raises(NO_CHECKER):
        judged_play(position_of({8: 15}, {}), long)
