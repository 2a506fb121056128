"""Checkers moved as written, by the rules and past them."""

from matches.rules import Side
from matches.rules.board import OFF, START, position_of
from matches.rules.board.legality import DICE_NOT_PLAYED, NO_CHECKER
from matches.transcripts.moves import forced, judged_play
from matches.transcripts.record import Action, ActKind
from tests.refusals import raises


def test_moving_by_force() -> None:
    before = position_of({6: 2}, {20: 1, 22: 2})
    made = forced(before, ((6, 5), (6, 0)))
    assert made
    after, hits = made
    assert hits == (True, False)
    assert (after.points[OFF], after.points[5]) == (-1, 1)
    assert after.off == before.off + 1
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
