"""A second start of `./run`, and the memory it holds when nobody asks for anything.

Memory is proportional (PSS): what processes share is counted once.
"""

import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from benchmarks import fields
from benchmarks.measure import Line, Row, at, note
from benchmarks.servers import ALONE, WAIT_SECONDS, started
from matches.documents import services as documents_services
from matches.jobs import tasks
from matches.models import Job
from tests.live import Live
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw

# Without the shell script where the check runs it: that may install packages.
OURS = at(("./run",), smallest=(sys.executable, "manage.py", "club"))
AGAIN = at(OURS, smallest=ALONE)
STARTS = at(5, smallest=1)
REST_SECONDS = at(6.0, smallest=0.1)
"""Seconds without work, after which nothing is due: the worker looks every three."""
MOST_SECONDS = at(900.0, smallest=0.0)
"""Seconds in which the papers of all rounds of this run are made, of 1,000 too."""
LIMIT_MB = 200
PLAYERS = at(64, smallest=8)
PROCESSES = {
    "manage.py web": "web server",
    "manage.py worker": "worker",
    "celery": "worker",  # once it has renamed itself
    "multiprocessing": "press",
    "manage.py club": "supervisor",
}


def run() -> Iterator[Line]:
    yield (
        "Memory and start (MB with nothing to do, all processes; seconds until the "
        "front page answers)"
    )
    data = Path(os.environ["CRAWFORD_DATA"])
    with started(data, OURS) as first:  # its start is not counted
        yield from _memory(first)
    times = [_starts(data) for _ in range(STARTS)]
    ours, alone = (median(taken) for taken in zip(*times, strict=True))
    yield Row(what="a second start / the web server alone", ours=ours, peer=alone)


def _starts(data: Path) -> tuple[float, float]:
    """Return the seconds of a second start, and of a start of the web server alone.

    At the smallest size both are the same start.
    """
    again = _start(data, AGAIN)
    return again, again if AGAIN == ALONE else _start(data, ALONE)


def _start(data: Path, command: Sequence[str]) -> float:
    begun = time.monotonic()
    with started(data, command):
        return time.monotonic() - begun


def _memory(live: Live) -> Iterator[Line]:
    """Measure after a draw, and again after printing, which loads its libraries.

    The parts before this one have left rounds whose papers are made first.
    """
    _rest(live)
    tournament = fields.store(players=PLAYERS, rounds=1, planned=3)
    draw = request_draw(tournament=tournament, by=None)
    _do(draw.job)
    yield from _at_rest(live, "a page and a draw")
    published = publish_round(draw_id=draw.pk, tournament=tournament, by=None)
    _do(documents_services.prepare("score-sheets", published.round).job)
    yield from _at_rest(live, f"{PLAYERS // 2} score sheets too")


def _do(job: Job) -> None:
    """Have the worker do a job."""
    tasks.send_on_commit(job.pk)
    deadline = time.monotonic() + WAIT_SECONDS
    while job.is_open:
        assert time.monotonic() < deadline, job
        time.sleep(0.1)
        job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error


def _rest(live: Live) -> None:
    """Wait until the papers of all rounds, which nobody asked for, are made."""
    begun = quiet = time.monotonic()
    while time.monotonic() < quiet + REST_SECONDS:
        time.sleep(min(0.5, REST_SECONDS))
        if _works(live) and time.monotonic() < begun + MOST_SECONDS:
            quiet = time.monotonic()


def _at_rest(live: Live, what: str) -> Iterator[Line]:
    """Measure when nothing is left to do."""
    _rest(live)
    held: Counter[str] = Counter()
    for pid in live.descendants():
        held[_name(pid)] += _kilobytes(pid)
    parts = ", ".join(f"{name} {size / 1024:.0f}" for name, size in held.items())
    total = round(held.total() / 1024)
    yield Row(what=f"memory after {what} / limit", ours=total, peer=LIMIT_MB, most=1)
    yield note(f"of this the {parts}")


def _works(live: Live) -> bool:
    """Return True while a job is open, or the process that lays out papers lives."""
    is_open = Job.objects.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING))
    return "press" in map(_name, live.descendants()) or is_open.exists()


def _name(pid: int) -> str:
    command = Path(f"/proc/{pid}/cmdline").read_text("utf-8").replace("\0", " ")
    return next((name for word, name in PROCESSES.items() if word in command), "other")


def _kilobytes(pid: int) -> int:
    sizes = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    found = re.search(r"^Pss: +(\d+) kB", sizes, re.MULTILINE)
    assert found
    return int(found[1])
