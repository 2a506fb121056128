"""CPU of two web servers and two workers on PostgreSQL and Redis, beside one machine.

Both sides answer the same requests of the same tournament, one after the other, and do
the same work in the background. One machine is what `./run` starts: SQLite, one web
server, one worker. That every part of the larger one may be killed at any time is shown
by tests/fault/test_two_machines.py.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import redis
from django.urls import reverse

from benchmarks.measure import ROOT, Line, Row, at, note
from benchmarks.phones import new_director, new_evening
from benchmarks.servers import ALONE, started
from matches.models import Match
from tests.live import environment
from tests.servers import create_database, running_redis, start_postgresql
from tournaments.structure.marks import mark_of

PLAYERS = at(64, smallest=8)
REQUESTS = at(1000, smallest=8)
WARM = at(40, smallest=1)
WEBS = 2
WORKERS = 2
SAVE_EVERY = at(40, smallest=4)
"""One request in so many saves a result; all others read."""
REST_SECONDS = at(90.0, smallest=0.0)
ALMOST_NOTHING = 0.2
"""CPU seconds in two seconds; starting takes all that there is."""
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Side:
    """One of the two: its web servers, the processes that count, what it is asked."""

    plan: dict[str, Any]
    ports: list[int] = field(default_factory=list)
    processes: dict[str, list[int]] = field(default_factory=dict)
    redis_url: str = ""
    saved: int = 0

    def cpu(self) -> dict[str, float]:
        """Return the CPU seconds of each part so far."""
        used = {part: sum(map(_cpu, pids)) for part, pids in self.processes.items()}
        if self.redis_url:
            info: Any = redis.Redis.from_url(self.redis_url).info("cpu")
            used["Redis"] = info["used_cpu_sys"] + info["used_cpu_user"]
        return used

    def ask(self, count: int) -> None:
        """Send so many requests, to one web server after the other."""
        lines = [HTTPConnection("127.0.0.1", port, timeout=60) for port in self.ports]
        for number in range(count):
            line = lines[number % len(lines)]
            if number % SAVE_EVERY == 0 and self.saved < len(self.plan["lines"]):
                self._save(line)
            else:
                path = self.plan["paths"][number % len(self.plan["paths"])]
                _answer(line, path)
        for line in lines:
            line.close()

    def _save(self, line: HTTPConnection) -> None:
        headers = {
            "Cookie": self.plan["cookie"],
            "X-CSRFToken": self.plan["token"],
            "Content-Type": "application/x-www-form-urlencoded",
        }
        text = self.plan["lines"][self.saved].replace(" ", "+")
        self.saved += 1
        path = self.plan["save_path"]
        _answer(line, path, body=f"line={text}", headers=headers)


def run() -> Iterator[Line]:
    yield (
        f"CPU seconds of {REQUESTS} requests, {PLAYERS} players: {WEBS} web servers "
        f"and {WORKERS} workers on PostgreSQL and Redis, beside one machine (one "
        f"request in {SAVE_EVERY} saves a result)"
    )
    with contextlib.ExitStack() as stack:
        peer = stack.enter_context(_one_machine())
        ours = at(lambda: stack.enter_context(_cluster()), smallest=lambda: peer)()
        spent = [_spent(side) for side in (ours, peer)]
    many, one = spent
    programs = sum(many[part] for part in ("web", "worker"))
    alone = sum(one[part] for part in ("web", "worker"))
    yield Row(
        goal="C1",
        what="webs and workers / those of one machine",
        ours=programs,
        peer=alone,
    )
    yield Row(
        goal="C2",
        what="with PostgreSQL and Redis / one machine",
        ours=sum(many.values()),
        peer=alone,
    )
    parts = ", ".join(f"{part} {seconds:.2f}" for part, seconds in many.items())
    yield note(f"two machines: {parts}; one: web {one['web']:.2f}")


def _spent(side: Side) -> dict[str, float]:
    """Return the CPU seconds of each part for all requests, once all is warm."""
    side.ask(WARM)
    _wait_for_rest(side)
    before = side.cpu()
    side.ask(REQUESTS)
    # The clock of the kernel has ticks, which a small run may not reach.
    return {
        part: max(used - before[part], 1 / TICK) for part, used in side.cpu().items()
    }


def _wait_for_rest(side: Side) -> None:
    """Wait until the workers have started: until they need next to nothing."""
    last = -1.0
    deadline = time.monotonic() + REST_SECONDS
    while (used := sum(map(_cpu, side.processes["worker"]))) - last > ALMOST_NOTHING:
        last = used
        if time.monotonic() > deadline:
            return
        time.sleep(2)


def stored() -> dict[str, Any]:
    """Store an evening and a director in this process' database; say what to ask."""
    cookie, token = new_director()
    tournament = new_evening(PLAYERS)
    slug = tournament.slug
    hub = tournament.get_absolute_url()
    numbers = Match.objects.filter(pairing__tournament=tournament, winner=None)
    return {
        "cookie": cookie,
        "token": token,
        "save_path": reverse("save_result", args=[slug]),
        "paths": [
            f"{hub}?f={mark_of(tournament).text}",
            reverse("standings", args=[slug, 1]),
            reverse("entry_list", args=[slug]),
            hub,
        ],
        "lines": [
            f"{number} {length} 3"
            for number, length in numbers.values_list("pairing__match_number", "length")
        ],
    }


@contextlib.contextmanager
def _one_machine() -> Iterator[Side]:
    side = Side(stored())
    data = Path(os.environ["CRAWFORD_DATA"])
    secret = {"CRAWFORD_SECRET_KEY": os.environ["CRAWFORD_SECRET_KEY"]}
    with contextlib.ExitStack() as stack:
        live = stack.enter_context(started(data, ALONE, **secret))
        side.ports = [urlsplit(live.url).port or 0]
        side.processes = {"web": [live.process.pid], "worker": []}
        for _worker in range(at(1, smallest=0)):
            environ = environment(data, **secret)
            side.processes["worker"].append(stack.enter_context(_working(environ)))
        yield side


@contextlib.contextmanager
def _cluster() -> Iterator[Side]:
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        files = folder / "server" / "files"
        files.parent.mkdir()
        folder.chmod(0o711)
        shared = {
            "DATABASE_URL": create_database(start_postgresql(files), "club"),
            "REDIS_URL": stack.enter_context(running_redis(folder)),
            "CRAWFORD_SECRET_KEY": os.environ["CRAWFORD_SECRET_KEY"],
            "CRAWFORD_LOG_LEVEL": "WARNING",
        }
        machines = [folder / f"machine-{number}" for number in range(WEBS)]
        for data in machines:
            data.mkdir(mode=0o700)
            _manage(environment(data, **shared), "prepare")
        environ = environment(machines[0], **shared)
        code = (
            "import django, json; django.setup();"
            "from benchmarks.cluster import stored; print(json.dumps(stored()))"
        )
        settings = {"DJANGO_SETTINGS_MODULE": "clubsite.settings"}
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=environ | settings,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        side = Side(json.loads(done.stdout), redis_url=shared["REDIS_URL"])
        lives = [
            stack.enter_context(started(data, ALONE, **shared)) for data in machines
        ]
        side.ports = [urlsplit(live.url).port or 0 for live in lives]
        postmaster = int((files / "postmaster.pid").read_text().split()[0])
        side.processes = {
            "web": [live.process.pid for live in lives],
            "worker": [
                stack.enter_context(_working(environment(data, **shared)))
                for data in machines[:WORKERS]
            ],
            "PostgreSQL": [postmaster],
        }
        yield side


def _manage(environ: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, "manage.py", *arguments]
    subprocess.run(command, cwd=ROOT, env=environ, check=True, capture_output=True)


@contextlib.contextmanager
def _working(environ: dict[str, str]) -> Iterator[int]:
    """Run a worker; yield its process id."""
    command = [sys.executable, "manage.py", "worker"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL
    ) as process:
        try:
            yield process.pid
        finally:
            process.kill()


def _answer(line: HTTPConnection, path: str, **posted: Any) -> None:
    """Ask for a page, or post a `body` with `headers`."""
    headers = {"HX-Request": "true", **posted.pop("headers", {})}
    line.request("POST" if posted else "GET", path, headers=headers, **posted)
    answer = line.getresponse()
    answer.read()
    if answer.status >= HTTPStatus.BAD_REQUEST:
        raise RuntimeError(f"{path}: {answer.status}")


def _cpu(pid: int) -> float:
    """Return the CPU seconds of a process and all below it, ended ones too."""
    return sum(map(_own_cpu, _tree(pid)))


def _own_cpu(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return 0.0  # it ended, and its parent counts it
    ticks: Sequence[str] = text.rpartition(")")[2].split()[11:15]
    return sum(map(int, ticks)) / TICK


def _tree(pid: int) -> Iterator[int]:
    yield pid
    with contextlib.suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        for child in children.split():
            yield from _tree(int(child))
