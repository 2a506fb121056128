"""Refusals of making, checking and restoring a backup."""

import errno
from pathlib import Path
from typing import Final

from django.db import connection

from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop

NO_ROOM = Refusal(
    "backup.no_room",
    gettext_noop(
        "There is not enough room in %(folder)s: %(needed)s MB are needed and %(free)s "
        "MB are free. Delete what you do not need, then try again."
    ),
)

DISK_FULL = Refusal(
    "backup.disk_full",
    gettext_noop(
        "The disk of %(folder)s is full. Delete what you do not need, then try again. "
        "The earlier backups are still there."
    ),
)

NOT_WRITABLE = Refusal(
    "backup.not_writable",
    gettext_noop(
        "Nothing can be written to %(folder)s (%(reason)s). Check the folder and its "
        "permissions, then try again."
    ),
)

NOT_READABLE = Refusal(
    "backup.not_readable",
    gettext_noop(
        "%(file)s cannot be read (%(reason)s). Check its name, then try again."
    ),
)

ALREADY_THERE = Refusal(
    "backup.already_there",
    gettext_noop(
        "%(file)s is already there, and nothing is written over. Choose another name."
    ),
)

NO_DATABASE = Refusal(
    "backup.no_database",
    gettext_noop("There is no database yet, so there is nothing to back up."),
)

DATABASE_DAMAGED = Refusal(
    "backup.database_damaged",
    gettext_noop(
        "The database is damaged (%(reason)s), so no backup was made. The earlier "
        "backups are still there: stop Crawford and restore the last one with "
        "“./run restore FILE”."
    ),
)

DATABASE_UNREACHABLE = Refusal(
    "backup.database_unreachable",
    gettext_noop(
        "The database does not answer (%(reason)s). Start it, then try again."
    ),
)

PROGRAM_FAILED = Refusal(
    "backup.program_failed",
    gettext_noop(
        "PostgreSQL’s program %(program)s failed (%(reason)s). Nothing was changed. "
        "Install it in the version of the server or a later one, then try again."
    ),
)

NOT_A_BACKUP = Refusal(
    "backup.not_a_backup",
    gettext_noop(
        "%(file)s is not a backup of Crawford, or it is damaged. Nothing was changed. "
        "Choose another one."
    ),
)

MADE_LATER = Refusal(
    "backup.made_later",
    gettext_noop(
        "%(file)s was made by a later version of Crawford (%(version)s). Nothing was "
        "changed. Install that version, then restore it."
    ),
)

OTHER_DATABASE = Refusal(
    "backup.other_database",
    gettext_noop(
        "%(file)s comes from %(theirs)s, and this club uses %(ours)s. Nothing was "
        "changed. Set or remove DATABASE_URL, then restore it."
    ),
)

STILL_CONNECTED = Refusal(
    "backup.still_connected",
    gettext_noop(
        "Another copy of Crawford is connected to the database. Nothing was changed. "
        "Stop the web servers and workers on all machines, then restore again."
    ),
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
