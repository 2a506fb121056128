"""The standings page: against its own compute, plain templates and an empty view.

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

from django.conf import settings
from django.core.cache import cache, caches
from django.core.handlers.base import BaseHandler
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template.backends.django import DjangoTemplates
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmarks import fields
from benchmarks.measure import Line, Row, at, cpu_milliseconds, note
from benchmarks.servers import running
from matches.club.known import club
from matches.web import answers
from tournaments.models import Tournament
from tournaments.standings import queries as standings_queries
from tournaments.structure.marks import mark_at, mark_of
from tournaments.structure.queries import main_stage
from tournaments.templatetags.tournament_tags import standings_rows

PLAYERS, ROUNDS = at((128, 9), smallest=(8, 3))
CONNECTIONS = 8
REQUESTS = at(160, smallest=CONNECTIONS)
TURNS = at(25, smallest=1)
REPEATS = at(41, smallest=1)
ROWS = Path(__file__).with_name("standings_rows.html")
SHELL = "tournaments/standings/_rows.html"
ROWS_TAG = "{% standings_rows rows stage table %}"

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
        caches["pages"].clear()
        asked = self._requests.get(path, headers=headers)
        answer = self._handler.get_response(asked)
        assert answer.status_code in (200, answers.UNCHANGED), answer.status_code
        return answer


def _uncached(site: Site) -> Iterator[Line]:
    """W1 and W2, with nothing kept before each request."""
    stage = main_stage(site.tournament)
    plain = _plain_templates()
    in_loops = partial(_rendered_by, plain, site.page)
    table = standings_queries.compute(stage)
    assert _words(site.fragment) == _words(partial(_rendered_by, plain, site.fragment))
    page, fragment, compute, bare, loops, rows, loop_rows = cpu_milliseconds(
        partial(_anew, site.page),
        partial(_anew, site.fragment),
        partial(standings_queries.compute, stage),
        partial(_anew, partial(_without_rendering, site.page)),
        partial(_anew, in_loops),
        partial(standings_rows, table, stage, table),
        partial(
            plain.get_template(ROWS.name).render,
            {"rows": table, "table": table, "stage": stage},
        ),
        repeats=REPEATS,
    )
    for what, ours in (("page", page), ("fragment that phones fetch", fragment)):
        yield Row(
            goal="W1", what=f"{what} / its compute", ours=ours, peer=compute, most=2
        )
    yield Row(
        goal="W2", what="page / page by plain loops", ours=page, peer=loops, most=0.1
    )
    yield Row(
        what="the same, nothing rendered (no page needs less)", ours=bare, peer=loops
    )
    yield Row(
        goal="W2",
        what="rows / rows by plain loops",
        ours=rows,
        peer=loop_rows,
        most=0.1,
    )


def _anew(ask: Ask) -> HttpResponse:
    cache.clear()
    return ask()


def _plain_templates() -> DjangoTemplates:
    """Return the product's templates, but with the rows in the engine's own loops."""
    ours = settings.TEMPLATES[0]
    shell = (settings.BASE_DIR / "templates" / SHELL).read_text(encoding="utf-8")
    rows = ROWS.read_text(encoding="utf-8")
    assert ROWS_TAG in shell
    replaced = {SHELL: shell.replace(ROWS_TAG, rows), ROWS.name: rows}
    package = "django.template.loaders"
    loaders = [
        (f"{package}.locmem.Loader", replaced),
        f"{package}.filesystem.Loader",
        f"{package}.app_directories.Loader",
    ]
    options = {**ours["OPTIONS"], "loaders": [(f"{package}.cached.Loader", loaders)]}
    return DjangoTemplates(
        {"NAME": "plain", "DIRS": ours["DIRS"], "APP_DIRS": False, "OPTIONS": options}
    )


def _rendered_by(templates: DjangoTemplates, ask: Ask) -> HttpResponse:
    def render(
        request: HttpRequest, name: str, context: dict[str, object], *, status: int
    ) -> HttpResponse:
        text = templates.get_template(name).render(context, request)
        return HttpResponse(text, status=status)

    with mock.patch.object(answers, "render", render):
        return ask()


def _without_rendering(ask: Ask) -> HttpResponse:
    with mock.patch.object(answers, "render", lambda *_given, **_named: HttpResponse()):
        return ask()


def _words(ask: Ask) -> str:
    """Return what was answered without any space."""
    return "".join(ask().content.decode().split())


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
