"""Restores a backup: checks it first, then replaces the present data with it.

The replaced data are kept: on SQLite in a folder of their own, which can be restored
like a backup; on PostgreSQL in a new backup.
"""

import shutil
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.utils import Error as DatabaseError
from django.utils import timezone

from clubsite.backup import postgresql_data, sqlite_data
from clubsite.backup.archive import ArchiveReader, reading, sync_folder
from clubsite.backup.errors import (
    BACKUP_DAMAGED,
    DATABASE_REFUSED,
    MADE_LATER,
    NOT_A_BACKUP,
    OTHER_DATABASE,
    STILL_CONNECTED,
    of_disk,
)
from clubsite.backup.manifest import DATABASE_FILE, SECRET_FILE
from clubsite.backup.names import Reason
from clubsite.backup.services import database_file, make_backup
from clubsite.run.lock import RESTORING
from matches.rules.refusals import RuleError

ASIDE: Final = "before-restore-"
ENGINE_NAMES: Final = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


@dataclass(frozen=True, slots=True)
class CheckedBackup:
    """The contents of a backup, checked."""

    made_at: str
    """When it was made, as text; empty for a folder that was set aside."""
    rows: dict[str, int]
    kept_at: Path | None = None
    """The place of the replaced data, None if there were none."""


def summary(found: CheckedBackup) -> str:
    """Return in a line what a backup contains, in English, for the terminal."""
    counted = (
        f"{(rows := found.rows.get(table, 0)):,} {one if rows == 1 else several}"
        for table, one, several in (
            ("tournaments_tournament", "tournament", "tournaments"),
            ("matches_match", "match", "matches"),
            ("matches_player", "player", "players"),
            ("matches_user", "account", "accounts"),
        )
    )
    made = f"made {found.made_at}, " if found.made_at else ""
    return f"{made}{', '.join(counted)}, {sum(found.rows.values()):,} rows in all."


def verify(source: Path) -> CheckedBackup:
    """Check a backup completely; nothing is changed.

    Raises what `clubsite.backup.errors` says.
    """
    with TemporaryDirectory(prefix="crawford-") as folder:
        return _unpacked(source, Path(folder), own=False).found


def restore(source: Path) -> CheckedBackup:
    """Replace all data by those of a backup, or of a folder that was set aside.

    The lock of the data folder must be held. Raises what `clubsite.backup.errors`
    says; then nothing was changed.
    """
    data = Path(settings.DATA_DIR)
    try:
        with TemporaryDirectory(prefix=".restoring-", dir=data) as folder:
            unpacked = _unpacked(source, Path(folder), own=True)
            if connection.vendor == "sqlite":
                kept = _replace_files(data, unpacked)
            else:
                kept = _replace_tables(data, source, unpacked)
    except OSError as error:
        raise of_disk(error, data) from error
    return CheckedBackup(unpacked.found.made_at, unpacked.found.rows, kept)


@dataclass(frozen=True, slots=True)
class _Unpacked:
    """The files of a backup in a folder for work, checked."""

    found: CheckedBackup
    database: Path | None
    """None for PostgreSQL, whose tables are read from the backup itself."""
    secret: Path | None


def _unpacked(source: Path, work: Path, *, own: bool) -> _Unpacked:
    """Unpack and check; with `own`, also whether it fits this club's database."""
    if source.is_dir():
        return _from_folder(source, work, own=own)
    with reading(source) as archive:
        _check_origin(archive, source, own=own)
        archive.check()
        database = secret = None
        if SECRET_FILE in archive.manifest.parts:
            secret = work / SECRET_FILE
            archive.extract(SECRET_FILE, secret)
        if archive.manifest.engine == "sqlite":
            database = work / DATABASE_FILE
            archive.extract(DATABASE_FILE, database)
            _check_file(database, archive)
        else:
            _check_tables(archive)
        made_at = timezone.localtime(archive.manifest.made_at)
        found = CheckedBackup(f"{made_at:%Y-%m-%d %H:%M}", dict(archive.manifest.rows))
        return _Unpacked(found, database, secret)


def _check_origin(archive: ArchiveReader, source: Path, *, own: bool) -> None:
    manifest = archive.manifest
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if not known.issuperset(manifest.migrations):
        raise MADE_LATER(file=source.name, version=manifest.version)
    if own and manifest.engine != connection.vendor:
        raise OTHER_DATABASE(
            file=source.name,
            theirs=ENGINE_NAMES[manifest.engine],
            ours=ENGINE_NAMES[connection.vendor],
        )


def _check_file(database: Path, archive: ArchiveReader) -> None:
    try:
        sqlite_data.check_database(database)
        if sqlite_data.count_rows(database) != dict(archive.manifest.rows):
            raise archive.damaged(DATABASE_FILE)
    except (RuleError, sqlite3.Error) as error:
        raise archive.damaged(DATABASE_FILE) from error


def _check_tables(archive: ArchiveReader) -> None:
    """Count the lines of each table: one for each row."""
    for table, count in archive.manifest.rows.items():
        part = f"tables/{table}.copy"
        if _lines(archive, part) != count:
            raise archive.damaged(part)


def _lines(archive: ArchiveReader, part: str) -> int:
    found: list[int] = []
    archive.read(part, lambda block: found.append(block.count(b"\n")))
    return sum(found)


def _from_folder(source: Path, work: Path, *, own: bool) -> _Unpacked:
    """Copy the database of a folder that was set aside, its log included."""
    original = source / DATABASE_FILE
    if not original.exists():
        raise NOT_A_BACKUP(file=source.name)
    if own and connection.vendor != "sqlite":
        raise OTHER_DATABASE(file=source.name, theirs="SQLite", ours="PostgreSQL")
    database = work / DATABASE_FILE
    # Opening a database may write to its log, and what is set aside stays as it is.
    copy = work / "copy"
    copy.mkdir(mode=0o700)
    for end in ("", *sqlite_data.COMPANIONS):
        file = source / f"{DATABASE_FILE}{end}"
        if file.exists():
            shutil.copyfile(file, copy / file.name)
    try:
        sqlite_data.copy_database(copy / DATABASE_FILE, database)
        sqlite_data.check_database(database)
    except RuleError as error:
        raise BACKUP_DAMAGED(file=source.name, part=DATABASE_FILE) from error
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if not known.issuperset(sqlite_data.applied_migrations(database)):
        raise MADE_LATER(file=source.name, version="?")
    secret = source / SECRET_FILE
    return _Unpacked(
        CheckedBackup("", sqlite_data.count_rows(database)),
        database,
        secret if secret.exists() else None,
    )


def _replace_files(data: Path, unpacked: _Unpacked) -> Path | None:
    """Put the database and the secret in place; return where the old ones are.

    Everything old is moved before anything new is there: the log of the old database
    (`-wal`) beside the new one would destroy it. The marker stops every start until
    this is finished, and names the folder, so that a second try continues with it.
    """
    database = database_file()
    _check_alone(database)
    marker = data / RESTORING
    with suppress(FileNotFoundError):
        interrupted = marker.read_text(encoding="utf-8").strip()
        if interrupted:
            return _finish_replacing(data, unpacked, data / interrupted)
    aside = data / f"{ASIDE}{timezone.localtime():%Y-%m-%d-%H%M%S}"
    marker.write_text(f"{aside.name}\n", encoding="utf-8")
    sync_folder(data)
    return _finish_replacing(data, unpacked, aside)


def _finish_replacing(data: Path, unpacked: _Unpacked, aside: Path) -> Path | None:
    database = database_file()
    aside.mkdir(mode=0o700, exist_ok=True)
    moved = _move_old(database, aside)
    if unpacked.secret is not None:
        secret = data / SECRET_FILE
        if secret.exists():
            _move(secret, aside)
        shutil.copyfile(unpacked.secret, secret)
        # `copyfile` copies bytes and no permissions.
        secret.chmod(0o600)
    if unpacked.database is not None:
        unpacked.database.rename(database)
    sync_folder(data)
    # Last: from here on the product starts again. The names of the new files are on the
    # disk by then, so a power cut leaves either the marker or the whole new data.
    (data / RESTORING).unlink()
    sync_folder(data)
    if moved or any(aside.iterdir()):
        return aside
    aside.rmdir()
    return None


def _move_old(database: Path, aside: Path) -> bool:
    files = [database.with_name(database.name + end) for end in sqlite_data.COMPANIONS]
    there = [file for file in (*files, database) if file.exists()]
    for file in there:
        _move(file, aside)
    return bool(there)


def _move(file: Path, aside: Path) -> None:
    """Move a file; a second try must not write over what the first one moved."""
    target = aside / file.name
    again = 1
    while target.exists():
        again += 1
        target = aside / f"{file.name}.{again}"
    file.rename(target)


def _check_alone(database: Path) -> None:
    """Raise STILL_CONNECTED if another process has the SQLite file open.

    SQLite leaves the write-ahead mode only if no other connection is open.
    """
    if not database.exists():
        return
    try:
        opened = sqlite3.connect(database, timeout=2)
        try:
            opened.execute("PRAGMA journal_mode=DELETE").fetchone()
        finally:
            opened.close()
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise STILL_CONNECTED() from error
    except sqlite3.Error:
        return  # the file is damaged, which may be the reason for the restore


def _replace_tables(data: Path, source: Path, unpacked: _Unpacked) -> Path | None:
    """Replace the tables of PostgreSQL; return the backup of what was there."""
    connection.close()  # do not count the connection of this process
    if postgresql_data.others_connected():
        raise STILL_CONNECTED()
    kept = None if postgresql_data.is_new() else make_backup(Reason.RESTORE)
    try:
        with reading(source) as archive:
            postgresql_data.load(archive)
    except DatabaseError as error:
        reason = " ".join(str(error).split())
        raise DATABASE_REFUSED(file=source.name, reason=reason) from error
    if unpacked.secret is not None:
        part = data / f".{SECRET_FILE}.part"
        shutil.copyfile(unpacked.secret, part)
        part.chmod(0o600)
        part.replace(data / SECRET_FILE)
    return kept
