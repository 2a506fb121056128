"""Points that no game gave, another length, and money that changes hands."""

from decimal import Decimal
from fractions import Fraction

import pytest

from matches.ledger import recording
from matches.ledger.adjust import (
    SESSION_ONLY,
    PointsDecision,
    add_payment,
    adjust,
    change_length,
    close_session,
    remove_adjustment,
    remove_payment,
)
from matches.ledger.errors import SESSION_HAS_NO_SCORE
from matches.ledger.queries import match_view, session_view
from matches.models import Adjustment, Match, Payment
from matches.rules import AdjustmentReason, AwardReason, GameResult, Phase, Side
from matches.rules.refusals import RuleError
from matches.web.form_keys import OTHER_ACT
from tests import builders
from tests.builders import game, play
from tests.refusals import raises

pytestmark = [pytest.mark.django_db, pytest.mark.database]

KEY = "0f8fad5b-d9cb-469f-a165-70867728950e"


def now(match):
    """The match as it is in the database."""
    return Match.objects.select_related("player_1", "player_2", "profile").get(
        pk=match.pk
    )


def late(points, side=Side.ONE):
    """Penalty points for a player who had to wait."""
    return PointsDecision(side=side, points=points, reason=AdjustmentReason.LATE)


# Penalty points and rulings ------------------------------------------------


def test_penalty_points_before_the_first_game():
    match = builders.match(5)
    adjust(match_id=match.pk, decision=late(1), by=None)
    found = now(match)
    assert (found.score_1, found.score_2, found.state) == (1, 0, "playing")
    recording.record_game(match_id=match.pk, result=game(2), after=0, by=None)
    assert (now(match).score_1, now(match).score_2) == (1, 1)


def test_points_while_a_game_is_on_leave_that_game_as_it_is():
    match = builders.match(5)
    given = PointsDecision(
        side=Side.ONE, points=4, reason=AdjustmentReason.CLOCK, in_play=True
    )
    adjust(match_id=match.pk, decision=given, by=None)
    recording.record_game(match_id=match.pk, result=game(2, cube=2), after=0, by=None)
    ledger = match_view(now(match)).ledger
    assert (ledger.shown.one, ledger.shown.two) == (4, 2)
    assert ledger.phase is Phase.CRAWFORD


def test_no_score_falls_below_zero():
    match = builders.match(5)
    with pytest.raises(RuleError):
        adjust(match_id=match.pk, decision=late(-1), by=None)
    assert not Adjustment.objects.exists()
    assert now(match).revision == 0


def test_a_ruling_without_points_changes_no_score():
    match = builders.match(5)
    play(match, game(1))
    ruling = PointsDecision(
        side=Side.TWO, rule="4.4.4", decision="The double is annulled."
    )
    adjust(match_id=match.pk, decision=ruling, by=None)
    found = now(match)
    assert (found.score_1, found.score_2, found.revision) == (1, 0, 2)
    row = Adjustment.objects.get(match=match)
    assert (row.before, row.points, row.rule, row.is_public) == (2, 0, "4.4.4", False)


def test_a_key_belongs_to_one_match():
    match = builders.match(5)
    other = builders.match(5, people=("Cille Dahl", "Dagny Engel"))
    adjust(match_id=match.pk, decision=late(1), op=KEY, by=None)
    with raises(OTHER_ACT):
        adjust(match_id=other.pk, decision=late(1), op=KEY, by=None)
    assert now(other).score_1 == 0


def test_a_late_repeat_does_not_bring_back_what_was_removed():
    match = builders.match(5)
    adjust(match_id=match.pk, decision=late(1), op=KEY, by=None)
    row = Adjustment.objects.get(match=match)
    remove_adjustment(match_id=match.pk, row=row.pk, by=None)
    assert not adjust(match_id=match.pk, decision=late(1), op=KEY, by=None).changed
    assert now(match).score_1 == 0
    assert not remove_adjustment(match_id=match.pk, row=row.pk, by=None).changed


# Another length ------------------------------------------------------------


def test_a_match_played_too_long_is_won_by_who_reached_the_length_first():
    match = builders.match(7)
    play(match, game(1, cube=4), game(2, cube=4), game(1), game(2, cube=2))
    before = now(match)
    change_length(match_id=match.pk, length=5, revision=before.revision, by=None)
    found = now(match)
    assert (found.winner, found.score_1, found.score_2) == (1, 5, 4)
    assert [line.counts for line in match_view(found).lines] == [
        True,
        True,
        True,
        False,
    ]


def test_a_match_played_too_short_goes_on():
    match = builders.match(3)
    play(match, game(1), game(1, "gammon"))
    assert now(match).winner == 1
    change_length(match_id=match.pk, length=5, revision=2, by=None)
    found = now(match)
    assert (found.winner, found.state, found.score_1) == (None, "playing", 3)


# Money ---------------------------------------------------------------------


def money(**rules):
    """A money session at two a point."""
    return builders.match(0, stake="2", currency="€", **rules)


def test_a_session_runs_a_balance_in_points_and_money():
    match = money(beavers=1, jacoby=True)
    play(match, game(1, "gammon", cube=2), game(2), game(1, "gammon"))
    found = now(match)
    assert (found.balance, found.state, found.winner) == (4, "playing", None)
    session = session_view(found).session
    assert session.balance_money == 8
    assert session.owes == (Side.TWO, Fraction(8))


def test_a_game_is_settled_for_any_amount():
    match = money()
    settled = GameResult(
        Side.ONE, cube=4, awarded=Fraction(5, 2), reason=AwardReason.SETTLED
    )
    play(match, settled)
    assert now(match).balance == Decimal("2.50")
    assert session_view(now(match)).lines[0].game.result == settled


def test_payments_reduce_what_is_owed():
    match = money()
    play(match, game(1, cube=4))
    add_payment(match_id=match.pk, payer=Side.TWO, amount=Decimal(5), op=KEY, by=None)
    again = add_payment(
        match_id=match.pk, payer=Side.TWO, amount=Decimal(5), op=KEY, by=None
    )
    assert not again.changed
    assert session_view(now(match)).session.owes == (Side.TWO, Fraction(3))
    row = Payment.objects.get(match=match)
    remove_payment(match_id=match.pk, row=row.pk, by=None)
    assert session_view(now(match)).session.owes == (Side.TWO, Fraction(8))


def test_a_session_ends_when_it_is_closed_and_opens_again():
    match = money()
    play(match, game(1))
    closed = close_session(match_id=match.pk, by=None)
    found = now(match)
    assert (found.state, found.winner, found.is_over) == ("done", None, True)
    assert not close_session(match_id=match.pk, by=None).changed
    recording.remove_final(match_id=match.pk, revision=closed.match.revision, by=None)
    assert now(match).state == "playing"


def test_matches_and_sessions_are_not_mixed_up():
    session, match = money(), builders.match(7, people=("Cille Dahl", "Dagny Engel"))
    with raises(SESSION_HAS_NO_SCORE):
        recording.record_final(match_id=session.pk, score_1=7, score_2=2, by=None)
    with raises(SESSION_HAS_NO_SCORE):
        adjust(match_id=session.pk, decision=late(1), by=None)
    with raises(SESSION_ONLY):
        add_payment(match_id=match.pk, payer=Side.ONE, amount=Decimal(1), by=None)
    with raises(SESSION_ONLY):
        close_session(match_id=match.pk, by=None)
