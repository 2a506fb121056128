"""Which backups are kept: a pure rule."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from clubsite.backup.names import BackupName, Reason

NEWEST: Final = 12
DAYS: Final = 14
MONTHS: Final = 12
UPDATES: Final = 3
BY_HAND: Final = 10
MOST: Final = NEWEST + DAYS + MONTHS + 2 * UPDATES + BY_HAND


def kept(backups: Iterable[BackupName], *, now: datetime) -> set[BackupName]:
    """Return the backups to keep; all others may be deleted.

    The newest `NEWEST`; the newest of each of the last `DAYS` days and `MONTHS` months
    that have any; the newest `UPDATES` from before an update, and as many from before a
    restore; the newest `BY_HAND` made by hand. At most `MOST`.

    Backups dated later than `now` are kept too, until the clock has caught up: it was
    set back, and they may be the last ones of the real time.
    """
    every = sorted(backups, reverse=True)
    past = [backup for backup in every if backup.made_at <= now]
    keep = {backup for backup in every if backup.made_at > now}
    keep.update(past[:NEWEST])
    keep.update(_newest_of_each(past, "%Y-%m-%d", DAYS))
    keep.update(_newest_of_each(past, "%Y-%m", MONTHS))
    for reason, count in (
        (Reason.UPDATE, UPDATES),
        (Reason.RESTORE, UPDATES),
        (Reason.HAND, BY_HAND),
    ):
        keep.update([backup for backup in past if backup.reason == reason][:count])
    return keep


def _newest_of_each(
    newest_first: list[BackupName], period: str, count: int
) -> list[BackupName]:
    """Return the newest backup of each of the newest `count` periods."""
    found: dict[str, BackupName] = {}
    for backup in newest_first:
        found.setdefault(f"{backup.made_at:{period}}", backup)
    return list(found.values())[:count]
