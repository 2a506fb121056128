"""The worker's thread that finds jobs: new ones, and ones lost or abandoned.

Without Redis this is the only way in which a job reaches the worker. The thread puts
the message of a job into the memory of its process (kombu's `memory` transport), from
which the main thread takes it. If the process dies, its messages are lost, but the rows
of the jobs are still in the database and the next worker finds them.
"""

import logging
import threading
from collections.abc import Callable, Iterable
from itertools import count
from typing import Final

from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from clubsite.backup.jobs import queue_due as queue_due_backups
from clubsite.run import heartbeat
from matches.documents import services as documents_services
from matches.jobs import queue as jobs_queue
from matches.jobs import tasks
from matches.ratings.job import queue_due as queue_due_ratings
from tournaments.api.webhooks import tell_due as tell_due_webhooks
from tournaments.forecast.job import queue_due as queue_due_forecasts
from tournaments.paper.job import queue_due as queue_due_papers
from tournaments.practice.job import queue_due as queue_due_practices
from tournaments.tables.calling import advance, waiting_tournaments

LOOK_SECONDS = 0.2
NO_JOB = 0
"""An id that no row has: a worker that gets it does nothing."""

logger = logging.getLogger(__name__)
_stop = threading.Event()


def sweep_once(
    sweep: Callable[[], Iterable[int]], send: Callable[[int], object]
) -> None:
    """Send every job that the sweep finds; the next sweep finds failed ones again."""
    close_old_connections()
    try:
        for job_id in sweep():
            send(job_id)
    except Exception:  # the thread must survive a restart of the database
        logger.exception("The sweep could not read its jobs")


def sweep_leftovers() -> list[int]:
    """Queue at once the jobs that a dead worker left running.

    Only without Redis, where there is exactly one worker and it has just started: every
    running job was left by a dead one. With Redis another worker may be running it.
    """
    if settings.REDIS_URL:
        return []
    # A time in the future makes every lease look expired.
    return jobs_queue.sweep(timezone.now() + jobs_queue.LEASE)


class NewJobs:
    """The queued jobs that this worker has not sent to itself yet."""

    def __init__(self) -> None:
        self._sent: set[int] = set()

    def find(self) -> list[int]:
        """Return the ids of the jobs that were queued since the last call."""
        if settings.REDIS_URL:
            return []  # the process that queued the job has sent its message
        queued = jobs_queue.waiting()
        new = [job_id for job_id in queued if job_id not in self._sent]
        # Remember only jobs that are still queued: a job may be queued a second time.
        self._sent = set(queued)
        return new


def extended_leases() -> list[int]:
    """Extend the leases of the jobs that this worker runs; return no jobs to send."""
    heartbeat.beat()
    jobs_queue.hold_claims()
    return []


def abandoned() -> list[int]:
    """Return the abandoned jobs to send; never those that this worker runs."""
    return jobs_queue.sweep(spare=jobs_queue.working())


def outdated_documents() -> list[int]:
    """Delete printed documents that are too old; return no jobs to send."""
    documents_services.forget_old()
    return []


SWEEPS: Final[tuple[tuple[int, Callable[[], Iterable[int]]], ...]] = (
    (5, queue_due_ratings),
    (10, queue_due_forecasts),
    (5, tell_due_webhooks),
    (5, queue_due_practices),
    (15, queue_due_papers),
    (50, extended_leases),
    (5, abandoned),
    (50, queue_due_backups),
    # Typed text for print must be deleted after a day. Making a document also does
    # this, but on some days no document is made.
    (18_000, outdated_documents),
)
"""Sweeps with their interval in turns of `LOOK_SECONDS`; each returns jobs to send."""
BRACKETS_EVERY = 150


def _sweep_until_stopped() -> None:
    new_jobs = NewJobs()
    sweep_once(sweep_leftovers, tasks.send)
    sweep_once(extended_leases, tasks.send)
    for turn in count(1):
        if _stop.wait(LOOK_SECONDS):
            _wake_main_thread()
            return
        sweep_once(new_jobs.find, tasks.send)
        for every, sweep in SWEEPS:
            if turn % every == 0:
                sweep_once(sweep, tasks.send)
        if turn % BRACKETS_EVERY == 0:
            # If a process was killed after a result but before its listeners ran, the
            # next matches of the bracket are still closed.
            sweep_once(waiting_tournaments, advance)


def _wake_main_thread() -> None:
    """Send two messages without a job, so that the worker stops immediately.

    Celery's loop for transports without an event loop waits two seconds for a message
    before it notices that it should stop, and then does so once more. With Redis the
    signal itself wakes the worker.
    """
    if not settings.REDIS_URL:
        for _wait in range(2):
            tasks.send(NO_JOB)


@worker_ready.connect
def start(**_kwargs: object) -> None:
    """Start the thread when the worker is ready for messages."""
    threading.Thread(target=_sweep_until_stopped, name="sweep", daemon=True).start()


@worker_shutting_down.connect
def stop(**_kwargs: object) -> None:
    """Stop the thread while the worker finishes its task."""
    _stop.set()
