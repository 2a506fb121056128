"""The Celery tasks of a worker, and the functions that send their messages.

The message of a job holds only its id. The row decides whether there is work, so a
message may be lost, late or sent twice. Without Redis no message passes between
processes: then each tick looks for the rows of new jobs.
"""

import logging
import time
from contextlib import suppress
from typing import Final

from celery import shared_task
from django.conf import settings
from django.db import DatabaseError, transaction
from django.urls import set_script_prefix
from django.utils import timezone
from kombu.exceptions import KombuError, OperationalError

from matches.jobs import queue as jobs_queue
from matches.jobs import registry
from matches.jobs.models import Job

logger = logging.getLogger(__name__)

BROKER_ERRORS = (KombuError, OperationalError, OSError)
JOBS_SECONDS: Final = 1.0
"""How long one tick goes on to begin jobs, so that a worker that is to end can."""
_next: dict[registry.ChoreWork, float] = {}
"""When this process does each chore again, in monotonic time."""


@shared_task
def run_job(job_id: int) -> None:
    """Run one job, unless it is finished, deleted or claimed by another worker."""
    set_script_prefix(f"{settings.SITE_PATH}/")  # known in web requests only
    kind = Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()
    if kind is not None:
        jobs_queue.run(job_id, work=registry.work_for(kind))


@shared_task
def tick() -> None:
    """Do the chores that are due, and without Redis the jobs that wait."""
    if not settings.REDIS_URL and not _next:
        # This process is new and no other does jobs: what runs was left by a dead one.
        # A time in the future makes every lease look expired.
        jobs_queue.sweep(timezone.now() + jobs_queue.LEASE)
    for seconds, chore in registry.chores():
        if time.monotonic() >= _next.get(chore, 0):
            _next[chore] = time.monotonic() + seconds
            _do(chore)
    if not settings.REDIS_URL:
        end = time.monotonic() + JOBS_SECONDS
        for job_id in jobs_queue.waiting():
            run_job(job_id)
            if time.monotonic() > end:
                break


def _do(chore: registry.ChoreWork) -> None:
    try:
        for job_id in chore() or ():
            send(job_id)
    except DatabaseError as error:
        logger.warning("A chore waits for the database: %s", error)
    except Exception:  # the others must be done even if this one is broken
        logger.exception("A chore failed")


def send_on_commit(job_id: int) -> None:
    """Send the message of a job after the commit. If this fails, the sweep sends it."""
    # After the commit: a worker that got the message earlier would not see the row.
    transaction.on_commit(lambda: send(job_id))


def send(job_id: int) -> None:
    """Send the message of a job, if there is Redis; log it if that does not answer."""
    if not settings.REDIS_URL:
        return
    try:
        run_job.apply_async((job_id,))
    except BROKER_ERRORS:
        logger.warning("the broker does not answer; job %s waits for the sweep", job_id)


def send_tick() -> None:
    """Have a worker do its chores; nothing happens while the broker is away."""
    with suppress(*BROKER_ERRORS):
        tick.apply_async()
