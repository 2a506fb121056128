"""Facts on record: nothing is refused, and what breaks a rule is marked."""

from fractions import Fraction

from matches.rules import (
    AdjustmentFact,
    AdjustmentReason,
    AwardReason,
    Ending,
    GameResult,
    Kind,
    MatchRules,
    Phase,
    Score,
    Side,
    replay,
    rescore,
)
from matches.rules import errors as rules_errors

A, B = Side.ONE, Side.TWO
FIVE = MatchRules(5)


def taken(side, points):
    return AdjustmentFact(side, -points, reason=AdjustmentReason.CONDUCT)


def test_a_double_in_what_became_the_crawford_game_stands():
    games = [GameResult(A, cube=2), GameResult(B, Kind.GAMMON, cube=2), GameResult(B)]
    assert replay(FIVE, games).crawford_game == 3
    games[0] = GameResult(A, cube=4)
    match = rescore(FIVE, games)
    assert match.lines[1].irregular.refusal is rules_errors.CUBE_IN_CRAWFORD_GAME
    assert match.lines[1].is_crawford_game
    assert (match.lines[1].points, match.crawford_game) == (4, 2)
    assert [line.phase for line in match.lines][2] is Phase.POST_CRAWFORD
    assert match.winner is B


def test_a_dropped_double_in_what_became_the_crawford_game_stands():
    games = [GameResult(A, cube=4), GameResult(B, ending=Ending.DROPPED)]
    match = rescore(FIVE, games)
    assert match.lines[1].irregular.refusal is rules_errors.DROP_IN_CRAWFORD_GAME
    assert (match.shown, match.phase) == (Score(4, 1), Phase.POST_CRAWFORD)


def test_games_after_the_end_stay_on_the_sheet_and_count_nothing():
    games = [GameResult(A, cube=4), GameResult(B), GameResult(A), GameResult(B)]
    games[0] = GameResult(A, Kind.GAMMON, cube=4)
    match = rescore(FIVE, games)
    assert (match.winner, match.score, len(match.lines)) == (A, Score(8, 0), 1)
    assert [(line.number, line.points) for line in match.surplus] == [
        (2, 0),
        (3, 0),
        (4, 0),
    ]
    for line in match.surplus:
        assert line.phase is Phase.OVER
        assert line.irregular.refusal is rules_errors.MATCH_OVER
        assert line.irregular.params["last"] == 1
    assert match.standing.number == 5


def test_games_after_points_that_ended_the_match_count_nothing():
    decided = AdjustmentFact(B, 5, reason=AdjustmentReason.LATE)
    match = rescore(FIVE, [GameResult(A), decided, GameResult(A), GameResult(A)])
    assert (match.winner, match.shown) == (B, Score(1, 5))
    assert {line.irregular.refusal for line in match.surplus} == {
        rules_errors.DECIDED_BY_POINTS
    }


def test_points_taken_after_the_end_take_nothing():
    match = rescore(FIVE, [GameResult(A, Kind.GAMMON, cube=4), taken(A, 5)])
    assert (match.winner, match.score) == (A, Score(8, 0))
    assert match.entries[1].irregular.refusal is rules_errors.ADJUSTMENT_AFTER_END


def test_a_deduction_takes_no_more_than_there_is():
    match = rescore(FIVE, [GameResult(A), taken(A, 2), GameResult(A)])
    assert match.entries[1].irregular.refusal is rules_errors.DEDUCTION_TOO_LARGE
    assert match.shown == Score(1, 0)


def test_a_ruling_on_a_double_keeps_its_points_where_the_crawford_game_moved():
    ruled = GameResult(B, cube=2, awarded=1, reason=AwardReason.CRAWFORD_ANNULLED)
    games = [GameResult(A, cube=4), ruled]
    assert replay(FIVE, games).shown == Score(4, 1)
    match = rescore(FIVE, [GameResult(A, cube=2), ruled])
    assert match.lines[1].irregular.refusal is rules_errors.NO_CRAWFORD_DOUBLE
    assert match.shown == Score(2, 1)


def test_numbers_that_cannot_be_never_stop_the_sheet():
    odd = [
        GameResult(A, cube=3),
        GameResult(A, awarded=Fraction(3, 2), reason=AwardReason.DECISION),
        GameResult(B, awarded=-4, reason=AwardReason.DECISION),
        GameResult(B, automatic=-3),
        GameResult(B, ending=Ending.WASHED, awarded=4, reason=AwardReason.DECISION),
    ]
    match = rescore(MatchRules(9), odd)
    assert match.score == Score(4, 1)
    assert all(line.irregular for line in match.lines)


def test_an_irregular_line_keeps_no_trace_of_where_it_was_found():
    line = rescore(FIVE, [GameResult(A, cube=3)]).lines[0]
    assert line.irregular.__traceback__ is None
