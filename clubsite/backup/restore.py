"""Checks a backup, and puts it in place of the present data, which are kept.

What was there goes into a backup of its own; a database of SQLite that is damaged is
moved to a folder.
"""

import hashlib
import json
import shutil
import sqlite3
import subprocess
import zipfile
from contextlib import closing
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from clubsite.backup import make
from clubsite.backup.errors import (
    BACKUP_DAMAGED,
    DATABASE_DAMAGED,
    DATABASE_REFUSED,
    MADE_LATER,
    NOT_A_BACKUP,
    NOT_READABLE,
    OTHER_DATABASE,
    STILL_CONNECTED,
    database_error,
    disk_error,
)
from clubsite.backup.make import CONTENTS, DUMPS, FORMAT, SECRET, make_backup, sync
from clubsite.backup.rotation import Reason
from clubsite.run.lock import RESTORING
from matches.rules.refusals import RuleError
from matches.web import cache_generation
from matches.web.models import CacheGeneration

ASIDE: Final = "before-restore-"
COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database; beside another one they would destroy it."""
Contents = dict[str, Any]
"""The list of contents of a backup."""


def summary(contents: Contents) -> str:
    """Return in a line what a backup contains, in English, for the terminal."""
    rows: dict[str, int] = contents["rows"]
    made_at = timezone.localtime(datetime.fromisoformat(contents["made_at"]))
    counts = []
    for table, one, several in (
        ("tournaments_tournament", "tournament", "tournaments"),
        ("matches_match", "match", "matches"),
        ("matches_player", "player", "players"),
        ("matches_user", "account", "accounts"),
    ):
        count = rows.get(table, 0)
        counts.append(f"{count:,} {one if count == 1 else several}")
    total = sum(rows.values())
    return f"made {made_at:%Y-%m-%d %H:%M}, {', '.join(counts)}, {total:,} rows in all."


def verify(source: Path) -> Contents:
    """Check a backup completely; nothing is changed.

    Raises what `clubsite.backup.errors` says.
    """
    with TemporaryDirectory(prefix="crawford-") as folder:
        return _unpacked(source, Path(folder))


def restore(source: Path) -> tuple[Contents, Path | None]:
    """Replace all data by those of a backup; return also where the former ones are.

    The lock of the data folder must be held. Raises what `clubsite.backup.errors`
    says; then nothing was changed.
    """
    data = Path(settings.DATA_DIR)
    marker = data / RESTORING
    try:
        with TemporaryDirectory(prefix=".restoring-", dir=data) as work:
            contents = _unpacked(source, Path(work))
            engine = contents["database"]
            if engine != connection.vendor:
                names = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
                theirs, ours = names[engine], names[connection.vendor]
                raise OTHER_DATABASE(file=source.name, theirs=theirs, ours=ours)
            _check_alone()
            kept = _backup_of_present()
            dump, secret = Path(work, DUMPS[engine]), Path(work, SECRET)
            if engine == "postgresql":
                _load_postgresql(dump, source)
            # The marker stops every start until data and secret are both in place: a
            # restore that was killed is done again.
            marker.touch()
            sync(data)
            if engine == "sqlite":
                kept = _clear_place(data, kept)
                dump.replace(make.database_file())
            if secret.exists():
                secret.replace(data / SECRET)
            sync(data)
            marker.unlink()
            sync(data)
    except OSError as error:
        raise disk_error(error, data) from error
    except DatabaseError as error:
        raise database_error(error) from error
    if CacheGeneration._meta.db_table in contents["rows"]:
        cache_generation.renew()
    connection.close()
    return contents, kept


def _unpacked(source: Path, work: Path) -> Contents:
    """Unpack a backup and check all of it."""
    try:
        archive = zipfile.ZipFile(source)
    except OSError as error:
        reason = error.strerror or str(error)
        raise NOT_READABLE(file=str(source), reason=reason) from error
    except Exception as error:  # a damaged file makes `zipfile` raise almost anything
        raise NOT_A_BACKUP(file=source.name) from error
    with archive:
        contents = _contents(archive, source)
        for name, part in contents["parts"].items():
            try:
                with archive.open(name) as stream:
                    digest = hashlib.file_digest(stream, "sha256").hexdigest()
            except Exception as error:
                raise BACKUP_DAMAGED(file=source.name, part=name) from error
            if digest != part["sha256"]:
                raise BACKUP_DAMAGED(file=source.name, part=name)
            file = Path(archive.extract(name, work))
            file.chmod(0o600)
            sync(file)
    dump = work / DUMPS[contents["database"]]
    if dump.name == DUMPS["sqlite"] and make.sqlite_problem(dump, "integrity_check"):
        raise BACKUP_DAMAGED(file=source.name, part=dump.name)
    return contents


def _contents(archive: zipfile.ZipFile, source: Path) -> Contents:
    """Return the list of contents. Raises NOT_A_BACKUP, MADE_LATER."""
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    try:
        contents: Contents = json.loads(archive.read(CONTENTS))
        is_later = contents["format"] > FORMAT
        if not is_later:
            is_later = not known.issuperset(contents["migrations"])
            # Exactly these files: no name may lead out of the folder for unpacking.
            parts = contents["parts"].keys() - {SECRET}
            if parts != {DUMPS[contents["database"]]}:
                raise ValueError(parts)
    except Exception as error:  # a damaged file makes `zipfile` raise almost anything
        raise NOT_A_BACKUP(file=source.name) from error
    if is_later:
        version = str(contents.get("crawford", "?"))[:20]
        raise MADE_LATER(file=source.name, version=version)
    return contents


def _check_alone() -> None:
    """Raise STILL_CONNECTED if another process uses the database.

    Afterwards all of a SQLite database is in one file, unless it is damaged.
    """
    connection.close()  # that of this process does not count
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
                " AND application_name = %s AND pid <> pg_backend_pid()",
                [connection.settings_dict["OPTIONS"]["application_name"]],
            )
            if cursor.fetchone():
                raise STILL_CONNECTED()
    elif make.database_file().exists():
        try:
            with closing(sqlite3.connect(make.database_file(), timeout=2)) as database:
                # It leaves the write-ahead mode only if no other connection is open.
                database.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.DatabaseError as error:
            if "locked" in str(error):
                raise STILL_CONNECTED() from error
            # Else it is damaged, which may be the reason for the restore.


def _backup_of_present() -> Path | None:
    """Back up the present data; return None if there are none, or they are damaged."""
    if connection.vendor == "postgresql":
        is_there = bool(make.own_tables())
    else:
        is_there = make.database_file().exists()
    try:
        return make_backup(Reason.RESTORE) if is_there else None
    except RuleError as error:
        if error.refusal is not DATABASE_DAMAGED:
            raise
        return None
    finally:
        connection.close()


def _clear_place(data: Path, kept: Path | None) -> Path | None:
    """Remove what is beside a SQLite database; without a backup, move all of it away.

    Returns where the former data are.
    """
    file = make.database_file()
    files = [file.with_name(file.name + end) for end in COMPANIONS]
    if kept is not None:
        for companion in files:
            companion.unlink(missing_ok=True)
        return kept
    aside = data / f"{ASIDE}{timezone.localtime():%Y-%m-%d-%H%M%S}"
    for part in filter(Path.exists, [*files, file]):
        aside.mkdir(mode=0o700, exist_ok=True)
        shutil.move(part, aside)
    return aside if aside.exists() else None


def _load_postgresql(script: Path, source: Path) -> None:
    """Replace all tables by those of a script, in one transaction.

    Raises DATABASE_REFUSED; then nothing was changed.
    """
    # Those of this version, which may be more than the script makes.
    tables = ", ".join(map(connection.ops.quote_name, make.own_tables()))
    try:
        make.run_program(
            "psql",
            "--no-psqlrc",
            "--quiet",
            "--single-transaction",
            "--set=ON_ERROR_STOP=1",
            "--command=SET client_min_messages = error",
            *([f"--command=DROP TABLE {tables} CASCADE"] if tables else []),
            f"--file={script}",
        )
    except subprocess.CalledProcessError as error:
        reason = " ".join(error.stderr.split())
        raise DATABASE_REFUSED(file=source.name, reason=reason) from error
