"""Refusals of making, checking and restoring a backup."""

import errno
from pathlib import Path
from typing import Final

from django.db import connection

from matches.rules.refusals import Refusal, RuleError

NO_ROOM = Refusal(
    "backup.no_room",
    "Not enough space in %(folder)s: %(needed)s MB needed, %(free)s MB free. Free up "
    "space, then try again.",
)
DISK_FULL = Refusal(
    "backup.disk_full",
    "The disk holding %(folder)s is full. Free up space, then try again. Earlier "
    "backups are safe.",
)
NOT_WRITABLE = Refusal(
    "backup.not_writable",
    "Cannot write to %(folder)s (%(reason)s). Check the folder and its permissions, "
    "then try again.",
)
NOT_READABLE = Refusal(
    "backup.not_readable",
    "%(file)s cannot be read (%(reason)s). Check its name, then try again.",
)
ALREADY_THERE = Refusal(
    "backup.already_there",
    "%(file)s already exists and will not be overwritten. Choose another name.",
)
NO_DATABASE = Refusal(
    "backup.no_database",
    "There is no database to back up yet.",
)
DATABASE_DAMAGED = Refusal(
    "backup.database_damaged",
    "The database is damaged (%(reason)s), so no backup was made. Earlier backups are "
    "safe: stop Crawford and restore the latest with “./run restore FILE”.",
)
DATABASE_UNREACHABLE = Refusal(
    "backup.database_unreachable",
    "The database is not responding (%(reason)s). Start it, then try again.",
)
PROGRAM_FAILED = Refusal(
    "backup.program_failed",
    "PostgreSQL’s program %(program)s failed (%(reason)s). Nothing was changed. "
    "Install it in the version of the server or a later one, then try again.",
)
NOT_A_BACKUP = Refusal(
    "backup.not_a_backup",
    "%(file)s is not a backup of Crawford, or it is damaged. Nothing was changed. "
    "Choose another one.",
)
MADE_LATER = Refusal(
    "backup.made_later",
    "%(file)s was made with a newer version of Crawford (%(version)s). Nothing was "
    "changed. Install that version, then restore it.",
)
OTHER_DATABASE = Refusal(
    "backup.other_database",
    "%(file)s is from %(theirs)s, but this club uses %(ours)s. Nothing was changed. "
    "Set or remove DATABASE_URL, then restore it.",
)
STILL_CONNECTED = Refusal(
    "backup.still_connected",
    "Another copy of Crawford is connected to the database. Nothing was changed. Stop "
    "the web servers and workers on all machines, then restore again.",
)

MEGABYTE: Final = 1_000_000


def database_error(error: Exception) -> RuleError:
    """Return the refusal that an error of the database means."""
    reason = " ".join(str(error).split())
    if connection.vendor == "sqlite":
        return DATABASE_DAMAGED(reason=reason)
    return DATABASE_UNREACHABLE(reason=reason)


def disk_error(error: OSError, folder: Path) -> RuleError:
    """Return the refusal that an error of the file system means."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return DISK_FULL(folder=str(folder))
    return NOT_WRITABLE(folder=str(folder), reason=error.strerror or str(error))
