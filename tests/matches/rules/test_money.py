"""Money sessions: balances, payments, settlements."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import (
    AwardReason,
    Checkers,
    Ending,
    GameError,
    GameResult,
    Kind,
    MoneyFact,
    MoneyRules,
    MoneySession,
    PaymentFact,
    Scoring,
    Side,
    replay_session,
)
from matches.rules import errors as rules_errors
from matches.rules.refusals import Refusal
from tests.refusals import raises

A, B = Side.ONE, Side.TWO
PLAIN = MoneyRules()


def settled(winner: Side, amount: int | Fraction) -> GameResult:
    return GameResult(winner, awarded=amount, reason=AwardReason.SETTLED)


def test_a_session_is_open_and_even_before_the_first_game() -> None:
    session = replay_session(PLAIN, [])
    assert (session.balance, session.balance_money, session.owes) == (0, 0, None)
    assert (session.number, session.lines) == (1, ())


def test_money_is_points_times_the_stake() -> None:
    rules = MoneyRules(stake=Fraction("2.50"), currency="EUR")
    games = [GameResult(A, Kind.GAMMON, cube=2), GameResult(B), GameResult(B, cube=2)]
    session = replay_session(rules, games)
    assert [line.points for line in session.lines] == [4, 1, 2]
    assert [line.balance_points for line in session.lines] == [4, 3, 1]
    assert [line.balance_money for line in session.lines] == [
        Fraction(10),
        Fraction("7.5"),
        Fraction("2.5"),
    ]
    assert session.owes == (B, Fraction("2.5"))


def test_a_payment_changes_what_is_owed_and_not_the_points() -> None:
    facts: list[MoneyFact] = [GameResult(B, cube=4), PaymentFact(A, Fraction(3))]
    session = replay_session(PLAIN, facts)
    assert (session.balance, session.balance_money) == (-4, -1)
    assert session.owes == (A, Fraction(1))
    even = session.apply(PaymentFact(A, Fraction(1)))
    assert even.owes is None
    assert even.apply(PaymentFact(A, Fraction(2))).owes == (B, Fraction(2))


def test_games_are_numbered_and_payments_are_not() -> None:
    facts = [GameResult(A), PaymentFact(B, Fraction(1)), GameResult(A), GameResult(B)]
    session = replay_session(PLAIN, facts)
    assert [entry.number for entry in session.entries] == [1, 2, 2, 3]
    assert (session.number, len(session.lines)) == (4, 3)


def test_a_game_can_be_settled_for_any_amount() -> None:
    games = [settled(A, Fraction(5, 2)), settled(B, 0), settled(B, 1)]
    session = replay_session(PLAIN, games)
    assert [line.points for line in session.lines] == [Fraction(5, 2), 0, 1]
    assert session.balance == Fraction(3, 2)


def test_a_void_game_stays_a_line() -> None:
    session = replay_session(PLAIN, [GameResult(B, ending=Ending.WASHED)])
    assert (session.lines[0].points, session.balance) == (0, 0)


def test_the_cube_of_a_session_has_no_limit_unless_agreed() -> None:
    high = GameResult(A, cube=1024)
    assert replay_session(PLAIN, [high]).balance == 1024
    with raises(rules_errors.CUBE_TOO_HIGH):
        replay_session(MoneyRules(cube_cap=64), [high])


def test_poengspill_for_money() -> None:
    rules = MoneyRules(scoring=Scoring.CHECKERS, stake=Fraction("0.5"))
    result = GameResult(B, cube=4, checkers=Checkers(3, 2, 1, 1))
    assert replay_session(rules, [result]).owes == (A, Fraction(7))


@pytest.mark.parametrize(
    ("reason", "game"),
    [
        (rules_errors.CUBE_VALUE_INVALID, GameResult(A, cube=3)),
        (
            rules_errors.DROP_NOT_SINGLE,
            GameResult(A, Kind.GAMMON, ending=Ending.DROPPED),
        ),
        (rules_errors.BEAVERS_OFF, GameResult(A, cube=4, beavers=1)),
        (rules_errors.AWARD_NEGATIVE, settled(A, -1)),
        (
            rules_errors.NO_CRAWFORD_DOUBLE,
            GameResult(A, awarded=1, reason=AwardReason.CRAWFORD_STANDS),
        ),
    ],
)
def test_games_that_cannot_be(reason: Refusal[GameError], game: GameResult) -> None:
    with raises(reason) as refused:
        replay_session(PLAIN, [GameResult(A), PaymentFact(B, Fraction(1)), game])
    assert refused.value.number == 2


@pytest.mark.parametrize("stake", [Fraction(0), Fraction(-1, 2)])
def test_a_point_is_worth_something(stake: Fraction) -> None:
    with raises(rules_errors.STAKE_NOT_POSITIVE) as refused:
        MoneyRules(stake=stake)
    assert str(stake) in str(refused.value)
    with raises(rules_errors.PAYMENT_NOT_POSITIVE):
        PaymentFact(A, stake)


SWITCHES = MoneyRules(jacoby=True, beavers=2, automatic=2, stake=Fraction(1, 4))
FACTS: st.SearchStrategy[MoneyFact] = st.one_of(
    st.builds(
        GameResult,
        st.sampled_from(Side),
        st.sampled_from(Kind),
        cube=st.sampled_from([1, 2, 4, 8, 128]),
        ending=st.sampled_from(Ending),
        automatic=st.integers(0, 2),
        beavers=st.integers(0, 2),
    ),
    st.builds(settled, st.sampled_from(Side), st.fractions(0, 20)),
    st.builds(
        PaymentFact, st.sampled_from(Side), st.fractions(Fraction(1, 100), Fraction(9))
    ),
)


@given(st.lists(FACTS, max_size=30))
def test_balances_add_up_exactly(facts: list[MoneyFact]) -> None:
    session, points, money, kept = MoneySession(SWITCHES), Fraction(0), Fraction(0), []
    for fact in facts:
        try:
            session = session.apply(fact)
        except GameError:
            continue
        kept.append(fact)
        if isinstance(fact, PaymentFact):
            money += fact.amount if fact.payer is A else -fact.amount
            continue
        won = session.lines[-1].points
        points += won if fact.winner is A else -won
        money += (won if fact.winner is A else -won) * SWITCHES.stake
    assert (session.balance, session.balance_money) == (points, money)
    assert replay_session(SWITCHES, kept) == session
    assert session.owes == ((B if money > 0 else A, abs(money)) if money else None)
