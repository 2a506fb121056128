"""Makes backups, lists them, and deletes old ones.

A backup is a zip file: the data, the secret, and a list of contents with checksums. On
SQLite the data are the database itself, copied by `VACUUM INTO`; on PostgreSQL a script
by `pg_dump`.
"""

import errno
import hashlib
import json
import logging
import os
import re
import shutil
import sqlite3
import subprocess
import tomllib
import zipfile
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

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
NO_DATABASE = Refusal("backup.no_database", "There is no database to back up yet.")
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


FORMAT: Final = 1
CONTENTS: Final = "manifest.json"
SECRET: Final = "secret_key"  # noqa: S105 - the name of a file
DUMPS: Final = {"sqlite": "crawford.sqlite3", "postgresql": "database.sql"}
SESSIONS: Final = ("django_session", "usersessions_usersession")
"""Tables that are saved empty: whoever found the file would be signed in."""
MARGIN: Final = 20 * MEGABYTE
"""What must stay free on the disk, so that results can still be saved."""
WORK: Final = ".making-"


class Backup(NamedTuple):
    """An existing backup."""

    name: BackupName
    file: Path
    size: int


def make_backup(
    reason: Reason,
    *,
    target: Path | None = None,
    on_step: Callable[[int], object] = lambda _step: None,
) -> Path:
    """Make a backup of everything, check it, and return its file. The club plays on.

    Without a `target` it is made in the data folder, copied to the second folder if one
    is set and there, and old ones are deleted. A target is a folder that exists, or the
    name of a new file. `on_step` is told when step 1, 2 or 3 begins: copying, packing,
    checking.

    Raises the refusals above; then there is no new file.
    """
    file: Path = target or settings.BACKUP_DIR
    folder = file if target is None or file.is_dir() else file.parent
    name = BackupName(timezone.localtime().replace(microsecond=0), reason)
    try:
        if target is None:
            folder.mkdir(mode=0o700, exist_ok=True)
        if file == folder:
            while (file := folder / str(name)).exists():
                name = BackupName(name.made_at + timedelta(seconds=1), reason)
        elif file.exists():
            raise ALREADY_THERE(file=str(file))
        _check_room(folder)
        with TemporaryDirectory(prefix=WORK, dir=folder) as work:
            on_step(1)
            dump, part = Path(work, DUMPS[connection.vendor]), Path(work, "backup")
            _dump(dump)
            on_step(2)
            _pack(part, [dump, Path(settings.DATA_DIR, SECRET)], name)
            on_step(3)
            with zipfile.ZipFile(part) as archive:
                if archive.testzip() is not None:
                    raise OSError(errno.EIO, "it cannot be read back")
            _put_in_place(part, file)
    except OSError as error:
        raise disk_error(error, folder) from error
    except DatabaseError as error:
        raise database_error(error) from error
    if target is None:
        _copy_to_second_folder(file)
        delete_old(timezone.localtime())
    return file


def backups_in(folder: Path) -> list[Backup]:
    """Return the backups of a folder, the newest first; none if it cannot be read."""
    backups = []
    for file in folder.glob("*.zip"):
        if name := parse(file.name):
            with suppress(OSError):
                backups.append(Backup(name, file, file.stat().st_size))
    return sorted(backups, reverse=True)


def located(file: Path) -> Path:
    """Return a file, or the backup of its name if there is no such file."""
    kept: Path = settings.BACKUP_DIR / file.name
    return kept if kept.is_file() and not file.exists() else file


def delete_old(now: datetime) -> None:
    """Delete what `rotation` does not keep, and what killed processes left."""
    delete_left(settings.DATA_DIR, before=now - timedelta(days=1))
    for folder in filter(None, (settings.BACKUP_DIR, settings.BACKUP_SECOND_DIR)):
        delete_left(folder, before=now - timedelta(days=1))
        backups = backups_in(folder)
        keep = kept((backup.name for backup in backups), now=now)
        for backup in backups:
            if backup.name not in keep:
                with suppress(OSError):
                    backup.file.unlink()


def delete_left(folder: Path, *, before: datetime | None = None) -> None:
    """Delete what killed processes left in a folder, before a moment or ever."""
    for work in folder.glob(f"{WORK}*"):
        with suppress(OSError):
            if before is None or work.stat().st_mtime < before.timestamp():
                shutil.rmtree(work)


def database_file() -> Path:
    """Return the file of the database, on SQLite."""
    return Path(str(connection.settings_dict["NAME"]))


def own_tables() -> list[str]:
    """Return the existing tables of the product."""
    tables = connection.introspection.django_table_names(only_existing=True)
    if MigrationRecorder(connection).has_table():
        tables.append(MigrationRecorder.Migration._meta.db_table)
    return sorted(tables)


def sqlite_problem(file: Path, check: str) -> str:
    """Return what a check of SQLite says of a database; empty if it is sound."""
    try:
        with closing(sqlite3.connect(file)) as database:
            (first,) = database.execute(f"PRAGMA {check}(1)").fetchone()
    except sqlite3.Error as error:
        return str(error)
    return "" if first == "ok" else str(first).splitlines()[-1]


def run_program(program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on the club's database. Raises PROGRAM_FAILED."""
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415 - SQLite needs no psycopg

    params = connection.get_connection_params()
    # Not in the address: others can read a command line.
    password = params.pop("password", "")
    known = {key: params[key] for key in params if isinstance(params[key], str | int)}
    command = [program, f"--dbname={make_conninfo(**known)}", "--no-password"]
    try:
        subprocess.run(  # noqa: S603 - no shell, and no words of others
            [*command, *arguments],
            env={**os.environ, "PGPASSWORD": password},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        reason = " ".join((getattr(error, "stderr", "") or str(error)).split())
        raise PROGRAM_FAILED(program=program, reason=reason) from error


def sync(path: Path) -> None:
    """Flush a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        if path.is_file():  # some file systems cannot flush a folder
            raise
    finally:
        os.close(handle)


def _check_room(folder: Path) -> None:
    """Raise NO_ROOM if the data and the zip file beside them would fill the disk."""
    if connection.vendor == "sqlite":
        size = database_file().stat().st_size if database_file().exists() else 0
    else:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            (size,) = cursor.fetchone()
    needed, free = 2 * size + MARGIN, shutil.disk_usage(folder).free
    if free < needed:
        needed, free = -(-needed // MEGABYTE), free // MEGABYTE
        raise NO_ROOM(folder=str(folder), needed=needed, free=free)


def _dump(target: Path) -> None:
    """Write the data as they are at one moment, while others write."""
    if connection.vendor == "postgresql":
        if not (tables := own_tables()):
            raise NO_DATABASE()
        parts = [f"--table={table}" for table in tables]
        parts += [f"--exclude-table-data={table}" for table in SESSIONS]
        run_program(
            "pg_dump", "--no-owner", "--no-privileges", f"--file={target}", *parts
        )
        return
    if not database_file().exists():
        raise NO_DATABASE()
    try:
        with closing(sqlite3.connect(database_file())) as database:
            database.execute("VACUUM INTO ?", [str(target)])
        with closing(sqlite3.connect(target)) as copy, copy:
            copy.execute("PRAGMA secure_delete = ON")
            for table in set(SESSIONS).intersection(own_tables()):
                copy.execute(f"DELETE FROM {table}")  # noqa: S608 - a table of ours
    except sqlite3.Error as error:
        if "full" in str(error):
            raise OSError(errno.ENOSPC, str(error)) from error
        raise DATABASE_DAMAGED(reason=str(error)) from error
    if problem := sqlite_problem(target, "integrity_check"):
        raise DATABASE_DAMAGED(reason=problem)


def _pack(part: Path, files: list[Path], name: BackupName) -> None:
    """Write the zip file and its list of contents."""
    rows, parts = {}, {}
    with connection.cursor() as cursor:
        for table in set(own_tables()) - set(SESSIONS):
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608 - a table of ours
            (rows[table],) = cursor.fetchone()
    # Level 1: half the size of the database in a fifth of the time of level 9.
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for file in filter(Path.exists, files):
            with file.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
            parts[file.name] = {"size": file.stat().st_size, "sha256": digest}
            archive.write(file, file.name)
        applied = MigrationRecorder(connection).applied_migrations()
        project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
        contents = {
            "format": FORMAT,
            "crawford": project["project"]["version"],
            "made_at": name.made_at.isoformat(),
            "reason": name.reason,
            "database": connection.vendor,
            "migrations": sorted(f"{app}.{migration}" for app, migration in applied),
            "rows": rows,
            "parts": parts,
        }
        archive.writestr(CONTENTS, json.dumps(contents, indent=1))


def _put_in_place(part: Path, file: Path) -> None:
    """Rename a written file: only what has the name of a backup is whole."""
    part.chmod(0o600)
    sync(part)
    part.rename(file)
    sync(file.parent)


def _copy_to_second_folder(file: Path) -> None:
    """Copy a backup to the second folder, if it is there.

    A missing USB stick is no error: the desk shows how old its last backup is.
    """
    folder: Path | None = settings.BACKUP_SECOND_DIR
    if folder is None or not folder.is_dir():
        return
    try:
        with TemporaryDirectory(prefix=WORK, dir=folder) as work:
            part = shutil.copyfile(file, Path(work, "backup"))
            _put_in_place(part, folder / file.name)
    except OSError as error:
        logging.getLogger(__name__).warning("%s", disk_error(error, folder))
