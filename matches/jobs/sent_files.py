"""Files whose reading takes too long for a web process: a worker reads them.

A file is found again by its kind and its key, which is unique: the same file sent twice
is read once.
"""

import zlib
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction

from matches.jobs import queue as jobs_queue
from matches.jobs import tasks
from matches.jobs.models import Job, SentFile

KEPT: Final = timedelta(days=7)
MOST_OPEN: Final = 8
"""The most files of one kind that wait at a time, because draws wait behind them."""


def send_file(
    kind: str, key: str, *, content: bytes, about: dict[str, Any], name: str = ""
) -> SentFile:
    """Queue a file for the worker; return the row of the same file if there is one.

    A file whose job failed is tried again.
    """
    known = sent_file(kind, key)
    if known is not None and known.job.state != Job.State.FAILED:
        return known
    packed = zlib.compress(content)
    try:
        with transaction.atomic():
            if known is not None:
                Job.objects.filter(pk=known.job_id, state=Job.State.FAILED).delete()
            job = Job.objects.create(kind=kind, key=_job_key(kind, key))
            sent = SentFile.objects.create(
                job=job, name=name, content=packed, about=about
            )
    except IntegrityError:
        # The same file was sent at the same time.
        return SentFile.objects.select_related("job").get(job__key=_job_key(kind, key))
    tasks.send_on_commit(job.pk)
    return sent


def sent_file(kind: str, key: str) -> SentFile | None:
    """Return the file with this key, or None."""
    rows = SentFile.objects.filter(job__key=_job_key(kind, key))
    return rows.select_related("job").defer("content").first()


def is_queue_full(kind: str) -> bool:
    """Return True if enough files of this kind are waiting."""
    rows = Job.objects.filter(kind=kind)
    open_states = (Job.State.QUEUED, Job.State.RUNNING)
    return rows.filter(state__in=open_states).count() >= MOST_OPEN


def of_job(job: Job) -> SentFile:
    return SentFile.objects.get(job=job)


def content_of(sent: SentFile) -> bytes:
    return zlib.decompress(sent.content)


def finish(job: Job, found: dict[str, object]) -> None:
    with transaction.atomic():
        jobs_queue.finish(job)
        SentFile.objects.filter(job=job).update(found=found, content=b"")


def seen(job: Job) -> str:
    """Return what a page shows of a job, so that a poll can tell whether it is new."""
    return f"{job.pk}-{job.state}-{job.step}"


def forget_old(now: datetime) -> None:
    """Delete files whose job ended long ago; they can be sent again."""
    ended = (Job.State.DONE, Job.State.FAILED)
    old = Job.objects.filter(sent_file__isnull=False, finished_at__lt=now - KEPT)
    old.filter(state__in=ended).delete()


def _job_key(kind: str, key: str) -> str:
    return f"{kind}:{key}"
