"""Phones that poll while results come in, also while papers are made or harm is done.

The web server runs on one core and the phones on another. A director saves a result
every five seconds.
"""

import contextlib
import gzip
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from benchmarks import fields
from benchmarks.measure import ROOT, Line, Row, at, note
from matches.documents import services as documents_services
from matches.models import Match, User
from matches.web.throttle import remember_browser
from tests.live import Live, environment
from tests.servers import free_port
from tournaments.models import Round, Tournament

FIELDS: Final = at(((64, 1000), (512, 750), (1000, 500)), smallest=((8, 4),))
SECONDS: Final = at(10.0, smallest=3.0)
INTERVAL: Final = at(5.0, smallest=0.5)
ATTACKS: Final = at(
    (
        ("headers", 800),
        ("half bodies", 800),
        ("large half bodies", 800),
        ("wrong passwords", 230),
        ("uploads", 75),
    ),
    smallest=(("half bodies", 8),),
)
ATTACK_SECONDS: Final = at(5.0, smallest=2.0)
PASSWORD: Final = "four-words-in-a-row"  # noqa: S105 - of an invented director
PHONE_PAGES_KB, VISIT_KB = 60, 10
WAIT_SECONDS: Final = 60.0

Found = dict[str, Any]


def run() -> Iterator[Line]:
    yield f"A hall, one core for the web (ms; a phone asks every {INTERVAL:g} s)"
    events = [(new_event(size), size, phones) for size, phones in FIELDS]
    director = new_director()
    with web_server() as live:
        _pin(live.process.pid)
        for event, size, phones in events:
            found = _asked(live, event, director, phones=phones, seconds=SECONDS)
            what = f"{size} players, {phones} phones"
            polls, saves = (
                _percentile(found["polls"], 99),
                _percentile(found["saves"], 95),
            )
            yield Row(
                goal="H1", what=f"{what}: p99 / limit", ours=polls, peer=500, most=1
            )
            what = f"{what}: p95 of saves / limit"
            yield Row(goal="H1", what=what, ours=saves, peer=300, most=1)
            yield note(f"{len(found['polls'])} polls, {found['errors']} errors")
        yield from _first_load(live, events[0][0])
        yield from _attacked(live, events[0][0], director)
    yield from _while_papers_are_made(events[0][0], director)


def _while_papers_are_made(
    event: Tournament, director: tuple[str, str]
) -> Iterator[Line]:
    size, phones = FIELDS[0]
    with web_server() as live:
        calm = _asked(live, event, director, phones=phones, seconds=SECONDS)
        with working():
            newest = Round.objects.filter(stage__tournament=event).latest("number")
            documents_services.prepare("score-sheets", newest)
            busy = _asked(live, event, director, phones=phones, seconds=SECONDS)
    what = f"{phones} phones while sheets of {size} are made / else: p99"
    ours, peer = (_percentile(found["polls"], 99) for found in (busy, calm))
    yield Row(goal="H2", what=what, ours=ours, peer=peer, most=3)


def _attacked(
    live: Live, event: Tournament, director: tuple[str, str]
) -> Iterator[Line]:
    for attack, attackers in ATTACKS:
        fields.reopen(event, 3)  # so that there are results to save
        found = _asked(
            live,
            event,
            director,
            phones=0,
            seconds=ATTACK_SECONDS,
            interval=INTERVAL / 5,
            sign_in=f"login=Hall&password={PASSWORD}",
            attack=attack,
            attackers=attackers,
        )
        for act, times in (("save", "saves"), ("sign-in", "sign_ins")):
            what = f"{attackers} times {attack}: slowest {act} / limit"
            slowest = max(found[times], default=0)
            yield Row(goal="H3", what=what, ours=slowest, peer=2000, most=1)
        yield note(f"{found['errors']} errors")


def _first_load(live: Live, event: Tournament) -> Iterator[Line]:
    """Yield the kilobytes of a phone's first page, and of one that was there before."""
    address = urlsplit(live.url).netloc
    page = _fetched(address, event.get_absolute_url())
    text = gzip.decompress(page).decode()
    linked = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', text))
    whole = len(page) + sum(len(_fetched(address, path)) for path in linked)
    what = "first page of a phone, KB / limit"
    yield Row(goal="W5", what=what, ours=whole / 1000, peer=PHONE_PAGES_KB, most=1)
    what = "page of a phone that was there before, KB / limit"
    yield Row(goal="W5", what=what, ours=len(page) / 1000, peer=VISIT_KB, most=1)


def _fetched(address: str, path: str) -> bytes:
    connection = HTTPConnection(address)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        assert answer.status == 200, (path, answer.status)
        return answer.read()


# The product, and whoever asks it ------------------------------------------


def new_event(players: int) -> Tournament:
    """Return a tournament in its third round, of which half is played."""
    event = fields.store(players=players, rounds=3, planned=9)
    fields.reopen(event, 3)
    return event


def new_director(name: str = "Hall") -> tuple[str, str]:
    """Return the cookies of a director who has signed in, and the token of forms."""
    user = User.objects.create_user(name, password=PASSWORD, role="owner")
    marked = HttpResponse()
    remember_browser(RequestFactory().get("/"), marked, name)
    mark = marked.cookies[settings.KNOWN_BROWSER_COOKIE_NAME].value
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    token = "x" * 32
    return (
        f"{settings.SESSION_COOKIE_NAME}={session.session_key}; "
        f"{settings.CSRF_COOKIE_NAME}={token}; "
        f"{settings.KNOWN_BROWSER_COOKIE_NAME}={mark}"
    ), token


@contextlib.contextmanager
def web_server(data: Path | None = None, **more: str) -> Iterator[Live]:
    """Run the web server alone on this data, from its first page to the end."""
    data = data or Path(os.environ["CRAWFORD_DATA"])
    more.setdefault("CRAWFORD_SECRET_KEY", os.environ["CRAWFORD_SECRET_KEY"])
    port, environ = free_port(), environment(data, **more)
    command = [sys.executable, "manage.py", "web", "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, text=True
    ) as process:
        live = Live(process, data, f"http://127.0.0.1:{port}", environ)
        try:
            wait_for_page(live)
            yield live
        finally:
            process.kill()


def wait_for_page(live: Live) -> None:
    """Wait until the front page is there."""
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        with contextlib.suppress(OSError):
            connection = HTTPConnection(urlsplit(live.url).netloc)
            with contextlib.closing(connection):
                connection.request("GET", "/")
                if connection.getresponse().status == 200:
                    return
        assert time.monotonic() < deadline, live.log
        assert live.process.poll() is None, live.log
        time.sleep(0.02)


@contextlib.contextmanager
def working(data: Path | None = None, **more: str) -> Iterator[None]:
    """Run a worker on this data until the block ends."""
    data = data or Path(os.environ["CRAWFORD_DATA"])
    more.setdefault("CRAWFORD_SECRET_KEY", os.environ["CRAWFORD_SECRET_KEY"])
    environ = environment(data, **more)
    command = [sys.executable, "manage.py", "worker"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL
    ) as process:
        try:
            yield
        finally:
            process.terminate()


def _asked(
    live: Live, event: Tournament, director: tuple[str, str], **plan: Any
) -> Found:
    """Run phones in a process of their own, on the last core."""
    open_matches = Match.objects.filter(pairing__tournament=event, winner=None)
    lines = open_matches.values_list("pairing__match_number", "length")
    plan = {
        "interval": INTERVAL,
        "core": max(os.sched_getaffinity(0)),
        "port": urlsplit(live.url).port,
        "path": event.get_absolute_url(),
        "saves": [f"{number} {length} 3" for number, length in lines],
        "save_path": reverse("save_result", args=[event.slug]),
        "cookie": director[0],
        "token": director[1],
        **plan,
    }
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.phone_client"],
        cwd=ROOT,
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: Found = json.loads(done.stdout)
    return found


def _pin(pid: int) -> None:
    """Keep a process with all its threads on the first core."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), {min(os.sched_getaffinity(0))})


def _percentile(times: Sequence[float], percent: int) -> float:
    """Return the time that `percent` of the answers did not exceed."""
    ordered = sorted(times) or [0.0]
    return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)]
