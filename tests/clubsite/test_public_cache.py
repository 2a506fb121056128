"""One page for all phones: nothing personal in it, and nothing that is no longer so."""

import threading

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.handlers.wsgi import WSGIHandler
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from benchmarks import fields
from clubsite import public_cache
from clubsite.public_cache import PublicCache
from matches.players.services import choose_shown
from matches.players.shown import Shown
from tests import builders
from tests.phones import SESSION, Phone, public_site
from tests.tournaments.brackets.test_brackets import cup
from tests.tournaments.screens.test_screens import screen
from tournaments.draws.publish import publish_round
from tournaments.models import Draw, Tournament

LIVE = ("", "entries/", "rounds/1/", "standings/")
PAGES = (*LIVE, "rules/", "rules/play/", "draws/")


@pytest.fixture
def now(monkeypatch):
    """The time of the marks, which a test may set."""
    time = [1000.0]
    monkeypatch.setattr(public_cache.time, "monotonic", lambda: time[0])
    return time


# One page is made once ----------------------------------------------------------------


class Slow:
    """A site that begins to answer when it may, and counts how often it was asked."""

    def __init__(self):
        self.asked: list[HttpRequest] = []
        self.may, self.begun = threading.Event(), threading.Event()
        self.answer = HttpResponse("page")
        self.cache = PublicCache(self.site)

    def site(self, request):
        self.asked.append(request)
        self.begun.set()
        assert self.may.wait(60)
        return self.answer

    def get(self, query="", **headers):
        request = RequestFactory().get(f"/tournaments/cup/{query}", headers=headers)
        answer = self.cache(request)
        assert isinstance(answer, HttpResponse)
        return answer

    def poll(self, mark):
        return self.get(f"?f={mark}", hx_request="true")


@pytest.fixture
def slow(monkeypatch):
    caches["pages"].clear()
    monkeypatch.setattr(public_cache, "_mark_now", lambda _place: "1-1.x")
    return Slow()


def in_threads(act, count):
    """Begin an act so many times; what is returned waits for all of them."""
    got = []
    threads = [threading.Thread(target=lambda: got.append(act())) for _ in range(count)]
    for thread in threads:
        thread.start()

    def finished():
        for thread in threads:
            thread.join(60)
        return got

    return finished


def test_one_request_makes_the_page_and_the_others_wait_for_it(slow):
    waiting = in_threads(slow.get, 5)
    assert slow.begun.wait(60)
    slow.may.set()
    assert [answer.content for answer in waiting()] == [b"page"] * 5
    assert len(slow.asked) == 1


def test_phones_do_not_wait_for_news_that_are_being_made(slow):
    first = in_threads(lambda: slow.poll("1-0.x"), 1)
    assert slow.begun.wait(60)
    soon = slow.poll("1-0.x")
    assert (soon.status_code, soon["HX-Trigger"]) == (204, "soon")
    slow.may.set()
    assert first()[0].content == slow.poll("1-0.x").content == b"page"
    assert len(slow.asked) == 1


def test_a_page_that_hangs_is_made_for_who_waits_too_long(slow, monkeypatch):
    monkeypatch.setattr(public_cache, "WAIT_SECONDS", 0.01)
    waiting = in_threads(slow.get, 2)
    while len(slow.asked) < 2:
        slow.begun.wait(0.01)
    slow.may.set()
    assert len(waiting()) == 2


@pytest.mark.parametrize(
    "answer",
    [
        HttpResponse(status=500),
        HttpResponse(status=404),
        HttpResponse("form", headers={"Cache-Control": "private"}),
    ],
)
def test_what_is_not_for_everybody_is_not_kept(slow, answer):
    slow.may.set()
    slow.answer = answer
    for _ in range(2):
        assert slow.get() is answer
    slow.answer = HttpResponse("page")
    assert slow.get().content == b"page"


def test_a_page_that_sets_a_cookie_is_not_kept(slow):
    slow.may.set()
    slow.answer.set_cookie("secret", "1")
    slow.get()
    assert slow.get() is slow.answer


def test_the_page_is_asked_for_by_nobody(slow):
    slow.may.set()
    slow.get(cookie="forum=mine; csrf=mine", authorization="mine", user_agent="mine")
    (asked,) = slow.asked
    said = [value for name, value in asked.META.items() if not name.startswith("wsgi")]
    assert not [value for value in map(str, said) if "mine" in value]
    assert asked.META["REMOTE_ADDR"] == ""


# Who gets what ------------------------------------------------------------------------


@pytest.fixture
def evening():
    made = builders.evening("swiss", 6)
    builders.published_round(made)
    return made


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_a_kept_page_holds_nothing_personal(evening, page):
    site, path = public_site(), f"/tournaments/{evening.slug}/{page}"
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
def test_what_is_told_one_visitor_is_told_no_other(evening):
    site, path = public_site(), f"/tournaments/{evening.slug}/"
    told = Phone(site, {settings.MESSAGES_COOKIE_NAME: "anything"})
    assert told.get(path).headers.get("Cache-Control") != "no-cache"
    for other in ({}, {"messages": "of another program"}):
        assert Phone(site, other).get(path).headers["Cache-Control"] == "no-cache"


@pytest.mark.django_db
def test_pages_of_a_player_with_a_key_are_never_kept(evening):
    player = evening.entries.first().player
    site, path = public_site(), reverse("personal", args=[player.link_key])
    phone = Phone(site)
    assert player.name in phone.get(path).text
    assert "private" in Phone(site).get(path).headers["Cache-Control"]
    with CaptureQueriesContext(connection) as asked:
        Phone(site).get(path)
    assert len(asked)


@pytest.mark.django_db
@pytest.mark.parametrize("page", LIVE)
def test_a_director_gets_the_part_that_all_get(evening, page):
    path = f"/tournaments/{evening.slug}/{page}"
    client = builders.signed_in(builders.director())
    theirs = Phone.of(client, WSGIHandler()).poll(path).text
    assert Phone(public_site()).poll(path).text == theirs
    assert Phone.of(client, public_site()).poll(path).text == theirs


@pytest.mark.django_db
def test_a_draft_is_never_kept():
    evening = builders.evening("swiss", 6)
    builders.played_round(evening)
    site = public_site()
    draft = builders.drawn_round(evening)
    ada = Phone.of(builders.signed_in(builders.director()), site)
    stranger = Phone(site)
    base = f"/tournaments/{evening.slug}"
    why = f"{base}/stages/1/draws/{draft.pk}/why/1/"
    for path in (why, f"{base}/rounds/2/"):
        ada.get(path)
        assert stranger.get(path).status == 404
    assert ada.get(why).status == 200
    publish_round(draw_id=draft.pk, tournament=evening, by=None)
    stranger.ask("POST", "/nothing/")
    assert stranger.get(f"{base}/rounds/2/").status == 200


@pytest.mark.django_db
def test_a_tournament_made_private_is_shown_to_its_director_alone(evening):
    site, path = public_site(), f"/tournaments/{evening.slug}/"
    ada = Phone.of(builders.signed_in(builders.director()), site)
    stranger = Phone(site)
    opened = stranger.get(path)
    Tournament.objects.filter(pk=evening.pk).update(visibility="private")
    stranger.ask("POST", "/nothing/")
    for phone in (ada, stranger, ada, stranger):
        status = 200 if phone is ada else 404
        assert phone.get(path).status == status
        assert phone.poll(path).status == status
        assert phone.poll(opened.poll).status == (204 if phone is ada else 404)


@pytest.mark.django_db
def test_languages_and_colours_are_kept_apart(evening):
    site, path = public_site(), f"/tournaments/{evening.slug}/"
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


# What has changed ---------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["", "rounds/1/", "standings/"])
def test_a_poll_gets_a_result_and_then_nothing(evening, page):
    phone, path = Phone(public_site()), f"/tournaments/{evening.slug}/{page}"
    poll = phone.get(path).poll
    assert phone.poll(poll).status == 204
    pairings = evening.pairings.exclude(match=None)
    builders.won(1, pairings.first().match)
    phone.ask("POST", "/nothing/")  # something was saved in this process
    news = phone.poll(poll)
    assert news.status == 200
    assert news.text == Phone(WSGIHandler()).poll(path).text
    assert phone.poll(news.poll).status == 204


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["", "entries/", "rounds/1/"])
def test_a_name_that_is_hidden_is_gone_at_once(evening, page):
    phone, path = Phone(public_site()), f"/tournaments/{evening.slug}/{page}"
    player = evening.entries.first().player
    name = escape(player.name)
    opened = phone.get(path)
    assert name in opened.text
    choose_shown(player=player, shown=Shown.HIDDEN)
    phone.ask("POST", "/nothing/")
    for answer in (phone.poll(opened.poll), phone.get(path)):
        assert answer.status == 200
        assert name not in answer.text


@pytest.mark.django_db
def test_what_another_process_saves_is_seen_soon(evening, now):
    phone, path = Phone(public_site()), f"/tournaments/{evening.slug}/"
    assert phone.get(path).status == 200
    Tournament.objects.filter(pk=evening.pk).update(slug="elsewhere")
    assert phone.get(path).status == 200
    now[0] += public_cache.MARK_SECONDS
    assert phone.get(path).status == 404


@pytest.mark.django_db
def test_a_tournament_of_the_same_name_is_another_one(evening):
    phone, path = Phone(public_site()), f"/tournaments/{evening.slug}/"
    seen = phone.get(path)
    slug, revision = evening.slug, evening.revision
    Tournament.objects.filter(pk=evening.pk).update(slug="elsewhere")
    again = builders.tournament(name="Den anden")
    Tournament.objects.filter(pk=again.pk).update(slug=slug, revision=revision)
    phone.ask("POST", "/nothing/")
    assert phone.poll(seen.poll).status == 200
    assert "Den anden" in phone.get(path).text


@pytest.mark.django_db
def test_lists_are_kept_until_something_is_saved(evening, now):
    phone = Phone(public_site())
    assert evening.name in phone.get("/").text
    Tournament.objects.filter(pk=evening.pk).update(name="Nyt navn")
    assert evening.name in phone.get("/").text
    assert "Nyt navn" in phone.get("/tournaments/?q=Nyt").text
    phone.ask("POST", "/nothing/")
    assert "Nyt navn" in phone.get("/").text
    Tournament.objects.filter(pk=evening.pk).update(name="Igen")
    now[0] += public_cache.LIST_SECONDS
    assert "Igen" in phone.get("/").text


@pytest.mark.django_db
def test_a_database_that_fails_is_left_to_the_site(evening, monkeypatch):
    def failing(_slug):
        raise DatabaseError

    monkeypatch.setattr(public_cache, "mark_at", failing)
    assert Phone(public_site()).get(f"/tournaments/{evening.slug}/").status == 200


# As web servers do --------------------------------------------------------------------


@pytest.mark.django_db
def test_a_page_that_did_not_change_is_not_sent_again(evening):
    phone, path = Phone(public_site()), f"/tournaments/{evening.slug}/"
    first = phone.get(path)
    again = phone.get(path, if_none_match=f'"x", {first.headers["ETag"]}')
    assert (again.status, again.sent) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert phone.get(path, if_none_match='"other"').status == 200
    assert phone.ask("HEAD", path).status == 200
    plain = phone.get(path, accept_encoding="identity")
    assert "Content-Encoding" not in plain.headers
    assert len(first.sent) * 3 < len(plain.sent)


@pytest.mark.django_db
def test_what_is_kept_is_what_the_site_says(evening):
    path = f"/tournaments/{evening.slug}/"
    phone = Phone(public_site())
    assert phone.get(path, host="evil.example").status == 400
    assert phone.get(path).headers["X-Frame-Options"] == "DENY"
    assert f"{path}?utm_source=x" in phone.get(f"{path}?utm_source=x").text
    assert "utm_source" not in phone.get(path).text
    assert phone.get(f"/tournaments/{evening.slug}").status == 301
    assert "is-director" not in Phone(public_site(), {SESSION: "stale"}).get(path).text


@pytest.mark.django_db
def test_a_draw_is_checked_for_whoever_asks_for_that(evening):
    draw = Draw.objects.filter(stage__division__tournament=evening).first()
    number = draw.stage.number
    path = reverse("draw_record", args=[evening.slug, number, draw.pk])
    phone = Phone(public_site())
    assert 'id="draw-steps"' not in phone.get(path).text
    checked = phone.get(f"{path}?check=1").text
    assert 'id="draw-steps"' in checked


@pytest.mark.django_db
@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("page", LIVE)
def test_a_kept_page_asks_the_database_nothing(evening, page):
    phone, path = Phone(public_site()), f"/tournaments/{evening.slug}/{page}"
    poll = phone.get(path).poll
    phone.poll(path)
    with CaptureQueriesContext(connection) as asked:
        assert phone.get(path).status == 200
        assert phone.poll(path).status == 200
        assert phone.poll(poll).status == 204
    assert len(asked) == 0
    phone.ask("POST", "/nothing/")
    with CaptureQueriesContext(connection) as asked:
        for _ in range(5):
            assert phone.poll(poll).status == 204
    assert len([one for one in asked if "revision" in one["sql"]]) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("page", [*PAGES[:2], "rounds/2/", *PAGES[3:]])
def test_a_larger_field_asks_no_more_queries(page):
    counts = []
    for size in (8, 64):
        slug = fields.store(players=size, rounds=2, planned=9).slug
        caches["default"].clear()
        phone = Phone(public_site())
        with CaptureQueriesContext(connection) as asked:
            assert phone.get(f"/tournaments/{slug}/{page}").status == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


# What is asked for --------------------------------------------------------------------


def is_kept(phone, path):
    assert phone.get(path).status == 200
    with CaptureQueriesContext(connection) as asked:
        assert phone.get(path).status == 200
    return not asked.captured_queries


@pytest.mark.django_db
def test_only_values_that_exist_are_kept_in_brackets(now):
    made = cup(8)
    phone = Phone(public_site())
    path = f"/tournaments/{made.slug}/stages/1/"
    for query in ("", "?me=3", "?view=tree", "?round=2&section=main", "?view=path"):
        assert is_kept(phone, path + query), query
    for query in (
        *("?me=9", "?me=03", "?me=3&me=4", "?me=", "?view=forest", "?section=invented"),
        *("?round=4", "?part=1", "?year=2026", "?page=1", "?check=1", "?division=1"),
    ):
        assert not is_kept(phone, path + query), query


@pytest.mark.django_db
def test_only_values_that_exist_are_kept_elsewhere(evening, now):
    phone, year = Phone(public_site()), evening.date.year
    base = f"/tournaments/{evening.slug}"
    shown = reverse("screen", args=[screen(evening).code])
    for path in (
        *("/tournaments/", "/tournaments/?page=1", f"/tournaments/?year={year}"),
        *(f"{base}/rules/play/?division=1", f"{shown}?page=1"),
    ):
        assert is_kept(phone, path), path
    for path in (
        *("/tournaments/?page=2", "/tournaments/?page=01", "/tournaments/?year=1950"),
        *(f"{base}/rules/play/?division=2", f"{base}/?me=1", f"{shown}?page=99"),
    ):
        assert not is_kept(phone, path), path


@pytest.mark.django_db
def test_pages_with_a_query_push_out_none_without(evening):
    phone, path = Phone(public_site()), f"/tournaments/{evening.slug}/"
    phone.get(path)
    phone.get("/tournaments/?page=1")
    caches["asked"].clear()
    assert is_kept(phone, path)
