"""Refuses data that another version of Crawford wrote, before anything is changed.

The names of the applied migrations identify the version: the first migration of both
apps is `0001_version_0_5`; in earlier versions it was `0001_initial`. Before a release
the first migration is rewritten under the same name with every change of the models, so
the columns of the tables are compared too.
"""

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import Error as DatabaseError

APPS = ("matches", "tournaments")
FIRST_BEFORE = "0001_initial"
LATER = (
    "The {what} was used by a later version of Crawford than this one: install that "
    "version again."
)
logger = logging.getLogger(__name__)


class DataVersionError(Exception):
    """The data belong to another version; the text says what to do."""


def check_data_version() -> None:
    """Compare the applied migrations with those of this version. Reads only.

    Raises DataVersionError if the data were written before 0.5.0, by a later version
    or by an unfinished state of this one. A database that cannot be read passes:
    the command that needs it says why.
    """
    reader = connection.copy()
    # The usual options write to the file (they switch the journal mode), and this check
    # must leave data of another version as they are.
    reader.settings_dict["OPTIONS"].pop("init_command", None)
    is_file = reader.vendor == "sqlite"
    if is_file and not Path(str(reader.settings_dict["NAME"])).exists():
        return  # SQLite would create the file
    applied = _applied(reader)
    known = _known()
    if any((app, FIRST_BEFORE) in applied for app in APPS):
        raise DataVersionError(_empty_needed("a version before 0.5.0", is_file=is_file))
    if not applied <= known:
        what = "data folder" if is_file else "database"
        raise DataVersionError(LATER.format(what=what))
    if applied == known and not _has_our_tables(reader):
        whose = "an unfinished state of this version"
        raise DataVersionError(_empty_needed(whose, is_file=is_file))


def _applied(reader: Any) -> set[tuple[str, str]]:
    # Not Django's recorder: this is a private connection, closed after one query.
    table = reader.ops.quote_name(MigrationRecorder.Migration._meta.db_table)
    try:
        with reader.cursor() as cursor:
            cursor.execute(f"SELECT app, name FROM {table}")  # noqa: S608 - a constant
            applied = {(str(app), str(name)) for app, name in cursor.fetchall()}
    except DatabaseError:
        return set()  # no such table, or no such database
    finally:
        reader.close()
    return {key for key in applied if key[0] in APPS}


def _known() -> set[tuple[str, str]]:
    disk = MigrationLoader(None).disk_migrations or ()
    return {key for key in disk if key[0] in APPS}


def _has_our_tables(reader: Any) -> bool:
    models = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    try:
        return all(
            _columns(reader, model._meta.db_table)
            == {field.column for field in model._meta.local_concrete_fields}
            for model in models
        )
    except DatabaseError:
        return False  # no such table
    finally:
        reader.close()


def _columns(reader: Any, table: str) -> set[str]:
    with reader.cursor() as cursor:
        cursor.execute(
            f"SELECT * FROM {reader.ops.quote_name(table)} WHERE 1 = 0"  # noqa: S608 - no input
        )
        return {column[0] for column in cursor.description}


def _empty_needed(whose: str, *, is_file: bool) -> str:
    if is_file:
        return (
            f"The data folder was filled by {whose}, which this version cannot read: "
            "move the folder away, or set CRAWFORD_DATA to an empty one, and start "
            "again."
        )
    return (
        f"The database was filled by {whose}, which this version cannot read: set "
        "DATABASE_URL to an empty database and start again."
    )


def guarded(application: WSGIApplication) -> WSGIApplication:
    """Return the application, or one that answers 503 if the data do not fit.

    The data are checked once, when the process starts.
    """
    try:
        check_data_version()
    except DataVersionError as error:
        logger.error("%s", error)
        return _refusing(str(error))
    return application


def _refusing(sentence: str) -> WSGIApplication:
    body = f"{sentence}\n".encode()

    def answer(_environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
        ]
        start("503 Service Unavailable", headers)
        return [body]

    return answer
