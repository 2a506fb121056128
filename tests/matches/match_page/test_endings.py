"""Matches that end without being played out, and those put aside for later."""

import pytest

from matches.ledger import recording
from matches.ledger.adjust import Stopped, put_aside, record_ending
from matches.ledger.errors import ALREADY_REPORTED
from matches.models import FinalScore, Interruption, JournalEntry, Match
from matches.rules import Side
from tests import builders
from tests.builders import game, play
from tests.refusals import raises

pytestmark = [pytest.mark.django_db, pytest.mark.database]

WON = ("walkover", "forfeit", "retired", "penalty")


def now(match):
    """The match as it is in the database."""
    return Match.objects.get(pk=match.pk)


@pytest.mark.parametrize("how", WON)
def test_a_match_is_given_at_the_score_reached(how):
    match = builders.match(7)
    play(match, game(2, "gammon"))
    record_ending(match_id=match.pk, how=how, winner=Side.ONE, by=None)
    found = now(match)
    assert (found.winner, found.how, found.state) == (1, how, "done")
    assert (found.score_1, found.score_2) == (0, 2)
    assert found.is_walkover
    line = JournalEntry.objects.filter(match=match).first()
    assert line.act == f"{how}_recorded"


def test_a_double_forfeit_has_no_winner_and_is_over():
    match = builders.match(7)
    record_ending(match_id=match.pk, how="nobody", winner=None, by=None)
    found = now(match)
    assert (found.winner, found.how, found.state) == (None, "nobody", "done")
    assert found.is_over
    assert found.finished_at is not None
    again = record_ending(match_id=match.pk, how="nobody", winner=None, by=None)
    assert not again.changed


def test_an_ending_never_replaces_a_result():
    match = builders.match(7)
    recording.record_final(match_id=match.pk, score_1=7, score_2=2, by=None)
    with raises(ALREADY_REPORTED):
        record_ending(match_id=match.pk, how="retired", winner=Side.TWO, by=None)
    assert FinalScore.objects.filter(match=match).count() == 1


def test_an_ending_is_taken_back_and_brought_back():
    match = builders.match(7)
    play(match, game(1))
    ended = record_ending(match_id=match.pk, how="retired", winner=Side.TWO, by=None)
    removed = recording.remove_final(
        match_id=match.pk, revision=ended.match.revision, by=None
    )
    assert now(match).state == "playing"
    recording.redo(match_id=match.pk, revision=removed.match.revision, by=None)
    found = now(match)
    assert (found.how, found.winner) == ("retired", 2)


# Put aside -----------------------------------------------------------------

LATE = Stopped(
    cube=2,
    cube_owner=Side.ONE,
    on_roll=Side.TWO,
    clock_1=425,
    clock_2=61,
    note="The hall closes.",
)


def test_a_match_is_put_aside_as_it_stands():
    match = builders.match(7)
    play(match, game(1), game(2))
    put_aside(match_id=match.pk, stopped=LATE, by=None)
    found = now(match)
    assert (found.state, found.winner, found.is_over) == ("unfinished", None, False)
    kept = Interruption.objects.get(match=match)
    assert (kept.game, kept.cube, kept.cube_owner, kept.on_roll) == (3, 2, 1, 2)
    assert (kept.clock_1, kept.clock_2, kept.note) == (425, 61, "The hall closes.")


def test_the_next_game_resumes_it():
    match = builders.match(7)
    put_aside(match_id=match.pk, stopped=LATE, by=None)
    recording.record_game(match_id=match.pk, result=game(1), after=0, by=None)
    assert now(match).state == "playing"
    assert Interruption.objects.get(match=match).resumed_at is not None


def test_what_was_kept_can_be_put_right():
    match = builders.match(7)
    put_aside(match_id=match.pk, stopped=LATE, by=None)
    put_aside(match_id=match.pk, stopped=Stopped(clock_1=400), by=None)
    live = Interruption.objects.get(match=match, voided_at=None)
    assert live.clock_1 == 400
    assert Interruption.objects.filter(match=match).count() == 2


def test_a_decided_match_is_not_put_aside():
    match = builders.match(7)
    recording.record_final(match_id=match.pk, score_1=7, score_2=2, by=None)
    with raises(ALREADY_REPORTED):
        put_aside(match_id=match.pk, by=None)
