"""Refuses data that another version of Crawford wrote, before anything is changed.

The names of the applied migrations identify the version: the first migration of both
apps is `0001_version_0_5`; in earlier versions it was `0001_initial`. Before 0.5.0 was
released, that migration had other contents under the same name, so the tables are
compared with what the applied migrations make.
"""

import logging
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import ConnectionHandler
from django.db.utils import Error as DatabaseError

from clubsite.run.schema import APPS, is_as_migrated, known_migrations

FIRST_BEFORE = "0001_initial"
EMPTY = "an empty folder (CRAWFORD_DATA) or database (DATABASE_URL)"
BEFORE = (
    "The {what} was filled by a version before 0.5.0, which this version cannot read: "
    f"start again with {EMPTY}."
)
LATER = (
    "The {what} was used by a later version of Crawford than this one: install that "
    "version again."
)
OTHER_TABLES = (
    "The {what} was filled by a copy of Crawford from before the release of 0.5.0, or "
    "its tables were changed by hand. Save each tournament as a file in the copy that "
    f"filled it, then start this version with {EMPTY} and open the files there."
)
logger = logging.getLogger(__name__)


class DataVersionError(Exception):
    """The data belong to another version; the text says what to do."""


def check_data_version() -> None:
    """Compare the data with the migrations of this version. Reads only.

    Raises DataVersionError if the data were written before 0.5.0 or by a later version,
    or if the tables are not as the migrations made them. A database that cannot be read
    passes: the command that needs it says why.
    """
    reader = connection.copy()
    # The usual options write to the file (they switch the journal mode), and this check
    # must leave data of another version as they are.
    reader.settings_dict["OPTIONS"].pop("init_command", None)
    is_file = reader.vendor == "sqlite"
    if is_file and not Path(str(reader.settings_dict["NAME"])).exists():
        return  # SQLite would create the file
    try:
        check_tables(reader, what="data folder" if is_file else "database")
    except DatabaseError:
        return  # no database, no tables yet, or a damaged file
    finally:
        reader.close()


def check_file(file: Path, *, what: str) -> None:
    """Raise DataVersionError if a SQLite database is of another version."""
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": file}
    with closing(ConnectionHandler({"default": settings})["default"]) as reader:
        check_tables(reader, what=what)


def check_tables(reader: BaseDatabaseWrapper, *, what: str) -> None:
    """Raise DataVersionError if a database, called `what`, is of another version."""
    # Not Django's recorder: without a table it would make one.
    table = MigrationRecorder.Migration._meta.db_table
    with reader.cursor() as cursor:
        cursor.execute(f"SELECT app, name FROM {table}")  # noqa: S608 - a constant
        applied = {(str(app), str(name)) for app, name in cursor.fetchall()}
    ours = {key for key in applied if key[0] in APPS}
    if any((app, FIRST_BEFORE) in ours for app in APPS):
        raise DataVersionError(BEFORE.format(what=what))
    if not ours <= known_migrations():
        raise DataVersionError(LATER.format(what=what))
    if ours and not is_as_migrated(reader, applied):
        raise DataVersionError(OTHER_TABLES.format(what=what))


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
