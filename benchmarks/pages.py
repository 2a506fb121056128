"""The standings page: against its own compute and an empty view.

Requests go through all of the middleware. W3 asks the running product over loopback,
several connections at once, each for its next answer when all have theirs.
"""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from unittest import mock
from urllib.parse import urlsplit

from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.db import connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmarks import fields
from benchmarks.measure import Line, Row, at, cpu_milliseconds, note
from benchmarks.servers import collecting_as_served, running
from matches.club.known import club
from matches.web import answers
from matches.web.context import SHARED
from tournaments.models import Tournament
from tournaments.standings import queries as standings_queries
from tournaments.structure.marks import mark_at, mark_of
from tournaments.structure.queries import main_stage

PLAYERS, ROUNDS = at((128, 9), smallest=(8, 3))
CONNECTIONS = 8
REQUESTS = at(160, smallest=CONNECTIONS)
TURNS = at(25, smallest=1)
REPEATS = at(41, smallest=1)
Ask = Callable[[], HttpResponse]


def run() -> Iterator[Line]:
    tournament = fields.store(players=PLAYERS, rounds=ROUNDS, planned=ROUNDS)
    yield (
        f"Standings page, {PLAYERS} players, {ROUNDS} rounds (CPU ms; requests a "
        "second for W3, queries for W4)"
    )
    site = Site(tournament)
    yield from _uncached(site)
    yield from _unchanged(site)
    yield from _queries(site)


class Site:
    """The product in this process, asked for one tournament's standings."""

    def __init__(self, tournament: Tournament) -> None:
        self.path = reverse("standings", args=[tournament.slug, 1])
        self.tournament = tournament
        self.read_mark()
        self._handler = BaseHandler()
        self._handler.load_middleware()
        self._requests = RequestFactory(headers={"host": "localhost"})

    def read_mark(self) -> None:
        """Ask from now on for what is new since this moment."""
        mark = mark_at(self.tournament.slug)
        self.unchanged_path = f"{self.path}?f={mark.text}"

    def page(self) -> HttpResponse:
        return self._answer(self.path)

    def fragment(self) -> HttpResponse:
        return self._answer(self.path, htmx=True)

    def unchanged(self) -> HttpResponse:
        return self._answer(self.unchanged_path, htmx=True)

    def _answer(self, path: str, *, htmx: bool = False) -> HttpResponse:
        headers = {"hx-request": "true"} if htmx else {}
        # As clubsite.shared_pages asks: bytes for everybody, nothing of one visitor.
        asked = self._requests.get(path, headers=headers, **{SHARED: "1"})
        answer = self._handler.get_response(asked)
        assert answer.status_code in (200, answers.UNCHANGED), answer.status_code
        return answer


def _uncached(site: Site) -> Iterator[Line]:
    """W1, with nothing kept before each request."""
    stage = main_stage(site.tournament)
    with collecting_as_served():
        page, fragment, compute, bare = cpu_milliseconds(
            partial(_anew, site.page),
            partial(_anew, site.fragment),
            partial(standings_queries.compute, stage),
            partial(_anew, partial(_without_rendering, site.page)),
            repeats=REPEATS,
        )
    for what, ours in (("page", page), ("fragment that phones fetch", fragment)):
        yield Row(
            goal="W1", what=f"{what} / its compute", ours=ours, peer=compute, most=2
        )
    yield Row(what="the same, nothing rendered", ours=bare, peer=compute)


def _anew(ask: Ask) -> HttpResponse:
    cache.clear()
    return ask()


def _without_rendering(ask: Ask) -> HttpResponse:
    with mock.patch.object(answers, "render", lambda *_given, **_named: HttpResponse()):
        return ask()


def _unchanged(site: Site) -> Iterator[Line]:
    """W3: what a poll costs that finds nothing new."""
    with running(Path(os.environ["CRAWFORD_DATA"])) as live, ExitStack() as opened:
        site.read_mark()  # the product's start makes another one
        address = urlsplit(live.url)
        sockets = [
            opened.enter_context(
                socket.create_connection((address.hostname, address.port))
            )
            for _ in range(CONNECTIONS)
        ]
        asks = [
            partial(_requests_a_second, sockets, _request(path), end)
            for path, end in ((site.unchanged_path, b"\r\n\r\n"), ("/healthz", b"ok\n"))
        ]
        taken = [[ask() for ask in asks] for _ in range(TURNS + 1)][1:]
    ours, peer = (median(rates) for rates in zip(*taken, strict=True))
    yield Row(
        goal="W3", what="unchanged (204) / empty view", ours=ours, peer=peer, least=0.6
    )


def _request(path: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nHX-Request: true\r\n\r\n".encode()
    )


def _requests_a_second(
    sockets: list[socket.socket], request: bytes, end: bytes
) -> float:
    start = time.perf_counter()
    for _ in range(REQUESTS // len(sockets)):
        for each in sockets:
            each.sendall(request)
        for each in sockets:
            answer = b""
            while not answer.endswith(end):
                received = each.recv(65536)
                assert received, f"closed after {answer[:300]!r}"
                answer += received
            assert answer.startswith(b"HTTP/1.1 20"), answer
    return REQUESTS / (time.perf_counter() - start)


def _queries(site: Site) -> Iterator[Line]:
    """W4: of the whole answer, and of the standings in it."""
    stage = main_stage(site.tournament)
    mark = mark_of(site.tournament).text
    table = partial(standings_queries.standings_table, stage, mark)
    club()  # read twice a second by a process, whatever it is asked for
    for what, whole, limit in (
        ("page, computed", partial(_anew, site.page), 3),
        ("page, standings kept", site.page, 1),
        ("unchanged (204)", site.unchanged, 1),
    ):
        yield Row(
            goal="W4",
            what=f"queries: {what} / limit",
            ours=_counted(whole),
            peer=limit,
            most=1,
        )
    cache.clear()
    computed, kept = _counted(table), _counted(table)
    yield note(f"of these for the standings themselves: {computed}, {kept} and 0")


def _counted(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as queries:
        act()
    return len(queries)
