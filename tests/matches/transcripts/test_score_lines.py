"""Mistyped scores: what the two games around one come to all the same."""

import re
from dataclasses import replace

import pytest

from matches.rules import Score
from matches.transcripts.doubts import (
    MATCH_UNFINISHED,
    RESULT_KEPT,
    SCORE_DIFFERS,
    SCORE_MISTYPED,
)
from matches.transcripts.judge import judge
from tests.matches.transcripts.written import (
    GAMMON,
    LAST_ROLL,
    ONE,
    TWO,
    game,
    match,
    won,
)

DROP = ("31: 8/5 6/5", "42: 8/4 6/4", "Doubles 2", "Drops")


def dropped(number, winner, before):
    """Return a game that gives one point, whatever anybody says."""
    return game(number, *DROP, first=winner, winner=winner, stated=1, before=before)


def resigned(number, winner, before):
    """Return a game given up for one point."""
    return won(number, winner, 1, before=before)


def kinds(doubts):
    return [doubt.refusal for doubt in doubts]


@pytest.mark.parametrize("typed", [(2, 3), (1, 2), (1, 4), (0, 3), (9, 9), (3, 1)])
@pytest.mark.parametrize("one_game", [dropped, resigned])
def test_a_mistyped_score_changes_no_game(one_game, typed):
    winners = (TWO, TWO, ONE, TWO, ONE, TWO)
    befores = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 3), (2, 3))
    right = [
        one_game(number, *told)
        for number, told in enumerate(zip(winners, befores, strict=True), 1)
    ]
    wrong = [*right]
    wrong[4] = replace(right[4], before=Score(*typed))
    found, expected = judge(match(7, *wrong)), judge(match(7, *right))
    assert found.results == expected.results
    assert (found.final, found.crawford_game) == (expected.final, None)
    assert kinds(found.doubts) == [MATCH_UNFINISHED, SCORE_MISTYPED]
    said = re.findall(r"\d+", str(found.doubts[1]))
    assert said[:3] == [str(typed[0]), str(typed[1]), "5"]
    assert "1–3" in str(found.doubts[1])


def test_a_mistyped_score_makes_no_crawford_game():
    games = [
        resigned(1, ONE, (0, 0)),
        resigned(2, TWO, (1, 0)),
        game(3, *DROP, winner=ONE, stated=1, before=(2, 1)),
        resigned(4, TWO, (2, 1)),
    ]
    found = judge(match(3, *games))
    assert [each.before for each in found.games] == [
        Score(0, 0), Score(1, 0), Score(1, 1), Score(2, 1)
    ]  # fmt: skip
    assert found.crawford_game == 4
    assert kinds(found.doubts) == [MATCH_UNFINISHED, SCORE_MISTYPED]


@pytest.mark.parametrize("typed", [(2, 0), (0, 0), (0, 1)])
def test_the_last_score_is_held_against_the_moves(typed):
    found = judge(match(7, dropped(1, ONE, (0, 0)), dropped(2, TWO, typed)))
    assert [each.points for each in found.games] == [1, 1]
    assert (found.games[0].winner, found.final) == (ONE, Score(1, 1))
    assert kinds(found.doubts) == [MATCH_UNFINISHED, SCORE_MISTYPED]


def test_a_result_that_the_moves_allow_outweighs_the_last_score():
    found = judge(match(7, won(1, ONE, 1, before=(0, 0)), resigned(2, TWO, (2, 0))))
    assert (found.games[0].points, found.final) == (1, Score(1, 1))


def test_the_running_score_of_a_session_stays():
    found = judge(match(0, dropped(1, ONE, (0, 0)), dropped(2, TWO, (2, 0))))
    assert [each.points for each in found.games] == [1, 1]
    assert (found.games[0].by_headers, found.final) == (2, Score(2, 1))
    assert kinds(found.doubts) == [RESULT_KEPT]


def test_a_score_that_goes_on_stays_and_the_game_does_too():
    games = [dropped(1, ONE, (0, 0)), dropped(2, TWO, (2, 0)), dropped(3, ONE, (2, 1))]
    found = judge(match(7, *games))
    assert [each.points for each in found.games] == [1, 1, 1]
    assert found.games[1].before == Score(2, 0)
    assert kinds(found.doubts) == [MATCH_UNFINISHED, RESULT_KEPT]


def test_the_score_may_follow_the_jacoby_rule_in_silence():
    gammon = game(1, LAST_ROLL, start=GAMMON, winner=ONE, stated=2)
    later = (dropped(2, TWO, (1, 0)), dropped(3, TWO, (1, 1)))
    found = judge(match(0, gammon, *later)).games[0]
    assert found.points == 1
    assert SCORE_DIFFERS in kinds(found.issues)


def test_a_game_that_was_played_out_counts_whatever_the_score_says():
    gammon = game(1, LAST_ROLL, start=GAMMON, winner=ONE, stated=2)
    found = judge(match(7, gammon, resigned(2, TWO, (0, 0)), resigned(3, TWO, (0, 1))))
    assert [each.points for each in found.games] == [2, 1, 1]
    assert kinds(found.games[0].issues) == [RESULT_KEPT]
