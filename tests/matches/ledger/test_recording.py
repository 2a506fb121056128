"""Recording a match: what changes, what is refused, what a repeat does."""

import pytest

from matches.ledger import adjust, recording
from matches.ledger.club_matches import cancel_matches, lock_matches, unlock_matches
from matches.ledger.errors import (
    ALREADY_REPORTED,
    MATCH_CANCELLED,
    MATCH_LOCKED,
    NOTHING_TO_REMOVE,
    SCORE_CHANGED,
)
from matches.ledger.queries import match_view
from matches.models import FinalScore, Game, JournalEntry
from matches.rules import Side, errors
from tests import builders
from tests.builders import game, play
from tests.refusals import raises

pytestmark = pytest.mark.django_db


def seen(match):
    """Everything a reader could notice of a match and its records."""
    match.refresh_from_db()
    return {
        "score": (match.score_1, match.score_2),
        "winner": match.winner,
        "state": match.state,
        "walkover": match.is_walkover,
        "finished": match.finished_at is not None,
        "revision": match.revision,
        "games": Game.objects.filter(match=match).count(),
        "finals": FinalScore.objects.filter(match=match).count(),
        "lines": JournalEntry.objects.filter(match=match).count(),
    }


def untouched(match, act, error):
    """Refuse the act, leave everything as it was, and return the sentence."""
    before = seen(match)
    with raises(error) as refused:
        act()
    assert seen(match) == before
    return str(refused.value)


def repeated(match, act):
    """Doing it again changes nothing and says so."""
    before = seen(match)
    assert act().changed is False
    assert seen(match) == before


def acts(match):
    """The keys of the match's journal, oldest first."""
    rows = JournalEntry.objects.filter(match=match).order_by("pk")
    return list(rows.values_list("act", flat=True))


def record(match, result, after, *, by=None):
    return recording.record_game(match_id=match.pk, result=result, after=after, by=by)


def correct(match, number, result, replaces, *, by=None):
    return recording.correct_game(
        match_id=match.pk, number=number, result=result, replaces=replaces, by=by
    )


def remove_last(match, revision, *, by=None):
    return recording.remove_last_game(match_id=match.pk, revision=revision, by=by)


def record_final(match, one, two, *, by=None):
    return recording.record_final(match_id=match.pk, score_1=one, score_2=two, by=by)


def remove_final(match, revision, *, by=None):
    return recording.remove_final(match_id=match.pk, revision=revision, by=by)


def walkover(match, winner):
    return adjust.record_walkover(match_id=match.pk, winner=winner, by=None)


# Games ---------------------------------------------------------------------


def test_a_game_moves_the_score_and_leaves_one_line():
    ada, match = builders.director(), builders.match(7)
    recorded = record(match, game(2, "gammon", cube=2), 0, by=ada)
    assert recorded.changed
    assert (recorded.match.score_1, recorded.match.score_2) == (0, 4)
    assert recorded.match.revision == 1
    assert seen(match) == {
        "score": (0, 4),
        "winner": None,
        "state": "playing",
        "walkover": False,
        "finished": False,
        "revision": 1,
        "games": 1,
        "finals": 0,
        "lines": 1,
    }
    line = JournalEntry.objects.get(match=match)
    assert (line.act, line.actor, line.details) == (
        "game_recorded",
        ada,
        {
            "match": "Ane Alm – Bjarke Brink",
            "number": 1,
            "winner": "Bjarke Brink",
            "points": 4,
        },
    )
    row = Game.objects.get(match=match)
    assert (row.number, row.result) == (1, game(2, "gammon", cube=2))
    assert (row.reported_by, row.voided_at) == (ada, None)


def test_points_beyond_the_length_are_not_shown():
    match = builders.match(3)
    play(match, game(1, "gammon"), game(1, "backgammon"))
    found = seen(match)
    assert (found["score"], found["winner"], found["state"]) == ((3, 0), 1, "done")
    assert found["finished"]
    assert match_view(match).ledger.score.one == 5


@pytest.mark.parametrize(
    ("played", "result", "error"),
    [
        ([], game(cube=3), errors.CUBE_VALUE_INVALID),
        ([], game(cube=0), errors.CUBE_VALUE_INVALID),
        ([game(1, cube=2)], game(2, cube=2), errors.CUBE_IN_CRAWFORD_GAME),
        ([game(1, "backgammon")], game(1), errors.MATCH_OVER),
    ],
)
def test_a_game_against_the_rules_is_refused(played, result, error):
    match = builders.match(3)
    play(match, *played)
    untouched(match, lambda: record(match, result, len(played)), error)


@pytest.mark.database
def test_the_same_game_twice_is_one_game():
    match = builders.match(7)
    play(match, game(1))
    repeated(match, lambda: record(match, game(1), 0))
    # Somebody who has seen the first may report an equal second game.
    again = record(match, game(1), 1)
    assert again.changed
    assert seen(match)["score"] == (2, 0)


def test_the_repeat_of_the_deciding_game_is_no_error():
    match = builders.match(1)
    play(match, game(2))
    repeated(match, lambda: record(match, game(2), 0))


@pytest.mark.parametrize("after", [0, 2, 7])
def test_whoever_saw_another_score_is_told_the_true_one(after):
    match = builders.match(7)
    play(match, game(1))
    sentence = untouched(
        match, lambda: record(match, game(2, "gammon"), after), SCORE_CHANGED
    )
    assert "It is now 1–0" in sentence


def test_no_game_follows_a_reported_result():
    match = builders.match(7)
    builders.won(Side.TWO, match, loser=5)
    sentence = untouched(match, lambda: record(match, game(), 0), ALREADY_REPORTED)
    assert "already has a result (5–7)" in sentence


@pytest.mark.database
def test_correcting_a_game_keeps_the_wrong_row_and_moves_all_after_it():
    ben, match = builders.director("Ada"), builders.match(5)
    play(match, game(1), game(2, cube=2), game(1, "gammon"))
    wrong = Game.objects.get(match=match, number=2)
    recorded = correct(match, 2, game(1), wrong.pk, by=ben)
    assert recorded.changed
    assert seen(match) | {"lines": 0} == {
        "score": (4, 0),
        "winner": None,
        "state": "playing",
        "walkover": False,
        "finished": False,
        "revision": 4,
        "games": 4,
        "finals": 0,
        "lines": 0,
    }
    wrong.refresh_from_db()
    assert (wrong.result, wrong.voided_by) == (game(2, cube=2), ben)
    assert wrong.voided_at is not None
    live = Game.objects.filter(match=match, voided_at=None).order_by("number")
    assert [row.number for row in live] == [1, 2, 3]
    assert acts(match) == ["game_recorded"] * 3 + ["game_corrected"]


@pytest.mark.database
def test_a_correction_can_end_or_reopen_a_match():
    match = builders.match(3)
    play(match, game(1), game(2))
    second = Game.objects.get(match=match, number=2)
    correct(match, 2, game(1, "gammon"), second.pk)
    found = seen(match)
    assert (found["winner"], found["state"], found["finished"]) == (1, "done", True)
    second = Game.objects.get(match=match, number=2, voided_at=None)
    correct(match, 2, game(2), second.pk)
    found = seen(match)
    assert (found["winner"], found["state"], found["finished"]) == (
        None,
        "playing",
        False,
    )


def test_a_corrected_game_must_stand_where_it_was_played():
    match = builders.match(5)
    play(match, game(1, cube=4), game(2))
    second = Game.objects.get(match=match, number=2)
    untouched(
        match,
        lambda: correct(match, 2, game(2, cube=2), second.pk),
        errors.CUBE_IN_CRAWFORD_GAME,
    )


@pytest.mark.database
def test_correcting_twice_is_correcting_once():
    match = builders.match(7)
    play(match, game(1))
    wrong = Game.objects.get(match=match)

    def mend():
        return recording.correct_game(
            match_id=match.pk, number=1, result=game(2), replaces=wrong.pk, by=None
        )

    assert mend().changed
    repeated(match, mend)


def test_a_correction_of_a_row_already_replaced_is_refused():
    match = builders.match(7)
    play(match, game(1))
    wrong = Game.objects.get(match=match)
    correct(match, 1, game(2), wrong.pk)
    untouched(
        match, lambda: correct(match, 1, game(1, "gammon"), wrong.pk), SCORE_CHANGED
    )


def test_there_is_nothing_to_correct_in_a_game_nobody_entered():
    match = builders.match(7)
    untouched(match, lambda: correct(match, 1, game(), 1), NOTHING_TO_REMOVE)


def test_a_correction_may_not_contradict_the_reported_result():
    match = builders.match(7)
    play(match, game(1), game(2))
    record_final(match, 7, 1)
    second = Game.objects.get(match=match, number=2)
    untouched(
        match,
        lambda: correct(match, 2, game(2, "gammon"), second.pk),
        errors.SCORE_FALLS,
    )


def test_the_last_game_is_taken_back():
    ada, match = builders.director(), builders.match(3)
    play(match, game(1), game(1, "gammon"))
    remove_last(match, 2, by=ada)
    found = seen(match)
    assert (found["score"], found["winner"], found["state"]) == (
        (1, 0),
        None,
        "playing",
    )
    assert (found["games"], found["revision"]) == (2, 3)
    remove_last(match, 3, by=ada)
    found = seen(match)
    assert (found["score"], found["state"]) == ((0, 0), "ready")
    assert acts(match)[2:] == ["game_removed", "game_removed"]


def test_an_old_page_takes_nothing_back():
    match = builders.match(7)
    play(match, game(1), game(2))
    untouched(match, lambda: remove_last(match, 1), SCORE_CHANGED)


def test_without_games_there_is_nothing_to_take_back():
    match = builders.match(7)
    untouched(match, lambda: remove_last(match, 0), NOTHING_TO_REMOVE)


def test_a_reported_result_guards_the_games_below_it():
    match = builders.match(7)
    play(match, game(1))
    builders.won(Side.ONE, match)
    untouched(match, lambda: remove_last(match, 2), ALREADY_REPORTED)


# Results -------------------------------------------------------------------


@pytest.mark.database
def test_a_result_as_two_numbers_ends_the_match():
    ada, match = builders.director(), builders.match(7)
    recorded = record_final(match, 5, 7, by=ada)
    assert recorded.changed
    assert seen(match) == {
        "score": (5, 7),
        "winner": 2,
        "state": "done",
        "walkover": False,
        "finished": True,
        "revision": 1,
        "games": 0,
        "finals": 1,
        "lines": 1,
    }
    line = JournalEntry.objects.get(match=match)
    assert (line.act, line.actor, line.details["score"]) == (
        "result_recorded",
        ada,
        "5–7",
    )


@pytest.mark.database
@pytest.mark.parametrize(
    ("one", "two", "error"),
    [
        (8, 7, errors.SCORE_TOO_HIGH),
        (7, 7, errors.TWO_WINNERS),
        (7, -1, errors.NEGATIVE_SCORE),
        (5, 3, errors.NO_WINNER),
        (0, 0, errors.NO_WINNER),
        (10**12, 3, errors.SCORE_TOO_HIGH),
    ],
)
def test_a_score_that_ends_no_match_to_7_is_refused(one, two, error):
    match = builders.match(7)
    untouched(match, lambda: record_final(match, one, two), error)


@pytest.mark.database
def test_the_same_result_twice_is_one_result():
    match = builders.match(7)
    builders.won(Side.ONE, match, loser=3)
    repeated(match, lambda: record_final(match, 7, 3))


def test_another_result_does_not_overwrite_the_first():
    match = builders.match(7)
    builders.won(Side.ONE, match, loser=3)
    untouched(match, lambda: record_final(match, 3, 7), ALREADY_REPORTED)


def test_a_result_stands_above_the_games_entered_before():
    match = builders.match(7)
    play(match, game(1, cube=2), game(2))
    untouched(match, lambda: record_final(match, 1, 7), errors.SCORE_FALLS)
    record_final(match, 2, 7)
    assert seen(match)["score"] == (2, 7)


def test_games_that_ended_the_match_are_its_result():
    match = builders.match(3)
    play(match, game(1, "gammon"), game(1))
    repeated(match, lambda: record_final(match, 3, 0))
    untouched(match, lambda: record_final(match, 3, 1), ALREADY_REPORTED)


def test_a_correction_below_a_result_must_lead_to_it():
    match = builders.match(3)
    play(match, game(1))
    record_final(match, 3, 0)
    first = Game.objects.get(match=match)
    untouched(
        match,
        lambda: correct(match, 1, game(2, "backgammon"), first.pk),
        errors.DECIDED_BY_GAMES,
    )


@pytest.mark.parametrize("played", [[], [game(2), game(1, cube=2)]])
def test_a_walkover_keeps_the_score_reached(played):
    match = builders.match(7)
    play(match, *played)
    score = seen(match)["score"]
    recorded = walkover(match, Side.TWO)
    assert recorded.changed
    found = seen(match)
    assert (found["score"], found["winner"], found["walkover"]) == (score, 2, True)
    assert (found["state"], found["revision"]) == ("done", len(played) + 1)
    assert acts(match)[-1] == "walkover_recorded"


@pytest.mark.database
def test_a_walkover_twice_is_one_and_never_turned_round():
    match = builders.match(7)
    walkover(match, Side.ONE)
    repeated(match, lambda: walkover(match, Side.ONE))
    untouched(match, lambda: walkover(match, Side.TWO), ALREADY_REPORTED)


def test_a_match_with_a_result_is_given_to_nobody():
    match = builders.match(7)
    builders.won(Side.ONE, match)
    untouched(match, lambda: walkover(match, Side.ONE), ALREADY_REPORTED)


@pytest.mark.parametrize("one", [7, 3])
def test_a_walkover_is_not_silently_replaced_by_a_result(one):
    match = builders.match(7)
    walkover(match, Side.ONE)
    untouched(match, lambda: record_final(match, one, 10 - one), ALREADY_REPORTED)


def test_games_below_a_walkover_are_corrected_after_it_is_removed():
    match = builders.match(7)
    play(match, game(1))
    walkover(match, Side.TWO)
    first = Game.objects.get(match=match)

    def mend():
        return recording.correct_game(
            match_id=match.pk, number=1, result=game(2), replaces=first.pk, by=None
        )

    untouched(match, mend, ALREADY_REPORTED)
    remove_final(match, 2)
    assert mend().changed


def test_removing_a_result_brings_the_games_back():
    ada, match = builders.director(), builders.match(7)
    play(match, game(1), game(2, "gammon"))
    builders.won(Side.TWO, match, loser=4)
    recorded = remove_final(match, 3, by=ada)
    assert recorded.changed
    found = seen(match)
    assert (found["score"], found["winner"], found["state"]) == (
        (1, 2),
        None,
        "playing",
    )
    assert (found["revision"], found["finals"], found["finished"]) == (4, 1, False)
    assert FinalScore.objects.get(match=match).voided_by == ada
    assert acts(match)[-1] == "result_removed"


def test_a_removed_walkover_leaves_the_match_open():
    match = builders.match(7)
    walkover(match, Side.ONE)
    remove_final(match, 1)
    found = seen(match)
    assert (found["winner"], found["walkover"], found["state"]) == (
        None,
        False,
        "ready",
    )


def test_no_result_is_removed_that_is_not_there_or_was_not_seen():
    match = builders.match(7)
    untouched(match, lambda: remove_final(match, 0), NOTHING_TO_REMOVE)
    builders.won(Side.ONE, match)
    untouched(match, lambda: remove_final(match, 0), SCORE_CHANGED)


# Matches nobody may change -------------------------------------------------

ACTS = [
    lambda match: record(match, game(2), 1),
    lambda match: correct(match, 1, game(2), Game.objects.get(match=match).pk),
    lambda match: remove_last(match, 1),
    lambda match: record_final(match, 7, 0),
    lambda match: walkover(match, Side.ONE),
    lambda match: remove_final(match, 1),
]


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize(
    ("shut", "error"), [(lock_matches, MATCH_LOCKED), (cancel_matches, MATCH_CANCELLED)]
)
def test_nothing_is_recorded_in_a_locked_or_cancelled_match(act, shut, error):
    match = builders.match(7)
    play(match, game(1))
    shut([match.pk])
    untouched(match, lambda: act(match), error)


def test_an_unlocked_match_goes_on():
    match = builders.match(7)
    lock_matches([match.pk])
    unlock_matches([match.pk])
    play(match, game(1))
    assert seen(match)["score"] == (1, 0)


def test_the_revision_only_grows():
    """Through a whole life of a match: by one with every act, never back."""
    match = builders.match(5)
    revisions = [0]

    def note():
        match.refresh_from_db()
        revisions.append(match.revision)

    play(match, game(1), game(2), game(1, "gammon"))
    note()
    first = Game.objects.get(match=match, number=1)
    correct(match, 1, game(2), first.pk)
    note()
    remove_last(match, 4)
    note()
    builders.won(Side.TWO, match, loser=0)
    note()
    remove_final(match, 6)
    note()
    walkover(match, Side.ONE)
    note()
    cancel_matches([match.pk])
    note()
    assert revisions == [0, 3, 4, 5, 6, 7, 8, 9]
    assert JournalEntry.objects.filter(match=match).count() == 8
