"""Checks before a start: refuse a damaged database, make a backup before an update."""

import shlex

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from clubsite.backup.make import (
    Reason,
    backups_in,
    database_file,
    make_backup,
    sqlite_problem,
)
from matches.rules.refusals import RuleError


class ProtectionError(Exception):
    """The start would put the data at risk; the text says what to do."""


def check_database() -> None:
    """Check every page of a SQLite file, and the encoding of PostgreSQL.

    Raises ProtectionError if the file is damaged, or if names cannot be saved.
    PostgreSQL checks what it reads by itself.
    """
    if connection.vendor == "postgresql":
        _check_encoding()
        return
    file = database_file()
    if not file.exists():
        return
    connection.close()
    if problem := sqlite_problem(file, "quick_check"):
        backups = backups_in(settings.BACKUP_DIR)
        last = shlex.quote(str(backups[0].file)) if backups else "FILE"
        raise ProtectionError(
            f"The database {file} is damaged ({problem}), so Crawford did not start "
            "and nothing was changed. Restore the last backup: "
            f"./run restore {last}"
        )


def _check_encoding() -> None:
    """Raise ProtectionError if PostgreSQL cannot keep every letter.

    A cluster that was made without a locale makes databases in SQL_ASCII: there the
    tables are made, and the first name with another letter than A to Z fails.
    """
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_encoding")
        (encoding,) = cursor.fetchone()
    if encoding != "UTF8":
        raise ProtectionError(
            f"The database was made with the encoding {encoding} and cannot keep every "
            "name, so Crawford did not start and nothing was changed. Make an empty "
            "one in its place: createdb --encoding=UTF8 --template=template0 NAME"
        )


def backup_before_update() -> None:
    """Make a backup if this version changes the tables. Raises ProtectionError."""
    executor = MigrationExecutor(connection)
    has_data = bool(executor.loader.applied_migrations)
    if not has_data or not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    try:
        make_backup(Reason.UPDATE)
    except RuleError as error:
        raise ProtectionError(
            f"This version brings the database up to date, and no backup could be made "
            f"before: {error}"
        ) from error
