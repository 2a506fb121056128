"""What the rules found out is told by the writers too."""

from dataclasses import replace

from matches.rules import Score, Side
from matches.transcripts.judge import judge
from matches.transcripts.record import (
    Action,
    ActKind,
    FileFormat,
    Transcript,
    WrittenGame,
)
from matches.transcripts.write import resolved

ONE, TWO = Side.ONE, Side.TWO
NAMES = ("Ada Aas", "Bo Berg")
FIRST = WrittenGame(
    number=1,
    names=NAMES,
    acts=(Action(ONE, ActKind.ROLL, (6, 5), ((24, 13),)),),
    winner=ONE,
    stated=2,
)
SECOND = WrittenGame(
    number=2,
    names=NAMES,
    before=Score(2, 0),
    acts=(Action(ONE, ActKind.ROLL, (6, 5), ((24, 1),)), Action(TWO, ActKind.RESIGN)),
    winner=ONE,
    stated=1,
)
MATCH = Transcript(format=FileFormat.MAT, length=3, names=NAMES, games=(FIRST, SECOND))


def test_plays_are_single_steps_unless_they_are_illegal():
    first, second = resolved(judge(MATCH)).games
    assert first.acts[0].moves == ((24, 18), (18, 13))
    assert second.acts == SECOND.acts


def test_the_crawford_game_and_resignations_are_told():
    match = resolved(judge(MATCH))
    assert match.crawford is True
    assert [game.crawford for game in match.games] == [False, True]
    assert [game.resigned for game in match.games] == [True, True]


def test_a_result_that_follows_from_the_next_score_is_told():
    silent = replace(MATCH, games=(replace(FIRST, winner=None, stated=None), SECOND))
    first, second = resolved(judge(silent)).games
    assert (first.winner, first.stated) == (ONE, 2)
    assert (second.winner, second.stated) == (ONE, 1)
