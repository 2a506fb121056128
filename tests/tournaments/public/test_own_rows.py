"""What public pages say of the player to whom a browser belongs."""

import re

import pytest
from django.test import Client

from matches.models import Player
from tests import builders
from tournaments.models import Entry, Tournament

OWN = re.compile(
    r'<div id="own" hidden data-keys="([^"]*)"[^>]*?data-entries="([^"]*)"', re.S
)
PAGES = ("", "rounds/1/", "standings/", "entries/", "rules/", "draws/")


@pytest.fixture
def running(db: None) -> Tournament:
    made = builders.evening()
    builders.played_round(made)
    return made


@pytest.fixture
def entry(running: Tournament) -> Entry:
    return builders.entries(running)[2]


@pytest.fixture
def phone(client: Client, entry: Entry) -> Client:
    """The browser of the player of the entry."""
    client.get(f"/p/{entry.player.link_key}/")
    return client


def told(client: Client, path: str) -> list[tuple[str, str]]:
    answer = client.get(path)
    assert answer.status_code == 200
    return OWN.findall(answer.content.decode())


@pytest.mark.parametrize("page", PAGES)
def test_a_page_knows_its_reader(
    phone: Client, running: Tournament, entry: Entry, page: str
) -> None:
    address = f"/tournaments/{running.slug}/{page}"
    assert told(phone, address) == [(entry.player.key, str(entry.number))]
    assert told(Client(), address) == []


def test_a_player_has_the_rows_of_their_pairs_too(
    phone: Client, running: Tournament, entry: Entry
) -> None:
    pair = Player.objects.create(name="Ane and Bo", sort_name="Ane and Bo")
    pair.members.add(entry.player)
    other = builders.entries(running)[0]
    Entry.objects.filter(pk=other.pk).update(player=pair)
    ((keys, numbers),) = told(phone, f"/tournaments/{running.slug}/")
    assert set(keys.split()) == {entry.player.key, pair.key}
    assert set(numbers.split()) == {str(entry.number), str(other.number)}


def test_entries_of_other_tournaments_are_not_said(phone: Client, entry: Entry) -> None:
    elsewhere = builders.evening()
    assert told(phone, f"/tournaments/{elsewhere.slug}/") == [(entry.player.key, "")]


def test_a_replaced_link_knows_nobody(
    phone: Client, running: Tournament, entry: Entry
) -> None:
    desk = builders.signed_in(builders.director())
    known = entry.player.link_hash
    desk.post(f"/players/{entry.player.key}/link/", {"known": known})
    assert told(phone, f"/tournaments/{running.slug}/") == [("", "")]


@pytest.mark.parametrize("key", ["swiss", "round_robin"])
def test_names_of_a_round_lead_to_their_players(
    client: Client, db: None, key: str
) -> None:
    made = builders.evening(key)
    builders.played_round(made)
    shown = client.get(f"/tournaments/{made.slug}/rounds/1/").content.decode()
    for entry in builders.entries(made):
        assert f'<a href="/players/{entry.player.key}/">' in shown
