"""A desk that asks for news shows what a new desk would show."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match, User
from tests import builders
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db

ID = re.compile(r'\bid="([^"]+)"')
POLL = re.compile(r'hx-get="([^"]*[?;]f=[^"]*)"')
SHOWN = re.compile(
    r'<input type="hidden" name="'
    r'(round|played|opened|division|stage|by)" value="(\w+)">'
)
KEYS = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
HTMX = {"hx-request": "true"}
FORMATS = ("swiss", "elimination", "double_elimination", "round_robin", "night")


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no step of the pace begin between two looks that are compared."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


class Desk:
    """A browser with the desk open, which shows what it is sent."""

    def __init__(self, client: Client, made: Tournament, query: str = "") -> None:
        self.client, self.path = client, f"/desk/{made.slug}/"
        self.query = query
        self.shown = live(client.get(f"{self.path}{query}").content.decode())

    def type(self, line: str) -> None:
        """Type a result."""
        sent = {"line": line, **dict(SHOWN.findall(self.shown))}
        answer = self.client.post(f"{self.path}results/", sent, headers=HTMX)
        text = answer.content.decode()
        assert answer.status_code == 200, text
        assert 'id="result-box"' in text
        self.shown = live(text)

    def look(self) -> int:
        """Ask for news; return the status."""
        (address,) = POLL.findall(self.shown)
        answer = self.client.get(unescape(address), headers=HTMX)
        if answer.status_code != 204:
            self.shown = live(answer.content.decode())
        return answer.status_code

    def is_right(self) -> bool:
        """Whether a director who opened the desk at the same time sees the same."""
        found = dict(SHOWN.findall(self.shown)).get("opened", "")
        joined = f"{'&' if self.query else '?'}opened={found}"
        address = f"{self.path}{self.query}{joined}"
        fresh = live(self.client.get(address).content.decode())
        return without_keys(fresh) == without_keys(self.shown)


def live(page: str) -> str:
    """Return the part of a page that is kept up to date."""
    found = re.search(r'<div id="desk".*</aside>\s*</div>\s*</div>', page, re.DOTALL)
    assert found
    return found[0]


def without_keys(html: str) -> str:
    return KEYS.sub("", html)


def open_lines(made: Tournament) -> list[str]:
    """Return a line for the result box for each open match that is called."""
    rows = Pairing.objects.live().filter(
        tournament=made, match__state=Match.State.READY
    )
    return [
        f"{number} {length} 3"
        for number, length in rows.order_by("match_number").values_list(
            "match_number", "match__length"
        )
    ]


def ada() -> Client:
    user = User.objects.filter(username="Ada").first()
    return builders.signed_in(user or builders.director())


@pytest.mark.parametrize("key", FORMATS)
def test_results_typed_leave_what_a_new_desk_shows(key: str) -> None:
    made = builders.evening(key, 24)
    builders.published_round(made)
    desk = Desk(ada(), made)
    assert desk.is_right()
    for line in open_lines(made)[:5]:
        desk.type(line)
        assert desk.is_right()


@pytest.mark.parametrize("key", ["elimination", "night"])
def test_with_played_matches_shown_too(key: str) -> None:
    made = builders.evening(key, 24)
    builders.published_round(made)
    desk = Desk(ada(), made, "?played=1")
    for line in open_lines(made)[:4]:
        desk.type(line)
        assert desk.is_right()
        found = ID.findall(desk.shown)
        assert len(found) == len(set(found))
    assert desk.shown.count('id="played-match-') == 4


def test_several_stages_and_an_older_round() -> None:
    weekend = builders.weekend(16)
    for stage in weekend.stages.all():
        builders.published_round(weekend) if stage.number == 1 else None
    desk = Desk(ada(), weekend)
    for line in open_lines(weekend)[:4]:
        desk.type(line)
        assert desk.is_right()
    made = builders.evening("swiss", 24)
    builders.played_round(made)
    builders.published_round(made)
    older = Desk(ada(), made, "?round=1")
    for line in open_lines(made)[:3]:
        older.type(line)
        assert older.is_right()


def test_two_directors_at_once() -> None:
    made = builders.evening("swiss", 24)
    builders.published_round(made)
    one = Desk(ada(), made)
    two = Desk(builders.signed_in(builders.director("Bea")), made)
    lines = open_lines(made)
    one.type(lines[0])
    two.type(lines[1])  # knows nothing of the other one
    assert two.is_right()
    two.type(lines[2])
    assert (one.look(), one.look()) == (200, 204)
    assert one.is_right()
    two.look()
    assert two.look() == 204
    one.type(lines[3])
    one.type(lines[3])  # sent twice: nothing changes
    assert one.is_right()
    two.look()
    assert two.is_right()


def test_a_result_that_is_undone_comes_back_open() -> None:
    made = builders.evening("swiss", 24)
    first, *_others = builders.matches(builders.published_round(made))
    lines = open_lines(made)
    client = ada()
    desk, other = Desk(client, made), Desk(client, made)
    desk.type(lines[1])
    desk.type(lines[0])
    first.refresh_from_db()
    client.post(f"/m/{first.code}/undo/{first.revision}/")
    for one in (desk, other):
        one.look()
        assert one.is_right()


def test_what_nobody_was_shown_is_not_minded() -> None:
    made = builders.evening("swiss", 24)
    builders.published_round(made)
    desk, lines = Desk(ada(), made), open_lines(made)
    for odd in ("", "x" * 16, "%00", "../..", "ø", "\x00"):
        sent = {"line": lines[0], "round": odd, "played": odd}
        answer = desk.client.post(f"{desk.path}results/", sent, headers=HTMX)
        assert '<div id="desk"' in answer.content.decode()
        answer = desk.client.get(desk.path, {"f": odd or "?"}, headers=HTMX)
        assert '<div id="desk"' in answer.content.decode()
    desk.type(lines[1])
    assert desk.is_right()


def test_without_scripts_the_whole_page_comes() -> None:
    made = builders.evening("swiss", 8)
    builders.published_round(made)
    client, line = ada(), open_lines(made)[0]
    answer = client.post(f"/desk/{made.slug}/results/", {"line": line})
    assert (answer.status_code, answer["Location"]) == (302, f"/desk/{made.slug}/")
    refused = client.post(f"/desk/{made.slug}/results/", {"line": "1 2"})
    assert refused.status_code == 422
    assert 'id="desk-poll"' in refused.content.decode()
    assert "<!doctype html>" in refused.content.decode()


def test_the_table_of_a_bracket_has_every_id_once() -> None:
    weekend = builders.weekend(8)
    builders.published_round(weekend)
    client = ada()
    for query in ("", "?played=1", "?played=2", "?round=1"):
        page = client.get(f"/desk/{weekend.slug}/{query}").content.decode()
        found = ID.findall(page)
        assert len(found) == len(set(found)), query
