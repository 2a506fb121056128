"""Background work that neither a crash nor a lost message can lose or double.

A job is a row. Whoever changes `queued` to `running` has it, for as long as the lease
lasts; only the holder of the newest attempt may write its outcome. The sweep puts jobs
with an expired lease back and names those whose message seems to be lost.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from matches.jobs.models import Job
from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop

LEASE: Final = timedelta(seconds=60)
RESEND_AFTER: Final = timedelta(seconds=3)
MOST_ATTEMPTS: Final = 3

GAVE_UP: Final = gettext_noop(
    "The work was started %(attempts)s times and never came to an end. Try again; if "
    "it happens again, look at the server's log."
)
BROKE: Final = gettext_noop(
    "Something went wrong on our side, and nothing was changed. Try again; if it "
    "happens again, look at the server's log."
)

logger = logging.getLogger(__name__)


class LostClaimError(Exception):
    """Somebody else has taken the job over: leave everything as it is."""


def claim(job_id: int) -> Job | None:
    """Take a queued job, or return None if it is somebody else's."""
    taken = Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
        state=Job.State.RUNNING,
        attempt=F("attempt") + 1,
        lease_until=timezone.now() + LEASE,
    )
    return Job.objects.get(pk=job_id) if taken else None


def report_step(job: Job, *, step: int, steps: int, label: str) -> None:
    """Say how far the work is, and keep the claim. Raises LostClaimError."""
    held = _held(job).update(
        step=step,
        steps=steps,
        step_label=label,
        lease_until=timezone.now() + LEASE,
    )
    if not held:
        raise LostClaimError


def finish(job: Job) -> None:
    """Mark the job done, in the transaction that writes its outcome.

    Raises LostClaimError.
    """
    if not _held(job).update(
        state=Job.State.DONE, step=F("steps"), finished_at=timezone.now()
    ):
        raise LostClaimError


def fail(job: Job, error: RuleError) -> bool:
    """Mark the job failed with a reason that is translated when shown."""
    return bool(
        _held(job).update(
            state=Job.State.FAILED,
            error=error.message,
            error_params=dict(error.params),
            finished_at=timezone.now(),
        )
    )


def run(job_id: int, *, work: Callable[[Job], None]) -> None:
    """Claim a job and do its `work`; a failure is written down for the reader."""
    job = claim(job_id)
    if job is None:
        return
    try:
        work(job)
    except LostClaimError:
        logger.info("job %s was taken over", job.pk)
    except RuleError as error:
        fail(job, error)
    except Exception:
        logger.exception("job %s broke", job.pk)
        fail(job, RuleError(BROKE))
        raise


def waiting() -> list[int]:
    """Return the ids of the queued jobs, the oldest first."""
    queued = Job.objects.filter(state=Job.State.QUEUED)
    return list(queued.order_by("pk").values_list("pk", flat=True))


def sweep(now: datetime | None = None) -> list[int]:
    """Put abandoned jobs back and return the ids of those to be sent again."""
    now = now or timezone.now()
    abandoned = Q(state=Job.State.RUNNING, lease_until__lt=now)
    silent = Q(state=Job.State.QUEUED, sent_at__lt=now - RESEND_AFTER)
    if not Job.objects.filter(abandoned | silent).exists():
        return []
    Job.objects.filter(abandoned, attempt__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED,
        error=GAVE_UP,
        error_params={"attempts": MOST_ATTEMPTS},
        finished_at=now,
    )
    Job.objects.filter(abandoned).update(
        state=Job.State.QUEUED, sent_at=now - RESEND_AFTER * 2
    )
    unheard = list(Job.objects.filter(silent).values_list("pk", flat=True))
    Job.objects.filter(pk__in=unheard, state=Job.State.QUEUED).update(sent_at=now)
    return unheard


def _held(job: Job) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempt=job.attempt)


def job_error(job: Job | None) -> str:
    """Say in the reader's language why a job failed, "" if it did not."""
    if job is None or job.state != Job.State.FAILED:
        return ""
    return gettext(job.failure.message) % job.failure.params
