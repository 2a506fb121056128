"""Sends jobs again that nobody answered, from a thread of the worker."""

import logging
import threading
from collections.abc import Callable, Iterable
from itertools import count

from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from matches.jobs import queue as jobs_queue
from matches.jobs import tasks
from tournaments.tables.calling import advance, waiting_tournaments

INTERVAL_SECONDS = 1.0
BRACKETS_EVERY = 30
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


def _sweep_until_stopped() -> None:
    sweep_once(sweep_leftovers, tasks.send)
    for turn in count(1):
        if _stop.wait(INTERVAL_SECONDS):
            return
        sweep_once(jobs_queue.sweep, tasks.send)
        if turn % BRACKETS_EVERY == 0:
            # What a process killed after a result did not open any more.
            sweep_once(waiting_tournaments, advance)


@worker_ready.connect
def start(**_kwargs: object) -> None:
    """Begin to sweep once the worker takes messages."""
    threading.Thread(target=_sweep_until_stopped, name="sweep", daemon=True).start()


@worker_shutting_down.connect
def stop(**_kwargs: object) -> None:
    """Sweep no more while the worker finishes its task."""
    _stop.set()
