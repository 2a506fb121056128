"""A phone gets what changed, and shows the same as one that got all of it."""

import re

import pytest
from django.test import Client

from clubsite.shared_pages.store import REMEMBERED
from matches.web.parts import changed, parts_in
from tests import builders
from tests.phones import Answer, Phone, shared_pages, swapped
from tests.test_litany import World
from tournaments.models import Tournament

PAGES = ("", "entries/", "rounds/1/", "standings/")
ID = re.compile(r'\bid="([^"]+)"')


def fragment_of(page: str) -> str:
    return page[page.index('<div id="live"') : page.index("</main>")].strip()


@pytest.fixture
def evening() -> Tournament:
    return builders.evening("swiss", 24)


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_the_changed_parts_make_the_new_page(evening: Tournament, page: str) -> None:
    check_changes(evening, page)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "page"),
    [
        ("elimination", ""),
        ("elimination", "stages/1/"),
        ("elimination", "stages/1/?view=tree"),
        ("double_elimination", "stages/1/?view=tree"),
        ("round_robin", "stages/1/"),
    ],
)
def test_the_changed_parts_make_the_new_bracket(key: str, page: str) -> None:
    check_changes(builders.evening(key, 24), page)


def check_changes(evening: Tournament, page: str) -> None:
    """Check what a phone shows after two results, and that little was sent."""
    published = builders.published_round(evening)
    first, second, *_others = builders.matches(published)
    phone, path = Phone(shared_pages()), f"/tournaments/{evening.slug}/{page}"
    opened = phone.get(path)
    shown, poll = fragment_of(opened.text), opened.poll
    for number, match in enumerate((first, second)):
        builders.won(number + 1, match)
        phone.ask("POST", "/nothing/")
        answer = phone.poll(poll)
        assert answer.status == 200
        if answer.headers.get("HX-Reswap") == "none":
            shown = swapped(shown, answer.text)
            assert len(answer.sent) * 2 < len(phone.poll(path).sent), page
        else:  # a first result moves everybody in a table
            assert page == "standings/" or "cross" in shown
            shown = answer.text.strip()
        poll = answer.poll
        whole = Client().get(path, headers={"HX-Request": "true"}).content.decode()
        assert shown == whole.strip()
    assert phone.poll(poll).status == 204


@pytest.mark.django_db
def test_another_frame_is_sent_whole(evening: Tournament) -> None:
    builders.played_round(evening)
    phone, path = Phone(shared_pages()), f"/tournaments/{evening.slug}/"
    poll = phone.get(path).poll
    builders.published_round(evening)
    phone.ask("POST", "/nothing/")
    answer = phone.poll(poll)
    assert answer.status == 200
    assert "HX-Reswap" not in answer.headers
    assert 'id="live"' in answer.text


@pytest.mark.django_db
def test_a_phone_that_slept_gets_the_whole_page(evening: Tournament) -> None:
    matches = builders.matches(builders.published_round(evening))
    phone, path = Phone(shared_pages()), f"/tournaments/{evening.slug}/rounds/1/"
    slept = phone.get(path).poll
    answers: list[Answer] = []
    for match in matches[: REMEMBERED + 1]:
        builders.won(1, match)
        phone.ask("POST", "/nothing/")
        answers.append(phone.poll(slept))
    kept = ["HX-Reswap" in answer.headers for answer in answers]
    assert kept[0]
    assert not kept[-1]
    for nonsense in ("0", "1-1.zz", "", "%00", "ø"):
        answer = phone.poll(f"{path}?f={nonsense}")
        assert (answer.status, "HX-Reswap" in answer.headers) == (200, False)


def test_an_id_that_is_there_twice_is_not_swapped() -> None:
    html = (
        '<div id="live"><p id="a" data-part>{}</p><p id="a" data-part>x</p>'
        '<div id="poll" data-part hx-get="/?f={}"></div></div>'
    )
    old = parts_in(html.format("old", 1))
    assert old is not None
    assert changed(html.format("new", 2), old) is None


class Ids(World):
    """Every polled page of the world."""

    def test_ids_are_unique_and_parts_hold_none_of_their_kind(self) -> None:
        for name in ("slug", "cup", "weekend", "taken", "drafted", "undrawn"):
            for page in (*PAGES, "stages/1/", "stages/1/path/1/", "stages/2/"):
                path = f"/tournaments/{self.world[name]}/{page}"
                answer = self.browser("Cy").get(path, headers={"HX-Request": "true"})
                if answer.status_code != 200:
                    continue
                html = answer.content.decode()
                found = ID.findall(html)
                assert len(found) == len(set(found)), path
                parts = parts_in(html)
                assert parts is not None, path
                assert "poll" in parts.ids
                assert len(parts.ids) == html.count(" data-part"), path
