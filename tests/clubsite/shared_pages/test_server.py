"""One rendering for all, nothing personal in it, and nothing that is no longer so."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import DatabaseError
from django.urls import reverse

from clubsite.shared_pages import server
from clubsite.shared_pages.marks import SECONDS
from clubsite.shared_pages.server import SharedPages
from tests import builders
from tests.phones import SESSION, Phone, shared_pages
from tournaments.models import Draw, Tournament

LIVE = ("", "entries/", "rounds/1/", "standings/")
PAGES = (*LIVE, "rules/", "rules/play/", "draws/")
OPEN = '<div id="live" hx-get="/tournaments/cup/?f={mark}"></div>'


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Slow:
    """A site that begins to answer when it may, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.may = threading.Event()
        self.begun = threading.Event()
        self.text = "former"
        self.headers: list[tuple[str, str]] = []
        self.status = "200 OK"

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        self.asked.append(environ)
        self.begun.set()
        text = self.text
        assert self.may.wait(10)
        start(self.status, [("Content-Type", "text/html"), *self.headers])
        return [f"{OPEN.format(mark='old')}{text}".encode()]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    site = Slow()
    marks = {"cup": "1-1.x"}
    monkeypatch.setattr(server.Marks, "of", lambda _self, slug: marks.get(slug))
    site.marks = marks  # type: ignore[attr-defined]
    return site


def in_threads(act: Any, count: int) -> tuple[list[threading.Thread], list[Any]]:
    got: list[Any] = []
    threads = [threading.Thread(target=lambda: got.append(act())) for _ in range(count)]
    for thread in threads:
        thread.start()
    return threads, got


# One rendering ---------------------------------------------------------------


def test_one_request_renders_and_the_others_wait_for_it(slow: Slow) -> None:
    phone = Phone(SharedPages(slow))
    threads, got = in_threads(lambda: phone.get("/tournaments/cup/"), 5)
    assert slow.begun.wait(10)
    slow.may.set()
    for thread in threads:
        thread.join(10)
    assert len(slow.asked) == 1
    assert {answer.text for answer in got} == {got[0].text}
    assert len(got) == 5


def test_while_it_is_rendered_the_others_get_the_former_one(slow: Slow) -> None:
    site = SharedPages(slow)
    phone = Phone(site)
    slow.may.set()
    former = phone.get("/tournaments/cup/").text
    phone.poll("/tournaments/cup/?f=0")
    slow.may.clear()
    slow.begun.clear()
    slow.text = "newer"
    slow.marks["cup"] = "1-2.x"  # type: ignore[attr-defined]
    threads, got = in_threads(lambda: phone.get("/tournaments/cup/"), 1)
    assert slow.begun.wait(10)
    slow.begun.clear()
    polls, polled = in_threads(lambda: phone.poll("/tournaments/cup/?f=1-1.x"), 1)
    assert slow.begun.wait(10)
    assert phone.get("/tournaments/cup/").text == former
    soon = phone.poll("/tournaments/cup/?f=1-1.x")
    assert (soon.status, soon.headers["HX-Trigger"]) == (204, "soon")
    slow.may.set()
    for thread in (*threads, *polls):
        thread.join(10)
    assert "newer" in got[0].text
    assert "newer" in polled[0].text
    assert "newer" in phone.get("/tournaments/cup/").text


def test_a_rendering_gives_way_to_who_saves(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "GIVES_WAY_SECONDS", 30)
    phone = Phone(SharedPages(slow))
    saves, saved = in_threads(lambda: phone.ask("POST", "/desk/cup/results/"), 1)
    assert slow.begun.wait(10)
    pages, shown = in_threads(lambda: phone.get("/tournaments/cup/"), 1)
    pages[0].join(0.05)
    methods = [asked["REQUEST_METHOD"] for asked in slow.asked]
    slow.may.set()
    for thread in (*saves, *pages):
        thread.join(10)
    assert methods == ["POST"]
    assert saved[0].status == shown[0].status == 200
    assert [asked["REQUEST_METHOD"] for asked in slow.asked] == ["POST", "GET"]


def test_a_long_save_does_not_keep_phones_waiting(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "GIVES_WAY_SECONDS", 0)
    phone = Phone(SharedPages(slow))
    saves, _saved = in_threads(lambda: phone.ask("POST", "/desk/cup/results/"), 1)
    assert slow.begun.wait(10)
    slow.begun.clear()
    pages, shown = in_threads(lambda: phone.get("/tournaments/cup/"), 1)
    assert slow.begun.wait(10)
    slow.may.set()
    for thread in (*saves, *pages):
        thread.join(10)
    assert shown[0].status == 200


def test_an_error_of_one_rendering_is_not_kept(slow: Slow) -> None:
    phone = Phone(SharedPages(slow))
    slow.may.set()
    slow.status = "500 Internal Server Error"
    assert phone.get("/tournaments/cup/").status == 500
    slow.status = "200 OK"
    assert phone.get("/tournaments/cup/").status == 200


def test_a_page_that_sets_a_cookie_is_not_shared(slow: Slow) -> None:
    phone = Phone(SharedPages(slow))
    slow.may.set()
    slow.headers = [("Set-Cookie", "secret=1")]
    for _ in range(2):
        phone.get("/tournaments/cup/")
    assert len(slow.asked) == 4  # each time for the shared bytes, and for this visitor


def test_what_is_rendered_is_asked_for_by_nobody(slow: Slow) -> None:
    slow.may.set()
    phone = Phone(SharedPages(slow), {"forum": "mine", "crawford_csrf": "mine"})
    phone.get("/tournaments/cup/", authorization="mine", user_agent="mine")
    (asked,) = slow.asked
    said = {str(value) for name, value in asked.items() if not name.startswith("wsgi")}
    assert not [value for value in said if "mine" in value or "192.0.2" in value]


def test_without_waiting_only_what_is_in_memory_is_answered(slow: Slow) -> None:
    site = SharedPages(slow)
    phone = Phone(site)
    environ = phone.environ("GET", "/tournaments/cup/")
    assert site.at_once(environ) is None
    assert site.at_once(phone.environ("POST", "/tournaments/cup/")) is None
    assert site.at_once(phone.environ("GET", "/desk/cup/")) is None
    assert slow.asked == []


# Who gets what -----------------------------------------------------------------


@pytest.fixture
def evening() -> Iterator[Tournament]:
    made = builders.evening("swiss", 6)
    builders.published_round(made)
    return made


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_shared_bytes_hold_nothing_personal(evening: Tournament, page: str) -> None:
    site, path = shared_pages(), f"/tournaments/{evening.slug}/{page}"
    ada = Phone.of(builders.signed_in(builders.director()), site)
    first = ada.get(path)
    assert f"/desk/{evening.slug}/" in first.text
    stranger = Phone(site, {"crawford_csrf": "x" * 32})
    for answer in (stranger.get(path), stranger.get(path)):
        assert answer.status == 200
        assert "/desk/" not in answer.text
        assert "csrf" not in answer.text
        assert "Set-Cookie" not in answer.headers
        assert "Cookie" in answer.headers["Vary"]
    assert f"/desk/{evening.slug}/" in ada.get(path).text


@pytest.mark.django_db
@pytest.mark.parametrize("page", LIVE)
def test_a_director_shares_the_fragments(evening: Tournament, page: str) -> None:
    path = f"/tournaments/{evening.slug}/{page}"
    client = builders.signed_in(builders.director())
    htmx = {"HX-Request": "true"}
    theirs = client.get(path, headers=htmx).content.decode()
    assert Phone(shared_pages()).poll(path).text == theirs
    assert Phone.of(client, shared_pages()).poll(path).text == theirs


@pytest.mark.django_db
def test_a_draft_is_never_shared() -> None:
    evening = builders.evening("swiss", 6)
    builders.played_round(evening)
    site = shared_pages()
    draft = builders.drawn_round(evening)
    ada = Phone.of(builders.signed_in(builders.director()), site)
    stranger = Phone(site)
    base = f"/tournaments/{evening.slug}"
    for path in (f"{base}/stages/1/draws/{draft.pk}/why/1/", f"{base}/rounds/2/"):
        ada.get(path)
        assert stranger.get(path).status == 404
    assert ada.get(f"{base}/stages/1/draws/{draft.pk}/why/1/").status == 200


@pytest.mark.django_db
def test_languages_and_colours_are_kept_apart(evening: Tournament) -> None:
    site, path = shared_pages(), f"/tournaments/{evening.slug}/"
    said = {
        (language, theme): Phone(site, {"language": language, "theme": theme}).get(path)
        for language in ("en", "da", "nb")
        for theme in ("auto", "light", "dark")
    }
    for (language, theme), answer in said.items():
        assert f'<html lang="{language}"' in answer.text
        assert f'data-theme="{theme}"' in answer.text
        assert answer.headers["Content-Language"] == language
    assert (
        '<html lang="sv"' in Phone(site).get(path, accept_language="sv,en;q=0.5").text
    )
    odd = Phone(site, {"language": "xx", "theme": "<b>"}).get(path).text
    assert '<html lang="en"' in odd
    assert 'data-theme="auto"' in odd


@pytest.mark.django_db
def test_a_deleted_tournament_is_gone_at_once(evening: Tournament) -> None:
    clock = Clock()
    site = shared_pages(clock=clock)
    phone, path = Phone(site), f"/tournaments/{evening.slug}/"
    other = Phone(shared_pages(clock=clock))  # another process
    assert (phone.get(path).status, other.get(path).status) == (200, 200)
    Tournament.objects.filter(pk=evening.pk).update(slug="elsewhere")
    phone.ask("POST", "/nothing/")
    assert phone.get(path).status == 404
    assert other.get(path).status == 200
    clock.now += SECONDS
    assert other.get(path).status == 404


@pytest.mark.django_db
def test_a_tournament_of_the_same_name_is_another_one(evening: Tournament) -> None:
    phone, path = Phone(shared_pages()), f"/tournaments/{evening.slug}/"
    seen = phone.get(path)
    slug, revision = evening.slug, evening.revision
    Tournament.objects.filter(pk=evening.pk).update(slug="elsewhere")
    again = builders.tournament(name="Den anden")
    Tournament.objects.filter(pk=again.pk).update(slug=slug, revision=revision)
    phone.ask("POST", "/nothing/")
    assert phone.poll(seen.poll).status == 200
    assert "Den anden" in phone.get(path).text


@pytest.mark.django_db
def test_a_database_that_fails_is_left_to_the_site(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = shared_pages()

    def failing(_slug: str) -> str:
        raise DatabaseError

    monkeypatch.setattr(site.marks, "of", failing)
    assert Phone(site).get(f"/tournaments/{evening.slug}/").status == 200


# As web servers do ---------------------------------------------------------------


@pytest.mark.django_db
def test_a_page_that_did_not_change_is_not_sent_again(evening: Tournament) -> None:
    phone, path = Phone(shared_pages()), f"/tournaments/{evening.slug}/"
    first = phone.get(path)
    again = phone.get(path, if_none_match=f'"x", {first.headers["ETag"]}')
    assert (again.status, again.sent) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert phone.get(path, if_none_match='W/"other"').status == 200
    head = phone.ask("HEAD", path)
    assert (head.status, head.sent) == (200, b"")
    assert head.headers["Content-Length"] == first.headers["Content-Length"]
    plain = phone.get(path, accept_encoding="identity")
    assert "Content-Encoding" not in plain.headers
    assert plain.sent.decode() == first.text
    assert len(first.sent) * 3 < len(plain.sent)


@pytest.mark.django_db
def test_what_shared_pages_say_is_what_the_site_says(evening: Tournament) -> None:
    path = f"/tournaments/{evening.slug}/"
    phone = Phone(shared_pages())
    assert phone.get(path, host="evil.example").status == 400
    assert phone.get(path).headers["X-Frame-Options"] == "DENY"
    assert phone.get(f"{path}?utm_source=x").text == phone.get(path).text
    assert phone.get(f"/tournaments/{evening.slug}").status == 301
    assert "is-director" not in Phone(shared_pages(), {SESSION: "stale"}).get(path).text


@pytest.mark.django_db
def test_a_draw_is_checked_for_whoever_asks_for_that(evening: Tournament) -> None:
    draw = Draw.objects.filter(stage__division__tournament=evening).first()
    assert draw is not None
    number = draw.stage.number
    path = reverse("draw_record", args=[evening.slug, number, draw.pk])
    phone = Phone(shared_pages())
    assert 'class="proof__step' not in phone.get(path).text
    checked = phone.get(f"{path}?check=1").text
    assert 'class="proof__step' in checked


@pytest.mark.django_db
def test_lists_are_shared_until_something_is_saved(evening: Tournament) -> None:
    clock = Clock()
    phone = Phone(shared_pages(clock=clock))
    assert evening.name in phone.get("/").text
    Tournament.objects.filter(pk=evening.pk).update(name="Nyt navn")
    assert "Nyt navn" in phone.get("/tournaments/?q=Nyt").text
    phone.ask("POST", "/nothing/")
    assert "Nyt navn" in phone.get("/").text
    Tournament.objects.filter(pk=evening.pk).update(name="Igen")
    clock.now += 2
    assert "Igen" in phone.get("/").text
