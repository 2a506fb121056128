"""Data of another version are refused; what is prepared before the start."""

import contextlib
import gettext
import hashlib
import json
import os
import sqlite3
import subprocess
import sys

import psycopg
import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.utils import ConnectionHandler

from clubsite.run import preparation
from clubsite.run.schema import APPS
from tests import commands
from tests.live import ROOT, environment

TABLE = "CREATE TABLE django_migrations (id integer, app text, name text, applied text)"
EARLIER = ("matches", "0001_initial")
SENTENCE = preparation.BEFORE.format(what="data folder")


def fill(folder, *applied):
    """Make a data folder in which these migrations are applied."""
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / "crawford.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute(TABLE)
        database.executemany(
            "INSERT INTO django_migrations VALUES (1, ?, ?, '')", applied
        )
        database.commit()
    secret = folder / "secret_key"
    secret.write_text("a secret for tests alone, long enough")
    secret.chmod(0o600)
    return file


def contents(folder):
    """Return a digest of every file but the locks, which say who holds them."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file() and file.suffix != ".lock"
    }


def manage(data, *arguments, **environ):
    """Run `manage.py` on a data folder."""
    return commands.run(*arguments, environ=environment(data, **environ))


@pytest.fixture
def use(monkeypatch, django_db_blocker):
    """Let the check look at the SQLite database of a file."""

    def put(file):
        settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(file)}
        handler = ConnectionHandler({"default": settings})
        monkeypatch.setattr(preparation, "connection", handler["default"])

    with django_db_blocker.unblock():
        yield put


@pytest.mark.parametrize(
    "arguments",
    [("club", "--bind", "127.0.0.1:0"), ("prepare",), ("migrate",), ("setup_link",)],
    ids=" ".join,
)
def test_a_folder_from_before_is_refused_and_stays_as_it_is(tmp_path, arguments):
    data = tmp_path / "var"
    fill(data, ("auth", "0001_initial"), EARLIER, ("matches", "0002_anything"))
    before = contents(data)
    done = manage(data, *arguments)
    assert done.returncode != 0
    assert done.stderr == f"{SENTENCE}\n"
    assert contents(data) == before


@pytest.mark.parametrize(
    ("migration", "sentence"),
    [
        (EARLIER, preparation.BEFORE.format(what="database")),
        (("matches", "9999_of_the_future"), preparation.LATER.format(what="database")),
    ],
    ids=["before", "later"],
)
def test_a_database_of_another_version_is_refused(
    tmp_path, postgresql_url, migration, sentence
):
    with psycopg.connect(postgresql_url) as database:
        database.execute(TABLE)
        insert = "INSERT INTO django_migrations VALUES (1, %s, %s, '')"
        database.execute(insert, migration)
    done = manage(
        tmp_path / "var",
        "migrate",
        DATABASE_URL=postgresql_url,
        CRAWFORD_SECRET_KEY="a secret for tests alone, long enough",
    )
    assert done.returncode != 0
    assert done.stderr == f"{sentence}\n"
    with psycopg.connect(postgresql_url) as database:
        tables = database.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
    assert tables == [("django_migrations",)]


@pytest.mark.parametrize("app", APPS)
def test_the_first_migration_from_before_is_enough(tmp_path, use, app):
    use(fill(tmp_path / "var", (app, "0001_initial")))
    with pytest.raises(preparation.DataVersionError) as raised:
        preparation.check_data_version()
    assert str(raised.value) == SENTENCE


def test_a_folder_of_a_later_version_is_refused(tmp_path, use):
    ours = ("matches", "0001_version_0_5")
    use(fill(tmp_path / "var", ours, ("matches", "9999_of_the_future")))
    with pytest.raises(preparation.DataVersionError, match="later version of Crawford"):
        preparation.check_data_version()


def test_an_empty_folder_passes_and_stays_empty(tmp_path, use):
    use(tmp_path / "crawford.sqlite3")
    preparation.check_data_version()
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_database_passes(tmp_path, use):
    file = tmp_path / "crawford.sqlite3"
    file.write_text("no database at all " * 100)
    use(file)
    preparation.check_data_version()


TRIGGER = "a trigger"
CASCADE = {"sqlite": "", "postgresql": " CASCADE"}
TRIGGERS = {
    "sqlite": "CREATE TRIGGER x AFTER INSERT ON matches_player BEGIN SELECT 1; END",
    "postgresql": "CREATE TRIGGER x BEFORE UPDATE ON matches_player FOR EACH ROW"
    " EXECUTE FUNCTION suppress_redundant_updates_trigger()",
}
CHANGES = (
    "ALTER TABLE matches_player RENAME COLUMN country TO land",
    "ALTER TABLE matches_player ADD COLUMN title text NOT NULL DEFAULT ''",
    "DROP TABLE tournaments_webhook",
    "DROP INDEX matches_not_done",
    "DROP INDEX one_open_draw_per_stage",
    "CREATE UNIQUE INDEX one_club_name ON matches_club (name)",
    TRIGGER,
)


@pytest.mark.django_db
@pytest.mark.database
def test_our_own_data_pass():
    preparation.check_data_version()


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("change", CHANGES)
def test_other_tables_under_the_same_migrations_are_refused(change):
    """As an earlier state of 0.5.0 leaves them: the migrations have the same names."""
    preparation.check_tables(connection, what="database")
    with connection.cursor() as cursor:
        if change == TRIGGER:
            change = TRIGGERS[connection.vendor]
        elif "DROP TABLE" in change:
            change += CASCADE[connection.vendor]
        cursor.execute(change)
    with pytest.raises(preparation.DataVersionError) as raised:
        preparation.check_tables(connection, what="database")
    assert str(raised.value) == preparation.OTHER_TABLES.format(what="database")


def test_the_site_answers_with_the_sentence(tmp_path, use, caplog):
    def site(_environ, _start):
        raise AssertionError

    use(fill(tmp_path / "var", EARLIER))
    answered = {}

    def start(status, headers, *_more):
        answered.update(status=status, headers=dict(headers))

    refusing = preparation.guarded(site)
    body = b"".join(refusing({"PATH_INFO": "/healthz"}, start))
    assert answered["status"].startswith("503 ")
    assert body.decode() == f"{SENTENCE}\n"
    assert int(answered["headers"]["Content-Length"]) == len(body)
    assert [record.getMessage() for record in caplog.records] == [SENTENCE]


def test_the_site_runs_on_its_own_data(tmp_path, use):
    use(tmp_path / "crawford.sqlite3")

    def site(_environ, _start):
        return []

    assert preparation.guarded(site) is site


def test_a_running_site_of_the_wrong_version_says_so_at_healthz(tmp_path):
    data = tmp_path / "var"
    fill(data, EARLIER)
    ask = """
import json, sys
from wsgiref.util import setup_testing_defaults
from clubsite.wsgi import application
environ = {"PATH_INFO": "/healthz"}
setup_testing_defaults(environ)
told = []
body = application(environ, lambda status, headers: told.append(status))
print(json.dumps([told[0], b"".join(body).decode()]))
"""
    done = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=ROOT,
        env=environment(data),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert json.loads(done.stdout) == ["503 Service Unavailable", f"{SENTENCE}\n"]
    assert "Traceback" not in done.stderr


def test_a_worker_of_the_wrong_version_ends(tmp_path):
    data = tmp_path / "var"
    fill(data, EARLIER)
    before = contents(data)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "clubsite.celery",
            "worker",
            "-P",
            "solo",
        ],
        cwd=ROOT,
        env=environment(data, DJANGO_SETTINGS_MODULE="clubsite.settings"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr == f"{SENTENCE}\n"
    assert contents(data) == before


@pytest.mark.parametrize("command", ["backup", "web", "worker"])
def test_a_folder_without_a_secret_is_one_sentence(tmp_path, command):
    done = manage(tmp_path / "new", command, DJANGO_SETTINGS_MODULE="clubsite.settings")
    assert done.returncode == os.EX_CONFIG
    assert len(done.stderr.splitlines()) == 1


def test_both_apps_begin_with_one_migration_of_another_name():
    """The name `0001_initial` is what tells the versions before 0.5.0."""
    migrations = MigrationLoader(None).disk_migrations
    for app in APPS:
        first = [name for label, name in migrations if label == app if name < "0002"]
        assert first == ["0001_version_0_5"]
        assert migrations[app, first[0]].initial


CATALOGUE = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Match"
msgstr "Kamp æøå"

msgid "%(n)s game"
msgid_plural "%(n)s games"
msgstr[0] "%(n)s parti"
msgstr[1] "%(n)s partier"

#, fuzzy
msgid "Draw"
msgstr "Uafgjort"
"""


@pytest.fixture
def catalogue(tmp_path, settings):
    settings.LOCALE_PATHS = [tmp_path]
    file = tmp_path / "da" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    file.write_text(CATALOGUE, encoding="utf-8")
    os.utime(file, (1, 1))
    return file


def test_a_catalogue_is_compiled_once(catalogue):
    assert preparation.catalogues() == [catalogue]
    assert preparation.compile_catalogues(preparation.catalogues()) == [catalogue]
    assert preparation.compile_catalogues(preparation.catalogues()) == []
    with catalogue.with_suffix(".mo").open("rb") as stream:
        found = gettext.GNUTranslations(stream)
    assert found.gettext("Match") == "Kamp æøå"
    assert found.ngettext("%(n)s game", "%(n)s games", 2) == "%(n)s partier"
    assert found.gettext("Draw") == "Draw"  # what nobody confirmed stays English


def test_a_changed_catalogue_is_compiled_again(catalogue):
    preparation.compile_catalogues([catalogue])
    later = catalogue.with_suffix(".mo").stat().st_mtime + 1
    os.utime(catalogue, (later, later))
    assert preparation.compile_catalogues([catalogue]) == [catalogue]


def test_static_files_are_collected_when_they_change(tmp_path, settings):
    source = tmp_path / "source"
    source.mkdir()
    (source / "site.css").write_text("a{}")
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = [
        "django.contrib.staticfiles.finders.FileSystemFinder"
    ]
    settings.STATIC_ROOT = tmp_path / "static"
    finders.get_finder.cache_clear()
    try:
        assert preparation.collect_static() is True
        assert (tmp_path / "static" / "site.css").read_text() == "a{}"
        assert preparation.collect_static() is False
        os.utime(source / "site.css", (0, 0))  # as in an image that was fetched
        assert preparation.collect_static() is False
        (source / "site.css").write_text("a{color:red}")
        assert preparation.collect_static() is True
        assert (tmp_path / "static" / "site.css").read_text() == "a{color:red}"
    finally:
        finders.get_finder.cache_clear()
