"""Points that no game gave, and what they do to the Crawford game and the end."""

from matches.rules import (
    AdjustmentFact,
    AdjustmentLine,
    AdjustmentReason,
    Ending,
    GameResult,
    Kind,
    MatchRules,
    Phase,
    Score,
    Side,
    apply,
    cube_values,
    replay,
)
from matches.rules import errors as reasons
from tests.refusals import raises

A, B = Side.ONE, Side.TWO
WASHED = GameResult(A, ending=Ending.WASHED)


def given(side, points, *, in_play=False):
    reason = AdjustmentReason.CONDUCT
    return AdjustmentFact(side, points, reason=reason, in_play=in_play)


def phases(ledger):
    return [line.phase.value for line in ledger.lines]


def test_points_stand_on_the_sheet_above_the_next_game():
    match = replay(MatchRules(7), [GameResult(A), given(B, 2), GameResult(B)])
    line = match.entries[1]
    assert line == AdjustmentLine(
        2, given(B, 2), Score(1, 0), Phase.NORMAL, Score(1, 2)
    )
    assert [entry.number for entry in match.entries] == [1, 2, 2]
    assert (len(match.lines), match.score) == (2, Score(1, 3))


def test_points_before_the_first_game_make_it_the_crawford_game():
    match = replay(MatchRules(5), [given(A, 4)])
    assert (match.phase, match.crawford_game) == (Phase.CRAWFORD, 1)
    assert cube_values(match) == (1,)


def test_a_start_at_match_point_makes_the_first_game_the_crawford_game():
    match = replay(MatchRules(5, start=Score(1, 4)), [])
    assert (match.phase, match.shown) == (Phase.CRAWFORD, Score(1, 4))
    assert apply(match, GameResult(A)).phase is Phase.POST_CRAWFORD


def test_a_match_to_1_has_no_crawford_game_with_points_either():
    match = replay(
        MatchRules(1), [AdjustmentFact(A, 0, reason=AdjustmentReason.RULING)]
    )
    assert (match.phase, match.crawford_game) == (Phase.NORMAL, None)
    assert replay(MatchRules(1), [given(B, 1)]).winner is B


def test_points_can_end_the_match():
    match = replay(MatchRules(5), [GameResult(A), given(B, 6)])
    assert (match.winner, match.phase, match.shown) == (B, Phase.OVER, Score(1, 5))
    assert match.score == Score(1, 6)


def test_points_given_during_a_game_make_the_next_one_the_crawford_game():
    games = [GameResult(A), given(A, 3, in_play=True), GameResult(B, cube=2)]
    match = replay(MatchRules(5), games)
    assert phases(match) == ["normal", "normal"]
    assert (match.shown, match.phase, match.crawford_game) == (
        Score(4, 2),
        Phase.CRAWFORD,
        3,
    )


def test_more_points_during_the_same_game_leave_it_as_it_is():
    match = replay(MatchRules(5), [given(A, 4, in_play=True), given(B, 1)])
    assert match.phase is Phase.NORMAL
    assert apply(match, GameResult(B)).phase is Phase.CRAWFORD


def test_a_void_game_with_points_given_during_it_hands_the_crawford_game_on():
    match = replay(MatchRules(5), [given(A, 4, in_play=True), WASHED])
    assert (match.phase, match.crawford_game) == (Phase.CRAWFORD, 2)


def test_the_crawford_game_in_progress_stays_one_whatever_is_taken():
    games = [GameResult(A, cube=4), given(A, -2, in_play=True)]
    match = replay(MatchRules(5), games)
    assert (match.shown, match.phase) == (Score(2, 0), Phase.CRAWFORD)
    assert apply(match, GameResult(B)).phase is Phase.POST_CRAWFORD


def test_points_taken_before_the_crawford_game_put_it_off():
    match = replay(MatchRules(5), [GameResult(A, cube=4), given(A, -1)])
    assert (match.phase, match.crawford_game) == (Phase.NORMAL, None)
    again = apply(match, GameResult(A))
    assert (again.phase, again.crawford_game) == (Phase.CRAWFORD, 3)


def test_there_is_no_second_crawford_game_after_points_are_taken():
    games = [GameResult(A, cube=4), GameResult(B), given(A, -2), GameResult(A, cube=2)]
    match = replay(MatchRules(5), games)
    assert (match.shown, match.phase) == (Score(4, 1), Phase.POST_CRAWFORD)
    assert match.crawford_game == 2


def test_nobody_falls_below_zero():
    match = replay(MatchRules(5), [GameResult(A, Kind.GAMMON)])
    assert apply(match, given(A, -2)).shown == Score(0, 0)
    with raises(reasons.DEDUCTION_TOO_LARGE) as refused:
        apply(match, given(A, -3))
    assert refused.value.params == {"score": 2, "points": -3, "number": 2}


def test_a_void_crawford_game_is_played_again():
    games = [GameResult(A, cube=4), WASHED, WASHED]
    match = replay(MatchRules(5), games)
    assert phases(match) == ["normal", "crawford", "crawford"]
    assert (match.phase, match.crawford_game) == (Phase.CRAWFORD, 4)
    over = apply(match, given(B, 5))
    assert (over.winner, over.crawford_game) == (B, None)


def test_where_the_cube_opens_after_automatic_doubles():
    match = replay(MatchRules(9, automatic=2), [])
    assert cube_values(match, automatic=2) == (4, 8, 16)
    near = replay(MatchRules(2, crawford=False, automatic=2), [])
    assert cube_values(near, automatic=2) == (4,)
