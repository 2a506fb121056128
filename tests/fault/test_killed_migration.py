"""A migration killed in its middle: the data are whole, the next start goes on.

The test gives the app `matches` one migration more. It changes a table and every row,
then waits to be killed. On its second run it does not wait.
"""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from clubsite.run.preparation import LATER
from tests.live import ROOT, environment, fill_folder

pytestmark = pytest.mark.fault

PATIENCE_SECONDS = 120.0
PLAYERS = 500
ADDED = "0002_players_with_a_title"
SETTINGS = """
from clubsite.settings import *

MIGRATION_MODULES = {"matches": "more_migrations"}
"""
PACKAGE = """
from matches import migrations

__path__ = [*__path__, *migrations.__path__]
"""
MIGRATION = """
import os, time
from pathlib import Path
from django.db import migrations, models

TITLE = models.CharField(max_length=9, default="")

def rename(apps, editor):
    apps.get_model("matches", "Player").objects.update(name="Renamed", title="Dr.")

def wait(apps, editor):
    marker = Path(os.environ["MIDDLE"])
    if not marker.exists():
        marker.touch()
        time.sleep(600)

class Migration(migrations.Migration):
    dependencies = [("matches", "LATEST")]
    run_before = [("tournaments", "0001_version_0_5")] if BEFORE_THE_OTHERS else []
    operations = [
        migrations.AddField("player", "title", TITLE),
        migrations.RunPython(rename),
        migrations.RunPython(wait),
        migrations.AddField("player", "born", models.IntegerField(null=True)),
    ]
"""
MIGRATE = (sys.executable, "manage.py", "migrate", "--verbosity=0")


@dataclass
class Club:
    """A data folder, its database, and an app that has one migration more."""

    data: Path
    database: str  # its address; empty for SQLite
    code: Path
    middle: Path

    def environ(self, *, more: bool) -> dict[str, str]:
        """Return the environment of a start, with or without the added migration."""
        extra = {
            "CRAWFORD_SECRET_KEY": "a secret for tests alone, long enough",
            "DATABASE_URL": self.database,
        }
        if more:
            extra["DJANGO_SETTINGS_MODULE"] = "more_settings"
            extra["PYTHONPATH"] = str(self.code)
            extra["MIDDLE"] = str(self.middle)
        return environment(self.data, **extra)

    def migrate(self, *, more: bool) -> None:
        """Migrate, as every start does first; it must succeed."""
        done = subprocess.run(
            MIGRATE,
            cwd=ROOT,
            env=self.environ(more=more),
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def migrate_and_kill(self) -> None:
        """Migrate, and kill without warning in the middle of the added migration."""
        process = subprocess.Popen(
            MIGRATE,
            cwd=ROOT,
            env=self.environ(more=True),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            until(lambda: self.middle.exists() or process.poll() is not None)
            assert process.poll() is None
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert process.returncode == -signal.SIGKILL

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Ask the database."""
        if self.database:
            with psycopg.connect(self.database) as connection:
                asked = query.replace("?", "%s")
                return connection.execute(asked, values or None).fetchall()
        file = self.data / "crawford.sqlite3"
        with contextlib.closing(sqlite3.connect(file)) as connection, connection:
            return connection.execute(query, values).fetchall()

    def write(self, query: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Change the database."""
        if self.database:
            with psycopg.connect(self.database) as connection:
                connection.cursor().executemany(query.replace("?", "%s"), rows)
            return
        file = self.data / "crawford.sqlite3"
        with contextlib.closing(sqlite3.connect(file)) as connection, connection:
            connection.executemany(query, rows)

    def columns(self) -> set[str]:
        """Return the columns of the table of players."""
        if self.database:
            query = (
                "SELECT column_name FROM information_schema.columns"
                " WHERE table_name = 'matches_player'"
            )
        else:
            query = "SELECT name FROM pragma_table_info('matches_player')"
        return {name for (name,) in self.rows(query)}

    def applied(self) -> set[tuple[str, str]]:
        """Return the migrations of our apps that are applied."""
        found = self.rows(
            "SELECT app, name FROM django_migrations"
            " WHERE app IN ('matches', 'tournaments')"
        )
        return {(app, name) for app, name in found}

    def is_sound(self) -> bool:
        """Ask SQLite whether its file is whole."""
        return bool(self.database) or self.rows("PRAGMA integrity_check") == [("ok",)]


def until(true: Callable[[], Any]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.nightly)]
)
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Club:
    """A club without data, on either database."""
    on_server = request.param == "postgresql"
    database = request.getfixturevalue("postgresql_url") if on_server else ""
    return Club(tmp_path / "var", database, tmp_path / "code", tmp_path / "middle")


def add_migration(club: Club, *, before_the_others: bool) -> None:
    """Write the added migration and the settings that name it."""
    folder = club.code / "more_migrations"
    folder.mkdir(parents=True)
    (club.code / "more_settings.py").write_text(SETTINGS)
    (folder / "__init__.py").write_text(PACKAGE)
    text = MIGRATION.replace("BEFORE_THE_OTHERS", str(before_the_others))
    text = text.replace("LATEST", max(name for _app, name in OURS["matches"]))
    (folder / f"{ADDED}.py").write_text(text)


OURS = {
    app: {(app, file.stem) for file in (ROOT / app / "migrations").glob("[0-9]*.py")}
    for app in ("matches", "tournaments")
}
NEW = OURS["matches"] | OURS["tournaments"]


def test_a_club_that_is_migrated_and_killed_goes_on(club: Club) -> None:
    fill_folder(club.data, tables=not club.database)
    club.migrate(more=False)
    players = [
        (n, f"KEY{n}", f"LINK{n}", f"Player {n}", f"{n}", "2026-11-22 12:00+00")
        for n in range(1, PLAYERS + 1)
    ]
    club.write(
        "INSERT INTO matches_player"
        " (id, key, link_nonce, link_hash, name, sort_name, created_at, public_name,"
        " public_sort_name, shown_by_club, shown_by_player, is_minor, club, country)"
        " VALUES (?, ?, '', ?, ?, ?, ?, '', '', 'full', 'full', FALSE, '', '')",
        players,
    )
    names = "SELECT name FROM matches_player ORDER BY id"
    columns, before = club.columns(), club.rows(names)
    add_migration(club, before_the_others=False)
    club.migrate_and_kill()
    assert club.is_sound()
    assert (club.columns(), club.rows(names)) == (columns, before)
    assert club.applied() == NEW

    club.migrate(more=True)
    assert club.is_sound()
    assert club.columns() == columns | {"title", "born"}
    assert set(club.rows("SELECT name, title FROM matches_player")) == {
        ("Renamed", "Dr.")
    }
    assert club.rows("SELECT COUNT(*) FROM matches_player") == [(PLAYERS,)]
    assert club.applied() == {*NEW, ("matches", ADDED)}
    # The version without the added migration does not know these data any more.
    refused = subprocess.run(
        MIGRATE,
        cwd=ROOT,
        env=club.environ(more=False),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert refused.returncode == os.EX_CONFIG
    assert LATER.partition("{what}")[2] in refused.stderr


@pytest.mark.nightly
def test_a_new_club_that_is_killed_before_it_is_ready_goes_on(club: Club) -> None:
    add_migration(club, before_the_others=True)
    club.migrate_and_kill()
    assert club.applied() == OURS["matches"]
    club.migrate(more=True)
    assert club.is_sound()
    assert club.applied() == {*NEW, ("matches", ADDED)}
    assert {"title", "born"} <= club.columns()
    assert club.rows("SELECT COUNT(*) FROM tournaments_tournament") == [(0,)]
