"""Drawing a round: asked for, made, looked at, swapped, drawn again, or failed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from matches.jobs import tasks
from matches.jobs.queue import BROKE
from matches.models import Job, JournalEntry
from matches.rules.refusals import Refusal, RuleError
from tests import builders
from tests.refusals import raises
from tournaments import engine
from tournaments.draws import errors
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.draws.swap import as_drawn, swap
from tournaments.engine.errors import STAGE_FINISHED, TOO_FEW_ENTRANTS
from tournaments.entries import services as entries_services
from tournaments.models import Draw, Pairing, Tournament
from tournaments.setup.services import close_tournament
from tournaments.structure.errors import RESULTS_STILL_MISSING, TOURNAMENT_CLOSED

pytestmark = pytest.mark.django_db


def ask(tournament: Tournament, reason: str = "") -> Draw:
    return request_draw(tournament=tournament, reason=reason, by=None)


def counts() -> dict[str, Any]:
    """Everything an act on draws could change."""
    return {
        "draws": list(Draw.objects.order_by("pk").values_list("pk", "state", "record")),
        "pairings": list(Pairing.objects.order_by("pk").values_list("entry_1")),
        "jobs": list(Job.objects.order_by("pk").values_list("pk", "state")),
        "lines": JournalEntry.objects.count(),
        "revisions": list(Tournament.objects.values_list("revision", flat=True)),
    }


def refused(act: Callable[[], Any], error: Refusal[RuleError]) -> str:
    """Refuse the act, change nothing, and return the sentence."""
    before = counts()
    with raises(error) as caught:
        act()
    assert counts() == before
    return str(caught.value)


def numbers(draw: Draw) -> list[tuple[int, int | None]]:
    """The entry numbers that meet, in table order."""
    return [(pair.one, pair.two) for pair in as_drawn(draw).pairings]


# Asking --------------------------------------------------------------------


def test_asking_writes_down_what_is_to_be_drawn() -> None:
    ada, evening = builders.director(), builders.evening("swiss", 4)
    draw = request_draw(tournament=evening, by=ada)
    assert (draw.round_number, draw.number, draw.state) == (1, 1, "drawing")
    assert (draw.algorithm, draw.version) == ("swiss", 1)
    assert (draw.requested_by, len(draw.seed)) == (ada, 32)
    assert (draw.job.kind, draw.job.state) == ("draw", "queued")
    line = JournalEntry.objects.order_by("-pk")[0]
    assert (line.act, line.actor, line.subject) == (
        "draw_requested",
        ada,
        evening.subject,
    )


def test_a_double_tap_gets_the_same_draw() -> None:
    evening = builders.evening("swiss", 4)
    first = ask(evening)
    before = counts()
    assert ask(evening).pk == first.pk
    assert ask(evening, reason="I pressed again").pk == first.pk
    assert counts() == before


@pytest.mark.parametrize(("here", "present"), [(0, 0), (1, 1)])
def test_a_draw_needs_two(here: int, present: int) -> None:
    evening = builders.tournament()
    builders.entered(evening, 3, here=False)
    entries_services.check_in(
        tournament=evening, numbers=list(range(1, here + 1)), here=True, by=None
    )
    sentence = refused(lambda: ask(evening), TOO_FEW_ENTRANTS)
    assert sentence == str(TOO_FEW_ENTRANTS(needed=2, present=present))


def test_no_round_is_drawn_before_the_last_is_played() -> None:
    evening = builders.evening("swiss", 6)
    published = builders.published_round(evening)
    builders.won(1, builders.matches(published)[1])
    sentence = refused(lambda: ask(evening), RESULTS_STILL_MISSING)
    assert sentence == str(RESULTS_STILL_MISSING(labels="M1, M3"))


@pytest.mark.parametrize(("format_key", "rounds"), [("swiss", 2), ("monrad", 2)])
def test_nothing_is_drawn_after_the_last_round(format_key: str, rounds: int) -> None:
    evening = builders.evening(format_key, 4, rounds=2)
    for _round in range(rounds):
        builders.played_round(evening)
    refused(lambda: ask(evening), STAGE_FINISHED)


def test_a_closed_tournament_is_not_drawn() -> None:
    evening = builders.evening("swiss", 4)
    close_tournament(tournament=evening, by=None)
    refused(lambda: ask(evening), TOURNAMENT_CLOSED)


# Making --------------------------------------------------------------------


@pytest.mark.database
@pytest.mark.parametrize("format_key", [known.key for known in engine.FORMATS])
def test_the_worker_writes_a_draft_that_anybody_can_draw_again(format_key: str) -> None:
    evening = builders.evening(format_key, 7)
    draw = builders.drawn_round(evening)
    assert (draw.state, draw.job.state) == (Draw.State.DRAFT, Job.State.DONE)
    assert draw.job.step == draw.job.steps == 4
    state = engine.from_record(draw.record["state"])
    again = engine.draw(state, draw.seed)
    assert [(pair.one, pair.two) for pair in again.pairings] == numbers(draw)
    assert {str(key): lot for key, lot in again.lots.items()} == draw.record["lots"]
    assert draw.record["pairs"] == numbers(draw)
    everybody = [one for pair in numbers(draw) for one in pair if one]
    waits = 0 if engine.format_named(format_key).has_byes else 1
    assert len(set(everybody)) == len(everybody) == 7 - waits
    assert [pairing.position for pairing in builders.pairings(draw)] == list(
        range(1, len(numbers(draw)) + 1)
    )
    assert not Pairing.objects.with_match().exists()


@pytest.mark.database
def test_a_second_bell_draws_nothing_twice() -> None:
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    before = counts()
    tasks.run_job(draw.job_id)
    assert counts() == before


@pytest.mark.parametrize("page", ["draws/", "", "entries/", "standings/", "rounds/1/"])
def test_the_public_sees_nothing_of_a_draft(client: Client, page: str) -> None:
    evening = builders.evening("monrad", 4)
    draft = builders.drawn_round(evening)
    answer = client.get(f"/tournaments/{evening.slug}/{page}")
    assert answer.status_code == (404 if page == "rounds/1/" else 200)
    shown = answer.content.decode()
    assert draft.seed not in shown
    assert not [name for name in builders.names(4) if f"against {name}" in shown]
    assert client.get("/").status_code == 200


def test_the_director_sees_the_draft() -> None:
    evening = builders.evening("swiss", 4)
    ada = builders.signed_in(builders.director())
    draft = builders.drawn_round(evening)
    page = ada.get(f"/desk/{evening.slug}/draw/").content.decode()
    assert draft.seed in page
    for entry in builders.entries(evening):
        assert entry.player.name in page


# Drawing again -------------------------------------------------------------


def test_drawing_again_takes_a_reason() -> None:
    evening = builders.evening("swiss", 6)
    first = builders.drawn_round(evening)
    refused(lambda: ask(evening), errors.REASON_NEEDED)
    second = builders.drawn_round(evening, reason="Ane and Bo are married")
    first.refresh_from_db()
    assert (first.state, second.state) == (Draw.State.DISCARDED, Draw.State.DRAFT)
    assert (second.number, second.reason) == (2, "Ane and Bo are married")
    assert not Pairing.objects.filter(draw=first).exists()
    assert Pairing.objects.count() == 3


def test_a_draft_that_is_out_of_date_is_replaced_for_a_reason_too() -> None:
    evening = builders.evening("swiss", 4)
    builders.drawn_round(evening)
    entries_services.add_entries(
        tournament=evening,
        known=[builders.player("Sent Kommer")],
        new=(),
        here=True,
        by=None,
    )
    refused(lambda: ask(evening), errors.REASON_NEEDED)
    second = builders.drawn_round(evening)
    assert (second.number, second.state) == (2, Draw.State.DRAFT)
    assert second.announcement.content["differs"] == [["added", 5]]
    assert len(numbers(second)) == 3


# Swapping ------------------------------------------------------------------


def places(draw: Draw) -> list[int]:
    """Entry numbers in the order of the places, byes left out."""
    return [one for pair in numbers(draw) for one in pair if one is not None]


@pytest.mark.parametrize("format_key", ["swiss", "monrad", "elimination"])
def test_two_players_change_places(format_key: str) -> None:
    evening = builders.evening(format_key, 6)
    draw = builders.drawn_round(evening)
    before, lots = places(draw), dict(draw.record["lots"])
    first, second = before[0], before[3]
    swapped = swap(
        draw_id=draw.pk,
        tournament=evening,
        first=first,
        second=second,
        reason="They asked",
        by=None,
    )
    other = {first: second, second: first}
    assert places(swapped) == [other.get(one, one) for one in before]
    draw.refresh_from_db()
    assert draw.swaps == [(first, second)]
    moved = {str(first): str(second), str(second): str(first)}
    assert draw.record["lots"] == {
        number: lots[moved.get(number, number)] for number in lots
    }
    noted = [pairing.position for pairing in builders.pairings(draw) if pairing.notes]
    assert {1, 2} <= set(noted)
    assert JournalEntry.objects.order_by("-pk")[0].act == "draft_swapped"


def test_lots_of_a_swapped_draft_become_the_player_numbers() -> None:
    evening = builders.evening("monrad", 4)
    draw = builders.drawn_round(evening)
    one, _two, three, _four = places(draw)
    swap(
        draw_id=draw.pk,
        tournament=evening,
        first=one,
        second=three,
        reason="They asked",
        by=None,
    )
    draw.refresh_from_db()
    in_order = places(draw)
    with raises(errors.DRAFT_CHANGED):
        publish_round(draw_id=draw.pk, tournament=evening, by=None)
    publish_round(draw_id=draw.pk, tournament=evening, swaps=1, by=None)
    given = builders.lots(evening)
    assert [given[number] for number in in_order] == [1, 2, 3, 4]


def test_the_bye_can_be_swapped_too() -> None:
    evening = builders.evening("swiss", 5)
    draw = builders.drawn_round(evening)
    (one, _), (free, _none) = numbers(draw)[0], numbers(draw)[-1]
    swap(
        draw_id=draw.pk,
        tournament=evening,
        first=one,
        second=free,
        reason="They asked",
        by=None,
    )
    draw.refresh_from_db()
    assert numbers(draw)[-1] == (one, None)


@pytest.mark.database
def test_the_audit_looks_at_a_swapped_draft_again() -> None:
    evening = builders.evening("swiss", 4)
    builders.played_round(evening)
    draw = builders.drawn_round(evening)
    assert draw.record["notes"] == []
    (a, b), (c, d) = numbers(draw)
    met = {frozenset(pair) for pair in numbers(Draw.objects.get(round_number=1))}
    # Of the other two ways to pair four, exactly one repeats the first round.
    first, second = (b, d) if frozenset((a, d)) in met else (b, c)
    swapped = swap(
        draw_id=draw.pk,
        tournament=evening,
        first=first,
        second=second,
        reason="They asked",
        by=None,
    )
    assert len(swapped.record["notes"]) >= 1


def test_a_swap_takes_two_of_different_pairs() -> None:
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    (one, two), (three, _four) = numbers(draw)
    for first, second in [(one, two), (one, one), (one, 99), (0, 0), (99, three)]:
        refused(
            lambda first=first, second=second: swap(
                draw_id=draw.pk,
                tournament=evening,
                first=first,
                second=second,
                reason="They asked",
                by=None,
            ),
            errors.SWAP_NEEDS_TWO,
        )


@pytest.mark.database
def test_no_swap_in_a_draw_that_is_no_draft_or_of_another_tournament() -> None:
    evening, other = builders.evening("swiss", 4), builders.tournament()
    draw = builders.drawn_round(evening)
    (one, _two), (three, _four) = numbers(draw)

    def exchange(within: Tournament) -> Callable[[], Any]:
        return lambda: swap(
            draw_id=draw.pk,
            tournament=within,
            first=one,
            second=three,
            reason="They asked",
            by=None,
        )

    refused(exchange(other), errors.DRAW_GONE)
    publish_round(draw_id=draw.pk, tournament=evening, by=None)
    refused(exchange(evening), errors.DRAW_GONE)


# Failing -------------------------------------------------------------------


def outdated_draw(evening: Tournament) -> Draw:
    """A draw whose worker came when an entry had changed."""
    draw = ask(evening)
    entries_services.check_in(tournament=evening, numbers=[1], here=False, by=None)
    tasks.run_job(draw.job_id)
    draw.refresh_from_db()
    return draw


@pytest.mark.database
def test_a_draw_overtaken_by_a_change_is_not_written() -> None:
    evening = builders.evening("swiss", 4)
    draw = outdated_draw(evening)
    assert (draw.state, draw.job.state) == (Draw.State.DRAWING, Job.State.FAILED)
    assert draw.job.error == errors.DRAW_OUTDATED.code
    assert not Pairing.objects.exists()


def test_a_failed_draw_says_why_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = builders.evening("swiss", 4)
    ada = builders.signed_in(builders.director())
    outdated_draw(evening)
    page = ada.get(f"/desk/{evening.slug}/draw/").content.decode()
    assert errors.DRAW_OUTDATED.english in page
    monkeypatch.setattr(
        "matches.web.sentences.gettext", lambda message: f"[da] {message}"
    )
    page = ada.get(f"/desk/{evening.slug}/draw/").content.decode()
    assert "[da] An entry or result has changed" in page


def test_a_failed_draw_is_tried_again_without_a_reason() -> None:
    evening = builders.evening("swiss", 4)
    failed = outdated_draw(evening)
    again = builders.drawn_round(evening)
    failed.refresh_from_db()
    assert (failed.state, again.state) == (Draw.State.FAILED, Draw.State.DRAFT)
    assert again.number == 2


def test_a_bug_in_the_draw_is_logged_and_answered_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening = builders.evening("swiss", 4)
    ada = builders.signed_in(builders.director())
    draw = ask(evening)

    def broken(*_arguments: Any) -> None:
        raise ZeroDivisionError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(engine, "audit", broken)
        with pytest.raises(ZeroDivisionError):
            tasks.run_job(draw.job_id)
    assert "broke" in caplog.text
    page = ada.get(f"/desk/{evening.slug}/draw/").content.decode()
    assert BROKE.english in page
    assert "a bug" not in page
    assert not Pairing.objects.exists()
    assert builders.drawn_round(evening).state == Draw.State.DRAFT


def test_closing_while_a_draw_is_made_leaves_no_draft() -> None:
    evening = builders.evening("swiss", 4)
    draw = ask(evening)
    close_tournament(tournament=evening, by=None)
    tasks.run_job(draw.job_id)
    draw.refresh_from_db()
    assert (draw.state, draw.job.state) == (Draw.State.DISCARDED, Job.State.FAILED)
    assert not Pairing.objects.exists()


def test_the_swiss_bye_goes_round() -> None:
    """Three rounds of three: everybody is free once and nobody meets twice."""
    evening = builders.evening("swiss", 3)
    free, met = set(), set()
    for _round in range(3):
        published = builders.played_round(evening)
        for one, two in numbers(published.draw):
            if two is None:
                free.add(one)
            else:
                met.add(frozenset((one, two)))
    assert free == {1, 2, 3}
    assert len(met) == 3
