"""How old the last backup is and how full the disk: for the desk and `/readyz`."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from clubsite.backup.errors import MEGABYTE
from clubsite.backup.jobs import last_failure, newest_done, newest_failure
from clubsite.backup.services import backups_in, own_folder, second_folder
from matches.jobs.queue import is_nobody_working
from matches.rules.refusals import RuleError
from matches.web.answers import sentence
from matches.web.notices import Notice

TOO_OLD: Final = timedelta(hours=26)
"""One is made every day; two hours for a machine that is slow in the morning."""
SECOND_TOO_OLD: Final = timedelta(days=8)
A_MINUTE: Final = timedelta(minutes=1)
LEAST_FREE: Final = 300 * MEGABYTE


@dataclass(frozen=True, slots=True)
class BackupState:
    """The age of the last backup, None without one, and the free space.

    `is_elsewhere`: the last one lies on another machine, whose worker made it.
    """

    last: datetime | None
    second: datetime | None
    failure: RuleError | None
    free: int
    """Bytes that are free in the data folder."""
    is_elsewhere: bool = False

    def is_old(self, now: datetime) -> bool:
        """Whether the last backup is missing or too old."""
        return self.last is None or now - self.last > TOO_OLD

    def is_full(self) -> bool:
        """Whether the disk is nearly full."""
        return is_full(self.free)


def state(now: datetime) -> BackupState:
    """Return the state of folders and disk. No query; two where machines share work."""
    second = second_folder()
    here = BackupState(
        last=_last(own_folder(), now),
        second=_last(second, now) if second else None,
        failure=last_failure(),
        free=free_bytes(),
    )
    return _of_all_machines(here) if settings.REDIS_URL else here


def _of_all_machines(here: BackupState) -> BackupState:
    """Return the state with what workers on other machines made.

    With Redis, the machine of this process may have no worker, and so no backups.
    """
    # A folder that is there and empty was emptied, or is new: no backup of this site.
    is_empty = here.last is None and own_folder().exists()
    made = None if is_empty else newest_done()
    begun = made.created_at.replace(microsecond=0) if made else None
    is_here = begun is None or (here.last is not None and here.last >= begun)
    return replace(
        here,
        last=here.last if is_here or made is None else made.finished_at,
        failure=newest_failure(),
        is_elsewhere=not is_here,
    )


def is_full(free: int) -> bool:
    """Whether so few free bytes mean that the disk is nearly full."""
    return free < LEAST_FREE


def free_bytes() -> int:
    """Return the bytes that are free in the data folder."""
    return shutil.disk_usage(settings.DATA_DIR).free


def desk_notices() -> Iterator[Notice]:
    """Yield what a director should know, in the reader's language."""
    now = timezone.now()
    found = state(now)
    yield from _backup_notices(found, now)
    yield from _machine_notices(found)
    yield from _second_folder_notices(found, now)
    yield Notice(last_text(found, now), url=reverse("backups"), link=_("Backups"))


def _backup_notices(found: BackupState, now: datetime) -> Iterator[Notice]:
    """Yield a warning if the last backup failed or is too old."""
    url, link = reverse("backups"), _("Backups")
    if found.failure is not None:
        reason = sentence(found.failure)
        yield Notice(
            _("The last backup failed. %(reason)s") % {"reason": reason},
            is_warning=True,
            url=url,
            link=link,
        )
    elif found.last is not None and found.is_old(now):
        yield Notice(
            _("The last backup is %(age)s old. Make one now.")
            % {"age": age_text(found.last, now)},
            is_warning=True,
            url=url,
            link=link,
        )


def _machine_notices(found: BackupState) -> Iterator[Notice]:
    """Yield warnings of a disk that is nearly full and of a worker that is silent."""
    if found.is_full():
        yield Notice(
            _(
                "The disk is nearly full: %(free)s MB are free. Delete what you do not "
                "need on this computer, before results can no longer be saved."
            )
            % {"free": found.free // MEGABYTE},
            is_warning=True,
        )
    if is_nobody_working():
        yield Notice(
            _(
                "The worker does not answer, so draws, PDFs and backups wait. Stop "
                "Crawford (Ctrl-C) and start it again; nothing is lost."
            ),
            is_warning=True,
        )


def _second_folder_notices(found: BackupState, now: datetime) -> Iterator[Notice]:
    """Yield a warning if the second folder, if there is one, has no new backup."""
    if second_folder() is not None and (
        found.second is None or now - found.second > SECOND_TOO_OLD
    ):
        yield Notice(
            _(
                "There is no new backup in the second folder (%(folder)s). Plug the "
                "USB stick in, then make a backup."
            )
            % {"folder": second_folder()},
            is_warning=True,
            url=reverse("backups"),
            link=_("Backups"),
        )


def last_text(found: BackupState, now: datetime) -> str:
    """Say how old the last backup is, in the reader's language."""
    if found.last is None:
        return _("no backup yet")
    if now - found.last < A_MINUTE:
        return _("last one just now")
    return _("last one %(age)s ago") % {"age": age_text(found.last, now)}


def ago_text(found: BackupState, now: datetime) -> str:
    """Say how long ago the last backup was made, beside its date."""
    if found.last is None:
        return ""
    if now - found.last < A_MINUTE:
        return _("just now")
    return _("%(age)s ago") % {"age": age_text(found.last, now)}


def age_text(made_at: datetime, now: datetime) -> str:
    """Return an age in the reader's language: “2 hours”."""
    return timesince(made_at, now, depth=1)


def _last(folder: Path, now: datetime) -> datetime | None:
    """Return when the newest backup was made; those dated later do not count."""
    made = [backup.name.made_at for backup in backups_in(folder)]
    past = [at for at in made if at <= now + timedelta(minutes=5)]
    return max(past, default=None)
