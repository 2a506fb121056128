"""H4: two web servers and two workers on PostgreSQL and Redis, beside one machine.

Both answer the same requests of the same tournament. One machine is what `./run`
starts: SQLite, one web server, one worker. What a web server carries is how many
requests it answers in a second of CPU time; with a core each, two carry twice that.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.urls import reverse

from benchmarks.acts import cpu_seconds
from benchmarks.hall import new_director, new_event, web_server, working
from benchmarks.measure import ROOT, Line, Row, at
from matches.models import Match
from tests.live import Live, environment
from tests.servers import create_database, running_redis, start_postgresql
from tournaments.structure.marks import mark_of

PLAYERS: Final = at(64, smallest=8)
REQUESTS: Final = at(600, smallest=8)
WARM: Final = at(40, smallest=2)
SAVE_EVERY: Final = at(40, smallest=4)
"""One request in so many saves a result; all others read."""


def run() -> Iterator[Line]:
    yield f"{REQUESTS} requests of {PLAYERS} players (a second of a web server's CPU)"
    with contextlib.ExitStack() as stack:
        one = _carried([stack.enter_context(web_server())], stored())
    with contextlib.ExitStack() as stack:
        lives, plan = at(_two_machines, smallest=_one_machine)(stack)
        two = _carried(lives, plan)
    what = "two machines on PostgreSQL and Redis / one"
    yield Row(goal="H4", what=what, ours=2 * two, peer=one, least=at(1.6, smallest=0))


def _carried(lives: list[Live], plan: dict[str, Any]) -> float:
    """Return how many requests a web server answers in a second of CPU time."""
    ports = [urlsplit(live.url).port for live in lives]
    _ask(ports, plan, range(WARM))
    before = sum(cpu_seconds(live.process.pid) for live in lives)
    _ask(ports, plan, range(WARM, WARM + REQUESTS))
    used = sum(cpu_seconds(live.process.pid) for live in lives) - before
    return REQUESTS / max(used, 0.01)


def _ask(ports: list[int | None], plan: dict[str, Any], numbers: range) -> None:
    lines = [HTTPConnection("127.0.0.1", port, timeout=60) for port in ports]
    for number in numbers:
        line = lines[number % len(lines)]
        headers = {"HX-Request": "true"}
        if number % SAVE_EVERY == 0 and plan["lines"]:
            headers |= {
                "Cookie": plan["cookie"],
                "X-CSRFToken": plan["token"],
                "Content-Type": "application/x-www-form-urlencoded",
            }
            body = f"line={plan['lines'].pop().replace(' ', '+')}"
            line.request("POST", plan["save_path"], body=body, headers=headers)
        else:
            path = plan["paths"][number % len(plan["paths"])]
            line.request("GET", path, headers=headers)
        answer = line.getresponse()
        answer.read()
        assert answer.status < 400, (number, answer.status)
    for line in lines:
        line.close()


def stored() -> dict[str, Any]:
    """Store an event and a director in this process' database; say what to ask."""
    cookie, token = new_director("Machines")
    event = new_event(PLAYERS)
    hub = event.get_absolute_url()
    numbers = Match.objects.filter(pairing__tournament=event, winner=None)
    return {
        "cookie": cookie,
        "token": token,
        "save_path": reverse("save_result", args=[event.slug]),
        "paths": [
            f"{hub}?f={mark_of(event).text}",
            reverse("standings", args=[event.slug, 1]),
            reverse("entry_list", args=[event.slug]),
            hub,
        ],
        "lines": [
            f"{number} {length} 3"
            for number, length in numbers.values_list("pairing__match_number", "length")
        ],
    }


def _one_machine(stack: contextlib.ExitStack) -> tuple[list[Live], dict[str, Any]]:
    """At the smallest size the second side is the first one again, and only reads."""
    hub = new_event(PLAYERS).get_absolute_url()
    return [stack.enter_context(web_server())], {"paths": [hub], "lines": []}


def _two_machines(stack: contextlib.ExitStack) -> tuple[list[Live], dict[str, Any]]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    folder.chmod(0o711)
    files = folder / "server" / "files"
    files.parent.mkdir()
    shared = {
        "DATABASE_URL": create_database(start_postgresql(files), "club"),
        "REDIS_URL": stack.enter_context(running_redis(folder)),
        "CRAWFORD_SECRET_KEY": os.environ["CRAWFORD_SECRET_KEY"],
        "CRAWFORD_LOG_LEVEL": "WARNING",
    }
    machines = [folder / "one", folder / "two"]
    for data in machines:
        data.mkdir(mode=0o700)
        command = [sys.executable, "manage.py", "prepare"]
        ours = environment(data, **shared)
        subprocess.run(command, cwd=ROOT, env=ours, check=True, capture_output=True)
    code = (
        "import django, json; django.setup();"
        "from benchmarks.machines import stored; print(json.dumps(stored()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**ours, "DJANGO_SETTINGS_MODULE": "clubsite.settings"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    lives = [stack.enter_context(web_server(data, **shared)) for data in machines]
    for data in machines:
        stack.enter_context(working(data, **shared))
    return lives, json.loads(done.stdout)
