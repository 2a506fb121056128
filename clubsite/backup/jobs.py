"""Backups as jobs of the worker: those that are due, and those that are asked for."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubsite.backup.cleaning import clean
from clubsite.backup.names import Reason
from clubsite.backup.services import make_backup, own_folder
from matches.accounts.services import has_owner
from matches.jobs import queue as jobs_queue
from matches.jobs import tasks
from matches.jobs.models import Job
from matches.rules.messages import Message
from matches.rules.refusals import RuleError, remembered
from matches.rules.text import gettext_noop
from tournaments.rounds.models import Round

KIND: Final = "backup"
STEPS: Final = (
    Message("backup.step_copying", gettext_noop("Copying the database")),
    Message("backup.step_packing", gettext_noop("Packing")),
    Message("backup.step_checking", gettext_noop("Checking the backup")),
)
FAILURE_FILE: Final = "last-failure.json"


def request_backup(form_key: str) -> Job:
    """Queue a backup requested by a director; a form sent twice queues one."""
    job, _new = _queued(Reason.HAND, form_key)
    return job


def queue_due() -> list[int]:
    """Queue the backups that are due; return the jobs to send.

    One each day, and one after each published round. The key of the job names the day
    or the round, so a restart or a changed clock cannot queue one twice. Nothing is due
    in a club without an owner, or while a backup is under way.
    """
    if not has_owner() or open_job() is not None:
        return []
    due = [(Reason.DAY, timezone.localdate().isoformat())]
    if newest := Round.objects.order_by("-pk").values_list("pk", flat=True).first():
        due.append((Reason.ROUND, str(newest)))
    # The key of the job is the memory: a job that is done stays, so its backup is not
    # made a second time.
    known = set(
        Job.objects.filter(key__in=[_key(*each) for each in due]).values_list(
            "key", flat=True
        )
    )
    for reason, which in due:
        if _key(reason, which) not in known:
            job, _new = _queued(reason, which)
            # One is enough for all: it has the newest round, too.
            return [job.pk] if settings.REDIS_URL else []
    return []


def open_job() -> Job | None:
    """Return the backup that is queued or being made."""
    return Job.objects.filter(
        kind=KIND, state__in=(Job.State.QUEUED, Job.State.RUNNING)
    ).first()


def do_backup(job: Job) -> None:
    """Make the backup of a job. Raises what `make_backup` raises."""
    reason = Reason(job.key.split(":")[1])

    def tell(step: int) -> None:
        jobs_queue.report_step(job, step=step, steps=len(STEPS), label=STEPS[step - 1])

    if reason is Reason.DAY:
        clean(timezone.now())  # before the backup, which then is smaller
    try:
        make_backup(reason, on_step=tell)
    except RuleError as error:
        _remember(error)
        raise
    forget_failure()
    jobs_queue.finish(job)


def newest_done() -> Job | None:
    """Return the job of the newest backup, whichever worker made it. One query."""
    return (
        Job.objects.filter(kind=KIND, state=Job.State.DONE)
        .order_by("-finished_at")
        .first()
    )


def newest_failure() -> RuleError | None:
    """Return why the newest backup failed, whichever worker tried. One query."""
    ended = Job.objects.filter(kind=KIND, finished_at__isnull=False)
    newest = ended.order_by("-finished_at").first()
    is_failed = newest is not None and newest.state == Job.State.FAILED
    return newest.failure if newest and is_failed else None


def last_failure() -> RuleError | None:
    """Return why the last backup of this machine failed, None if it did not.

    The reason is stored in a file, because each page of a desk reads it.
    """
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads(_failure_file().read_text(encoding="utf-8"))
        return remembered(found["code"], found["params"])
    return None


def forget_failure() -> None:
    """Delete the stored reason of an earlier failure."""
    with suppress(OSError):
        _failure_file().unlink(missing_ok=True)


def _remember(error: RuleError) -> None:
    record = {"code": error.code, "params": dict(error.params)}
    with suppress(OSError):
        _failure_file().write_text(json.dumps(record), encoding="utf-8")


def _failure_file() -> Path:
    return own_folder() / FAILURE_FILE


def _queued(reason: Reason, which: str) -> tuple[Job, bool]:
    """Queue a backup once; return its job, and whether it is new."""
    key = _key(reason, which)
    try:
        with transaction.atomic():
            job = Job.objects.create(kind=KIND, key=key, steps=len(STEPS))
    # Another worker, or another click, has queued the same backup at this moment.
    except IntegrityError:
        return Job.objects.get(key=key), False
    tasks.send_on_commit(job.pk)
    return job, True


def _key(reason: Reason, which: str) -> str:
    return f"{KIND}:{reason}:{which}"
