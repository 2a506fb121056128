"""What the name of a backup tells, and which backups are kept."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NEWEST: Final = 12
DAYS: Final = 14
MONTHS: Final = 12
UPDATES: Final = 3
BY_HAND: Final = 10


class Reason(TextChoices):
    """Why a backup was made."""

    DAY = "day", _("daily")
    ROUND = "round", _("after a round was published")
    UPDATE = "update", _("before an update")
    HAND = "hand", _("manual")
    RESTORE = "restore", _("before a restore")


class BackupName(NamedTuple):
    """The parts of the name of a backup; `made_at` has a zone and whole seconds."""

    made_at: datetime
    reason: Reason

    def __str__(self) -> str:
        return f"crawford-{self.made_at:%Y-%m-%d-%H%M%S}-{self.reason}.zip"


_NAME: Final = re.compile(
    rf"crawford-(\d{{4}}-\d\d-\d\d-\d{{6}})-({'|'.join(Reason)})\.zip"
)


def parse(name: str) -> BackupName | None:
    """Return what the name of a file tells, None if it is not the name of a backup."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    try:
        made_at = datetime.strptime(match[1], "%Y-%m-%d-%H%M%S")  # noqa: DTZ007 - the club's
    except ValueError:
        return None
    zone = timezone.get_default_timezone()
    return BackupName(made_at.replace(tzinfo=zone), Reason(match[2]))


def kept(backups: Iterable[BackupName], *, now: datetime) -> set[BackupName]:
    """Return the backups to keep; all others may be deleted.

    The newest `NEWEST`; the newest of each of the last `DAYS` days and `MONTHS` months
    that have any; the newest `UPDATES` from before an update, and as many from before a
    restore; the newest `BY_HAND` made by hand.

    Backups dated later than `now` are kept too, until the clock has caught up: it was
    set back, and they may be the last ones of the real time.
    """
    newest_first = sorted(backups, reverse=True)
    past = [backup for backup in newest_first if backup.made_at <= now]
    keep = {backup for backup in newest_first if backup.made_at > now}
    keep.update(past[:NEWEST])
    for period, count in (("%Y-%m-%d", DAYS), ("%Y-%m", MONTHS)):
        # Oldest first, so that the newest of each period is the one that stays.
        newest = {f"{backup.made_at:{period}}": backup for backup in reversed(past)}
        keep.update(list(newest.values())[-count:])
    most = {Reason.UPDATE: UPDATES, Reason.RESTORE: UPDATES, Reason.HAND: BY_HAND}
    for reason, count in most.items():
        keep.update([backup for backup in past if backup.reason == reason][:count])
    return keep
