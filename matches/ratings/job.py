"""The job that brings rating lists up to date, queued by the worker that looks for it.

Not in the transaction of a result: a result of the past moves all that came after it,
and one list would make the results of a whole hall wait for one another. `ratings_due`
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
"""After a failure the next try waits so long."""


def queue_due() -> list[int]:
    """Queue the job if a list has to be computed and nobody does; return its id."""
    if not is_due():
        return []
    return jobs_queue.queue_alone(KIND, again_after=AGAIN_AFTER)


def compute(job: Job) -> None:
    """Do the job."""
    bring_up_to_date()
    with transaction.atomic():
        jobs_queue.finish(job)
