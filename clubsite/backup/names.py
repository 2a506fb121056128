"""The names of backups: when each was made, and why."""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo


class Reason(StrEnum):
    """Why a backup was made."""

    DAY = "day"
    ROUND = "round"
    UPDATE = "update"
    HAND = "hand"
    RESTORE = "restore"


@dataclass(frozen=True, slots=True, order=True)
class BackupName:
    """The parts of the name of a backup file."""

    made_at: datetime
    """With a time zone; whole seconds."""
    reason: Reason
    again: int = 1
    """Numbers the backups of the same second, from 1."""

    def __str__(self) -> str:
        again = f"-{self.again}" if self.again > 1 else ""
        return f"crawford-{self.made_at:%Y-%m-%d-%H%M%S}-{self.reason}{again}.zip"


_NAME: Final = re.compile(
    r"crawford-(?P<time>\d{4}-\d\d-\d\d-\d{6})"
    rf"-(?P<reason>{'|'.join(Reason)})(?:-(?P<again>[2-9]))?\.zip"
)


def parse(name: str, zone: ZoneInfo) -> BackupName | None:
    """Return what the name of a file tells, None if it is no backup's name.

    The time in the name is that of the club.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    try:
        local = datetime.strptime(found["time"], "%Y-%m-%d-%H%M%S")  # noqa: DTZ007 - see below
    except ValueError:
        return None
    return BackupName(
        local.replace(tzinfo=zone), Reason(found["reason"]), int(found["again"] or 1)
    )
