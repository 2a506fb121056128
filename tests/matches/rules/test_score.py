"""Matches from the rule texts: scores, counts, final scores and stopped matches."""

import doctest
from fractions import Fraction

import pytest

import matches.rules
from matches.rules import (
    LARGEST_CUBE,
    LONGEST,
    AdjustmentFact,
    AdjustmentReason,
    AwardReason,
    Ending,
    GameError,
    GameResult,
    Kind,
    MatchRules,
    Phase,
    Score,
    Side,
    apply,
    can_double,
    check_final,
    check_final_against,
    cube_values,
    is_cube_value,
    replay,
)
from matches.rules import errors as reasons
from matches.rules.errors import ADJUSTMENT_AFTER_END, AWARD_NOT_WHOLE
from matches.rules.refusals import RuleError
from tests.refusals import raises, table

A, B = Side.ONE, Side.TWO
GAMMON, BACKGAMMON = Kind.GAMMON, Kind.BACKGAMMON


def won(winner, kind=Kind.SINGLE, *, cube=1):
    return GameResult(winner, kind, cube=cube)


def dropped(winner, *, cube=1, kind=Kind.SINGLE):
    return GameResult(winner, kind, cube=cube, ending=Ending.DROPPED)


def scores(ledger):
    return [(line.after.one, line.after.two) for line in ledger.lines]


def phases(ledger):
    return [line.phase.value for line in ledger.lines]


def test_the_examples_of_the_docstring_are_true():
    assert doctest.testmod(matches.rules).failed == 0


def test_a_match_to_7_with_a_gammon_on_2():
    """Japanese sample score sheet: 6–3 before game 6, which is the Crawford game."""
    games = [won(A), won(A), won(B, cube=2), won(B), won(A, GAMMON, cube=2), won(A)]
    match = replay(MatchRules(7), games)
    assert scores(match) == [(1, 0), (2, 0), (2, 2), (2, 3), (6, 3), (7, 3)]
    assert match.lines[5].before == Score(6, 3)
    assert phases(match) == ["normal"] * 5 + ["crawford"]
    assert (match.crawford_game, match.winner, match.phase) == (6, A, Phase.OVER)


def test_the_trailer_wins_from_0_to_4():
    """The Crawford game is won by the trailer, then doubling decides: no second one."""
    games = [won(A, GAMMON, cube=2), won(B, GAMMON), dropped(B), won(B, cube=2)]
    match = replay(MatchRules(5), games)
    assert scores(match) == [(4, 0), (4, 2), (4, 3), (4, 5)]
    assert phases(match) == ["normal", "crawford", "post-crawford", "post-crawford"]
    assert (match.crawford_game, match.winner) == (2, B)


def test_points_beyond_the_length_are_kept_and_not_shown():
    games = [won(A, cube=4), won(B, cube=4), won(A), won(B), won(A, GAMMON, cube=4)]
    match = replay(MatchRules(7), games)
    assert match.score == Score(13, 5)
    assert match.shown == Score(7, 5)
    assert match.lines[-1].points == 8
    assert (match.needs(A), match.needs(B)) == (0, 2)


def test_double_match_point_is_after_the_crawford_game():
    match = replay(MatchRules(3), [won(A, cube=2), won(B, GAMMON)])
    assert (match.shown, match.phase) == (Score(2, 2), Phase.POST_CRAWFORD)
    assert match.crawford_game == 2


def test_the_crawford_game_can_be_the_next_one():
    match = replay(MatchRules(2), [won(A)])
    assert (match.phase, match.crawford_game) == (Phase.CRAWFORD, 2)


def test_a_match_that_skips_match_point_has_no_crawford_game():
    match = replay(MatchRules(5), [won(A, cube=2), won(A, GAMMON, cube=2)])
    assert (match.crawford_game, match.winner) == (None, A)


def test_without_the_crawford_rule_there_is_no_crawford_game():
    match = replay(MatchRules(3, crawford=False), [won(A, cube=2), dropped(B)])
    assert (match.phase, match.crawford_game) == (Phase.NORMAL, None)
    assert cube_values(match) == (1, 2)


def test_a_match_to_1_point_is_one_game():
    rules = MatchRules(1)
    start = replay(rules, [])
    assert (start.phase, start.crawford_game, start.winner) == (
        Phase.NORMAL,
        None,
        None,
    )
    assert cube_values(start) == (1,)
    assert replay(rules, [won(B, BACKGAMMON)]).shown == Score(0, 1)


def test_a_correction_moves_the_crawford_game():
    games = [won(A, cube=2), won(A), won(B), won(B)]
    assert replay(MatchRules(4), games).crawford_game == 3
    games[1] = won(B)
    assert replay(MatchRules(4), games).crawford_game == 5


def test_a_correction_names_the_later_game_that_cannot_stand():
    games = [won(B, cube=2), won(A), dropped(B, cube=2), won(B)]
    assert replay(MatchRules(6), games).phase is Phase.CRAWFORD
    games[0] = won(B, GAMMON, cube=2)
    with raises(reasons.MATCH_OVER) as refused:
        replay(MatchRules(6), games)
    assert refused.value.number == 4
    assert refused.value.params["last"] == 3


@pytest.mark.parametrize(
    ("score", "length", "cap", "values"),
    [
        ((0, 0), 7, 64, (1, 2, 4, 8)),
        ((0, 0), 8, 64, (1, 2, 4, 8)),
        ((0, 0), 9, 64, (1, 2, 4, 8, 16)),
        ((0, 0), 9, 8, (1, 2, 4, 8)),
        ((0, 0), 9, 1, (1,)),
        ((0, 0), 99, 64, (1, 2, 4, 8, 16, 32, 64)),
        ((0, 0), 99, None, (1, 2, 4, 8, 16, 32, 64, 128)),
        ((5, 5), 7, 64, (1, 2)),
        ((2, 5), 7, 64, (1, 2, 4, 8)),
        ((6, 0), 7, 64, (1,)),
        ((7, 0), 7, 64, ()),
    ],
)
def test_the_values_of_the_cube_worth_offering(score, length, cap, values):
    one, two = score
    rules = MatchRules(length, cube_cap=cap)
    assert cube_values(replay(rules, [won(B)] * two + [won(A)] * one)) == values


@pytest.mark.parametrize(
    ("rules", "games", "answer"),
    [
        (MatchRules(5), [], True),
        (MatchRules(5), [won(A, cube=4)], False),  # the Crawford game
        (MatchRules(5), [won(A, cube=4), won(B)], True),
        (MatchRules(5), [won(A, cube=4), won(A)], False),  # over
        (MatchRules(5, crawford=False), [won(A, cube=4)], True),
        (MatchRules(1), [], False),
        (MatchRules(5, cube_cap=2), [], True),
        (MatchRules(5, cube_cap=1), [], False),  # played without a cube
    ],
)
def test_when_the_next_game_is_played_with_the_cube(rules, games, answer):
    assert can_double(replay(rules, games)) is answer


AT_4_0_OF_5 = [won(A, cube=4)]
REFUSED = {
    reasons.MATCH_OVER: (MatchRules(5), [won(A, GAMMON, cube=4)], won(B)),
    reasons.CUBE_VALUE_INVALID: (MatchRules(5), [], won(A, cube=3)),
    reasons.CUBE_TOO_HIGH: (MatchRules(5), [], won(A, cube=128)),
    reasons.CUBE_IN_CRAWFORD_GAME: (MatchRules(5), AT_4_0_OF_5, won(B, cube=2)),
    reasons.DROP_IN_CRAWFORD_GAME: (MatchRules(5), AT_4_0_OF_5, dropped(B)),
    reasons.CUBE_IN_ONE_POINT_MATCH: (MatchRules(1), [], won(A, cube=2)),
    reasons.DROP_IN_ONE_POINT_MATCH: (MatchRules(1), [], dropped(A)),
    reasons.DROP_NOT_SINGLE: (MatchRules(5), [], dropped(A, kind=GAMMON)),
    reasons.DROP_AT_CUBE_LIMIT: (MatchRules(99), [], dropped(A, cube=64)),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_each_reason_to_refuse_a_game(reason):
    rules, games, refused = REFUSED[reason]
    before = replay(rules, games)
    with raises(reason) as applied:
        apply(before, refused)
    with raises(reason) as replayed:
        replay(rules, [*games, refused, won(A)])
    assert applied.value.refusal is reason
    assert applied.value == replayed.value
    assert applied.value.number == len(games) + 1
    assert before == replay(rules, games)


@pytest.mark.parametrize("length", [-1, 0, 100, 10**9])
def test_lengths_nobody_plays(length):
    with raises(reasons.LENGTH_OUT_OF_RANGE) as refused:
        MatchRules(length)
    assert refused.value.params == {"length": length, "lowest": 1, "highest": 99}


@pytest.mark.parametrize("cap", [-2, 0, 3, 48, LARGEST_CUBE * 2])
def test_limits_that_are_not_on_the_cube(cap):
    with raises(reasons.CUBE_LIMIT_INVALID):
        MatchRules(5, cube_cap=cap)


def test_without_a_limit_the_cube_goes_as_far_as_a_record_holds():
    rules = MatchRules(LONGEST, cube_cap=None)
    assert replay(rules, [won(A, cube=1024)]).score == Score(1024, 0)
    assert replay(rules, [won(A, BACKGAMMON, cube=LARGEST_CUBE)]).winner is A
    with raises(reasons.CUBE_TOO_HIGH):
        replay(rules, [won(A, cube=LARGEST_CUBE * 2)])


def test_the_values_of_the_cube():
    shown = [value for value in range(-8, 1025) if is_cube_value(value)]
    assert shown == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]


def test_an_award_that_is_not_whole_is_named():
    half = GameResult(A, awarded=Fraction(3, 2), reason=AwardReason.DECISION)
    with raises(AWARD_NOT_WHOLE) as caught:
        replay(MatchRules(5), [won(B), half])
    assert caught.value.params == {"number": 2, "points": "3/2"}


@pytest.mark.parametrize(("reason", "points"), [("annulled", 2), ("stands", 8)])
def test_what_a_double_in_the_crawford_game_is_worth_is_named(reason, points):
    told = GameResult(
        B, GAMMON, cube=4, awarded=3, reason=AwardReason(f"crawford-{reason}")
    )
    with pytest.raises(GameError) as caught:
        replay(MatchRules(9), [won(A, cube=8), told])
    assert caught.value.params == {"number": 2, "points": points}


def test_points_after_the_end_are_refused_with_the_score_of_the_end():
    late = AdjustmentFact(A, -1, reason=AdjustmentReason.CONDUCT)
    with raises(ADJUSTMENT_AFTER_END) as caught:
        replay(MatchRules(5), [won(B, cube=2), won(A, cube=8), late])
    assert caught.value.params == {"number": 3, "one": 5, "two": 2}


LENGTHS = [*range(1, 26), 99]


def expected(length, one, two):
    pair = {one, two}
    if min(pair) < 0:
        return reasons.NEGATIVE_SCORE
    if max(pair) > length:
        return reasons.SCORE_TOO_HIGH
    if pair == {length}:
        return reasons.TWO_WINNERS
    if length not in pair:
        return reasons.NO_WINNER
    return {one: Side.ONE, two: Side.TWO}[length]


@pytest.mark.parametrize("length", LENGTHS)
def test_every_pair_of_scores(length):
    rules = MatchRules(length)
    accepted = 0
    for one in range(-2, length + 3):
        for two in range(-2, length + 3):
            answer = expected(length, one, two)
            if isinstance(answer, Side):
                assert check_final(rules, one, two) is answer
                accepted += 1
                continue
            with pytest.raises(RuleError) as refused:
                check_final(rules, one, two)
            assert refused.value.refusal is answer
            assert str(refused.value)
    assert accepted == 2 * length


@pytest.mark.parametrize(
    ("one", "two", "params"),
    [
        (8, 7, {"length": 7, "score": 8}),
        (7, 7, {"length": 7}),
        (-1, 7, {"score": -1}),
        (6, 5, {"one": 6, "two": 5, "length": 7}),
    ],
)
def test_what_is_said(one, two, params):
    with pytest.raises(RuleError) as refused:
        check_final(MatchRules(7), one, two)
    assert refused.value.params == params


def test_every_final_score_on_top_of_games():
    rules = MatchRules(7)
    plain = [GameResult(Side.ONE)] * 3 + [GameResult(Side.TWO)] * 4
    for played in range(len(plain) + 1):
        ledger = replay(rules, plain[:played])
        for loser in range(7):
            for one, two in ((7, loser), (loser, 7)):
                falls = one < ledger.shown.one or two < ledger.shown.two
                if not falls:
                    winner = check_final_against(ledger, one, two)
                    assert winner is check_final(rules, one, two)
                    continue
                with raises(reasons.SCORE_FALLS) as refused:
                    check_final_against(ledger, one, two)
                shown = refused.value.params
                assert (shown["one"], shown["two"]) == (
                    ledger.shown.one,
                    ledger.shown.two,
                )


def test_a_final_score_on_top_of_games_is_a_final_score_first():
    with raises(reasons.NO_WINNER):
        check_final_against(replay(MatchRules(7), []), 6, 5)


def test_a_match_that_the_games_decided_has_one_final_score():
    games = [GameResult(Side.TWO, cube=4), GameResult(Side.ONE, Kind.GAMMON, cube=4)]
    ledger = replay(MatchRules(7), games)
    assert check_final_against(ledger, 7, 4) is Side.ONE
    for one, two in ((7, 5), (7, 3), (4, 7)):
        with raises(reasons.DECIDED_BY_GAMES) as refused:
            check_final_against(ledger, one, two)
        assert "7–4" in str(refused.value)


def test_every_reason_to_refuse_a_final_score_is_tested():
    assert {
        name
        for name, each in table(reasons).items()
        if each.code.startswith("final_score.")
    } == {
        "NEGATIVE_SCORE",
        "SCORE_TOO_HIGH",
        "TWO_WINNERS",
        "NO_WINNER",
        "SCORE_FALLS",
        "DECIDED_BY_GAMES",
    }
