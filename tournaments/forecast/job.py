"""The job that computes forecasts, queued by the worker when it is due.

It is not part of a result's transaction, because it simulates the rest of an event
hundreds of times. It stops as soon as another job waits, and is queued again.
"""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from tournaments.forecast.computing import make_forecasts
from tournaments.forecast.models import ForecastProgress
from tournaments.rounds.models import Round
from tournaments.structure.marks import fingerprint
from tournaments.structure.models import Tournament

KIND: Final = "forecast"
AGAIN_AFTER: Final = timedelta(minutes=1)
"""The delay before the next try after a failure."""
LAST_LOOK: Final = timedelta(days=1)
"""The time for which a closed tournament is still checked for its last result."""


def queue_due() -> list[int]:
    """Queue the job if a forecast is outdated and no such job is open; return its id.

    One query while no tournament with forecasts is on.
    """
    if not _due():
        return []
    return jobs_queue.queue_alone(KIND, again_after=AGAIN_AFTER)


def compute(job: Job) -> None:
    """Do the job."""
    for tournament in _due():
        if not make_forecasts(tournament, may_go_on=_nobody_waits):
            break
    with transaction.atomic():
        jobs_queue.finish(job)


def _nobody_waits() -> bool:
    waiting = Job.objects.filter(state=Job.State.QUEUED).exclude(kind=KIND)
    return not waiting.exists()


def _due() -> list[Tournament]:
    """Return the tournaments whose forecasts are older than their facts."""
    closed = Q(closed_at__isnull=True) | Q(closed_at__gte=timezone.now() - LAST_LOOK)
    found = list(
        Tournament.objects.filter(
            closed,
            Exists(Round.objects.filter(stage__tournament=OuterRef("pk"))),
            forecast_first__isnull=False,
        )
    )
    if not found:
        return []
    known = ForecastProgress.objects.filter(tournament__in=found)
    seen = dict(known.values_list("tournament", "fingerprint"))
    return [one for one in found if seen.get(one.pk) != fingerprint(one.pk)]
