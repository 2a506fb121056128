"""The job that continues practices, queued by the worker when it is due."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from tournaments.practice.models import Practice
from tournaments.practice.turns import take_turn

KIND: Final = "practice"
TURN: Final = timedelta(seconds=2)
"""The time between two turns of a practice."""
AGAIN_AFTER: Final = timedelta(seconds=20)
"""The delay before the next turn after a failure."""


def queue_due() -> list[int]:
    """Queue the job if a turn of a practice is due; return its id. One query else."""
    if not _due():
        return []
    return jobs_queue.queue_alone(KIND, again_after=AGAIN_AFTER)


def play(job: Job) -> None:
    """Do the job: one turn of each practice that is due."""
    for pk in _due():
        take_turn(pk, timezone.now())
    with transaction.atomic():
        jobs_queue.finish(job)


def _due() -> list[int]:
    """Return the practices whose next turn is due. The clock may have been set back."""
    now = timezone.now()
    on = Practice.objects.filter(
        paused_at__isnull=True,
        ended_at__isnull=True,
        tournament__deleted_at__isnull=True,
        tournament__closed_at__isnull=True,
    )
    return list(
        on.exclude(turned_at__gt=now - TURN, turned_at__lte=now)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
