"""Practice: invented people, who count nowhere."""

from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client, TestCase
from django.utils import timezone

from matches.ledger.recording import record_final
from matches.ledger.reporter import SHEET, Reporter
from matches.models import Match
from matches.players.models import Player
from matches.players.queries import keys_named, players_named
from matches.rules import Side
from tests import builders
from tournaments.entries.queries import directory
from tournaments.models import Pairing, Tournament
from tournaments.practice.services import (
    MOST_PEOPLE,
    PracticePlan,
    begin,
    invented_people,
)
from tournaments.setup.bin import empty_bin
from tournaments.setup.presets import preset_named


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_no_two_people_have_the_same_name(seed: str) -> None:
    names = [name for name, _club in invented_people(seed, MOST_PEOPLE + 1)]
    assert Counter(names).most_common(1)[0][1] == 1


def practice(card: str, people: int) -> Tournament:
    chosen = preset_named(card)
    assert chosen is not None
    plan = PracticePlan(card=chosen, name="Practice", people=people, language="en")
    return begin(plan=plan, by=None)


@pytest.mark.django_db
def test_a_cup_is_played_to_the_end_and_counts_nowhere() -> None:
    held = practice("cup-consolation", 6)
    ada = builders.signed_in(builders.director("Ada"))
    builders.entered(held, ["Typed By Hand"])
    builders.published_round(held)
    open_matches = Match.objects.filter(
        pairing__in=Pairing.objects.live(), state=Match.State.READY
    )
    desk = ada.get(f"/desk/{held.slug}/").content.decode()
    assert f'action="/desk/{held.slug}/practice/"' in desk
    while open_matches.exists():
        with TestCase.captureOnCommitCallbacks(execute=True):  # brackets go on
            ada.post(f"/desk/{held.slug}/practice/")
    matches = Match.objects.filter(pairing__tournament=held)
    assert {match.state for match in matches} == {Match.State.DONE}
    assert not matches.filter(rated=True).exists()
    assert not Player.objects.filter(is_invented=False).exists()
    assert not keys_named("")
    assert players_named("", None, per_page=9)[1] == []
    assert directory() == []
    assert held.slug not in Client().get("/").content.decode()
    assert held.slug in ada.get("/desk/").content.decode()


@pytest.mark.django_db
def test_what_a_director_has_begun_is_left_to_them() -> None:
    held = practice("club-swiss", 6)
    first, *_others = builders.matches(builders.published_round(held))
    ada_phone = Reporter(side=Side.ONE, via=SHEET, device="1")
    record_final(match_id=first.pk, score_1=first.length, score_2=2, by=ada_phone)
    ada = builders.signed_in(builders.director())
    ada.post(f"/desk/{held.slug}/practice/")
    first.refresh_from_db()
    assert first.state == Match.State.REPORTED


@pytest.mark.django_db
def test_a_form_sent_twice_begins_one_practice_and_it_can_be_deleted() -> None:
    ada = builders.signed_in(builders.director())
    page = ada.get("/desk/new/practice/")
    form = {"card": "cup-consolation", "people": "6"}
    assert ada.post("/desk/new/practice/", {**form, "people": "3"}).status_code == 422
    assert not Tournament.objects.exists()
    form["op"] = page.context["op"] if page.context else ""
    for _again in range(2):
        assert ada.post("/desk/new/practice/", form).status_code == 302
    (held,) = Tournament.objects.all()
    assert held.is_practice
    assert Player.objects.count() == 6
    assert ada.post(f"/desk/{held.slug}/delete/").status_code == 302
    empty_bin(timezone.now() + timedelta(days=99))
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_another_tournament_is_no_practice() -> None:
    evening = builders.evening("swiss", 4)
    ada = builders.signed_in(builders.director())
    assert ada.post(f"/desk/{evening.slug}/practice/").status_code == 404
    page = ada.get(f"/desk/{evening.slug}/settings/").content.decode()
    assert 'value="practice"' not in page
