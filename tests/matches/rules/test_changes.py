"""What a correction changes, told in sentences."""

from matches.rules import (
    AdjustmentFact,
    AdjustmentReason,
    AwardReason,
    Ending,
    GameResult,
    Kind,
    MatchRules,
    ScoreChange,
    Side,
    changes,
    rescore,
)
from matches.rules.changes import (
    ADJUSTMENT_TOO_LATE,
    BREAKS_RULES,
    COUNTS_AGAIN,
    CRAWFORD_GOES,
    CRAWFORD_MOVES,
    DEDUCTION_LIMITED,
    ENDS_BEFORE,
    ENDS_BEFORE_SURPLUS,
    ENDS_WITH,
    ENDS_WITH_SURPLUS,
    FITS_AGAIN,
    FOUND_TOO_LATE,
    OPEN_AGAIN,
    SCORE_CHANGES,
    SCORE_RETURNS,
    WINNER_IS,
)

A, B = Side.ONE, Side.TWO
FIVE = MatchRules(5)
TWO_EACH = [GameResult(A, cube=2), GameResult(B, cube=2)]


def told(before, after, rules=FIVE):
    return [
        str(change) for change in changes(rescore(rules, before), rescore(rules, after))
    ]


def said(message, **params):
    """Return a message with its parameters; the words are those of the table."""
    return message.english % params


def points(side, count):
    return AdjustmentFact(side, count, reason=AdjustmentReason.CONDUCT)


def test_nothing_to_tell():
    resigned = GameResult(A, cube=2, ending=Ending.RESIGNED)
    assert told(TWO_EACH, TWO_EACH) == []
    assert told(TWO_EACH, [resigned, TWO_EACH[1]]) == []
    assert told([], []) == []


def test_another_score():
    before = [GameResult(A), GameResult(B), GameResult(B, Kind.GAMMON)]
    after = [GameResult(A), GameResult(A), GameResult(B, Kind.GAMMON)]
    assert told(before, after) == [
        said(SCORE_CHANGES, number=2, one=2, two=2, was_one=1, was_two=3)
    ]


def test_another_way_to_the_same_score():
    assert told(TWO_EACH, TWO_EACH[::-1]) == [
        said(SCORE_RETURNS, number=1, one=2, two=2)
    ]


def test_the_crawford_game_moves():
    later = [GameResult(A, cube=2), *[GameResult(B)] * 2, GameResult(A, cube=2)]
    assert told([GameResult(A, cube=4), *later[1:3]], later[:3]) == [
        said(SCORE_CHANGES, number=1, one=2, two=2, was_one=4, was_two=2),
        said(CRAWFORD_GOES),
    ]
    sooner = [GameResult(A, cube=4), *later[1:3]]
    assert told(later, sooner) == [
        said(SCORE_RETURNS, number=1, one=4, two=2),
        said(CRAWFORD_MOVES, number=2),
    ]


def test_the_match_ends_earlier():
    before = [*TWO_EACH, GameResult(A), GameResult(B)]
    after = [GameResult(A, Kind.BACKGAMMON, cube=2), *before[1:]]
    assert told(before, after) == [
        said(WINNER_IS, side=1),
        said(ENDS_WITH_SURPLUS, number=1),
        said(SCORE_CHANGES, number=1, one=5, two=0, was_one=3, was_two=3),
    ]


def test_the_match_is_open_again_and_games_count_again():
    before = [GameResult(A, Kind.BACKGAMMON, cube=2), GameResult(B), GameResult(B)]
    after = [GameResult(A, cube=2), *before[1:]]
    assert told(before, after) == [
        said(OPEN_AGAIN),
        said(SCORE_CHANGES, number=1, one=2, two=2, was_one=5, was_two=0),
        said(COUNTS_AGAIN, number=2),
        said(COUNTS_AGAIN, number=3),
    ]


def test_the_winner_is_the_other_side():
    before = [GameResult(A, cube=8)]
    first = changes(rescore(FIVE, before), rescore(FIVE, [GameResult(B, cube=8)]))[0]
    assert first == ScoreChange(WINNER_IS, {"side": 2})


def test_a_match_that_just_ends():
    before = [GameResult(A, cube=4)]
    assert told(before, [*before, GameResult(A)]) == [
        said(WINNER_IS, side=1),
        said(ENDS_WITH, number=2),
        said(SCORE_CHANGES, number=2, one=5, two=0, was_one=4, was_two=0),
    ]


def test_points_end_the_match_before_a_game():
    before = [GameResult(A, cube=4), GameResult(B)]
    after = [before[0], points(A, 1), before[1]]
    assert told(before[:1], after[:2]) == [
        said(WINNER_IS, side=1),
        said(ENDS_BEFORE, number=2),
        said(SCORE_CHANGES, number=2, one=5, two=0, was_one=4, was_two=0),
    ]
    assert told(before, after)[1] == (said(ENDS_BEFORE_SURPLUS, number=2))


def test_points_in_the_middle_change_the_score_from_the_game_below():
    before = [GameResult(A), GameResult(A)]
    assert told(before, [before[0], points(B, 2), before[1]]) == [
        said(SCORE_CHANGES, number=2, one=2, two=2, was_one=2, was_two=0)
    ]


def test_a_ruling_without_points_changes_nothing():
    ruling = AdjustmentFact(A, 0, reason=AdjustmentReason.RULING)
    assert told(TWO_EACH, [TWO_EACH[0], ruling, TWO_EACH[1], ruling]) == []


def test_a_void_game_at_the_end_changes_nothing():
    assert told(TWO_EACH, [*TWO_EACH, GameResult(A, ending=Ending.WASHED)]) == []


def test_a_game_with_the_cube_becomes_the_crawford_game_and_back():
    before = TWO_EACH
    after = [GameResult(A, cube=4), TWO_EACH[1]]
    assert told(before, after) == [
        said(SCORE_CHANGES, number=1, one=4, two=2, was_one=2, was_two=2),
        said(CRAWFORD_MOVES, number=2),
        said(FOUND_TOO_LATE, number=2),
    ]
    assert told(after, before) == [
        said(SCORE_CHANGES, number=1, one=2, two=2, was_one=4, was_two=2),
        said(CRAWFORD_GOES),
        said(FITS_AGAIN, number=2),
    ]


def test_a_ruling_about_the_crawford_game_no_longer_fits():
    ruled = GameResult(B, cube=2, awarded=1, reason=AwardReason.CRAWFORD_ANNULLED)
    assert told([GameResult(A, cube=4), ruled], [GameResult(A, cube=2), ruled]) == [
        said(SCORE_CHANGES, number=1, one=2, two=1, was_one=4, was_two=1),
        said(CRAWFORD_GOES),
        said(BREAKS_RULES, number=2),
    ]


def test_a_deduction_finds_fewer_points():
    before = [GameResult(A, cube=2), points(A, -2), GameResult(B)]
    after = [GameResult(A), *before[1:]]
    assert told(before, after) == [
        said(SCORE_RETURNS, number=1, one=0, two=1),
        said(DEDUCTION_LIMITED, number=2),
    ]
    assert told(after, before) == [said(SCORE_RETURNS, number=1, one=0, two=1)]


def test_points_given_after_what_is_now_the_end():
    before = [GameResult(A), points(B, 1), GameResult(B)]
    after = [GameResult(A, Kind.BACKGAMMON, cube=2), *before[1:]]
    assert told(before, after)[-1] == (said(ADJUSTMENT_TOO_LATE, number=2))


def test_only_the_deduction_that_is_too_large_is_named():
    before = [GameResult(A, cube=2), points(A, -1), points(A, -1)]
    after = [GameResult(A), *before[1:]]
    assert [line for line in told(before, after) if line.startswith("Before")] == [
        said(DEDUCTION_LIMITED, number=2)
    ]


def test_of_two_games_after_the_end_one_counts_again():
    before = [GameResult(A, cube=4), GameResult(A), GameResult(A), GameResult(B)]
    after = [GameResult(A, cube=4), GameResult(B), GameResult(A), GameResult(B)]
    assert len(rescore(FIVE, before).surplus) == 2
    assert len(rescore(FIVE, after).surplus) == 1
    sentences = told(before, after)
    assert said(COUNTS_AGAIN, number=3) in sentences
    assert not any("ame 4 counts" in each for each in sentences)


def test_what_broke_the_same_rule_before_is_not_told_again():
    doubled = [GameResult(A, cube=4), GameResult(B, cube=2)]
    assert rescore(FIVE, doubled).lines[1].irregular is not None
    assert told([*doubled, GameResult(B)], [*doubled, GameResult(B, Kind.GAMMON)]) == [
        said(SCORE_CHANGES, number=3, one=4, two=4, was_one=4, was_two=3)
    ]
