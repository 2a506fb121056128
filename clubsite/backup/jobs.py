"""Backups as jobs of the worker: those that are due, and those that are asked for."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone

from clubsite.backup.make import Reason, make_backup
from clubsite.cleaning import clean
from matches.accounts.services import has_owner
from matches.jobs import queue as jobs_queue
from matches.jobs import tasks
from matches.jobs.models import Job
from matches.rules.refusals import Message
from tournaments.rounds.models import Round

KIND: Final = "backup"
ROUNDS_PAUSE: Final = timedelta(minutes=20)
"""A published round has its backup at once, unless the last one is newer than this."""
STEPS: Final = (
    Message("backup.step_copying", "Copying the database"),
    Message("backup.step_packing", "Compressing"),
    Message("backup.step_checking", "Checking the backup"),
)


def request_backup(form_key: str) -> Job:
    """Queue a backup that a director asks for; a form sent twice queues one."""
    return _queued(Reason.HAND, form_key)[0]


def queue_due() -> list[int]:
    """Queue the backup that is due; return the jobs to send.

    One each day, and one after published rounds. The key of the job names the day or
    the newest round and stays when the job is done, so that a restart or a changed
    clock cannot queue one twice. Nothing is due in a club without an owner, or while a
    backup is under way.
    """
    if not has_owner() or open_job() is not None:
        return []
    now = timezone.now()
    due = [(Reason.DAY, timezone.localdate().isoformat())]
    recent = Job.objects.filter(kind=KIND, created_at__range=(now - ROUNDS_PAUSE, now))
    newest = Round.objects.order_by("-pk").values_list("pk", flat=True).first()
    if newest and not recent.exists():
        due.append((Reason.ROUND, str(newest)))
    for reason, which in due:
        job, is_new = _queued(reason, which)
        if is_new:  # one is enough for all: it has the newest round, too
            return [job.pk] if settings.REDIS_URL else []
    return []


def open_job() -> Job | None:
    """Return the backup that is queued or being made."""
    under_way = (Job.State.QUEUED, Job.State.RUNNING)
    return Job.objects.filter(kind=KIND, state__in=under_way).first()


def do_backup(job: Job) -> None:
    """Make the backup of a job. Raises what `make_backup` raises."""

    def report(step: int) -> None:
        jobs_queue.report_step(job, step=step, steps=len(STEPS), label=STEPS[step - 1])

    reason = Reason(job.key.split(":")[1])
    if reason is Reason.DAY:
        clean(timezone.now())  # before the backup, which then is smaller
    make_backup(reason, on_step=report)
    jobs_queue.finish(job)


def _queued(reason: Reason, which: str) -> tuple[Job, bool]:
    """Queue a backup once; return its job, and whether it is new."""
    job, is_new = Job.objects.get_or_create(
        key=f"{KIND}:{reason}:{which}", defaults={"kind": KIND, "steps": len(STEPS)}
    )
    if is_new:
        tasks.send_on_commit(job.pk)
    return job, is_new
