"""Lists of a club with many years behind it: paged, counted, found by an index."""

from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import date
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks import club
from matches.jobs import queue
from matches.ledger.club_matches import club_matches
from matches.models import JournalEntry, Match, Player
from matches.player_page import panel as player_panel
from matches.player_page.history import met
from matches.player_page.panel import head_to_head
from matches.player_page.queries import history_of
from matches.players import views as players_views
from matches.players.queries import players_at
from tests import builders
from tournaments.hall import log
from tournaments.hall.log import log_of
from tournaments.models import Tournament
from tournaments.rounds.tournament_list import current_tournaments
from tournaments.search import queries as search_queries

pytestmark = pytest.mark.django_db

FIRST = club.Size(tournaments=2, players=130, club_matches=60, field=8)
LATER = club.Size(tournaments=6, players=260, club_matches=180, field=8)
TABLES = ("matches_match", "matches_journalentry", "matches_job", "matches_player")


def director() -> Client:
    client = builders.signed_in(builders.director())
    client.get("/help/")
    return client


def cost(client: Client, path: str) -> tuple[int, int]:
    """Return how many queries a page takes, and how many bytes it sends."""
    caches["kept"].clear()
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(path)
    assert answer.status_code == 200
    return len(captured), len(answer.content)


def opponents_of(player: Player) -> list[Player]:
    return players_at(met(history_of(player)))


def busiest() -> Player:
    return max(Player.objects.all(), key=lambda one: len(opponents_of(one)))


PAGES = (
    "/players/",
    "/players/?q=vert",
    "/players/{key}/",
    "/search/?q=vert",
    "/club/",
    "/club/new/",
    "/club/people/?player_1=vert",
    "/desk/{slug}/log/",
)


def test_years_make_no_page_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_panel, "SUGGESTED", 5)
    monkeypatch.setattr(log, "PER_PAGE", 20)
    monkeypatch.setattr(search_queries, "MOST_PLAYERS", 1000)
    (first, *_others), client = club.store(FIRST), director()
    key = busiest().key
    paths = [page.format(key=key, slug=first.slug) for page in PAGES]
    before = {path: cost(client, path) for path in paths}
    club.store(LATER, seed=2)
    for path, (queries, sent) in before.items():
        again = cost(client, path)
        assert again[0] == queries, path
        assert again[1] <= sent * 1.1 + 200, path


def plans(queries: Iterable[str]) -> list[str]:
    """Return SQLite's plans on an empty copy of the tables, free of statistics.

    Statistics that other tests left of tables with a few rows would mislead it.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sql FROM sqlite_schema"
            " WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        )
        schema = [sql for (sql,) in cursor.fetchall()]
    options = {**connection.get_connection_params(), "database": ":memory:"}
    with closing(connection.get_new_connection(options)) as copy:
        for sql in schema:
            copy.execute(sql)
        return [
            row[3]
            for sql in queries
            for row in copy.execute(f"EXPLAIN QUERY PLAN {sql}")
        ]


def asked_by(act: Callable[[], Any]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        act()
    asked = [query["sql"] for query in captured if query["sql"].startswith("SELECT")]
    assert asked
    return asked


def scans(act: Callable[[], Any]) -> list[str]:
    """Return the tables that what is asked reads from end to end."""
    return [
        line
        for line in plans(asked_by(act))
        if any(line == f"SCAN {table}" for table in TABLES)
    ]


def listed(rows: QuerySet[Match]) -> None:
    rows.count()
    list(rows[:50])


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads plans of SQLite")
def test_what_is_asked_often_reads_no_table_from_end_to_end() -> None:
    first, *_others = club.store(FIRST)
    assert scans(lambda: list(Match.objects.exclude(state="void"))) != []
    assert scans(lambda: listed(club_matches())) == []
    assert scans(lambda: log_of(first)) == []
    assert scans(queue.sweep) == []
    assert scans(queue.waiting) == []


def steps(act: Callable[[], object]) -> int:
    """Count the steps of SQLite's machine that an act takes, by tens."""
    ticks = 0

    def tick() -> int:
        nonlocal ticks
        ticks += 1
        return 0

    connection.connection.set_progress_handler(tick, 10)
    try:
        act()
    finally:
        connection.connection.set_progress_handler(None, 10)
    return ticks * 10


@pytest.mark.skipif(connection.vendor != "sqlite", reason="counts steps of SQLite")
def test_what_is_on_now_is_found_without_looking_at_years_that_nobody_closed() -> None:
    def on_now() -> list[Tournament]:
        return current_tournaments(date(2027, 1, 1), Tournament.objects.all())

    first, *_others = club.store(FIRST)
    assert not first.is_closed
    league = builders.evening("swiss", 4, date=date(2020, 1, 1))
    builders.published_round(league)
    assert on_now() == [league]
    before = steps(on_now)
    club.store(LATER, seed=2)
    assert on_now() == [league]
    assert 0 < steps(on_now) <= before + 20
    (asked,) = asked_by(on_now)
    read = [line for line in plans([asked]) if line.startswith("SCAN")]
    assert read == ["SCAN U0 USING INDEX matches_not_done"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads plans of SQLite")
def test_a_players_page_reads_only_what_is_the_players(client: Client) -> None:
    club.store(FIRST)
    player = busiest()
    page, other = f"/players/{player.key}/", opponents_of(player)[0]
    asked = asked_by(lambda: client.get(page))
    entries = [line for line in plans(asked) if "SEARCH tournaments_entry " in line]
    assert len(entries) > 1
    assert {line for line in entries if "player_id=?" not in line} == set()
    asked = asked_by(lambda: client.get(page, {"against": other.key}))
    (counted,) = (sql for sql in asked if "SUM(" in sql)
    assert [line for line in plans([counted]) if line.startswith("SCAN")] == []


def test_the_directory_is_paged_and_says_how_many_there_are(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players_views, "PER_PAGE", 10)
    for name in builders.names(23):
        builders.player(name)
    seen: list[str] = []
    for number in (1, 2, 3):
        page = client.get(f"/players/?page={number}").context
        assert page["listed"].paginator.count == 23
        seen += [player.name for player, _rating in page["rows"]]
    assert sorted(seen) == sorted(builders.names(23))
    found = client.get("/players/?q=alm&page=7").context
    assert found["listed"].paginator.count == 8
    assert {player.name for player, _rating in found["rows"]} <= set(seen)


@pytest.mark.database
def test_the_log_is_paged_and_has_its_own_lines_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(log, "PER_PAGE", 4)
    one, two = (builders.evening("swiss", 4) for _ in range(2))
    for made in (one, two):
        for match in builders.matches(builders.published_round(made)):
            builders.won(1, match)
    pages = [log_of(one, {"page": str(number)}) for number in range(1, 5)]
    read = [line for page in pages for line in page.lines]
    page = log_of(one).listed
    assert page.paginator.count == page.paginator.num_pages * 4 - (-len_of(one) % 4)
    assert page.paginator.count == len_of(one)
    assert len(read) >= page.paginator.count
    times = [line.at for line in pages[0].lines]
    assert times == sorted(times, reverse=True)


def len_of(tournament: Tournament) -> int:
    """Count the lines of a tournament and its matches one by one."""
    matches = set(tournament.pairings.values_list("match", flat=True)) - {None}
    return sum(
        line.subject == tournament.subject or line.match_id in matches
        for line in JournalEntry.objects.all()
    )


@pytest.mark.database
def test_an_opponent_is_found_by_typing(client: Client) -> None:
    club.store(FIRST)
    player = busiest()
    others = opponents_of(player)
    path = f"/players/{player.key}/"

    def looked_for(name: str) -> Any:
        answer = client.get(path, {"opponent": name})
        assert answer.status_code == 200
        return answer.context["panels"]["matches"]

    assert looked_for(others[0].name).against == others[0]
    many = looked_for("vert")
    assert (many.against, many.found) == (None, others)
    for nobody in ("Nobody Known", "\x00", "%", "x" * 900):
        assert looked_for(nobody).found == []


@pytest.mark.database
def test_two_players_are_counted_as_one_by_one() -> None:
    club.store(FIRST)
    player = busiest()
    for other in opponents_of(player):
        assert player_panel._named(history_of(player), other.name) == [other]
        counted, won, lost = head_to_head(player, other), 0, 0
        for match in Match.objects.filter(winner__isnull=False):
            sides = (match.player_1_id, match.player_2_id)
            if set(sides) == {player.pk, other.pk}:
                mine = sides[(match.winner or 1) - 1] == player.pk
                won, lost = won + mine, lost + (not mine)
        assert (counted["won"], counted["lost"], counted["sessions"]) == (won, lost, 0)


def test_people_are_suggested_by_what_is_typed() -> None:
    client = director()
    for name in ("Ane Alm", "Åse Ås", "Bo Alm"):
        builders.player(name)
    answer = client.get("/club/people/", {"player_2": "as"})
    assert list(answer.context["labels"]) == ["Åse Ås"]
    assert Client().get("/club/people/?player_1=alm").status_code in {302, 403}
    assert client.get("/club/people/", {"player_1": "\x00"}).status_code == 200
