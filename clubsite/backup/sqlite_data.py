"""The data of a club on SQLite: copied while it plays, checked, counted."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from clubsite.backup.errors import DATABASE_DAMAGED, NO_DATABASE, of_disk

COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""The files that SQLite keeps beside the database; they hold part of the data."""
_FULL: Final = "full"


def copy_database(source: Path, target: Path) -> None:
    """Copy the present state of the database without blocking writers.

    Raises NO_DATABASE, DATABASE_DAMAGED, DISK_FULL.
    """
    if not source.exists():
        raise NO_DATABASE()
    target.touch(mode=0o600)
    try:
        with _opened(source) as original, _opened(target) as copy:
            # All pages in one step: one read transaction, a single state of the data.
            original.backup(copy, pages=-1)
            # Leave write-ahead mode, so that the copy is a single file.
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        if _FULL in str(error):
            raise of_disk(OSError(28, str(error)), target.parent) from error
        raise DATABASE_DAMAGED(reason=str(error)) from error


def check_database(file: Path) -> None:
    """Check every page and every index of a database. Raises DATABASE_DAMAGED."""
    if problem := _problem(file, "integrity_check"):
        raise DATABASE_DAMAGED(reason=problem)


def quick_problem(file: Path) -> str:
    """Return what a quick check says of a database; empty if it is sound."""
    return _problem(file, "quick_check")


def _problem(file: Path, check: str) -> str:
    try:
        with _opened(file) as database:
            (first,) = database.execute(f"PRAGMA {check}(1)").fetchone()
    except sqlite3.Error as error:
        return str(error)
    lines = str(first).splitlines()
    return "" if first == "ok" else lines[-1]


def count_rows(file: Path) -> dict[str, int]:
    """Return the number of rows of each table."""
    with _opened(file) as database:
        tables = database.execute(
            "SELECT name FROM sqlite_master"
            " WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
            " ORDER BY name"
        ).fetchall()
        return {
            name: database.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0]  # noqa: S608 - from the schema
            for (name,) in tables
        }


def applied_migrations(file: Path) -> tuple[str, ...]:
    """Return the migrations that were applied, as `app.name`."""
    with _opened(file) as database:
        try:
            found = database.execute("SELECT app, name FROM django_migrations")
        except sqlite3.OperationalError:
            return ()  # no such table: a new database
        return tuple(sorted(f"{app}.{name}" for app, name in found))


def size_of(file: Path) -> int:
    """Return the bytes of a database with its companions; 0 if there is none."""
    sizes = 0
    for part in (file, *(file.with_name(file.name + end) for end in COMPANIONS)):
        with contextlib.suppress(FileNotFoundError):
            sizes += part.stat().st_size
    return sizes


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    database = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=20
    )
    with contextlib.closing(database):
        yield database
