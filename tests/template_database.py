"""A migrated SQLite file that test processes copy, for a start without migrations.

The file belongs to one set of migrations: its name holds a hash of them, of Django's
version and of SQLite's. Whoever finds none migrates and leaves a copy for the others.
Migrations still run over the copy; they find that there is nothing to do.
"""

import hashlib
import os
import shutil
import sqlite3
from pathlib import Path

import django
from django.apps import apps
from django.db import connection

FOLDER = Path(__file__).resolve().parent.parent / ".pytest_cache" / "database"


def template() -> Path:
    """Return where the file for today's migrations is, or would be."""
    known = hashlib.sha256(f"{django.VERSION} {sqlite3.sqlite_version}".encode())
    for config in sorted(apps.get_app_configs(), key=lambda each: each.label):
        for file in sorted(Path(config.path, "migrations").glob("*.py")):
            known.update(f"{config.label} {file.name}".encode() + file.read_bytes())
    return FOLDER / f"{known.hexdigest()[:16]}.sqlite3"


def copied() -> bool:
    """Put a copy where the test database is looked for; return whether there is one."""
    if connection.vendor != "sqlite" or not template().exists():
        return False
    shutil.copyfile(template(), connection.creation._get_test_db_name())
    return True


def keep() -> None:
    """Keep a copy of the open test database, which holds no data yet."""
    file = template()
    draft = file.with_name(f"{file.stem}.{os.getpid()}")
    try:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for old in FOLDER.glob("*.sqlite3"):
            old.unlink(missing_ok=True)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(draft)])
        draft.replace(file)  # at once: another process may be about to copy it
    except OSError:  # a checkout that nobody may write to: every start migrates
        return
