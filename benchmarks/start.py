"""A second start of `./run`, and the memory it holds when nobody asks for anything.

Memory is proportional (PSS): what processes share is counted once.
"""

import contextlib
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import median

from benchmarks import fields
from benchmarks.measure import ROOT, Line, Row, note
from matches.jobs import tasks
from matches.models import Job
from tests.live import Live, environment
from tests.servers import free_port
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.score_sheets.services import request_sheets

OURS = ("./run",)
ALONE = (sys.executable, "-m", "gunicorn", "clubsite.wsgi", "--worker-class=gthread")
STARTS = 5
WAIT_SECONDS = 60.0
REST_SECONDS = 3.0
LIMIT_MB = 200
PLAYERS = 64
PROCESSES = {"gunicorn": "web server", "celery": "worker", "club": "supervisor"}


def run() -> Iterator[Line]:
    yield (
        "Memory and start (MB with nothing to do, all processes; seconds until the "
        "front page answers)"
    )
    data = Path(os.environ["CRAWFORD_DATA"])
    with _running(data, OURS) as first:  # its start is not counted
        yield from _memory(first)
    times = [(_start(data, OURS), _start(data, ALONE)) for _ in range(STARTS)]
    ours, alone = (median(taken) for taken in zip(*times, strict=True))
    yield Row(what="a second start / the web server alone", ours=ours, peer=alone)


@contextlib.contextmanager
def _running(data: Path, command: Sequence[str]) -> Iterator[Live]:
    """Run the product, or its web server alone, from its first page to the end."""
    port = free_port()
    environ = environment(data)
    with (data / "run.log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [*command, "--bind", f"127.0.0.1:{port}"],
            cwd=ROOT,
            env=environ,
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
        )
        live = Live(process, data, f"http://127.0.0.1:{port}", environ)
        try:
            _wait_for_page(live, port)
            yield live
            live.stop()
        finally:
            process.kill()
            process.wait()


def _wait_for_page(live: Live, port: int) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline and live.process.poll() is None:
        with contextlib.suppress(OSError, HTTPException):
            connection = HTTPConnection("127.0.0.1", port)
            with contextlib.closing(connection):
                connection.request("GET", "/")
                if connection.getresponse().status == 200:
                    return
        time.sleep(0.02)
    raise RuntimeError((live.data / "run.log").read_text(encoding="utf-8"))


def _start(data: Path, command: Sequence[str]) -> float:
    started = time.monotonic()
    with _running(data, command):
        return time.monotonic() - started


def _memory(live: Live) -> Iterator[Line]:
    """Measure after a draw, and again after printing, which loads its libraries."""
    tournament = fields.store(players=PLAYERS, rounds=1, planned=3)
    draw = request_draw(tournament=tournament, by=None)
    _do(draw.job)
    yield from _at_rest(live, "a page and a draw")
    published = publish_round(draw_id=draw.pk, tournament=tournament, by=None)
    _do(request_sheets(published=published.round).job)
    yield from _at_rest(live, f"{PLAYERS // 2} score sheets too")


def _do(job: Job) -> None:
    """Have the worker do a job."""
    tasks.ring(job.pk)
    deadline = time.monotonic() + WAIT_SECONDS
    while job.is_open:
        assert time.monotonic() < deadline, job
        time.sleep(0.1)
        job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error


def _at_rest(live: Live, what: str) -> Iterator[Line]:
    time.sleep(REST_SECONDS)
    held: Counter[str] = Counter()
    for pid in live.descendants():
        held[_name(pid)] += _kilobytes(pid)
    parts = ", ".join(f"{name} {size / 1024:.0f}" for name, size in held.items())
    total = round(held.total() / 1024)
    yield Row(what=f"memory after {what} / limit", ours=total, peer=LIMIT_MB, most=1)
    yield note(f"of this the {parts}")


def _name(pid: int) -> str:
    command = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")
    return next(name for word, name in PROCESSES.items() if word in command)


def _kilobytes(pid: int) -> int:
    sizes = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    found = re.search(r"^Pss: +(\d+) kB", sizes, re.MULTILINE)
    assert found
    return int(found[1])
