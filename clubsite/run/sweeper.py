"""The thread of the worker that finds jobs: new ones, lost ones and abandoned ones.

Without Redis it is the only way by which a job reaches the worker. It puts the job's
message into the memory of its own process (kombu's `memory` transport), where the
main thread takes it. What dies with the process is found again in the database.
"""

import logging
import threading
from collections.abc import Callable, Iterable
from itertools import count

from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from matches.documents import services as documents_services
from matches.jobs import queue as jobs_queue
from matches.jobs import tasks
from tournaments.tables.calling import advance, waiting_tournaments

LOOK_SECONDS = 0.2
SWEEP_EVERY = 5
BRACKETS_EVERY = 150
OLD_EVERY = 18_000
NO_JOB = 0
"""The id of no row: whoever is sent it does nothing."""

logger = logging.getLogger(__name__)
_stop = threading.Event()


def sweep_once(
    sweep: Callable[[], Iterable[int]], send: Callable[[int], object]
) -> None:
    """Send every job the sweep finds; what fails is found again next time."""
    close_old_connections()
    try:
        for job_id in sweep():
            send(job_id)
    except Exception:  # the rim of a thread that must outlive a database restart
        logger.exception("The sweep could not read its jobs")


def sweep_leftovers() -> list[int]:
    """Take up at once what a dead worker left running.

    Only where a worker is alone: with Redis another one may be at it.
    """
    if settings.REDIS_URL:
        return []
    return jobs_queue.sweep(timezone.now() + jobs_queue.LEASE)


class NewJobs:
    """The queued jobs that this worker has not sent to itself yet."""

    def __init__(self) -> None:
        self._sent: set[int] = set()

    def find(self) -> list[int]:
        """Return the ids of the jobs that were queued since the last time."""
        if settings.REDIS_URL:
            return []  # whoever queued the job has sent its message
        queued = jobs_queue.waiting()
        new = [job_id for job_id in queued if job_id not in self._sent]
        # A job that is not queued any more is forgotten: it may be queued again.
        self._sent = set(queued)
        return new


def forgotten() -> list[int]:
    """Remove printed documents that are too old; nothing has to be sent."""
    documents_services.forget_old()
    return []


def _sweep_until_stopped() -> None:
    new_jobs = NewJobs()
    sweep_once(sweep_leftovers, tasks.send)
    for turn in count(1):
        if _stop.wait(LOOK_SECONDS):
            _wake_main_thread()
            return
        sweep_once(new_jobs.find, tasks.send)
        if turn % SWEEP_EVERY == 0:
            sweep_once(jobs_queue.sweep, tasks.send)
        if turn % BRACKETS_EVERY == 0:
            # What a process killed after a result did not open any more.
            sweep_once(waiting_tournaments, advance)
        if turn % OLD_EVERY == 0:
            # What was typed to be printed is kept for a day, also on a quiet one.
            sweep_once(forgotten, tasks.send)


def _wake_main_thread() -> None:
    """Send messages that ask for nothing, so that the worker stops now.

    Celery's loop for transports without an event loop waits two seconds for a message
    before it notices that it should stop, and once more afterwards. With Redis the
    signal itself wakes the worker.
    """
    if not settings.REDIS_URL:
        for _wait in range(2):
            tasks.send(NO_JOB)


@worker_ready.connect
def start(**_kwargs: object) -> None:
    """Begin to sweep once the worker takes messages."""
    threading.Thread(target=_sweep_until_stopped, name="sweep", daemon=True).start()


@worker_shutting_down.connect
def stop(**_kwargs: object) -> None:
    """Sweep no more while the worker finishes its task."""
    _stop.set()
