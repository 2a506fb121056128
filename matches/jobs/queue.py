"""A job queue in the database. A crash or a lost message cannot lose or double a job.

A job is a row. The worker that changes its state from `queued` to `running` has the
claim until the lease ends. A thread extends the lease while the work goes on, so that
long work keeps its claim as long as the worker lives. Only the worker with the newest
attempt may write the outcome. The sweep queues jobs with an expired lease again, and
returns the jobs whose message seems to be lost.

A worker that stood still may go on after its lease expired, so two workers can work on
one job. This is safe: the outcome and `finish` are one transaction, and `finish` fails
for the older attempt (`LostClaimError`), which rolls its outcome back.
"""

import errno
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Final

from django.db import DatabaseError, connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from matches.jobs.models import Job
from matches.rules.refusals import Message, Refusal, RuleError
from matches.web.sentences import sentence_of

LEASE: Final = timedelta(seconds=60)
EXTENDED_EVERY: Final = timedelta(seconds=10)
LATE: Final = timedelta(seconds=60)
RESEND_AFTER: Final = timedelta(seconds=3)
CLOCK_MARGIN: Final = timedelta(seconds=10)
"""The largest difference between the clocks of several machines."""
MOST_ATTEMPTS: Final = 3

GAVE_UP = Refusal(
    "job.gave_up",
    "The task was started %(attempts)s times and never finished. Try again. If it "
    "happens again, check the server log.",
)
BROKE = Refusal(
    "job.broke",
    "A server error occurred and nothing was changed. Try again. If it happens again, "
    "check the server log.",
)
SERVER_DISK_FULL = Refusal(
    "job.disk_full",
    "The disk of the Crawford server is full. Free up space, then try again.",
)

logger = logging.getLogger(__name__)
_SAID_OF_A_FULL_DISK: Final = ("disk is full", "no space left")
"""What databases say: SQLite, then PostgreSQL."""
_UNDER_WAY: Final = (Job.State.QUEUED, Job.State.RUNNING)


class LostClaimError(Exception):
    """Another attempt has the job now. The worker must stop and write nothing."""


def queue_alone(kind: str, *, again_after: timedelta) -> list[int]:
    """Queue a job of a kind of which one is enough; return its id.

    Returns nothing while one is under way, or one failed less than `again_after` ago.
    The kind is its key, so of two processes that ask in the same moment one queues it.
    """
    now = timezone.now()
    jobs = Job.objects.filter(key=kind)
    # Not later than now: the clock may have been set back.
    failed = Q(state=Job.State.FAILED, finished_at__range=(now - again_after, now))
    if jobs.filter(Q(state__in=_UNDER_WAY) | failed).exists():
        return []
    jobs.exclude(state__in=_UNDER_WAY).delete()
    job, is_new = Job.objects.get_or_create(key=kind, defaults={"kind": kind})
    return [job.pk] if is_new else []


def claim(job_id: int) -> Job | None:
    """Claim a queued job; return None if it is not queued any more.

    One conditional UPDATE: of two workers with the same message only one changes the
    row, without a lock that lasts as long as the work. The attempt number identifies
    this claim from now on.
    """
    taken = Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
        state=Job.State.RUNNING,
        attempt=F("attempt") + 1,
        lease_until=timezone.now() + LEASE,
    )
    # Only a sweep after `LEASE` could change the attempt between these two queries.
    return Job.objects.get(pk=job_id) if taken else None


def report_step(job: Job, *, step: int, steps: int, label: Message) -> None:
    """Store the progress and extend the lease. Raises LostClaimError."""
    held = _held(job).update(
        step=step,
        steps=steps,
        step_label=label.code,
        lease_until=timezone.now() + LEASE,
    )
    if not held:
        raise LostClaimError


def finish(job: Job) -> None:
    """Mark the job done, in the transaction that writes its outcome.

    Raises LostClaimError, which must roll that transaction back: the newer attempt
    writes the outcome.
    """
    if not _held(job).update(
        state=Job.State.DONE, step=F("steps"), finished_at=timezone.now()
    ):
        raise LostClaimError


def fail(job: Job, error: RuleError) -> bool:
    """Mark the job failed; return False if the claim is lost.

    Then the newer attempt decides. The reason is stored as a code with its values; its
    words are found when it is shown.
    """
    return bool(
        _held(job).update(
            state=Job.State.FAILED,
            error=error.code,
            error_params=dict(error.params),
            finished_at=timezone.now(),
        )
    )


def run(job_id: int, *, work: Callable[[Job], None]) -> None:
    """Claim a job and do its `work`; store the reason of a failure for the user.

    Returns without work if another worker has the job. Errors of the program are stored
    as `BROKE`, or `SERVER_DISK_FULL`, logged, and raised again.
    """
    job = claim(job_id)
    if job is None:
        return
    try:
        with _held_claim(job):
            work(job)
    except LostClaimError:  # not a failure: the newer attempt does the work
        logger.info("job %s was taken over", job.pk)
    except RuleError as error:
        fail(job, error)
    except Exception as error:
        logger.exception("job %s broke", job.pk)
        fail(job, SERVER_DISK_FULL() if _is_disk_full(error) else BROKE())
        raise


@contextmanager
def _held_claim(job: Job) -> Iterator[None]:
    is_over = threading.Event()

    def extend() -> None:
        while not is_over.wait(EXTENDED_EVERY.total_seconds()):
            with suppress(DatabaseError):  # the next time, or another worker goes on
                _held(job).update(lease_until=timezone.now() + LEASE)
        connection.close()

    thread = threading.Thread(target=extend, name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def _is_disk_full(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}:
            return True
        said = str(error).lower() if isinstance(error, DatabaseError) else ""
        if any(words in said for words in _SAID_OF_A_FULL_DISK):
            return True
        error = error.__cause__ or error.__context__
    return False


def waiting() -> list[int]:
    """Return the ids of the queued jobs, the oldest first."""
    queued = Job.objects.filter(state=Job.State.QUEUED)
    return list(queued.order_by("pk").values_list("pk", flat=True))


def oldest_waiting() -> datetime | None:
    """Return since when the oldest queued job waits, None if none does."""
    queued = Job.objects.filter(state=Job.State.QUEUED).order_by("created_at")
    return queued.values_list("created_at", flat=True).first()


def is_nobody_working(now: datetime | None = None) -> bool:
    """Return True if a job waits that no worker has looked at for a minute."""
    now = now or timezone.now()
    waiting = Job.objects.filter(state=Job.State.QUEUED, sent_at__lt=now - LATE)
    busy = Job.objects.filter(state=Job.State.RUNNING, lease_until__gt=now)
    return waiting.exists() and not busy.exists()


def newest_of_kind(kind: str) -> Job | None:
    return Job.objects.filter(kind=kind).order_by("-pk").first()


def sweep(now: datetime | None = None) -> list[int]:
    """Queue abandoned jobs again; return the ids of jobs whose message must be sent.

    A job is abandoned when its lease has expired. Any number of processes may sweep at
    the same time: every step is a conditional UPDATE, and a message sent twice is
    harmless because only one worker gets the claim.
    """
    now = now or timezone.now()
    abandoned = Q(state=Job.State.RUNNING, lease_until__lt=now)
    silent = Q(state=Job.State.QUEUED, sent_at__lt=now - RESEND_AFTER)
    latest = now + CLOCK_MARGIN
    too_late = Q(state=Job.State.RUNNING, lease_until__gt=latest + LEASE)
    unsent_yet = Q(state=Job.State.QUEUED, sent_at__gt=latest)
    # Both are open: said here, because no index helps with an OR of two columns.
    is_open = Q(state__in=(Job.State.QUEUED, Job.State.RUNNING))
    in_question = abandoned | silent | too_late | unsent_yet
    if not Job.objects.filter(is_open, in_question).exists():
        return []
    # The clock was set back. Otherwise the job of a dead worker would wait until the
    # clock has caught up; a living worker extends its lease again.
    Job.objects.filter(too_late).update(lease_until=now + LEASE)
    Job.objects.filter(unsent_yet).update(sent_at=now)
    # First the jobs without attempts left. Otherwise the next UPDATE would queue them,
    # and a job that kills its worker (out of memory, say) would never end.
    Job.objects.filter(abandoned, attempt__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED,
        error=GAVE_UP.code,
        error_params={"attempts": MOST_ATTEMPTS},
        finished_at=now,
    )
    # `sent_at` is set back, so that `silent` selects these jobs at once.
    Job.objects.filter(abandoned).update(
        state=Job.State.QUEUED, sent_at=now - RESEND_AFTER * 2
    )
    unsent = list(Job.objects.filter(silent).values_list("pk", flat=True))
    # The next sweep must not send them again before `RESEND_AFTER` has passed.
    Job.objects.filter(pk__in=unsent, state=Job.State.QUEUED).update(sent_at=now)
    return unsent


def _held(job: Job) -> QuerySet[Job]:
    """Return the row of the job while this attempt has the claim, else no row.

    The lease is not compared: a worker that is late but has no successor may go on.
    """
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempt=job.attempt)


def job_error(job: Job | None) -> str:
    """Return in the reader's language why a job failed, "" if it did not."""
    if job is None or job.state != Job.State.FAILED:
        return ""
    return sentence_of(job.failure.refusal, job.failure.params)
