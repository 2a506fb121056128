"""A match told by its final score."""

import pytest

from matches.rules import (
    GameResult,
    Kind,
    MatchRules,
    Side,
    check_final,
    check_final_against,
    replay,
)
from matches.rules import errors as reasons
from matches.rules.refusals import Refusal, RuleError
from tests.refusals import raises, table

LENGTHS = [*range(1, 26), 99]


def expected(length: int, one: int, two: int) -> Side | Refusal[RuleError]:
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
def test_every_pair_of_scores(length: int) -> None:
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
def test_what_is_said(one: int, two: int, params: dict[str, int]) -> None:
    with pytest.raises(RuleError) as refused:
        check_final(MatchRules(7), one, two)
    assert refused.value.params == params


def test_every_final_score_on_top_of_games() -> None:
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


def test_a_final_score_on_top_of_games_is_a_final_score_first() -> None:
    with raises(reasons.NO_WINNER):
        check_final_against(replay(MatchRules(7), []), 6, 5)


def test_a_match_that_the_games_decided_has_one_final_score() -> None:
    games = [GameResult(Side.TWO, cube=4), GameResult(Side.ONE, Kind.GAMMON, cube=4)]
    ledger = replay(MatchRules(7), games)
    assert check_final_against(ledger, 7, 4) is Side.ONE
    for one, two in ((7, 5), (7, 3), (4, 7)):
        with raises(reasons.DECIDED_BY_GAMES) as refused:
            check_final_against(ledger, one, two)
        assert "7–4" in str(refused.value)


def test_every_reason_to_refuse_a_final_score_is_tested() -> None:
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
