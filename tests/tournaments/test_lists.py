"""Lists of tournaments: the newest first, what is on now, pages, years and names."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from html import unescape
from urllib.parse import urlencode

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match
from tests import builders
from tournaments.models import Tournament
from tournaments.public.views import HOME_PAGE, LIST_PAGE
from tournaments.rounds.tournament_list import MOST_CURRENT, current_tournaments
from tournaments.setup.services import close_tournament
from tournaments.setup.views import DESK_PAGE

pytestmark = pytest.mark.django_db

PER_PAGE = {"/": HOME_PAGE, "/tournaments/": LIST_PAGE, "/desk/": DESK_PAGE}
PATHS = list(PER_PAGE)
MOST_QUERIES = 10  # with session and account of a director, and the open seasons


@pytest.fixture
def client() -> Client:
    """A director's browser whose session was renewed a moment ago."""
    browser = builders.signed_in(builders.director())
    browser.get("/help/")
    return browser


def past(count: int, *, first: date = date(2024, 1, 1)) -> list[Tournament]:
    """So many tournaments, a day after another, closed; the oldest first."""
    made = [
        builders.tournament(name=f"Evening {number}", date=first + timedelta(number))
        for number in range(count)
    ]
    Tournament.objects.filter(pk__in=[each.pk for each in made]).update(
        closed_at=timezone.now()
    )
    return made


def today(name: str = "Tonight") -> Tournament:
    return builders.tournament(name=name, date=timezone.localdate())


def asked(client: Client, path: str, **query: object) -> str:
    answer = client.get(f"{path}?{urlencode(query)}")
    assert answer.status_code == 200
    return answer.content.decode()


def titles(page: str) -> list[str]:
    """The names of the tournaments on a page, in their order."""
    found = re.findall(r'class="row__title"[^>]*>([^<]+)<', page)
    return [unescape(name) for name in found]


def counts(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'class="count">(\d+)<', page)]


def headings(page: str) -> list[tuple[str, int | None]]:
    """Return the heading of each section, and the number beside it."""
    title, number = r'class="section__title"[^>]*>([^<]+)<', r'span class="count">(\d+)'
    found = re.findall(f"{title}(?:{number})?", page)
    return [(text.strip(), int(count) if count else None) for text, count in found]


def pages_through(client: Client, path: str, **query: object) -> Iterator[str]:
    """Follow the links to older ones, to the end."""
    page = asked(client, path, **query)
    yield page
    while older := re.search(r'rel="next" href="([^"]+)"', page):
        answer = client.get(path + unescape(older[1]))
        assert answer.status_code == 200
        page = answer.content.decode()
        yield page


@pytest.mark.parametrize("path", PATHS)
def test_the_newest_comes_first(client: Client, path: str) -> None:
    made = past(HOME_PAGE)
    assert titles(asked(client, path)) == [each.name for each in reversed(made)]


@pytest.mark.parametrize("path", PATHS)
def test_what_is_on_now_stands_first_on_every_page(client: Client, path: str) -> None:
    past(PER_PAGE[path] + 1)
    running = builders.evening(
        "swiss", 4, name="League", date=timezone.localdate() - timedelta(days=200)
    )
    builders.published_round(running)
    for number in range(13):
        today(f"Tonight {number}")
    on_now = [f"Tonight {number}" for number in reversed(range(13))] + ["League"]
    first, second = (titles(page) for page in pages_through(client, path))
    assert first[: len(on_now)] == second[: len(on_now)] == on_now
    assert len(first) == len(on_now) + PER_PAGE[path]
    assert second[len(on_now) :] == ["Evening 0"]


@pytest.mark.parametrize("path", PATHS)
def test_every_one_is_found_once_and_counted(client: Client, path: str) -> None:
    made = past(2 * PER_PAGE[path] + 1)
    pages = list(pages_through(client, path))
    assert len(pages) == 3
    assert [name for page in pages for name in titles(page)] == [
        each.name for each in reversed(made)
    ]
    if path != "/":
        assert {counts(page)[-1] for page in pages} == {len(made)}


@pytest.mark.parametrize("path", ["/tournaments/", "/desk/"])
def test_a_heading_counts_what_stands_below_it(client: Client, path: str) -> None:
    past(3)
    assert headings(asked(client, path)) == [("All tournaments", 3)]
    today()
    above_and_below = [("In progress", 1), ("Other tournaments", 3)]
    assert headings(asked(client, path)) == above_and_below
    both = [("In progress", 1), ("Results", 4)]
    assert headings(asked(client, path, q="n")) == both


@pytest.mark.parametrize("path", ["/tournaments/", "/desk/"])
def test_a_form_without_a_list_below_it_counts_nothing(
    client: Client, path: str
) -> None:
    today()
    page = asked(client, path)
    assert headings(page) == [("In progress", 1), ("Find a tournament", None)]


def test_the_form_of_the_front_page_stands_below_all_lists(client: Client) -> None:
    past(3)
    page = asked(client, "/")
    assert ("Find a tournament", None) in headings(page)
    assert counts(page) == []


@pytest.mark.parametrize("path", PATHS)
def test_a_year_and_a_name_are_kept_over_the_pages(client: Client, path: str) -> None:
    per_page = PER_PAGE[path]
    past(per_page + 1, first=date(2023, 1, 1))
    made = past(per_page + 1, first=date(2025, 1, 1))
    others = past(3, first=date(2025, 6, 1))
    for each in others:
        Tournament.objects.filter(pk=each.pk).update(name=f"Cup {each.pk}")
    pages = list(pages_through(client, path, q="ening", year=2025))
    assert [name for page in pages for name in titles(page)] == [
        each.name for each in reversed(made)
    ]
    for page in pages:
        assert counts(page) == [len(made)]
        assert 'value="ening"' in page
        assert '<option value="2025" selected>' in page


def test_the_years_are_those_with_tournaments(client: Client) -> None:
    past(1, first=date(2019, 5, 1))
    past(2, first=date(2022, 5, 1))
    page = asked(client, "/tournaments/")
    years = re.findall(r'<option value="(\d*)"', page.split('id="year"')[1])
    assert years == ["", "2022", "2019"]


@pytest.mark.parametrize("typed", ["østjysk", "ØSTJYSK", "Østjysk", " mester "])
def test_capitals_do_not_matter(client: Client, typed: str) -> None:
    builders.tournament(name="Østjysk mesterskab", date=date(2024, 5, 1))
    builders.tournament(name="Klubaften", date=date(2024, 6, 1))
    assert titles(asked(client, "/tournaments/", q=typed)) == ["Østjysk mesterskab"]


@pytest.mark.parametrize("path", PATHS)
def test_nothing_found_says_so(client: Client, path: str) -> None:
    past(1)
    page = asked(client, path, q="Nobody plays this")
    assert "No tournament found" in page
    assert titles(page) == []
    assert counts(page) == [0]
    assert f'href="{path}">Show all</a>' in page


NONSENSE: tuple[dict[str, str], ...] = (
    {"page": "abc"},
    {"page": ""},
    {"page": "9" * 5000},
    {"page": "1.5"},
    {"year": "99999"},
    {"year": "abc"},
    {"year": "-1"},
    {"year": "²"},
    {"year": "9" * 5000},
    {"q": "\x00"},
    {"q": " "},
    {"f": "1", "q": ""},
)


@pytest.mark.parametrize("path", PATHS)
def test_what_makes_no_sense_is_ignored(client: Client, path: str) -> None:
    made = past(PER_PAGE[path] + 1)
    wanted = [each.name for each in reversed(made)][: PER_PAGE[path]]
    for query in NONSENSE:
        assert titles(asked(client, path, **query)) == wanted, query


@pytest.mark.parametrize("page", ["3", "1000000", "0", "-1"])
def test_a_page_that_is_not_there_is_the_last(client: Client, page: str) -> None:
    past(LIST_PAGE + 1)
    assert titles(asked(client, "/tournaments/", page=page)) == ["Evening 0"]


@pytest.mark.parametrize("path", PATHS)
def test_as_many_queries_for_many_as_for_few(client: Client, path: str) -> None:
    def queries() -> int:
        caches["kept"].clear()
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == 200
        return len(captured)

    past(1)
    today()
    few = queries()
    past(2)
    today()
    assert queries() == few
    past(PER_PAGE[path])
    for _more in range(3):
        builders.published_round(
            builders.evening("monrad", 4, date=timezone.localdate())
        )
    assert queries() == few <= MOST_QUERIES


def test_a_list_without_tournaments_says_so(client: Client) -> None:
    for path in PATHS:
        page = asked(client, path)
        assert "No tournaments yet" in page
        assert 'name="q"' not in page


# What is on now ------------------------------------------------------------

DAY = date(2026, 11, 20)


def on(day: date = DAY) -> list[Tournament]:
    return current_tournaments(day, Tournament.objects.listed())


def test_of_today_until_it_is_closed() -> None:
    made = builders.tournament(date=DAY)
    assert on() == [made]
    assert on(DAY - timedelta(days=1)) == on(DAY + timedelta(days=1)) == []
    builders.entered(made, 4)
    builders.played_round(made)
    assert on(DAY - timedelta(days=1)) == [made]
    close_tournament(tournament=made, by=None)
    assert on() == []


def test_forgotten_ones_are_over_when_nobody_plays() -> None:
    made = builders.evening("swiss", 4, date=DAY, rounds=1)
    published = builders.published_round(made)
    later = DAY + timedelta(days=400)
    assert on(later) == [made]
    for match in builders.matches(published):
        builders.won(1, match)
    assert on(later) == []
    assert on(DAY + timedelta(days=7)) == [made]


def test_a_weekend_is_on_from_its_first_day_to_its_last() -> None:
    made = builders.tournament(date=DAY)
    Tournament.objects.filter(pk=made.pk).update(end_date=DAY + timedelta(days=2))
    found = {days: on(DAY + timedelta(days)) for days in range(-1, 4)}
    assert found == {-1: [], 0: [made], 1: [made], 2: [made], 3: []}


def test_a_disputed_result_is_not_decided() -> None:
    made = builders.evening("swiss", 4, date=DAY, rounds=1)
    disputed, other = builders.matches(builders.published_round(made))
    for match in (disputed, other):
        builders.won(1, match)
    later = DAY + timedelta(days=400)
    assert on(later) == []
    # Its winner is still stored.
    Match.objects.filter(pk=disputed.pk).update(state=Match.State.DISPUTED)
    assert on(later) == [made]
    Tournament.objects.filter(pk=made.pk).update(deleted_at=timezone.now())
    assert on(later) == []


def test_a_round_taken_back_is_not_played() -> None:
    made = builders.evening("swiss", 4, date=DAY, rounds=1)
    builders.drawn_round(made)
    assert on(DAY + timedelta(days=1)) == []


def test_more_than_fit_are_in_the_list(client: Client) -> None:
    for number in range(MOST_CURRENT + 1):
        today(f"Tonight {number}")
    found = titles(asked(client, "/tournaments/"))
    assert len(found) == MOST_CURRENT + 1
    assert found[-1] == "Tonight 0"
