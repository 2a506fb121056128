"""Tournaments made, changed, closed, opened again and deleted."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from matches.jobs import tasks
from matches.ledger.errors import MATCH_LOCKED
from matches.ledger.recording import record_final
from matches.models import Job, JournalEntry, Match
from matches.rulebook.profiles import DEFAULT
from matches.rules import Side
from matches.rules.refusals import Refusal, RuleError
from tests import builders
from tests.builders import game, play
from tests.examples import once_on_postgresql
from tests.refusals import raises
from tournaments.draws.publish import take_back_round
from tournaments.draws.request import request_draw
from tournaments.models import Draw, Entry, Pairing, Tournament
from tournaments.setup.bin import move_to_bin
from tournaments.setup.errors import TOO_FEW_ROUNDS, TOURNAMENT_STARTED
from tournaments.setup.presets import PRESETS
from tournaments.setup.services import (
    change_tournament,
    close_tournament,
    create_tournament,
    reopen_tournament,
)
from tournaments.structure.errors import RESULTS_STILL_MISSING, TOURNAMENT_CLOSED

pytestmark = pytest.mark.django_db


def facts() -> dict[str, Any]:
    """Everything an act on a tournament could change."""
    return {
        "tournaments": list(Tournament.objects.order_by("pk").values()),
        "entries": Entry.objects.count(),
        "draws": list(Draw.objects.values_list("pk", "state")),
        "locked": list(Match.objects.order_by("pk").values_list("pk", "locked_at")),
        "lines": JournalEntry.objects.count(),
    }


def refused(act: Callable[[], Any], error: Refusal[RuleError]) -> str:
    """Refuse the act, change nothing, and return the sentence."""
    before = facts()
    with raises(error) as caught:
        act()
    assert facts() == before
    return str(caught.value)


def last_act() -> str:
    return JournalEntry.objects.order_by("-pk")[0].act


# Making and changing -------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Club evening", "club-evening-2026-11-20"),
        ("Tæby Åben!", "tæby-åben-2026-11-20"),
        ("北京 杯", "北京-杯-2026-11-20"),
        ("★ ★ ★", "tournament-2026-11-20"),
        ("x" * 80, f"{'x' * 40}-2026-11-20"),
    ],
)
def test_an_address_is_made_from_name_and_date(
    client: Client, name: str, slug: str
) -> None:
    made = builders.tournament(name=name)
    assert made.slug == slug
    assert client.get(made.get_absolute_url()).status_code == 200


@pytest.mark.database
def test_evenings_of_one_name_and_date_get_addresses_of_their_own() -> None:
    slugs = [builders.tournament().slug for _evening in range(3)]
    assert slugs == [
        "club-evening-2026-11-20",
        "club-evening-2026-11-20-2",
        "club-evening-2026-11-20-3",
    ]


def test_a_new_tournament_has_one_stage_and_one_line() -> None:
    ada = builders.director()
    made = create_tournament(
        plan=builders.plan(
            "monrad",
            match_length=11,
            rounds=5,
            profile=DEFAULT.with_changes(crawford=False),
        ),
        by=ada,
    )
    stage = builders.stage(made)
    assert (stage.format, stage.match_length, stage.rounds) == ("monrad", 11, 5)
    profile = stage.division.profile.profile
    assert (profile.crawford, profile.cube_cap, made.created_by) == (False, 64, ada)
    line = JournalEntry.objects.order_by("-pk")[0]
    assert (line.act, line.actor, line.subject) == (
        "tournament_created",
        ada,
        made.subject,
    )


@pytest.mark.database
@pytest.mark.parametrize(
    "card", once_on_postgresql(*PRESETS), ids=lambda card: card.key
)
def test_a_card_makes_a_tournament_in_three_clicks(card: Any) -> None:
    ada = builders.signed_in(builders.director())
    cards = ada.get("/desk/new/").content.decode()
    assert f"/desk/new/?template={card.key}" in cards
    page = ada.get(f"/desk/new/?template={card.key}")
    form = {
        key: value.isoformat() if isinstance(value, date) else value
        for key, value in page.context["form"].initial.items()
    }
    answer = ada.post(f"/desk/new/?template={card.key}", form)
    made = Tournament.objects.get()
    assert answer["Location"] == f"/desk/{made.slug}/entries/"
    stage = builders.stage(made)
    assert (stage.format, stage.match_length) == (card.format, card.match_length)


def test_changes_are_saved_and_reach_the_next_round_only() -> None:
    evening = builders.evening("swiss", 4)
    first = builders.played_round(evening)
    change_tournament(
        tournament=evening,
        plan=builders.plan(
            "elimination", name="Late evening", match_length=11, rounds=5
        ),
        by=None,
    )
    evening.refresh_from_db()
    stage = builders.stage(evening)
    assert (evening.name, evening.slug) == ("Late evening", "club-evening-2026-11-20")
    assert (stage.format, stage.match_length, stage.rounds) == ("swiss", 11, 5)
    assert last_act() == "tournament_changed"
    second = builders.published_round(evening)
    lengths = [match.length for match in builders.matches(first)]
    assert lengths + [match.length for match in builders.matches(second)] == [
        7,
        7,
        11,
        11,
    ]


def test_the_format_can_change_while_nothing_is_public() -> None:
    evening = builders.evening("swiss", 4)
    change_tournament(tournament=evening, plan=builders.plan("elimination"), by=None)
    assert builders.stage(evening).format == "elimination"


def test_rounds_that_were_drawn_cannot_be_planned_away() -> None:
    evening = builders.evening("swiss", 4)
    for _round in range(2):
        builders.played_round(evening)
    sentence = refused(
        lambda: change_tournament(
            tournament=evening, plan=builders.plan(rounds=1), by=None
        ),
        TOO_FEW_ROUNDS,
    )
    assert sentence == str(TOO_FEW_ROUNDS(drawn=2))


# Closing and opening again -------------------------------------------------


def test_closing_locks_the_matches_and_opening_unlocks_them() -> None:
    evening = builders.evening("swiss", 4)
    match = builders.matches(builders.played_round(evening))[0]
    close_tournament(tournament=evening, by=None)
    evening.refresh_from_db()
    assert evening.is_closed
    assert last_act() == "tournament_closed"

    def correct() -> Any:
        return record_final(match_id=match.pk, score_1=7, score_2=6, by=None)

    refused(correct, MATCH_LOCKED)
    reopen_tournament(tournament=evening, by=None)
    evening.refresh_from_db()
    assert not evening.is_closed
    assert last_act() == "tournament_reopened"
    assert {match.locked_at for match in Match.objects.all()} == {None}
    before = facts()
    reopen_tournament(tournament=evening, by=None)
    assert facts() == before


def test_no_evening_ends_with_a_match_that_is_open() -> None:
    evening = builders.evening("swiss", 6)
    matches = builders.matches(builders.published_round(evening))
    builders.won(Side.ONE, matches[1])
    play(matches[2], game(1))
    sentence = refused(
        lambda: close_tournament(tournament=evening, by=None), RESULTS_STILL_MISSING
    )
    assert sentence == str(RESULTS_STILL_MISSING(labels="M1, M3"))


@pytest.mark.database
def test_matches_of_a_round_taken_back_keep_no_evening_open() -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    take_back_round(round_number=1, tournament=evening, reason="Fire alarm", by=None)
    close_tournament(tournament=evening, by=None)
    assert not Match.objects.filter(locked_at__isnull=False).exists()


def test_closing_discards_the_draft() -> None:
    evening = builders.evening("swiss", 4)
    builders.played_round(evening)
    draft = builders.drawn_round(evening)
    close_tournament(tournament=evening, by=None)
    draft.refresh_from_db()
    assert draft.state == Draw.State.DISCARDED
    assert not Pairing.objects.filter(draw=draft).exists()


@pytest.mark.database
def test_a_closed_tournament_is_neither_closed_nor_changed_again() -> None:
    evening = builders.evening("swiss", 4)
    close_tournament(tournament=evening, by=None)
    before = facts()
    close_tournament(tournament=evening, by=None)
    assert facts() == before
    refused(
        lambda: change_tournament(
            tournament=evening, plan=builders.plan(name="Other"), by=None
        ),
        TOURNAMENT_CLOSED,
    )


def test_an_evening_with_nobody_can_be_closed() -> None:
    evening = builders.tournament()
    close_tournament(tournament=evening, by=None)
    evening.refresh_from_db()
    assert evening.is_closed


def head_of(answer: HttpResponse) -> str:
    """Return the head of a page, with its buttons."""
    begins = answer.content.decode().partition("head__actions")[2]
    return begins.partition("</header>")[0]


def test_closing_names_the_rounds_that_are_not_drawn() -> None:
    evening = builders.evening("swiss", 4, rounds=2)
    ada = builders.signed_in(builders.director())
    first = builders.published_round(evening)
    path = f"/desk/{evening.slug}/close/"
    (view,) = ada.get(path).context["desk"].unfinished
    assert (len(view.open_labels), view.undrawn) == (2, 1)
    page = ada.get(path)
    assert page.context["missing"] == list(view.open_labels)
    assert 'name="unplayed"' in head_of(page)
    ((_text, take_back),) = page.context["unplayed"]
    assert take_back in head_of(page)
    assert ada.get(take_back).status_code == 200
    builders.won(Side.ONE, builders.matches(first)[0], loser=3)
    assert ada.get(path).context["unplayed"] == []
    desk = ada.get(f"/desk/{evening.slug}/").context["page"]
    assert desk.offers_late_entry
    builders.won(Side.ONE, builders.matches(first)[1], loser=3)
    page = ada.get(path)
    assert page.context["missing"] == []
    assert 'name="unplayed"' not in head_of(page)
    builders.published_round(evening)
    (view,) = ada.get(path).context["desk"].unfinished
    assert view.undrawn == 0
    desk = ada.get(f"/desk/{evening.slug}/").context["page"]
    assert not desk.offers_late_entry, "nobody who comes now has a match"


def test_a_cup_that_is_played_takes_nobody_any_more() -> None:
    cup = builders.evening("elimination", 2)
    ada = builders.signed_in(builders.director())
    final = builders.published_round(cup)
    path = f"/desk/{cup.slug}/"
    assert ada.get(path).context["page"].offers_late_entry
    for match in builders.matches(final):
        builders.won(Side.ONE, match, loser=3)
    assert not ada.get(path).context["page"].offers_late_entry


def test_the_public_page_shows_the_winner_after_closing(client: Client) -> None:
    cup = builders.evening("elimination", 4)
    builders.published_round(cup)
    builders.play_on(cup)
    (final,) = builders.called(cup)
    builders.play_on(cup)
    path = cup.get_absolute_url()
    assert "podium" not in client.get(path).content.decode()
    close_tournament(tournament=cup, by=None)
    answer = client.get(path)
    _stage, _table, podium = answer.context["page"].finals[0]
    winner = final.entry_1.player.name
    assert (podium[0].place, podium[0].name) == (1, winner)
    assert winner in answer.content.decode()


# Deleting ------------------------------------------------------------------


@pytest.mark.database
def test_a_tournament_nobody_saw_is_deleted_with_its_draft() -> None:
    evening = builders.evening("swiss", 4)
    builders.drawn_round(evening)
    move_to_bin(tournament=evening, by=None)
    assert not Tournament.objects.exists()
    assert not Draw.objects.open().exists()
    assert last_act() == "tournament_deleted"


def test_no_worker_is_sent_after_a_deleted_tournament() -> None:
    evening = builders.evening("swiss", 4)
    asked = request_draw(tournament=evening, by=None)
    move_to_bin(tournament=evening, by=None)
    assert not Job.objects.exists()
    tasks.run_job(asked.job_id)


@pytest.mark.parametrize("taken_back", [False, True])
def test_a_tournament_that_was_public_is_not_deleted_unasked(taken_back: bool) -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    if taken_back:
        take_back_round(round_number=1, tournament=evening, reason="No", by=None)
    refused(lambda: move_to_bin(tournament=evening, by=None), TOURNAMENT_STARTED)


@pytest.mark.database
def test_a_form_sent_twice_makes_one_tournament() -> None:
    plan = builders.plan()
    one = create_tournament(plan=plan, by=None, op="a key")
    assert create_tournament(plan=plan, by=None, op="a key") == one
    other = create_tournament(plan=plan, by=None, op="another key")
    assert other.slug != one.slug
    assert create_tournament(plan=plan, by=None).slug not in {one.slug, other.slug}
    assert Tournament.objects.count() == 3


@pytest.mark.database
def test_a_tournament_that_was_deleted_since_is_made_again() -> None:
    plan = builders.plan()
    one = create_tournament(plan=plan, by=None, op="a key")
    Tournament.objects.filter(pk=one.pk).delete()
    assert create_tournament(plan=plan, by=None, op="a key").pk != one.pk


@pytest.mark.database
def test_two_forms_with_one_key_at_the_same_moment_make_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second looked before the first had written."""
    plan = builders.plan()
    one = create_tournament(plan=plan, by=None, op="a key")
    looks = iter(["", f"tournament {one.slug}"])
    monkeypatch.setattr(
        "tournaments.setup.services.form_keys.content_of", lambda _key: next(looks)
    )
    assert create_tournament(plan=plan, by=None, op="a key") == one
    assert Tournament.objects.count() == 1


def test_the_form_of_a_new_tournament_carries_its_key() -> None:
    ada = builders.signed_in(builders.director())
    page = ada.get("/desk/new/?template=cup").content.decode()
    key = page.split('name="op" value="')[1].split('"')[0]
    typed = {
        "name": "Evening",
        "date": "2026-11-27",
        "format": "swiss",
        "match_length": 7,
        "rounds": 4,
        "crawford": "on",
        "language": "en",
        "op": key,
    }
    answers = [ada.post("/desk/new/?template=cup", typed) for _sent in range(2)]
    assert {answer.status_code for answer in answers} == {302}
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Tournament.objects.count() == 1
