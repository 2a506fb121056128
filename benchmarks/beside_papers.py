"""W6: phones that ask while papers are laid out, against the same phones alone.

The web server, the workers and the phones share all cores of the machine; in a hall the
phones have processors of their own. One machine with SQLite has one worker, which does
one job at a time; with PostgreSQL and Redis several workers may run. Two are started
here all the same, because two papers at once are the harder case. Each finds more score
sheets in the queue than it can make: the rows fail if a worker runs out of work before
the phones have ended.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from django.db.models import QuerySet

from benchmarks.measure import ROOT, Line, Row, at, note
from benchmarks.phone_runs import INTERVAL, SECONDS, percentile, phones_ask
from benchmarks.servers import WAIT_SECONDS
from matches.documents import registry
from matches.documents import services as documents_services
from matches.models import Job
from tests.live import Live
from tournaments.models import Round, Tournament

RATE = at(500, smallest=16)
"""Polls a second."""
WORKERS = at(2, smallest=1)
PAPERS = at(250, smallest=60)
"""More than the workers can make while phones ask."""
OPEN = (Job.State.QUEUED, Job.State.RUNNING)


def rows(live: Live, evening: Tournament, largest: Tournament) -> Iterator[Line]:
    """Measure phones of an evening alone, then while sheets of the largest are made."""
    _asked(live, evening, seconds=INTERVAL)  # a new server is slower at first
    calm, _errors = _asked(live, evening)
    with _workers(live) as workers, _queued(largest) as papers:
        _wait_until(_are_all_laying_out)
        # A paper of which the same was made before is thrown away with its job.
        before = papers.filter(state__in=OPEN).count()
        busy, errors = _asked(live, evening)
        left = papers.filter(state__in=OPEN).count()
        assert all(worker.poll() is None for worker in workers), "a worker died"
        assert left >= WORKERS, "the papers were made before the phones had ended"
    yield Row(
        goal="W6",
        what=f"{RATE} polls/s, {WORKERS} papers at once / idle: p99",
        ours=percentile(busy, 99),
        peer=percentile(calm, 99),
        most=3,
    )
    yield note(
        f"p50 {percentile(busy, 50):.2f}, idle {percentile(calm, 50):.2f}; most "
        f"{max(busy, default=0):.0f}, idle {max(calm, default=0):.0f}; {len(busy)} "
        f"answers, {errors} errors; sheets of all tables made {before - left} times"
    )


def _asked(
    live: Live, evening: Tournament, *, seconds: float = SECONDS
) -> tuple[list[float], int]:
    """Return the times of polls at a fixed rate, and how many were not answered."""
    found, _share = phones_ask(
        live,
        path=evening.get_absolute_url(),
        phones=int(RATE * INTERVAL),
        seconds=seconds,
        core=None,
    )
    return found["unchanged"] + found["news"], found["errors"]


@contextlib.contextmanager
def _queued(tournament: Tournament) -> Iterator[QuerySet[Job]]:
    """Queue the score sheets of the newest round many times, until the block ends."""
    newest = Round.objects.filter(stage__tournament=tournament).latest("number")
    sheets = documents_services.wanted(registry.document_named("score-sheets"), newest)
    # Asked for with other contents each time, or one paper would do for all.
    asked = [
        documents_services.request_printout(replace(sheets, basis=f"{number}"))
        for number in range(PAPERS)
    ]
    papers = Job.objects.filter(pk__in=[printout.job_id for printout in asked])
    try:
        yield papers
    finally:
        papers.delete()


@contextlib.contextmanager
def _workers(live: Live) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run workers until the block ends, each with what it starts in a group."""
    command = [sys.executable, "manage.py", "worker"]
    running = [
        subprocess.Popen(command, cwd=ROOT, env=live.environ, process_group=0)
        for _number in range(WORKERS)
    ]
    try:
        # A worker without Redis begins by taking all running jobs for abandoned ones.
        _wait_until(lambda: all(_looks_for_jobs(worker.pid) for worker in running))
        yield running
    finally:
        for worker in running:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()


def _looks_for_jobs(pid: int) -> bool:
    """Return True when a worker has started the thread that finds jobs."""
    return len(list(Path(f"/proc/{pid}/task").iterdir())) > 1


def _are_all_laying_out() -> bool:
    """Return True when every worker is at the second step of its job."""
    laid_out = Job.objects.filter(state=Job.State.RUNNING, step__gte=2)
    return laid_out.count() >= WORKERS


def _wait_until(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not is_true():
        assert time.monotonic() < deadline, "the workers did not begin"
        time.sleep(0.1)
