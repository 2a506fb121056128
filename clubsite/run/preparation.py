"""Refuses data of another version; updates catalogues and static files."""

import hashlib
import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import polib
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
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


MIGRATION_LOCK = 5_346_237_104  # any number that nothing else of this database uses


def catalogues() -> list[Path]:
    """Return the `.po` files of the site."""
    folders = [Path(folder) for folder in settings.LOCALE_PATHS]
    return sorted(file for folder in folders for file in folder.glob("*/*/*.po"))


def compile_catalogues(files: Iterable[Path]) -> list[Path]:
    """Compile every catalogue that changed to a `.mo` file; return the changed ones.

    This does not need msgfmt, which many machines lack. Like msgfmt it leaves out fuzzy
    entries.
    """
    return [file for file in files if _compile(file)]


def _compile(file: Path) -> bool:
    target = file.with_suffix(".mo")
    if target.exists() and target.stat().st_mtime_ns > file.stat().st_mtime_ns:
        return False
    # Write, then rename: another process never reads half a file.
    part = target.with_suffix(f".{os.getpid()}")
    part.write_bytes(polib.pofile(str(file)).to_binary())
    part.replace(target)
    return True


@contextmanager
def one_machine_at_a_time() -> Iterator[None]:
    """Hold off other machines that start now and would change the same tables."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:  # the lock ends with this connection
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])


def collect_static() -> bool:
    """Collect the static files if a source changed; return True if so."""
    root = Path(settings.STATIC_ROOT)
    stamp = root.with_name("static-sources")
    fingerprint = static_fingerprint()
    if root.exists() and stamp.exists() and stamp.read_text() == fingerprint:
        return False
    root.mkdir(parents=True, exist_ok=True)
    # `clear`: collectstatic copies only files that are newer than the copy, but after a
    # downgrade a changed source can be older.
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    # Last: if the process dies before this line, the next start collects again.
    stamp.write_text(fingerprint, encoding="ascii")
    return True


def static_fingerprint() -> str:
    """Return a digest of the names and contents of all static sources.

    Without times of files: an image for containers loses their fractions of a second
    on its way to another machine, and is read-only there.
    """
    digest = hashlib.sha256()
    for finder in finders.get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            content = Path(storage.path(name)).read_bytes()
            digest.update(f"{name}\0{len(content)}\n".encode() + content)
    return digest.hexdigest()
