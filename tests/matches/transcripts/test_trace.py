"""What the writers know of the board."""

from matches.rules import Side
from matches.rules.board import START
from matches.rules.board.plays import Play
from matches.transcripts.record import Action, ActKind, WrittenGame
from matches.transcripts.write.mat import Trace, with_steps

ONE, TWO = Side.ONE, Side.TWO


def test_hits_are_told_for_each_move() -> None:
    trace = Trace(START)
    assert trace.play(ONE, [(24, 18), (13, 9)]) == [False, False]
    assert trace.play(TWO, [(8, 7), (24, 16)]) == [True, True]
    assert trace.play(ONE, [(25, 22), (22, 18)]) == [False, True]


def test_what_cannot_be_followed_is_lost_until_a_setup() -> None:
    trace = Trace(START)
    assert trace.play(ONE, [(24, 19)]) == []
    assert trace.play(TWO, [(8, 5)]) == []
    trace.set_up(TWO, START)
    assert trace.play(TWO, [(8, 5)]) == [False]
    trace.lose()
    assert trace.position is None


def test_steps_take_the_place_of_what_was_written() -> None:
    rolls = Action(ONE, ActKind.ROLL, (6, 5), ((24, 13),)), Action(TWO, ActKind.DOUBLE)
    game = WrittenGame(number=1, names=("", ""), acts=(*rolls, rolls[0]))
    play = Play(((18, 13), (24, 18)), START)
    first, double, last = with_steps(game, [play, None, None]).acts
    assert first.moves == ((24, 18), (18, 13))
    assert (double, last) == (rolls[1], rolls[0])
