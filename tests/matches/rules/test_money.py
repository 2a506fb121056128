"""Money sessions: balances, payments, settlements."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rulebook.equity import EquityTable
from matches.rules import (
    AwardReason,
    Ending,
    GameError,
    GameResult,
    Kind,
    MatchRules,
    MoneyRules,
    MoneySession,
    PaymentFact,
    Phase,
    Side,
    can_double,
    replay_session,
    rescore,
)
from matches.rules import errors as rules_errors
from matches.rules.ledger import GameCounts, count_games
from tests.refusals import raises

A, B = Side.ONE, Side.TWO
PLAIN = MoneyRules()


def settled(winner, amount):
    return GameResult(winner, awarded=amount, reason=AwardReason.SETTLED)


def test_a_session_is_open_and_even_before_the_first_game():
    session = replay_session(PLAIN, [])
    assert (session.balance, session.balance_money, session.owes) == (0, 0, None)
    assert (session.number, session.lines) == (1, ())


def test_money_is_points_times_the_stake():
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


def test_a_payment_changes_what_is_owed_and_not_the_points():
    facts = [GameResult(B, cube=4), PaymentFact(A, Fraction(3))]
    session = replay_session(PLAIN, facts)
    assert (session.balance, session.balance_money) == (-4, -1)
    assert session.owes == (A, Fraction(1))
    even = session.apply(PaymentFact(A, Fraction(1)))
    assert even.owes is None
    assert even.apply(PaymentFact(A, Fraction(2))).owes == (B, Fraction(2))


def test_games_are_numbered_and_payments_are_not():
    facts = [GameResult(A), PaymentFact(B, Fraction(1)), GameResult(A), GameResult(B)]
    session = replay_session(PLAIN, facts)
    assert [entry.number for entry in session.entries] == [1, 2, 2, 3]
    assert (session.number, len(session.lines)) == (4, 3)


def test_a_game_can_be_settled_for_any_amount():
    games = [settled(A, Fraction(5, 2)), settled(B, 0), settled(B, 1)]
    session = replay_session(PLAIN, games)
    assert [line.points for line in session.lines] == [Fraction(5, 2), 0, 1]
    assert session.balance == Fraction(3, 2)


def test_the_cube_of_a_session_has_no_limit_unless_agreed():
    high = GameResult(A, cube=1024)
    assert replay_session(PLAIN, [high]).balance == 1024
    with raises(rules_errors.CUBE_TOO_HIGH):
        replay_session(MoneyRules(cube_cap=64), [high])


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
def test_games_that_cannot_be(reason, game):
    with raises(reason) as refused:
        replay_session(PLAIN, [GameResult(A), PaymentFact(B, Fraction(1)), game])
    assert refused.value.number == 2


@pytest.mark.parametrize("stake", [Fraction(0), Fraction(-1, 2)])
def test_a_point_is_worth_something(stake):
    with raises(rules_errors.STAKE_NOT_POSITIVE) as refused:
        MoneyRules(stake=stake)
    assert str(stake) in str(refused.value)
    with raises(rules_errors.PAYMENT_NOT_POSITIVE):
        PaymentFact(A, stake)


SWITCHES = MoneyRules(jacoby=True, beavers=2, automatic=2, stake=Fraction(1, 4))
FACTS = st.one_of(
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
def test_balances_add_up_exactly(facts):
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


def a_match(lots, length):
    """Return games until somebody has won, with cubes, drops and washed games."""
    games = []
    while (ledger := rescore(MatchRules(length), games)).winner is None:
        doubles = can_double(ledger)
        ending = Ending.DROPPED if doubles and lots.random() < 0.3 else Ending.PLAYED
        ending = Ending.WASHED if lots.random() < 0.1 else ending
        kind = lots.choice(list(Kind)) if ending is Ending.PLAYED else Kind.SINGLE
        cube = lots.choice([1, 1, 2, 4]) if doubles else 1
        side = Side(lots.randint(1, 2))
        games.append(GameResult(side, kind, cube=cube, ending=ending))
    return games


def naive(length, games, side):
    """Walk through the score sheet once, with a score of its own."""
    score = {Side.ONE: 0, Side.TWO: 0}
    crawford_seen = False
    counted = dict.fromkeys(GameCounts._fields, 0)
    for game in games:
        if game.ending is Ending.WASHED:
            continue
        near = [one for one in Side if score[one] == length - 1]
        is_crawford = length > 1 and len(near) >= 1 and not crawford_seen
        points = game.cube * {"single": 1, "gammon": 2, "backgammon": 3}[game.kind]
        if game.winner is side:
            counted["games"] += 1
            counted["points"] += points
            counted["cubes"] += game.cube
            counted["gammons"] += game.kind is Kind.GAMMON
            counted["backgammons"] += game.kind is Kind.BACKGAMMON
            counted["crawford"] += is_crawford
            counted["deciding"] += len(near) == 2
        elif game.ending is Ending.DROPPED:
            counted["drops"] += 1
        crawford_seen = crawford_seen or is_crawford
        score[game.winner] += points
    return GameCounts(**counted)


def test_counts_are_those_of_a_second_count():
    lots = Random(5)
    seen = GameCounts()
    for _ in range(300):
        length = lots.choice([1, 2, 3, 5, 7])
        games = a_match(lots, length)
        one, two = count_games(rescore(MatchRules(length), games))
        assert one == naive(length, games, Side.ONE)
        assert two == naive(length, games, Side.TWO)
        seen = seen.plus(one)
    assert all(seen), "every number was something else than 0"


PRE = ((0.50, 0.70, 0.75), (0.30, 0.50, 0.60), (0.25, 0.40, 0.50))
TABLE = EquityTable("small", "Small", PRE, (0.50, 0.49, 0.31))
GOING_ON = [phase for phase in Phase if phase is not Phase.OVER]
NEEDS = st.integers(1, 3)


@pytest.mark.parametrize(
    ("one", "two", "phase", "chance"),
    [
        (3, 2, Phase.NORMAL, 0.40),
        (2, 3, Phase.NORMAL, 0.60),
        (2, 1, Phase.CRAWFORD, 0.30),
        (1, 2, Phase.CRAWFORD, 0.70),
        (1, 1, Phase.CRAWFORD, 0.50),
        (3, 1, Phase.POST_CRAWFORD, 0.31),
        (1, 3, Phase.POST_CRAWFORD, 0.69),
        (2, 1, Phase.POST_CRAWFORD, 0.49),
        (1, 1, Phase.POST_CRAWFORD, 0.50),
    ],
)
def test_the_phase_says_which_number_counts(one, two, phase, chance):
    assert TABLE.chance(one, two, phase=phase) == pytest.approx(chance)


@pytest.mark.parametrize(("one", "two"), [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1)])
def test_without_the_crawford_rule_match_point_allows_doubling(one, two):
    normal = TABLE.chance(one, two, phase=Phase.NORMAL)
    assert normal == TABLE.chance(one, two, phase=Phase.POST_CRAWFORD)


def test_points_taken_away_after_the_crawford_game_lead_back_to_the_block():
    assert TABLE.chance(2, 3, phase=Phase.POST_CRAWFORD) == PRE[1][2]


def test_a_match_that_is_over_is_certain():
    assert TABLE.chance(0, 2, phase=Phase.OVER) == 1.0
    assert TABLE.chance(2, 0, phase=Phase.OVER) == 0.0
    assert TABLE.chance(0, 99, phase=Phase.OVER) == 1.0


@pytest.mark.parametrize("phase", GOING_ON)
@pytest.mark.parametrize(
    ("one", "two"), [(4, 2), (2, 4), (4, 1), (1, 4), (0, 2), (1, 0)]
)
def test_beyond_its_ends_a_table_knows_nothing(one, two, phase):
    assert TABLE.chance(one, two, phase=phase) is None


@given(NEEDS, NEEDS, st.sampled_from(GOING_ON))
def test_both_sides_share_one_chance(one, two, phase):
    mine = TABLE.chance(one, two, phase=phase)
    theirs = TABLE.chance(two, one, phase=phase)
    assert mine is not None
    assert theirs is not None
    assert mine + theirs == pytest.approx(1)
