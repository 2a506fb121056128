"""What a player is told comes next."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.ledger.models.match import Match
from tests import builders
from tournaments.hall.what_next import what_next
from tournaments.models import Entry, Tournament
from tournaments.rounds.models import Pairing

pytestmark = pytest.mark.django_db


def texts(entry: Entry) -> str:
    return " ".join(one.text for one in what_next(entry.player))


def today(**changes: Any) -> Tournament:
    """A club evening that runs now."""
    return builders.evening(reporting="agree", date=timezone.localdate(), **changes)


def test_before_and_after_each_round_of_a_swiss() -> None:
    running = today()
    entry = builders.entries(running)[0]
    assert texts(entry) == "Round 1 comes next."
    builders.published_round(running)
    pairing = Pairing.objects.filter(tournament=running, match__isnull=False)[0]
    one, two = pairing.entry_1, pairing.entry_2
    assert texts(one) == f"Table {pairing.table}, against {two.player.name}."
    assert what_next(one.player)[0].table == pairing.table
    builders.won(1, pairing.match)
    left = Pairing.objects.filter(tournament=running, match__winner=None).count()
    assert f"Round 2 begins when {left} more result" in texts(one)
    for match in Match.objects.filter(pairing__tournament=running, winner=None):
        builders.won(1, match)
    assert texts(one) == "Round 2 comes next."


def test_after_the_last_round_the_place_is_named() -> None:
    running = today(rounds=1)
    builders.played_round(running)
    entry = builders.entries(running)[0]
    assert "You have finished: place" in texts(entry)


def test_in_a_cup_with_consolation() -> None:
    cup = builders.weekend(8, date=timezone.localdate())
    builders.published_round(cup)
    pairings = list(Pairing.objects.filter(tournament=cup).order_by("match_number"))
    first, second = pairings[0], pairings[1]
    builders.won(1, first.match)
    winner, loser = first.entry_1, first.entry_2
    assert "waiting for the winner of M2." in texts(winner)
    assert "waiting for the loser of M" in texts(loser)
    assert "M2 ends about" in texts(winner)
    assert what_next(winner.player)[0].has_path
    builders.won(1, second.match)
    assert f"against {second.entry_1.player.name}" in texts(winner)


def test_a_report_that_waits_leaves_it_open() -> None:
    running = today()
    builders.published_round(running)
    pairing = Pairing.objects.filter(tournament=running, match__isnull=False)[0]
    Match.objects.filter(pk=pairing.match_id).update(state=Match.State.REPORTED)
    assert "is known once M" in texts(pairing.entry_1)


def test_the_match_page_says_it_after_the_result_and_keeps_it_new() -> None:
    running = today()
    builders.published_round(running)
    match, other = Match.objects.filter(pairing__tournament=running)[:2]
    phone = Client()
    phone.post(f"/s/{match.sheet_code}/", {"side": 1})
    address = f"/m/{match.code}/"
    assert "What comes next" not in phone.get(address).content.decode()
    builders.won(1, match)
    page = phone.get(address).content.decode()
    assert "What comes next" in page
    assert "What comes next" not in Client().get(address).content.decode()
    poll = page.split('data-poll="')[1].split('"')[0].replace("&amp;", "&")
    headers = {"HX-Request": "true"}
    assert phone.get(poll, headers=headers).status_code == 204
    builders.won(1, other)
    assert phone.get(poll, headers=headers).status_code == 200
