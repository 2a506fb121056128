"""Results typed at the desk, and winners that a cup already rests on."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from matches.jobs import tasks
from matches.ledger import adjust, recording
from matches.ledger.errors import ALREADY_REPORTED
from matches.models import FinalScore, Game, JournalEntry, Match
from matches.rules import Side
from matches.rules.errors import NO_WINNER, SCORE_TOO_HIGH
from matches.rules.refusals import Refusal, RuleError
from tests import builders
from tests.builders import game, play
from tests.examples import on_sqlite
from tests.refusals import raises, told
from tournaments.draws.publish import publish_round, take_back_round
from tournaments.draws.request import request_draw
from tournaments.models import Tournament
from tournaments.results.errors import LINE_UNREADABLE, NO_SUCH_MATCH, WINNER_ADVANCED
from tournaments.results.services import record_line
from tournaments.structure.marks import fingerprint
from tournaments.tables.calling import advance

pytestmark = pytest.mark.django_db


def typed(within: Tournament, line: str) -> Any:
    return record_line(tournament=within, typed=line, by=None)


def facts() -> tuple[Any, ...]:
    columns = ("pk", "score_1", "score_2", "winner", "state", "revision")
    return (
        list(Match.objects.order_by("pk").values_list(*columns)),
        FinalScore.objects.count(),
        Game.objects.count(),
        JournalEntry.objects.count(),
    )


def refused(act: Callable[[], Any], error: Refusal[RuleError]) -> str:
    """Refuse the act, change nothing, and return the sentence."""
    before = facts()
    with raises(error) as caught:
        act()
    assert facts() == before
    return str(caught.value)


# The result box ------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["2 7 5", " 2  7  5 ", "M2 7 5", "m2 7-5", "2: 7–5", "2, 7, 5", "2/7/5"]
)
def test_a_line_is_the_result_of_a_match(line: str) -> None:
    evening = builders.evening("swiss", 4)
    published = builders.published_round(evening)
    mark = fingerprint(evening.pk)
    done = typed(evening, line)
    assert (done[0], done[1].changed) == (2, True)
    match = builders.matches(published)[1]
    assert (match.score_1, match.score_2, match.winner) == (7, 5, 1)
    assert fingerprint(evening.pk) == mark + 1
    again = typed(evening, line)
    assert again[1].changed is False
    assert fingerprint(evening.pk) == mark + 1


NO_RESULTS = (
    *("", "   ", "2", "2 7", "2 7 5 3", "two seven five"),
    *("2 7 -5", "2 -7 5", "-2 7 5", "2 7--5", "2 7 −5"),
    *("999999 7 5", "2 7.5 3 1", "2 1e3 5"),
    *("2 7 5" + " " * 60 + "3", "2" + " " * 40 + "7 5"),
)


@pytest.mark.database
@pytest.mark.parametrize("lines", [("\x00", "9" * 5000), on_sqlite((NO_RESULTS,))])
def test_what_is_no_result_is_not_guessed_at(lines: tuple[str, ...]) -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    for line in lines:
        refused(partial(typed, evening, line), LINE_UNREADABLE)


@pytest.mark.database
def test_a_match_that_is_not_there_is_named() -> None:
    evening, other = builders.evening("swiss", 4), builders.evening("swiss", 8)
    builders.published_round(evening)
    builders.published_round(other)
    sentence = refused(lambda: typed(evening, "3 7 5"), NO_SUCH_MATCH)
    assert "M3" in sentence
    assert typed(other, "3 7 5")[1].changed


def test_a_round_taken_back_has_no_matches() -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    take_back_round(round_number=1, tournament=evening, reason="Wrong hall", by=None)
    refused(lambda: typed(evening, "1 7 5"), NO_SUCH_MATCH)


@pytest.mark.parametrize(
    ("line", "error"),
    [("1 7 4", ALREADY_REPORTED), ("1 8 7", SCORE_TOO_HIGH), ("1 5 3", NO_WINNER)],
)
def test_a_line_is_checked_like_any_result(
    line: str, error: Refusal[RuleError]
) -> None:
    evening = builders.evening("swiss", 4)
    published = builders.published_round(evening)
    if error is ALREADY_REPORTED:
        builders.won(Side.ONE, builders.matches(published)[0], loser=2)
    refused(lambda: typed(evening, line), error)


def test_a_line_ends_a_match_that_was_given_away_with_a_sentence() -> None:
    evening = builders.evening("swiss", 4)
    match = builders.matches(builders.published_round(evening))[0]
    adjust.record_walkover(match_id=match.pk, winner=Side.TWO, by=None)
    refused(lambda: typed(evening, "1 7 5"), ALREADY_REPORTED)


# What a changed winner may not break ---------------------------------------


def cup_of_four(*, played: int = 2) -> tuple[Tournament, list[Match]]:
    """A cup and its semi-finals, of which so many are won 7–3 by side one."""
    cup = builders.evening("elimination", 4)
    matches = builders.matches(builders.published_round(cup))
    for match in matches[:played]:
        builders.won(Side.ONE, match)
    advance(cup.pk)
    for match in matches:
        match.refresh_from_db()
    return cup, matches


def test_no_winner_changes_under_a_final_that_is_open() -> None:
    _cup, (match, _other) = cup_of_four()
    sentence = refused(
        lambda: recording.remove_final(match_id=match.pk, revision=1, by=None),
        WINNER_ADVANCED,
    )
    assert "later matches (from round 2) depend on it" in sentence


def test_before_the_final_is_open_the_winner_may_change() -> None:
    cup, (match, other) = cup_of_four(played=1)
    recording.remove_final(match_id=match.pk, revision=1, by=None)
    builders.won(Side.TWO, match)
    builders.won(Side.ONE, other)
    advance(cup.pk)
    refused(
        lambda: recording.remove_final(match_id=match.pk, revision=3, by=None),
        WINNER_ADVANCED,
    )


def test_the_score_may_be_corrected_as_long_as_the_winner_stays() -> None:
    cup = builders.evening("elimination", 4, match_length=3)
    matches = builders.matches(builders.published_round(cup))
    play(matches[0], game(1), game(1, "gammon"))
    builders.won(Side.ONE, matches[1], loser=0)
    advance(cup.pk)
    first = Game.objects.get(match=matches[0], number=1)

    def correct(result: Any) -> Any:
        return recording.correct_game(
            match_id=matches[0].pk, number=1, result=result, replaces=first.pk, by=None
        )

    refused(lambda: correct(game(2)), WINNER_ADVANCED)
    assert correct(game(1, "gammon")).changed
    refused(
        lambda: recording.remove_last_game(match_id=matches[0].pk, revision=3, by=None),
        WINNER_ADVANCED,
    )


@pytest.mark.parametrize("format_key", ["swiss", "monrad"])
def test_outside_a_cup_no_winner_changes_quickly_under_a_later_round(
    format_key: str,
) -> None:
    evening = builders.evening(format_key, 4)
    match = builders.matches(builders.played_round(evening))[0]
    builders.published_round(evening)
    refused(
        lambda: recording.remove_final(match_id=match.pk, revision=1, by=None),
        WINNER_ADVANCED,
    )
    assert recording.correct_final(
        match_id=match.pk, score_1=7, score_2=5, revision=1, by=None
    ).changed
    recording.remove_final(match_id=match.pk, revision=2, by=None, accept=True)
    builders.won(Side.TWO, match)
    match.refresh_from_db()
    assert match.winner == Side.TWO


def test_a_round_drawn_before_the_result_came_does_not_rest_on_it() -> None:
    evening = builders.evening("swiss", 4)
    first, second = builders.matches(builders.published_round(evening))
    builders.won(Side.ONE, first)
    asked = request_draw(tournament=evening, ahead=True, by=None)
    tasks.run_job(asked.job_id)
    publish_round(draw_id=asked.pk, tournament=evening, by=None)
    builders.won(Side.ONE, second)
    assert recording.remove_final(match_id=second.pk, revision=1, by=None).changed
    refused(
        lambda: recording.remove_final(match_id=first.pk, revision=1, by=None),
        WINNER_ADVANCED,
    )


def test_in_a_round_robin_no_later_round_rests_on_a_winner() -> None:
    evening = builders.evening("round_robin", 4)
    match = builders.matches(builders.played_round(evening))[0]
    builders.published_round(evening)
    assert recording.remove_final(match_id=match.pk, revision=1, by=None).changed


def test_a_match_of_its_own_is_guarded_by_nobody() -> None:
    match = builders.match(7)
    builders.won(Side.ONE, match)
    assert recording.remove_final(match_id=match.pk, revision=1, by=None).changed


def test_a_double_forfeit_stands_once_the_next_round_rests_on_it() -> None:
    made = builders.evening("elimination", 8)
    first = builders.matches(builders.published_round(made))[0]
    ended = adjust.record_ending(match_id=first.pk, how="nobody", winner=None, by=None)
    while builders.play_on(made):
        pass
    with raises(WINNER_ADVANCED):
        recording.remove_final(
            match_id=first.pk, revision=ended.match.revision, by=None
        )


# The page without scripts --------------------------------------------------


def test_a_refused_line_leaves_the_undo_of_the_last_act_on_its_page() -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    ada = builders.signed_in(builders.director())
    path = f"/desk/{evening.slug}/results/"
    saved = ada.post(path, {"line": "1 7 3"}, follow=True)
    undo = saved.context["undo_url"]
    assert undo
    for line in ("1 7 7", "99 7 1"):  # again and again
        again = ada.post(path, {"line": line})
        assert again.status_code >= 400
        assert told(again) == ["success"]
        assert again.context["undo_url"] == undo
        assert f'action="{undo.replace("&", "&amp;")}"' in again.content.decode()
    undone = ada.post(undo, follow=True)
    assert undone.context["redo_url"]
    again = ada.post(path, {"line": "1 7 7"})
    assert again.context["redo_url"] == undone.context["redo_url"]
    ada.get(f"/desk/{evening.slug}/")  # it is read, and the page is left
    again = ada.post(path, {"line": "1 7 7"})
    assert told(again) == []
    assert not again.context["undo_url"]
    assert not again.context["redo_url"]
