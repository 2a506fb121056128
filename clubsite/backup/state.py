"""How old the last backup is: for the desks and `/readyz`."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext

from clubsite.backup.jobs import KIND
from clubsite.backup.make import backups_in
from matches.jobs.models import Job
from matches.rules.refusals import RuleError
from matches.web.answers import sentence
from matches.web.panels import Notice

TOO_OLD: Final = timedelta(hours=26)
"""One is made every day; two hours for a machine that is slow in the morning."""
SECOND_TOO_OLD: Final = timedelta(days=8)


@dataclass(frozen=True, slots=True)
class BackupState:
    """When the last backup and its last copy were made, None without one.

    `failure` is why the last try failed, None if it did not. `is_elsewhere`: the last
    backup lies on another machine, whose worker made it.
    """

    now: datetime
    last: datetime | None
    second: datetime | None
    failure: RuleError | None
    is_elsewhere: bool

    @property
    def is_old(self) -> bool:
        """Whether the last backup is missing or too old."""
        return self.last is None or self.now - self.last > TOO_OLD

    @property
    def age(self) -> str:
        """The age of the last backup in the reader's language; "" below a minute."""
        if self.last is None or self.now - self.last < timedelta(minutes=1):
            return ""
        return timesince(self.last, self.now, depth=1)

    @property
    def ago(self) -> str:
        """How long ago the last backup was made, beside its date."""
        return (
            gettext("%(age)s ago") % {"age": self.age}
            if self.age
            else gettext("just now")
        )


def state(now: datetime) -> BackupState:
    """Return the state of the folders, and of all machines that share the work."""
    jobs = Job.objects.filter(kind=KIND, finished_at__isnull=False)
    ended = jobs.order_by("-finished_at")
    newest = ended.first()
    last = _last(settings.BACKUP_DIR, now)
    # With Redis, the machine of this process may have no worker, and so no backups. But
    # a folder that is there and empty was emptied, or is new: no backup of this site.
    is_empty = last is None and settings.BACKUP_DIR.exists()
    asks_others = settings.REDIS_URL and not is_empty
    done = ended.filter(state=Job.State.DONE).first() if asks_others else None
    is_elsewhere = done is not None and (
        last is None or last < done.created_at.replace(microsecond=0)
    )
    return BackupState(
        now=now,
        last=done.finished_at if done and is_elsewhere else last,
        second=_last(settings.BACKUP_SECOND_DIR, now),
        failure=newest.failure if newest and newest.state == Job.State.FAILED else None,
        is_elsewhere=is_elsewhere,
    )


def desk_notices() -> Iterator[Notice]:
    """Yield what an administrator should know of backups."""
    backup = state(timezone.now())
    for text in _backup_warnings(backup):
        yield Notice(
            text, is_warning=True, url=reverse("backups"), link=gettext("Backups")
        )
    if backup.last is None:
        text = gettext("no backups yet")
    elif backup.age:
        text = gettext("latest %(age)s ago") % {"age": backup.age}
    else:
        text = gettext("latest just now")
    yield Notice(text, url=reverse("backups"), link=gettext("Backups"))


def _backup_warnings(backup: BackupState) -> Iterator[str]:
    if backup.failure is not None:
        reason = sentence(backup.failure)
        yield gettext("The last backup failed. %(reason)s") % {"reason": reason}
    elif backup.last is not None and backup.is_old:
        yield gettext("The last backup was %(age)s ago. Make one now.") % {
            "age": backup.age
        }
    if settings.BACKUP_SECOND_DIR is not None and (
        backup.second is None or backup.now - backup.second > SECOND_TOO_OLD
    ):
        yield gettext(
            "No recent backup in the second folder (%(folder)s). Plug in the USB "
            "stick, "
            "then make a backup."
        ) % {"folder": settings.BACKUP_SECOND_DIR}


def _last(folder: Path | None, now: datetime) -> datetime | None:
    """Return when the newest backup was made; those dated later do not count."""
    latest = now + timedelta(minutes=5)
    made = [backup.name.made_at for backup in backups_in(folder)] if folder else []
    return max((at for at in made if at <= latest), default=None)
