"""Who may see the desk has one bar on its pages and on the public ones."""

import re
from typing import Any

import pytest
from django.test import Client

from matches.accounts.roles import Role
from matches.models import Grant, Match, User
from tests import builders
from tournaments.models import Tournament

PAGES = ("", "rounds/1/", "standings/", "entries/", "rules/", "draws/")
TABS = re.compile(r'<ul class="subbar__tabs">(.*?)</ul>', re.DOTALL)
PUBLIC = re.compile(r'<ul class="subbar__pages".*?</ul>', re.DOTALL)
LINK = re.compile(r'<a [^>]*href="([^"]+)"')


@pytest.fixture
def running(db: None) -> Tournament:
    made = builders.evening()
    builders.played_round(made)
    return made


def tabs(page: str) -> list[str]:
    (found,) = TABS.findall(page)
    return LINK.findall(found)


def asked(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def bar(client: Client, path: str) -> list[str]:
    return tabs(asked(client, path))


def addresses(of: Tournament) -> list[str]:
    code = Match.objects.order_by("pk").values_list("code", flat=True)[0]
    return [f"/tournaments/{of.slug}/{page}" for page in PAGES] + [
        f"/m/{code}/",
        f"/m/{code}/history/",
        f"/m/{code}/adjust/",
        f"/documents/score-sheets/{of.slug}/1/1/",
        f"/documents/standings/{of.slug}/1/",
    ]


def test_the_bar_of_the_desk_stays(running: Tournament) -> None:
    client = builders.signed_in(builders.director())
    desk = bar(client, f"/desk/{running.slug}/")
    assert len(desk) == 6
    for path in addresses(running):
        assert bar(client, path) == desk, path


def test_the_public_pages_are_below_it(running: Tournament) -> None:
    client = builders.signed_in(builders.director())
    for page in PAGES:
        path = f"/tournaments/{running.slug}/{page}"
        (below,) = PUBLIC.findall(asked(client, path))
        assert LINK.findall(below) == bar(Client(), path), path
    assert not PUBLIC.findall(asked(client, f"/desk/{running.slug}/"))


def test_a_helper_has_the_bar_of_their_role(running: Tournament) -> None:
    grants: dict[str, Any] = {"event": running.pk, "role": Role.DESK}
    helper = User.objects.create_user(username="Dag", password=builders.PASSWORD)
    Grant.objects.create(user=helper, **grants)
    client = builders.signed_in(helper)
    desk = bar(client, f"/desk/{running.slug}/")
    assert f"/desk/{running.slug}/draw/" not in desk
    other = builders.evening(name="Another")
    assert bar(client, f"/tournaments/{running.slug}/") == desk
    theirs = bar(client, f"/tournaments/{other.slug}/")
    assert not any(path.startswith("/desk/") for path in theirs)


def test_strangers_have_nothing_of_it(running: Tournament) -> None:
    for client in (Client(), builders.signed_in(builders.reader())):
        for page in PAGES:
            shown = asked(client, f"/tournaments/{running.slug}/{page}")
            assert f"/desk/{running.slug}/" not in shown
