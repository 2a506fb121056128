"""A phone that sat down at a score sheet is known for the day."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.ledger.models.match import Match
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def running():
    made = builders.evening(reporting="agree", date=timezone.localdate())
    builders.published_round(made)
    return made


@pytest.fixture
def match(running):
    return Match.objects.filter(pairing__tournament=running)[0]


def seated(match, side=1, phone=None):
    phone = phone or Client()
    phone.post(f"/s/{match.sheet_code}/", {"side": side})
    return phone


def shown(phone, path):
    answer = phone.get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def is_you(phone, name, path="/"):
    return f"You: {name}</a>" in shown(phone, path)


@pytest.mark.parametrize("page", ["", "rounds/1/", "standings/"])
def test_it_is_known_on_every_public_page(running, match, page):
    phone, path = seated(match), f"/tournaments/{running.slug}/{page}"
    assert is_you(phone, match.player_1.name, path)
    assert f'data-keys="{match.player_1.key}"' in shown(phone, path)
    assert "You: " not in shown(Client(), path)  # what others share stays shared


def test_one_tap_ends_it_and_what_it_could_report(match):
    phone = seated(match)
    assert phone.post("/p/forget/").status_code == 302
    assert "You: " not in shown(phone, "/")
    answer = phone.post(f"/m/{match.code}/final/", {"winner": 1, "points": 0})
    assert answer.status_code == 302
    assert "login" in answer["Location"]


def test_a_phone_that_is_handed_on_is_that_of_the_next_player(running, match):
    other = Match.objects.filter(pairing__tournament=running)[1]
    phone = seated(match)
    assert is_you(seated(other, 2, phone), other.player_2.name)
    assert not is_you(phone, match.player_1.name)


def test_two_phones_of_one_player_are_both_known(match):
    one, two = seated(match), seated(match)
    assert is_you(one, match.player_1.name)
    one.post("/p/forget/")
    assert is_you(two, match.player_1.name)


def test_a_sheet_of_another_day_names_nobody(match, monkeypatch):
    phone, now = seated(match), timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=1))
    assert "You: " not in shown(phone, "/")
    assert phone.get("/p/").status_code == 404


def test_a_director_who_takes_the_seat_ends_it(match):
    phone = seated(match)
    Match.objects.filter(pk=match.pk).update(seats={})
    assert "You: " not in shown(phone, "/")


def test_the_own_page_by_a_sheet_gives_no_more_than_the_sheet(match):
    phone, player = seated(match), match.player_1
    page = shown(phone, "/p/")
    assert match.player_2.name in page
    assert f"/players/{player.key}/" in page
    assert player.link_key not in page
    assert "/data/" not in page
    assert "calendar.ics" not in page


def test_the_own_page_by_the_link_has_record_and_calendar(match):
    builders.won(1, match)
    player, phone = match.player_1, Client()
    page = shown(phone, f"/p/{player.link_key}/")
    assert all(text in page for text in ("1 of 1", "7–3", f"/players/{player.key}/"))
    answer = phone.get(f"/p/{player.link_key}/calendar.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    assert answer.content.count(b"BEGIN:VEVENT") == 1
    assert phone.get("/p/NOBODY/calendar.ics").status_code == 404
