"""Checks a backup, and puts it in place of the present data, which are kept.

What was there goes into a backup of its own; a database of SQLite that is damaged gets
another name.
"""

import hashlib
import json
import sqlite3
import zipfile
from contextlib import closing
from datetime import datetime
from errno import ENOSPC
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from clubsite.backup import make
from clubsite.backup.make import (
    CONTENTS,
    DUMPS,
    FORMAT,
    SECRET,
    Reason,
    make_backup,
    sync,
)
from clubsite.run.lock import RESTORING
from clubsite.run.preparation import DataVersionError, check_file
from matches.outgoing.models import SendingSite
from matches.rules.refusals import RuleError
from matches.web import models
from matches.web.models import CacheGeneration

ASIDE: Final = "before-restore-"
COUNTED: Final = {
    "tournaments_tournament": "tournaments",
    "matches_match": "matches",
    "matches_player": "players",
    "matches_user": "accounts",
}
Contents = dict[str, Any]  # of a backup, as in its manifest


def summary(contents: Contents) -> str:
    """Return in a line what a backup contains, in English, for the terminal."""
    rows: dict[str, int] = contents["rows"]
    made_at = timezone.localtime(datetime.fromisoformat(contents["made_at"]))
    parts = [f"{kind}: {rows.get(table, 0):,}" for table, kind in COUNTED.items()]
    return f"made {made_at:%Y-%m-%d %H:%M}, {', '.join(parts)}."


def verify(source: Path) -> Contents:
    """Check a backup completely. Raises DataVersionError, RuleError."""
    with TemporaryDirectory(prefix="crawford-") as folder:
        return _unpacked(source, Path(folder))


def restore(source: Path) -> tuple[Contents, Path | None]:
    """Replace all data by those of a backup; return also where the former ones are.

    The lock of the data folder must be held. Raises DataVersionError or what
    `clubsite.backup.make` says; then nothing was changed.
    """
    data = Path(settings.DATA_DIR)
    marker = data / RESTORING
    try:
        make.delete_left(data)
        with TemporaryDirectory(prefix=make.WORK, dir=data) as work:
            contents = _unpacked(source, Path(work))
            engine = contents["database"]
            if engine != connection.vendor:
                names = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
                theirs, ours = names[engine], names[connection.vendor]
                raise make.OTHER_DATABASE(file=source.name, theirs=theirs, ours=ours)
            _check_alone()
            kept = _backup_of_present()
            dump, secret = Path(work, DUMPS[engine]), Path(work, SECRET)
            if engine == "postgresql":
                _load_postgresql(dump)
            # The marker stops every start until data and secret are both in place: a
            # restore that was killed is done again.
            marker.touch()
            sync(data)
            if engine == "sqlite":
                kept = _clear_place(kept)
                dump.replace(make.database_file())
            if secret.exists():
                secret.replace(data / SECRET)
            sync(data)
            marker.unlink()
            sync(data)
    except OSError as error:
        raise make.disk_error(error, data) from error
    except DatabaseError as error:
        raise make.database_error(error) from error
    if CacheGeneration._meta.db_table in contents["rows"]:
        models.renew()
    if SendingSite._meta.db_table in contents["rows"]:
        SendingSite.objects.all().delete()  # an administrator says so again
    connection.close()
    return contents, kept


def _unpacked(source: Path, work: Path) -> Contents:
    """Unpack a backup and check all of it."""
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    try:
        with zipfile.ZipFile(source) as archive:
            contents: Contents = json.loads(archive.read(CONTENTS))
            is_later = contents["format"] > FORMAT
            if is_later or not known.issuperset(contents["migrations"]):
                version = str(contents["crawford"])[:20]
                raise make.MADE_LATER(file=source.name, version=version)
            # Exactly these files: no name may lead out of the folder for unpacking.
            dump = DUMPS[contents["database"]]
            if contents["parts"].keys() - {SECRET} != {dump}:
                raise ValueError(sorted(contents["parts"]))
            for name, part in contents["parts"].items():
                file = Path(archive.extract(name, work))
                with file.open("rb") as stream:
                    digest = hashlib.file_digest(stream, "sha256").hexdigest()
                if digest != part["sha256"]:
                    raise ValueError(name)
                file.chmod(0o600)
                sync(file)
        if contents["database"] == "sqlite":
            if make.sqlite_problem(work / dump, "integrity_check"):
                raise ValueError(dump)
            check_file(work / dump, what="backup")
    except (RuleError, DataVersionError):
        raise
    except OSError as error:
        if error.errno == ENOSPC:
            raise make.disk_error(error, work.parent) from error
        reason = error.strerror or str(error)
        raise make.NOT_READABLE(file=str(source), reason=reason) from error
    except Exception as error:  # a damaged file makes `zipfile` raise almost anything
        raise make.NOT_A_BACKUP(file=source.name) from error
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
                raise make.STILL_CONNECTED()
    elif make.database_file().exists():
        try:
            with closing(sqlite3.connect(make.database_file(), timeout=2)) as database:
                # It leaves the write-ahead mode only if no other connection is open.
                database.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.DatabaseError as error:
            if "locked" in str(error):
                raise make.STILL_CONNECTED() from error
            # Else it is damaged, which may be the reason for the restore.


def _backup_of_present() -> Path | None:
    """Back up the present data; return None if there are none, or they are damaged."""
    try:
        return make_backup(Reason.RESTORE)
    except RuleError as error:
        if error.refusal not in {make.NO_DATABASE, make.DATABASE_DAMAGED}:
            raise
        return None
    finally:
        connection.close()


def _clear_place(kept: Path | None) -> Path | None:
    """Remove what is beside a SQLite database; without a backup, set all of it aside.

    Returns where the former data are.
    """
    file = make.database_file()
    aside = file.with_name(f"{ASIDE}{timezone.localtime():%Y-%m-%d-%H%M%S}.sqlite3")
    for end in ("-wal", "-shm", "-journal", ""):
        part = file.with_name(file.name + end)
        if kept is None and part.exists():
            part.rename(aside.with_name(aside.name + end)).touch()  # aside since now
        elif end:  # beside another database it would destroy that
            part.unlink(missing_ok=True)
    return aside if aside.exists() else kept


def _load_postgresql(script: Path) -> None:
    """Replace all tables by those of a script, in one transaction."""
    # Those of this version, which may be more than the script makes.
    tables = ", ".join(map(connection.ops.quote_name, make.own_tables()))
    drop = f"--command=DROP TABLE {tables} CASCADE"
    make.run_program(
        "psql",
        *["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"],
        "--command=SET client_min_messages = error",
        *([drop] if tables else []),
        f"--file={script}",
    )
