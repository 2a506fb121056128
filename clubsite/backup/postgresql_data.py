"""The data of a club on PostgreSQL: its tables as text, in one snapshot.

This uses `COPY`, as `pg_dump` does, through the connection that the product has anyway:
`pg_dump` is missing on many machines, and one older than the server refuses to work.
"""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import Error as DatabaseError

from clubsite.backup.archive import ArchiveReader, ArchiveWriter
from clubsite.backup.errors import DATABASE_UNREACHABLE
from clubsite.backup.manifest import table_file
from matches.web import cache_generation
from matches.web.models import CacheGeneration

MIGRATIONS = MigrationRecorder.Migration._meta.db_table


@contextlib.contextmanager
def snapshot() -> Iterator[Any]:
    """Yield a cursor in one repeatable-read snapshot. Raises DATABASE_UNREACHABLE."""
    # A connection of its own: the snapshot lasts as long as the backup, and the
    # connection of the job must go on writing its progress.
    reader = connection.copy()
    try:
        with reader.cursor() as cursor:
            # With the usual isolation each COPY would see another moment: games without
            # the match that a club night had just deleted.
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield cursor
    except DatabaseError as error:
        reason = " ".join(str(error).split())
        raise DATABASE_UNREACHABLE(reason=reason) from error
    finally:
        reader.close()


def tables_of(cursor: Any) -> dict[str, tuple[str, ...]]:
    """Return the columns of each existing table of the product."""
    known = {*connection.introspection.django_table_names(), MIGRATIONS}
    cursor.execute(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND table_name = ANY(%s)"
        " AND is_generated = 'NEVER' ORDER BY table_name, ordinal_position",
        [sorted(known)],
    )
    found: dict[str, tuple[str, ...]] = {}
    for table, column in cursor.fetchall():
        found[table] = (*found.get(table, ()), column)
    return found


def applied_migrations(cursor: Any) -> tuple[str, ...]:
    """Return the migrations that were applied, as `app.name`."""
    cursor.execute(f"SELECT app, name FROM {_quoted(MIGRATIONS)}")  # noqa: S608 - constant
    return tuple(sorted(f"{app}.{name}" for app, name in cursor.fetchall()))


def size_of() -> int:
    """Return the bytes of the database."""
    with snapshot() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def dump(
    cursor: Any, tables: Mapping[str, tuple[str, ...]], archive: ArchiveWriter
) -> dict[str, int]:
    """Write the rows of the tables; return how many each has."""
    rows = {}
    for table, columns in tables.items():
        command = f"COPY {_quoted(table)} ({_listed(columns)}) TO STDOUT"
        with connection.wrap_database_errors, cursor.copy(command) as copy:
            archive.add(table_file(table), copy)
        rows[table] = max(cursor.rowcount, 0)
    return rows


def others_connected() -> bool:
    """Whether another copy of the product is connected to the database."""
    with snapshot() as cursor:
        cursor.execute(
            "SELECT COUNT(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = %s"
            " AND pid <> pg_backend_pid()",
            [application_name()],
        )
        return bool(cursor.fetchone()[0])


def application_name() -> str:
    """Return the name under which the product is connected."""
    return str(connection.settings_dict["OPTIONS"].get("application_name", ""))


def is_new() -> bool:
    """Whether the database has no table of the product."""
    with snapshot() as cursor:
        return not tables_of(cursor)


def load(archive: ArchiveReader) -> None:
    """Replace all data by those of a backup, in one transaction.

    The tables are made as they were when the backup was made; the next start brings
    them up to date. Raises BACKUP_DAMAGED; then nothing was changed.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            _drop(cursor, tables_of(cursor))
        _make_tables(archive.manifest.migrations)
        with connection.cursor() as cursor:
            there = ", ".join(map(_quoted, tables_of(cursor)))
            # Making the tables ended with checks of each row at once.
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            # Migrations write rows, too: those of the backup take their place.
            cursor.execute(f"TRUNCATE {there}")
            for table in archive.manifest.columns:
                _load_table(cursor, archive, table)
            _set_sequences(cursor)
            if CacheGeneration._meta.db_table in archive.manifest.columns:
                cache_generation.renew()
    connection.close()


def _drop(cursor: Any, tables: Iterable[str]) -> None:
    if names := ", ".join(map(_quoted, tables)):
        cursor.execute(f"DROP TABLE {names} CASCADE")


def _make_tables(applied: Iterable[str]) -> None:
    """Run exactly these migrations in an empty database."""
    # Exactly those of the backup: its rows fit the tables of its day, and the next
    # start migrates both together.
    executor = MigrationExecutor(connection)
    keys = (key.partition(".") for key in applied)
    wanted = {(app, name) for app, _dot, name in keys}
    graph = executor.loader.graph
    leaves = [
        key
        for key in wanted
        if key in graph.nodes
        and not any(child.key in wanted for child in graph.node_map[key].children)
    ]
    executor.migrate(leaves)


def _load_table(cursor: Any, archive: ArchiveReader, table: str) -> None:
    columns = archive.manifest.columns[table]
    command = f"COPY {_quoted(table)} ({_listed(columns)}) FROM STDIN"
    with connection.wrap_database_errors, cursor.copy(command) as copy:
        archive.read(table_file(table), copy.write)
    if cursor.rowcount != archive.manifest.rows[table]:
        raise archive.damaged(table_file(table))


def _set_sequences(cursor: Any) -> None:
    """Set the sequences so that new primary keys follow the existing ones."""
    cursor.execute(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND is_identity = 'YES'"
        " AND table_name = ANY(%s)",
        [list(tables_of(cursor))],
    )
    for table, column in cursor.fetchall():
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence(%s, %s),"  # noqa: S608 - of the schema
            f" COALESCE(MAX({_quoted(column)}), 1), MAX({_quoted(column)}) IS NOT NULL)"
            f" FROM {_quoted(table)}",
            [_quoted(table), column],
        )


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _listed(columns: Iterable[str]) -> str:
    return ", ".join(map(_quoted, columns))
