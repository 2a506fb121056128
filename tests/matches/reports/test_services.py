"""Reports of players: what counts at once, what waits, what is decided."""

import pytest

from matches.ledger import recording
from matches.ledger.adjust import PointsDecision, adjust, change_length, record_ending
from matches.ledger.errors import (
    ANSWER_FIRST,
    NO_REPORT,
    NOTHING_TO_REDO,
    ONLY_DIRECTOR,
    REPORT_ANSWERED,
    RESULT_STANDS,
    WAITING_FOR_ANSWER,
)
from matches.ledger.reporter import PERSONAL, SHEET, Reporter
from matches.models import Adjustment, FinalScore, Game, JournalEntry, Match, Report
from matches.reports.services import (
    confirm,
    decide,
    dispute,
    version_from_games,
    version_from_score,
)
from matches.rules import AdjustmentReason, AwardReason, Ending, GameResult, Side
from tests import builders
from tests.builders import game
from tests.refusals import raises

pytestmark = pytest.mark.django_db

ANE = Reporter(side=Side.ONE, via=SHEET, device="AAAA")
BJARKE = Reporter(side=Side.TWO, via=PERSONAL, device="BBBB")


def now(match):
    """The match as it is in the database."""
    return Match.objects.select_related("player_1", "player_2", "profile").get(
        pk=match.pk
    )


def reported(level, *, loser=5):
    """A match to 7 that Ane has reported as won."""
    match = builders.match(7, reporting=level)
    recording.record_final(match_id=match.pk, score_1=7, score_2=loser, by=ANE)
    return now(match)


def waiting(match):
    """The one report that nobody has answered."""
    return Report.objects.get(match=match, state__in=("waiting", "recorded"))


def states(match):
    """The states of all reports, oldest first."""
    rows = Report.objects.filter(match=match).order_by("pk")
    return list(rows.values_list("state", flat=True))


# What a report does --------------------------------------------------------


@pytest.mark.database
def test_a_director_alone_records_where_it_is_so():
    match = builders.match(7, reporting="director")
    with raises(ONLY_DIRECTOR):
        recording.record_final(match_id=match.pk, score_1=7, score_2=5, by=ANE)
    with raises(ONLY_DIRECTOR):
        recording.record_game(match_id=match.pk, result=game(), after=0, by=ANE)
    assert not FinalScore.objects.exists()
    assert not Game.objects.exists()


@pytest.mark.parametrize("level", ["suggest", "agree"])
def test_a_report_waits_until_somebody_confirms(level):
    match = reported(level)
    assert (match.state, match.winner, match.claimed) == ("reported", None, 1)
    assert (match.score_1, match.score_2) == (7, 5)
    assert not match.is_over
    report = waiting(match)
    assert (report.state, report.side, report.via, report.device) == (
        "waiting",
        1,
        SHEET,
        "AAAA",
    )


@pytest.mark.database
def test_the_first_report_counts_at_once_where_it_is_trusted():
    match = reported("trust")
    assert (match.state, match.winner, match.claimed) == ("done", 1, None)
    assert waiting(match).state == "recorded"


@pytest.mark.database
def test_games_a_player_keys_become_the_report_when_they_end_the_match():
    match = builders.match(3, reporting="agree")
    for after, result in enumerate((game(1), game(1, "gammon"))):
        recording.record_game(match_id=match.pk, result=result, after=after, by=ANE)
    found = now(match)
    assert (found.state, found.claimed) == ("reported", 1)
    assert waiting(found).version.games == (game(1), game(1, "gammon"))
    rows = Game.objects.filter(match=match)
    assert {(row.reported_side, row.via, row.device) for row in rows} == {
        (1, SHEET, "AAAA")
    }
    names = JournalEntry.objects.filter(match=match).values_list(
        "details__data__player", flat=True
    )
    assert set(names) == {"Ane Alm"}


def test_both_players_key_games_of_one_match():
    match = builders.match(5, reporting="agree")
    recording.record_game(match_id=match.pk, result=game(1), after=0, by=ANE)
    again = recording.record_game(match_id=match.pk, result=game(1), after=0, by=BJARKE)
    assert not again.changed
    recording.record_game(match_id=match.pk, result=game(2), after=1, by=BJARKE)
    assert Game.objects.filter(match=match).count() == 2


# Confirming ----------------------------------------------------------------


def test_the_opponent_confirms_once_and_a_second_time_changes_nothing():
    match = reported("agree")
    report = waiting(match)
    assert confirm(match_id=match.pk, report_id=report.pk, by=BJARKE).changed
    found = now(match)
    assert (found.state, found.winner, found.claimed) == ("done", 1, None)
    assert found.finished_at is not None
    assert states(found) == ["confirmed"]
    again = confirm(match_id=match.pk, report_id=report.pk, by=BJARKE)
    assert not again.changed
    assert now(match).revision == found.revision


@pytest.mark.database
def test_a_director_who_types_the_same_score_confirms_it():
    match = reported("agree")
    recording.record_final(match_id=match.pk, score_1=7, score_2=5, by=None)
    found = now(match)
    assert (found.winner, found.state, states(found)) == (1, "done", ["confirmed"])
    assert FinalScore.objects.filter(match=match, voided_at=None).count() == 1


def test_a_director_corrects_a_report_that_waits():
    match = reported("agree")
    recording.correct_final(
        match_id=match.pk, score_1=3, score_2=7, revision=match.revision, by=None
    )
    found = now(match)
    assert (found.winner, found.state, states(found)) == (2, "done", ["rejected"])


def test_a_report_of_another_match_confirms_nothing():
    match = reported("agree")
    other = builders.match(7, people=("Cille Dahl", "Dagny Engel"), reporting="agree")
    with raises(NO_REPORT):
        confirm(match_id=other.pk, report_id=waiting(match).pk, by=BJARKE)
    assert now(match).winner is None


def test_the_opponent_does_not_record_on_top_of_a_report():
    match = reported("agree")
    with raises(WAITING_FOR_ANSWER):
        recording.remove_final(match_id=match.pk, revision=match.revision, by=BJARKE)
    assert now(match).state == "reported"


@pytest.mark.database
def test_who_reported_takes_it_back_while_nobody_has_answered():
    match = reported("agree")
    recording.remove_final(match_id=match.pk, revision=match.revision, by=ANE)
    found = now(match)
    assert (found.state, found.claimed, states(found)) == ("ready", None, ["replaced"])
    recording.redo(match_id=match.pk, revision=found.revision, by=ANE)
    assert now(match).state == "reported"


@pytest.mark.parametrize("who", [ANE, BJARKE])
def test_a_confirmed_result_is_for_directors_alone(who):
    match = reported("agree")
    confirm(match_id=match.pk, report_id=waiting(match).pk, by=BJARKE)
    with raises(RESULT_STANDS):
        recording.remove_final(match_id=match.pk, revision=now(match).revision, by=who)


# Disputes ------------------------------------------------------------------


def disputed(level="agree"):
    """A match that both have reported, each for himself."""
    match = reported(level)
    theirs = version_from_score(match, 6, 7)
    dispute(match_id=match.pk, version=theirs, comment="two games missing", by=BJARKE)
    return now(match)


@pytest.mark.database
def test_a_dispute_sent_twice_is_one():
    match = disputed()
    again = dispute(
        match_id=match.pk,
        version=version_from_score(match, 6, 7),
        comment="two games missing",
        by=BJARKE,
    )
    assert not again.changed
    assert now(match).revision == match.revision


def test_there_is_nothing_to_dispute_before_a_report():
    match = builders.match(7, reporting="agree")
    with raises(NO_REPORT):
        dispute(match_id=match.pk, version=version_from_score(match, 7, 5), by=BJARKE)


@pytest.mark.database
def test_the_other_side_may_give_in():
    match = disputed()
    theirs = Report.objects.get(match=match, side=2)
    confirm(match_id=match.pk, report_id=theirs.pk, by=ANE)
    found = now(match)
    assert (found.winner, found.score_1, found.score_2) == (2, 6, 7)
    assert states(found) == ["rejected", "confirmed"]
    kept = FinalScore.objects.filter(match=match).order_by("pk")
    assert [(row.score_1, row.voided_at is None) for row in kept] == [
        (7, False),
        (6, True),
    ]


DECISION = PointsDecision(
    side=Side.TWO, rule="4.7", decision="Only one score sheet was kept."
)


def test_a_director_chooses_one_version_and_the_reason_is_kept():
    match, ada = disputed(), builders.director()
    theirs = Report.objects.get(match=match, side=2)
    decide(
        match_id=match.pk,
        version=theirs.version,
        report_id=theirs.pk,
        decision=DECISION,
        by=ada,
    )
    found = now(match)
    assert (found.state, found.winner, found.score_2) == ("done", 2, 7)
    assert states(found) == ["rejected", "chosen"]
    ruling = Adjustment.objects.get(match=match)
    assert (ruling.points, ruling.rule, ruling.reason, ruling.reported_by) == (
        0,
        "4.7",
        "ruling",
        ada,
    )


def test_a_director_decides_on_a_version_of_nobody():
    match = disputed()
    decide(
        match_id=match.pk,
        version=version_from_score(match, 7, 6),
        decision=DECISION,
        by=None,
    )
    found = now(match)
    assert (found.winner, found.score_1, found.score_2) == (1, 7, 6)
    assert states(found) == ["rejected", "rejected"]


@pytest.mark.database
def test_a_dispute_is_decided_once():
    match = disputed()
    version = version_from_score(match, 7, 6)
    decide(match_id=match.pk, version=version, decision=DECISION, by=None)
    with raises(REPORT_ANSWERED):
        decide(match_id=match.pk, version=version, decision=DECISION, by=None)
    assert Adjustment.objects.filter(match=match).count() == 1


def test_players_decide_nothing():
    match = disputed()
    with raises(ONLY_DIRECTOR):
        decide(
            match_id=match.pk,
            version=version_from_score(match, 6, 7),
            decision=DECISION,
            by=BJARKE,
        )


def test_a_version_with_games_replaces_the_games():
    match = builders.match(3, reporting="agree")
    for after, result in enumerate((game(1), game(1, "gammon"))):
        recording.record_game(match_id=match.pk, result=result, after=after, by=ANE)
    told = (game(1), game(2, "gammon"), game(2))
    version = version_from_games(now(match), told)
    dispute(match_id=match.pk, version=version, by=BJARKE)
    theirs = Report.objects.get(match=match, side=2)
    decide(
        match_id=match.pk,
        version=theirs.version,
        report_id=theirs.pk,
        decision=DECISION,
        by=None,
    )
    live = Game.objects.filter(match=match, voided_at=None).order_by("number")
    assert [row.result for row in live] == list(told)
    assert Game.objects.filter(match=match).count() == 5
    found = now(match)
    assert (found.winner, found.score_1, found.score_2) == (2, 1, 3)


# Nothing is decided by the way ---------------------------------------------


@pytest.mark.parametrize("make", [lambda: reported("agree"), disputed])
def test_penalty_points_do_not_decide_what_was_reported(make):
    match = make()
    before = states(match)
    points = PointsDecision(side=Side.ONE, points=1, reason=AdjustmentReason.LATE)
    with raises(ANSWER_FIRST):
        adjust(match_id=match.pk, decision=points, by=None)
    with raises(ANSWER_FIRST):
        change_length(match_id=match.pk, length=9, revision=match.revision, by=None)
    assert (now(match).state, states(match)) == (match.state, before)


@pytest.mark.parametrize("level", ["agree", "trust"])
def test_a_director_types_no_score_into_a_dispute(level):
    match = disputed(level)
    for one, two in ((7, 5), (6, 7)):
        with raises(ANSWER_FIRST):
            recording.record_final(match_id=match.pk, score_1=one, score_2=two, by=None)
    assert now(match).state == "disputed"


def test_where_only_directors_record_no_player_answers_any_more():
    match = reported("agree")
    Match.objects.filter(pk=match.pk).update(reporting="director")
    with raises(ONLY_DIRECTOR):
        confirm(match_id=match.pk, report_id=waiting(match).pk, by=BJARKE)
    with raises(ONLY_DIRECTOR):
        dispute(match_id=match.pk, version=version_from_score(match, 6, 7), by=BJARKE)
    assert now(match).winner is None


def test_players_award_themselves_nothing():
    match = builders.match(7, reporting="trust")
    awarded = GameResult(Side.ONE, awarded=7, reason=AwardReason.DECISION)
    given = GameResult(Side.ONE, ending=Ending.AWARDED)
    for result in (awarded, given):
        with raises(ONLY_DIRECTOR):
            recording.record_game(match_id=match.pk, result=result, after=0, by=ANE)
    agreed = GameResult(
        Side.TWO, ending=Ending.RESIGNED, awarded=2, reason=AwardReason.AGREED
    )
    assert recording.record_game(
        match_id=match.pk, result=agreed, after=0, by=ANE
    ).changed


def test_a_game_of_a_director_is_a_directors_to_change():
    match = builders.match(7, reporting="trust")
    recording.record_game(match_id=match.pk, result=game(1), after=0, by=None)
    with raises(ONLY_DIRECTOR):
        recording.remove_last_game(match_id=match.pk, revision=1, by=BJARKE)
    assert Game.objects.filter(match=match, voided_at=None).count() == 1


def test_a_player_brings_back_only_what_he_removed_himself():
    match = builders.match(7, reporting="trust")
    ended = record_ending(match_id=match.pk, how="forfeit", winner=Side.ONE, by=None)
    removed = recording.remove_final(
        match_id=match.pk, revision=ended.match.revision, by=None
    )
    with raises(NOTHING_TO_REDO):
        recording.redo(match_id=match.pk, revision=removed.match.revision, by=ANE)
    assert now(match).state == "ready"


def test_a_result_that_counts_is_taken_back_for_a_while_only():
    match = reported("trust")
    Match.objects.filter(pk=match.pk).update(finished_at=builders.minutes_ago(16))
    with raises(RESULT_STANDS):
        recording.remove_final(match_id=match.pk, revision=match.revision, by=ANE)
    Match.objects.filter(pk=match.pk).update(finished_at=builders.minutes_ago(14))
    recording.remove_final(match_id=match.pk, revision=match.revision, by=ANE)


def test_giving_in_ends_a_dispute_of_suggestions():
    match = reported("suggest")
    theirs = version_from_score(match, 5, 7)
    dispute(match_id=match.pk, version=theirs, by=BJARKE)
    report = Report.objects.get(match=match, side=2)
    confirm(match_id=match.pk, report_id=report.pk, by=ANE)
    found = now(match)
    assert (found.state, found.claimed, found.winner) == ("reported", 2, None)
    assert (found.score_1, found.score_2) == (5, 7)


@pytest.mark.database
def test_one_phone_for_both_sides_is_told_apart():
    match = reported("agree")
    other = Reporter(side=Side.TWO, via=SHEET, device="AAAA")
    confirm(match_id=match.pk, report_id=waiting(match).pk, by=other)
    line = JournalEntry.objects.filter(match=match, act="report_confirmed").get()
    assert line.details["via"] == "handover"
    assert (now(match).state, now(match).winner) == ("reported", None)
    assert states(match) == ["waiting", "waiting"]


def test_agreeing_with_what_counts_makes_no_page_older():
    match = reported("trust")
    confirm(match_id=match.pk, report_id=waiting(match).pk, by=BJARKE)
    found = now(match)
    assert (found.state, found.winner, found.revision) == ("done", 1, match.revision)
    assert states(found) == ["confirmed"]
