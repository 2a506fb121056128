"""The job that recomputes rating lists, queued by the worker when it is due.

It is not part of a result's transaction: an old result changes all later ratings, and
the lock of a list would make all results of a hall wait for each other. `ratings_due`
of a match is written with its state, so a crash loses nothing.
"""

from datetime import timedelta
from typing import Final

from django.db import transaction

from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from matches.ratings.computing import bring_up_to_date, is_due

KIND: Final = "ratings"
AGAIN_AFTER: Final = timedelta(minutes=1)
"""The delay before the next try after a failure."""


def queue_due() -> list[int]:
    """Queue the job if a list is due and no such job is open; return its id."""
    if not is_due():
        return []
    return jobs_queue.queue_alone(KIND, again_after=AGAIN_AFTER)


def compute(job: Job) -> None:
    bring_up_to_date()
    with transaction.atomic():
        jobs_queue.finish(job)
