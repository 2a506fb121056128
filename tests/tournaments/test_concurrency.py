"""Things that happen at the same moment, in real threads, on both databases.

Eight rounds each, twenty at night. Nothing is lost, nothing is doubled, and whoever
was too late is told so.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import wraps
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from matches.jobs import queue as jobs_queue
from matches.jobs import registry, tasks
from matches.ledger import adjust as ledger_adjust
from matches.ledger import recording
from matches.ledger.adjust import PointsDecision, adjust
from matches.ledger.errors import (
    ALREADY_REPORTED,
    MATCH_LOCKED,
    NO_REPORT,
    SCORE_CHANGED,
)
from matches.ledger.reporter import SHEET, Reporter
from matches.models import FinalScore, Game, Job, JournalEntry, Match, Player, Report
from matches.reports.services import confirm, dispute, version_from_score
from matches.rules import Side
from matches.rules.refusals import RuleError
from matches.web.answers import status_of
from tests import builders
from tests.builders import game
from tests.examples import NIGHTLY
from tests.refusals import is_refused
from tournaments.draws.errors import DRAW_OUTDATED
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.entries import services as entries_services
from tournaments.entries.errors import ALREADY_ENTERED
from tournaments.entries.options import withdraw
from tournaments.hall import services as hall_services
from tournaments.hall.settings import HallPlan, set_hall
from tournaments.models import (
    Draw,
    Entry,
    Pairing,
    Round,
    SeasonClosing,
    SeasonPlace,
    SignUpList,
    Tournament,
)
from tournaments.results.errors import WINNER_ADVANCED
from tournaments.seasons.scoring import UNIT, SeasonScoring
from tournaments.seasons.services import SeasonRules, close_season, make_season
from tournaments.seasons.state import state_of
from tournaments.setup.services import close_tournament
from tournaments.signups.services import change_list, sign_up
from tournaments.structure.errors import RESULTS_STILL_MISSING
from tournaments.tables.calling import advance
from tournaments.tables.errors import NEEDS_NO_TABLE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

ROUNDS = 20 if NIGHTLY else 4
PATIENCE = 20.0
UPPER = Reporter(side=Side.ONE, via=SHEET)
LOWER = Reporter(side=Side.TWO, via=SHEET)
Act = Callable[[], Any]


def at_once(*acts: Act) -> list[Any]:
    """Do everything at the same moment; return what each returned or was refused by."""
    start = Barrier(len(acts))

    def run(act: Act) -> Any:
        connection.ensure_connection()
        start.wait(timeout=PATIENCE)
        try:
            return act()
        except RuleError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def repeatedly(once: Act, rounds: int = ROUNDS) -> None:
    for _round in range(rounds):
        once()


def repeated(test: Act) -> Act:
    """Do it over and over: what goes wrong only sometimes goes wrong here."""

    @wraps(test)
    def over_and_over() -> None:
        repeatedly(test)

    return over_and_over


def kinds(results: list[Any]) -> list[str]:
    """The names of what came out and the codes of refusals, in alphabetical order."""
    return sorted(
        each.code if isinstance(each, RuleError) else type(each).__name__
        for each in results
    )


def changes(results: list[Any]) -> list[bool]:
    """Whether each act changed something, those that did not first."""
    return sorted(result.changed for result in results)


# One match -----------------------------------------------------------------


@repeated
def test_two_reporters_of_different_games_one_wins_and_one_is_told() -> None:
    match = builders.match(7)
    results = at_once(
        *(
            lambda side=side: recording.record_game(
                match_id=match.pk, result=game(side), after=0, by=None
            )
            for side in (1, 2)
        )
    )
    assert kinds(results) == ["Recorded", SCORE_CHANGED.code]
    match.refresh_from_db()
    row = Game.objects.get(match=match)
    assert (match.revision, match.score_1 + match.score_2) == (1, 1)
    assert (match.score_1, match.score_2) == ((1, 0), (0, 1))[row.winner - 1]
    assert JournalEntry.objects.filter(match=match).count() == 1


@repeated
def test_the_same_game_four_times_is_one_game() -> None:
    match = builders.match(7)
    results = at_once(
        *(
            lambda: recording.record_game(
                match_id=match.pk, result=game(1, "gammon"), after=0, by=None
            )
            for _tap in range(4)
        )
    )
    assert changes(results) == [False, False, False, True]
    match.refresh_from_db()
    assert (match.score_1, match.revision) == (2, 1)
    assert Game.objects.filter(match=match).count() == 1
    assert JournalEntry.objects.filter(match=match).count() == 1


@repeated
def test_two_results_of_one_match_do_not_overwrite_each_other() -> None:
    match = builders.match(7)
    results = at_once(
        lambda: recording.record_final(
            match_id=match.pk, score_1=7, score_2=4, by=None
        ),
        lambda: recording.record_final(
            match_id=match.pk, score_1=4, score_2=7, by=None
        ),
        lambda: ledger_adjust.record_walkover(
            match_id=match.pk, winner=Side.TWO, by=None
        ),
    )
    assert kinds(results) == ["Recorded", *[ALREADY_REPORTED.code] * 2]
    match.refresh_from_db()
    final = FinalScore.objects.get(match=match)
    assert (final.score_1, final.score_2) == (match.score_1, match.score_2)
    assert (final.winner, match.revision) == (match.winner, 1)


@repeated
def test_a_match_that_moves_while_its_result_arrives_keeps_the_result() -> None:
    made = builders.evening("swiss", 4)
    set_hall(made, HallPlan(count=3, calls_itself=False), by=None)
    match = builders.matches(builders.published_round(made))[0]
    number = match.pairing.match_number
    hall_services.call(made, number, table=1, by=None)
    moved, saved = at_once(
        lambda: hall_services.call(made, number, table=3, by=None),
        lambda: recording.record_final(
            match_id=match.pk, score_1=7, score_2=4, by=None
        ),
    )
    assert kinds([saved]) == ["Recorded"]
    assert kinds([moved]) in ([NEEDS_NO_TABLE.code], ["HallAct"])
    row = Pairing.objects.select_related("match").get(match=match)
    assert row.match is not None
    assert (row.match.score_1, row.match.winner) == (7, 1)
    assert row.table == (1 if isinstance(moved, RuleError) else 3)


@repeated
def test_a_game_and_an_undo_leave_a_score_that_follows_from_the_games() -> None:
    match = builders.match(7)
    recording.record_game(match_id=match.pk, result=game(1), after=0, by=None)
    results = at_once(
        lambda: recording.record_game(
            match_id=match.pk, result=game(2), after=1, by=None
        ),
        lambda: recording.remove_last_game(match_id=match.pk, revision=1, by=None),
    )
    assert kinds(results) == ["Recorded", SCORE_CHANGED.code]
    match.refresh_from_db()
    assert match.revision == 2
    live = Game.objects.filter(match=match, voided_at=None).count()
    assert match.score_1 + match.score_2 == live


def test_two_browsers_post_the_same_game() -> None:
    ada = builders.director()

    def once() -> None:
        match = builders.match(7)
        browsers = [builders.signed_in(ada) for _browser in range(3)]
        form = {"winner": 1, "kind": "single", "cube": 1, "after": 0}

        def post(browser: Client) -> int:
            return browser.post(f"/m/{match.code}/games/", form).status_code

        statuses = at_once(*(lambda each=each: post(each) for each in browsers))
        assert statuses == [302, 302, 302]
        assert Game.objects.filter(match=match).count() == 1

    repeatedly(once, ROUNDS // 4)


def test_confirming_and_disputing_at_once_ends_in_one_of_them() -> None:
    players = iter(builders.names(512))

    def once() -> None:
        people = (next(players), next(players))
        match = builders.match(7, people=people, reporting="agree")
        recording.record_final(match_id=match.pk, score_1=7, score_2=5, by=UPPER)
        report = Report.objects.get(match=match)
        version = version_from_score(match, 6, 7)
        results = at_once(
            lambda: confirm(match_id=match.pk, report_id=report.pk, by=LOWER),
            lambda: dispute(match_id=match.pk, version=version, by=LOWER),
        )
        # Who disputed first has agreed after all; afterwards nobody disputes any more.
        assert kinds(results) in (["Recorded", NO_REPORT.code], ["Recorded"] * 2)
        match.refresh_from_db()
        assert (match.state, match.winner) == ("done", 1)

    repeatedly(once)


def test_four_confirmations_are_one() -> None:
    players = iter(builders.names(512))

    def once() -> None:
        people = (next(players), next(players))
        match = builders.match(7, people=people, reporting="agree")
        recording.record_final(match_id=match.pk, score_1=7, score_2=5, by=UPPER)
        report = Report.objects.get(match=match)
        results = at_once(
            *(
                lambda: confirm(match_id=match.pk, report_id=report.pk, by=LOWER)
                for _tap in range(4)
            )
        )
        assert changes(results) == [False, False, False, True]
        match.refresh_from_db()
        assert (match.winner, match.revision) == (1, 2)

    repeatedly(once)


def test_penalty_points_with_one_key_are_given_once() -> None:
    players = iter(builders.names(512))

    def once() -> None:
        match = builders.match(7, people=(next(players), next(players)))
        key, decision = str(uuid4()), PointsDecision(side=Side.ONE, points=1)
        results = at_once(
            *(
                lambda: adjust(match_id=match.pk, decision=decision, op=key, by=None)
                for _tap in range(4)
            )
        )
        assert changes(results) == [False, False, False, True]
        match.refresh_from_db()
        assert (match.score_1, match.revision) == (1, 1)

    repeatedly(once)


# Draws and rounds ----------------------------------------------------------


@repeated
def test_a_draw_asked_for_twice_is_one_draw() -> None:
    evening = builders.evening("swiss", 4)
    asked = at_once(
        *(lambda: request_draw(tournament=evening, by=None) for _tap in range(3))
    )
    assert len({draw.pk for draw in asked}) == 1
    draw = Draw.objects.get(stage__division__tournament=evening)
    assert Job.objects.filter(pk=draw.job_id).count() == 1
    lines = JournalEntry.objects.filter(subject=evening.subject, act="draw_requested")
    assert lines.count() == 1


@repeated
def test_two_workers_at_one_draw_write_one_draft() -> None:
    evening = builders.evening("swiss", 6)
    draw = request_draw(tournament=evening, by=None)
    at_once(*(lambda: tasks.run_job(draw.job_id) for _worker in range(3)))
    draw.refresh_from_db()
    assert (draw.state, draw.job.state, draw.job.attempt) == ("draft", "done", 1)
    assert Pairing.objects.filter(draw=draw).count() == 3


@repeated
def test_a_worker_believed_dead_and_the_one_after_it_write_one_draft() -> None:
    evening = builders.evening("swiss", 6)
    draw = request_draw(tournament=evening, by=None)
    first = jobs_queue.claim(draw.job_id)
    assert first is not None
    jobs_queue.sweep(builders.minutes_ago(-10))

    def first_goes_on() -> None:
        with suppress(jobs_queue.LostClaimError):
            registry.work_for("draw")(first)

    at_once(first_goes_on, lambda: tasks.run_job(draw.job_id))
    draw.refresh_from_db()
    assert (draw.state, draw.job.state, draw.job.attempt) == ("draft", "done", 2)
    assert Pairing.objects.filter(draw=draw).count() == 3


@repeated
def test_a_round_published_twice_is_one_round() -> None:
    evening = builders.evening("swiss", 6)
    draw = builders.drawn_round(evening)
    results = at_once(
        *(
            lambda: publish_round(draw_id=draw.pk, tournament=evening, by=None)
            for _tap in range(3)
        )
    )
    assert changes(results) == [False, False, True]
    published = Round.objects.get(draw=draw)
    assert [each.match_number for each in builders.pairings(published)] == [1, 2, 3]
    assert Match.objects.filter(pairing__tournament=evening).count() == 3
    assert Match.objects.filter(pairing=None).count() == 0
    evening.refresh_from_db()
    assert evening.revision == 2  # entered, published


@repeated
def test_publishing_and_withdrawing_never_seat_somebody_who_left() -> None:
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    published, left = at_once(
        lambda: publish_round(draw_id=draw.pk, tournament=evening, by=None),
        lambda: withdraw.withdraw(tournament=evening, number=1, by=None),
    )
    assert left == "Ane Alm"
    order = list(
        JournalEntry.objects.filter(
            subject=evening.subject, act__in=("round_published", "withdrawn")
        )
        .order_by("pk")
        .values_list("act", flat=True)
    )
    if is_refused(published, DRAW_OUTDATED):
        assert order == ["withdrawn"]
        assert not Match.objects.filter(pairing__tournament=evening).exists()
    else:
        assert order == ["round_published", "withdrawn"]


def turned_round(match: Match) -> Act:
    """Correct a result: what somebody does who typed it the wrong way round."""

    def act() -> Any:
        recording.remove_final(match_id=match.pk, revision=1, by=None)
        return recording.record_final(
            match_id=match.pk, score_1=3, score_2=match.length, by=None
        )

    return act


@repeated
def test_a_final_never_rests_on_a_winner_that_was_corrected() -> None:
    cup = builders.evening("elimination", 4)
    first, second = builders.matches(builders.published_round(cup))
    builders.won(Side.ONE, first)
    _won, corrected = at_once(
        lambda: builders.won(Side.ONE, second), turned_round(first)
    )
    advance(cup.pk)
    first.refresh_from_db()
    final = Pairing.objects.get(draw__stage=builders.stage(cup), round_number=2)
    semi = Pairing.objects.get(match=first)
    winner = semi.entry_1 if first.winner == Side.ONE else semi.entry_2
    assert winner in (final.entry_1, final.entry_2)
    refused = is_refused(corrected, WINNER_ADVANCED)
    assert first.winner == (Side.ONE if refused else Side.TWO)


@repeated
def test_no_swiss_round_is_published_on_results_that_are_no_longer_true() -> None:
    evening = builders.evening("swiss", 4)
    match = builders.matches(builders.played_round(evening))[0]
    draw = builders.drawn_round(evening)
    published, corrected = at_once(
        lambda: publish_round(draw_id=draw.pk, tournament=evening, by=None),
        turned_round(match),
    )
    match.refresh_from_db()
    if isinstance(published, RuleError):
        assert kinds([published, corrected]) == ["Recorded", DRAW_OUTDATED.code]
        assert Round.objects.filter(draw__pk=draw.pk).count() == 0
        assert match.winner == 2
    else:
        assert is_refused(corrected, WINNER_ADVANCED)
        assert match.winner == 1


@repeated
def test_no_evening_is_closed_with_a_result_removed_at_that_moment() -> None:
    evening = builders.evening("swiss", 2)
    match = builders.matches(builders.played_round(evening))[0]
    closed, removed = at_once(
        lambda: close_tournament(tournament=evening, by=None),
        lambda: recording.remove_final(match_id=match.pk, revision=1, by=None),
    )
    evening.refresh_from_db()
    match.refresh_from_db()
    assert evening.is_closed == match.is_over
    if closed is None:
        assert is_refused(removed, MATCH_LOCKED)
    else:
        assert is_refused(closed, RESULTS_STILL_MISSING)


def test_two_directors_close_a_season_once() -> None:
    evening = builders.evening("swiss", 3)
    builders.played_round(evening)
    close_tournament(tournament=evening, by=None)
    rules = SeasonRules(
        name="Season", from_day=evening.date, scoring=SeasonScoring(attendance=UNIT)
    )

    def once() -> None:
        of = make_season(rules=rules, by=None)
        known = state_of(of).digest
        closings = at_once(
            *(lambda: close_season(of=of, known=known, by=None) for _director in "ab")
        )
        assert closings[0] == closings[1] == SeasonClosing.objects.get(season=of)
        assert SeasonPlace.objects.filter(closing__season=of).count() == 3

    repeatedly(once)


# Entries -------------------------------------------------------------------


def entered_by(browser: Client, evening: Tournament) -> Act:
    form = {"text": "Zoltan Quist\nYrsa Unger", "here": "on", "confirmed": "1"}
    return lambda: browser.post(f"/desk/{evening.slug}/entries/add/", form).status_code


def test_a_list_sent_twice_enters_nobody_twice() -> None:
    ada = builders.director()

    def once() -> None:
        evening = builders.tournament()
        browsers = [builders.signed_in(ada) for _browser in range(2)]
        at_once(*(entered_by(browser, evening) for browser in browsers))
        found = [entry.player.name for entry in builders.entries(evening)]
        assert sorted(found) == ["Yrsa Unger", "Zoltan Quist"]
        Entry.objects.all().delete()
        Player.objects.all().delete()

    repeatedly(once, ROUNDS // 2)


@repeated
def test_a_known_player_is_entered_once() -> None:
    evening, ole = builders.tournament(), builders.player("Ole Falk")
    results = at_once(
        *(
            lambda: entries_services.add_entries(
                tournament=evening, known=[ole], new=(), here=True, by=None
            )
            for _tap in range(3)
        )
    )
    refused = [each for each in results if is_refused(each, ALREADY_ENTERED)]
    assert len(refused) == 2
    assert [entry.number for entry in builders.entries(evening)] == [1]


def test_everybody_entered_at_once_gets_a_number_of_their_own() -> None:
    def once() -> None:
        evening = builders.tournament()
        names = [f"Player {letter}" for letter in "ABCD"]
        at_once(
            *(lambda name=name: builders.entered(evening, [name]) for name in names)
        )
        assert [entry.number for entry in builders.entries(evening)] == [1, 2, 3, 4]
        evening.refresh_from_db()
        assert evening.revision == 4

    repeatedly(once, ROUNDS // 2)


@repeated
def test_four_for_the_last_two_places() -> None:
    evening = builders.tournament()
    division = evening.divisions.select_related("tournament").get()
    row = change_list(
        division, by=None, opens_at=timezone.now(), is_reviewed=False, places=2
    )
    names = ("Anna Berg", "Bo Holm", "Cille Ask", "Dag Lie")
    at_once(
        *(
            lambda name=name: sign_up(SignUpList.objects.get(pk=row.pk), {"name": name})
            for name in names
        )
    )
    states = list(row.sign_ups.values_list("state", flat=True))
    assert states == ["in", "in", "waiting", "waiting"]
    assert len(builders.entries(evening)) == 2


def test_errors_of_one_who_was_late_are_conflicts() -> None:
    """What this file relies on: the page answers these with 409."""
    late = (
        SCORE_CHANGED(one=1, two=0),
        ALREADY_REPORTED(one=7, two=3),
        DRAW_OUTDATED(),
    )
    assert [status_of(error) for error in late] == [409, 409, 409]
