"""Phones that watch a tournament while results come in, beside the limits of a server.

The web server runs on one core and the phones on another, each phone with a connection
of its own that stays open. A director saves a result every five seconds. A machine that
does other things meanwhile gives worse figures. The last rows (`beside_papers`) are of
phones while papers are laid out.
"""

import contextlib
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.urls import reverse

from benchmarks import beside_papers, fields
from benchmarks.measure import ROOT, Line, Row, at, note
from benchmarks.phone_client import rate
from benchmarks.phone_runs import INTERVAL, SECONDS, percentile, phones_ask, pin
from benchmarks.servers import ALONE, started
from matches.jobs import queue as jobs_queue
from matches.models import Match, User
from tests.live import Live
from tests.servers import free_port
from tournaments.draws.job import make_draw
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.models import Tournament
from tournaments.structure.marks import mark_of

FIELDS = at(((64, 2000), (512, 1500), (1000, 1000)), smallest=((8, 4),))
IDLE = at(5000, smallest=8)
OPENING = at(1000, smallest=8)
LIMITS_SECONDS = at(4.0, smallest=0.2)
SAVES = int(SECONDS / INTERVAL) + 1
ALONE_SAVES = at(6, smallest=1)
CONNECTIONS = at(16, smallest=2)
IS_NEW_SERVER_ASKED = at(True, smallest=False)
"""At the smallest size the server that runs is asked once more."""
P99, SAVED, OPENED, QUIET, SHARE = 250, 100, 2000, 10, 75
HALF_SECOND = 0.5
NEW_SERVERS_PAGE = "new server's page"
LONGEST = 1.2
"""Of an interval, between two questions of one phone."""


def run() -> Iterator[Line]:
    yield (
        "Phones, one core (ms; KB of an answer with news; a phone asks every "
        f"{INTERVAL:g} s on a connection that stays open, a result comes as often)"
    )
    cookie, token = new_director()
    # The server starts when all is stored: nobody else writes while it is measured.
    evenings = [(new_evening(size), size, count) for size, count in FIELDS]
    with _server() as live:
        for evening, size, count in evenings:
            yield from _watched(
                live, evening, size=size, phones=count, who=(cookie, token)
            )
        evening = evenings[0][0]
        yield from _nothing_new(live, evening)
        yield from _opened(live, evenings[-1][0], "page")
        yield from _limits(live, evening)
        if not IS_NEW_SERVER_ASKED:
            yield from _opened(live, evenings[-1][0], NEW_SERVERS_PAGE)
            yield from beside_papers.rows(live, evening, evenings[-1][0])
            return
    with _server() as live:  # which has made no page of a tournament yet
        yield from _opened(live, evenings[-1][0], NEW_SERVERS_PAGE)
    with _server(on_one_core=False) as live:
        yield from beside_papers.rows(live, evening, evenings[-1][0])


def _watched(
    live: Live, evening: Tournament, *, size: int, phones: int, who: tuple[str, str]
) -> Iterator[Line]:
    cookie, token = who
    lines = [
        f"{number} {length} 3"
        for number, length in Match.objects.filter(
            pairing__tournament=evening, winner=None
        ).values_list("pairing__match_number", "length")
    ]
    saver = {
        "path": evening.get_absolute_url(),
        "save_path": reverse("save_result", args=[evening.slug]),
        "cookie": cookie,
        "token": token,
    }
    calm, _share = phones_ask(
        live,
        phones=0,
        saves=lines[:ALONE_SAVES],
        seconds=ALONE_SAVES + 1,
        interval=1,
        **saver,
    )
    found, share = phones_ask(
        live, phones=phones, saves=lines[ALONE_SAVES:][:SAVES], **saver
    )
    what = f"{size} players, {phones} phones"
    answers = [*found["unchanged"], *found["news"]]
    yield Row(
        goal="W8",
        what=f"{what}: p99 / limit",
        ours=percentile(answers, 99),
        peer=P99,
        most=1,
    )
    yield Row(
        goal="W8",
        what=f"{what}: p95 of saves / limit",
        ours=percentile(found["saves"], 95),
        peer=SAVED,
        most=1,
    )
    yield Row(
        goal="W7",
        what=f"{what}: result shown, most s / limit",
        ours=max(found["shown"], default=0) / 1000,
        peer=INTERVAL * LONGEST + HALF_SECOND,
        most=1,
    )
    sizes = [size / 1000 for size in found["sizes"]]
    yield note(
        f"{len(answers)} answers, {len(found['news'])} with news of "
        f"{statistics.median(sizes or [0]):.1f} KB (most {max(sizes, default=0):.1f}); "
        f"p50 {percentile(answers, 50):.1f}; {len(found['saves'])} saves, median "
        f"{percentile(found['saves'], 50):.0f}, without phones "
        f"{percentile(calm['saves'], 50):.0f}; {found['errors']} errors; "
        f"{found['asked_soon']} asked again soon; {share:.0f} % of the core"
    )


def _nothing_new(live: Live, evening: Tournament) -> Iterator[Line]:
    found, share = phones_ask(
        live, path=evening.get_absolute_url(), phones=IDLE, seconds=SECONDS
    )
    answers = found["unchanged"]
    what = f"nothing new, {IDLE} phones"
    yield Row(
        goal="W5",
        what=f"{what}: p99 / limit",
        ours=percentile(answers, 99),
        peer=QUIET,
        most=1,
    )
    yield Row(
        goal="W5", what=f"{what}: % of a core / limit", ours=share, peer=SHARE, most=1
    )
    yield note(
        f"{len(answers)} answers, p50 {percentile(answers, 50):.2f}; "
        f"{found['errors']} errors"
    )


def _opened(live: Live, evening: Tournament, page: str) -> Iterator[Line]:
    found, share = phones_ask(
        live,
        path=evening.get_absolute_url(),
        phones=OPENING,
        seconds=INTERVAL,
        opens=True,
    )
    yield Row(
        goal="W8",
        what=f"{page} opened by {OPENING} in {INTERVAL:g} s: p99 / limit",
        ours=percentile(found["news"], 99),
        peer=OPENED,
        most=1,
    )
    yield Row(
        goal="W8", what="errors of these / 1", ours=found["errors"], peer=1, most=0
    )
    yield note(
        f"{statistics.median(found['sizes'] or [0]) / 1000:.1f} KB each, p50 "
        f"{percentile(found['news'], 50):.1f}; {share:.0f} % of the core"
    )


def _limits(live: Live, evening: Tournament) -> Iterator[Line]:
    """What a poll costs beside an empty answer of Django alone, and of nginx."""
    path = f"{evening.get_absolute_url()}?f={mark_of(evening).text}"
    ours = _rate(urlsplit(live.url).port or 0, path, "HX-Request: true\r\n")
    with _bare_django() as port:
        bare = _rate(port, "/", "")
    yield Row(
        goal="W3", what="polls a second / 304 of bare Django", ours=ours, peer=bare
    )
    if shutil.which("nginx") is None:
        yield note("nginx is not installed: its 304 was not measured")
        return
    with _nginx() as port:
        fast = _rate(port, "/page.html", "If-None-Match: *\r\n")
    yield Row(what="polls a second / 304 of nginx", ours=ours, peer=fast)


# The product, and whoever asks it -------------------------------------------------


def new_director() -> tuple[str, str]:
    """Return the cookies of a director who has signed in, and the token of forms."""
    ada = User.objects.filter(username="Ada").first() or User.objects.create_user(
        "Ada", password=None, role="owner"
    )
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(ada.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = ada.get_session_auth_hash()
    session["renewed"] = int(time.time())
    session.create()
    token = "x" * 32
    return (
        f"{settings.SESSION_COOKIE_NAME}={session.session_key}; "
        f"{settings.CSRF_COOKIE_NAME}={token}"
    ), token


def new_evening(players: int) -> Tournament:
    """Return a tournament in its third round, of which no match is played."""
    evening = fields.store(players=players, rounds=2, planned=9)
    publish_next(evening)
    return evening


def publish_next(tournament: Tournament) -> None:
    """Draw the next round of a tournament and publish it."""
    draw = request_draw(tournament=tournament, by=None)
    job = jobs_queue.claim(draw.job_id)
    assert job is not None
    make_draw(job)
    publish_round(draw_id=draw.pk, tournament=tournament, by=None)


@contextlib.contextmanager
def _server(*, on_one_core: bool = True) -> Iterator[Live]:
    data = Path(os.environ["CRAWFORD_DATA"])
    secret = os.environ["CRAWFORD_SECRET_KEY"]
    with started(data, ALONE, CRAWFORD_SECRET_KEY=secret) as live:
        if on_one_core:
            pin(live.process.pid)
        yield live


# The limits --------------------------------------------------------------------------

BARE = """
import sys
from django.conf import settings
settings.MIDDLEWARE = []
settings.ROOT_URLCONF = __name__
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponseNotModified
from django.urls import path
urlpatterns = [path("", lambda request: HttpResponseNotModified())]
site = get_wsgi_application()
import uvicorn
from clubsite.asgi import Lanes, check
from clubsite.management.commands.web import configured
from clubsite.run.network import listen, parse_bind
from clubsite.whole_bodies import WholeBodies
server = uvicorn.Server(configured(WholeBodies(Lanes(site), check)))
server.run(sockets=[listen(parse_bind(sys.argv[1]))])
"""
NGINX = """
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  client_body_temp_path {folder}; proxy_temp_path {folder};
  fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{ listen 127.0.0.1:{port}; root {folder}; keepalive_requests 1000000; }}
}}
"""


@contextlib.contextmanager
def _running(command: Sequence[str], port: int) -> Iterator[None]:
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            deadline = time.monotonic() + 20
            while True:
                # On a busy machine a short measurement may end before it connects.
                with (
                    contextlib.suppress(OSError),
                    socket.create_connection(("127.0.0.1", port), timeout=1),
                ):
                    break
                assert time.monotonic() < deadline, command
                time.sleep(0.05)
            pin(process.pid)
            yield
        finally:
            process.terminate()


@contextlib.contextmanager
def _bare_django() -> Iterator[int]:
    port = free_port()
    with _running([sys.executable, "-c", BARE, f"127.0.0.1:{port}"], port):
        yield port


@contextlib.contextmanager
def _nginx() -> Iterator[int]:
    port = free_port()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "page.html").write_text("x" * 1000, encoding="utf-8")
        plan = folder / "nginx.conf"
        plan.write_text(NGINX.format(folder=folder, port=port), encoding="utf-8")
        command = ["nginx", "-c", str(plan), "-g", "daemon off; master_process off;"]
        with _running(command, port):
            yield port


def _rate(port: int, path: str, more: str) -> float:
    """Return the answers a second over a few connections that are never idle."""
    return rate(port, path, more, connections=CONNECTIONS, seconds=LIMITS_SECONDS)
