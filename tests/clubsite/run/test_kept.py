"""The data of 0.5.0 are brought up to date by every later version, and play on."""

import contextlib
import sqlite3
import subprocess
import sys

import psycopg
import pytest
from psycopg import sql

from clubsite.backup.make import Reason
from tests.clubsite.backup.clubs import Club
from tests.clubsite.run.kept import KEPT
from tests.live import ROOT, fill_folder

LOOK = (sys.executable, "-m", "tests.clubsite.run.kept", "look")


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.nightly)]
)
def club(request, tmp_path):
    """The club as version 0.5.0 left it, on either database."""
    old = Club(tmp_path / "old")
    fill_folder(old.data, tables=False)
    old.make_folder()
    with contextlib.closing(sqlite3.connect(old.file)) as database:
        database.executescript(KEPT.read_text(encoding="utf-8"))
    if request.param == "sqlite":
        return old
    found = Club(old.data, request.getfixturevalue("postgresql_url"))
    for app, name in old.rows(
        "SELECT app, max(name) FROM django_migrations GROUP BY app"
    ):
        done = found.run("migrate", app, name, "--verbosity=0")
        assert done.returncode == 0, done.stderr
    with psycopg.connect(found.database) as server:
        copy_rows(old.file, server)
    return found


def copy_rows(file, server):
    """Put the rows of a file into the same tables of PostgreSQL."""
    server.execute("SET TIME ZONE 'UTC'")
    types = {}
    for table, column, is_of in server.execute(
        "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod)"
        " FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
        " WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace"
        " AND a.attnum > 0 AND c.relname <> 'django_migrations'"
    ):
        types.setdefault(table, {})[column] = is_of
    tables = sql.SQL(", ").join(map(sql.Identifier, types))
    server.execute(sql.SQL("TRUNCATE {} CASCADE").format(tables))
    with contextlib.closing(sqlite3.connect(file)) as database:
        names = [
            name
            for (name,) in database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
            )
            if name in types
        ]
        for name in names:
            rows = database.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - our tables
            columns = [column[0] for column in rows.description]
            values = [
                [str(value) if isinstance(value, int) else value for value in row]
                for row in rows
            ]
            insert = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
                sql.Identifier(name),
                sql.SQL(", ").join(map(sql.Identifier, columns)),
                sql.SQL(", ").join(
                    sql.SQL("%s::" + types[name][column]) for column in columns
                ),
            )
            server.cursor().executemany(insert, values)
            if "id" in columns and "int" in types[name]["id"]:
                server.execute(
                    sql.SQL(
                        "SELECT setval(pg_get_serial_sequence({0}, 'id'), max(id))"
                        " FROM {1} HAVING max(id) IS NOT NULL"
                    ).format(sql.Literal(name), sql.Identifier(name))
                )


def test_the_club_of_0_5_0_is_brought_up_to_date_and_plays_on(club):
    everybody = "SELECT name FROM matches_player"
    before = club.rows(everybody)
    applied = set(club.rows("SELECT app, name FROM django_migrations"))
    done = club.run("prepare")
    assert done.returncode == 0, done.stderr
    assert club.rows(everybody) == before
    is_changed = set(club.rows("SELECT app, name FROM django_migrations")) > applied
    saved = list((club.data / "backups").glob(f"*-{Reason.UPDATE}.zip"))
    assert bool(saved) == is_changed
    looked = subprocess.run(
        LOOK,
        cwd=ROOT,
        env=club.environ(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert looked.returncode == 0, looked.stderr
