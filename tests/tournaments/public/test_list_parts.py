"""Long lists of public pages come in parts; a name is searched in the whole list."""

import re
from itertools import chain

import pytest
from django.test import Client

from tests import builders
from tournaments.models import Entry, Tournament
from tournaments.rounds import list_parts

pytestmark = pytest.mark.django_db

PLAYERS = 10
ROWS = 3
PARTS = {"": 4, "entries/": 4, "standings/": 4, "rounds/1/": 2}
LINK = re.compile(r'href="/players/(\w{10})/"')
POLL = re.compile(r'hx-get="([^"]*)"')


@pytest.fixture
def event() -> Tournament:
    made = builders.evening("swiss", PLAYERS)
    builders.published_round(made)
    return made


@pytest.fixture
def three_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_parts, "PER_PART", ROWS)


def main_of(address: str, **asked: str) -> str:
    answer = Client().get(address, asked)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().partition("<main")[2].split())


def keys_of(event: Tournament) -> list[str]:
    rows = Entry.objects.filter(tournament=event).order_by("player__key")
    return list(rows.values_list("player__key", flat=True))


@pytest.mark.parametrize("path", PARTS)
@pytest.mark.usefixtures("three_rows")
def test_every_player_is_in_one_part(event: Tournament, path: str) -> None:
    address, parts = f"/tournaments/{event.slug}/{path}", PARTS[path]
    shown = [main_of(address, page=str(number + 1)) for number in range(parts)]
    found = [LINK.findall(main) for main in shown]
    assert LINK.findall(main_of(address)) == found[0]
    assert all(found)
    assert sorted(chain.from_iterable(found)) == keys_of(event)
    assert f"Page {parts} of {parts}" in shown[-1]
    assert 'rel="next"' not in shown[-1]


@pytest.mark.parametrize("path", PARTS)
@pytest.mark.usefixtures("three_rows")
def test_a_name_is_found_in_the_whole_list(event: Tournament, path: str) -> None:
    address = f"/tournaments/{event.slug}/{path}"
    for entry in builders.entries(event):
        found = LINK.findall(main_of(address, q=entry.player.name.upper()))
        assert entry.player.key in found
    nobody = main_of(address, q="Nobody\x00 Here")
    assert "No matching name." in nobody
    assert not LINK.findall(nobody)


@pytest.mark.parametrize("path", PARTS)
@pytest.mark.usefixtures("three_rows")
def test_the_part_that_is_shown_is_polled(event: Tournament, path: str) -> None:
    address = f"/tournaments/{event.slug}/{path}"
    (polled,) = POLL.findall(main_of(address, page="2"))
    asked, _, mark = polled.replace("&amp;", "&").partition("&f=")
    assert asked == f"{address}?page=2"
    assert mark
    part = Client().get(f"{asked}&f=old", headers={"hx-request": "true"})
    assert LINK.findall(part.text) == LINK.findall(main_of(address, page="2"))
    (searched,) = POLL.findall(main_of(address, q="a"))
    assert searched.startswith(f"{address}?q=a&amp;f=")


@pytest.mark.parametrize("path", PARTS)
def test_a_short_list_has_no_parts(event: Tournament, path: str) -> None:
    main = main_of(f"/tournaments/{event.slug}/{path}", page="2", q="Nobody")
    assert sorted(LINK.findall(main)) == keys_of(event)
    assert 'id="pages"' not in main
    assert 'role="search"' not in main
