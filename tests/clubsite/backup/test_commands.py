"""Making, checking and restoring backups on the command line, on both databases."""

import contextlib
import os
import secrets
import shlex
import signal
import sqlite3
import subprocess
import sys
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from clubsite.backup import make
from clubsite.backup.make import WORK
from clubsite.run.lock import RESTORING, locked
from tests.clubsite.backup.clubs import PLAYER, Club, flip, is_private
from tests.live import ROOT
from tests.servers import create_database

BY_NIGHT = pytest.mark.parametrize(
    "club",
    ["sqlite", pytest.param("postgresql", marks=pytest.mark.nightly)],
    indirect=True,
)
"""What by day is asked of SQLite alone."""

PEOPLE = ["Ane Alm", "Bo\tB", "C \\. D", "Ø\\N\n"]


@pytest.fixture(params=["sqlite", "postgresql"])
def club(request, new_club):
    """A club with four players whose names try the format, on either database."""
    found = new_club(request.param)
    for name in PEOPLE:
        found.add_player(name)
    return found


def is_said(done, *refused):
    """Whether a command failed with the sentence of a refusal, in one line."""
    lines = done.stderr.splitlines()
    return (
        done.returncode == 1
        and len(lines) == 1
        and any(begins(lines[0], refusal) for refusal in refused)
    )


def begins(line, refusal):
    """Whether a line has the fixed parts of a sentence, in their order."""
    at = 0
    for part in refusal.english.replace("%%", "%").split("%("):
        fixed = part.partition(")s")[2] if ")s" in part else part
        at = line.find(fixed, at)
        if at < 0:
            return False
        at += len(fixed)
    return True


def told_to_restore(said):
    """Return the file in a command that is copied from the terminal."""
    (file,) = shlex.split(said.split("./run restore ")[1].splitlines()[0])
    return file


def test_there_and_back(club):
    backup = club.backup()
    assert is_private(backup)
    assert is_private(backup.parent)
    secret = (club.data / "secret_key").read_text()
    club.add_player("Since then")
    (club.data / "secret_key").write_text("another secret, long enough for a test\n")
    assert club.run("verify", backup).returncode == 0

    restored = club.run("restore", backup)
    assert restored.returncode == 0, restored.stderr
    assert club.players() == sorted(PEOPLE)
    assert (club.data / "secret_key").read_text() == secret
    assert is_private(club.data / "secret_key")
    # Numbers of new rows go on after those that are there.
    club.add_player("Afterwards")
    assert len(club.players()) == len(PEOPLE) + 1

    # What was there is kept, and can be restored in turn.
    again = club.run("restore", told_to_restore(restored.stdout))
    assert again.returncode == 0, again.stderr
    assert club.players() == sorted([*PEOPLE, "Since then"])


@BY_NIGHT
def test_an_empty_computer(club, tmp_path):
    """After a dead disk: a new data folder, and for PostgreSQL an empty database."""
    backup = club.backup(tmp_path)
    assert backup.parent == tmp_path
    before = club.rows("SELECT app, name FROM django_migrations")
    if club.database:
        with psycopg.connect(club.database, autocommit=True) as server:
            server.execute("DROP SCHEMA public CASCADE")
            server.execute("CREATE SCHEMA public")
    new = Club(tmp_path / "new", club.database)
    done = new.run("restore", backup)
    assert done.returncode == 0, done.stderr
    assert new.players() == sorted(PEOPLE)
    assert new.rows("SELECT app, name FROM django_migrations") == before
    assert (new.data / "secret_key").read_text() == (
        club.data / "secret_key"
    ).read_text()
    new.prepare()  # the next start: it has nothing to change
    assert new.run("check").returncode == 0


@BY_NIGHT
def test_a_named_file_is_not_written_over(club, tmp_path):
    named = tmp_path / "mine.zip"
    assert club.backup(named) == named
    before = named.read_bytes()
    assert is_said(club.run("backup", named), make.ALREADY_THERE)
    assert named.read_bytes() == before
    assert is_said(club.run("backup", tmp_path / "none" / "x"), make.NOT_WRITABLE)
    assert [file.name for file in tmp_path.iterdir() if "making" in file.name] == []


@BY_NIGHT
def test_the_second_folder_gets_a_copy(club, tmp_path):
    stick = tmp_path / "stick"
    club.more["CRAWFORD_BACKUP_FOLDER"] = str(stick)
    club.backup()  # it is not plugged in
    assert not stick.exists()
    stick.mkdir()
    backup = club.backup()
    assert (stick / backup.name).read_bytes() == backup.read_bytes()
    assert is_private(stick / backup.name)
    assert [file.name for file in stick.iterdir()] == [backup.name]


def test_a_damaged_backup_is_said_in_one_line_and_changes_nothing(new_club):
    club = new_club("sqlite")
    club.add_player("Ane Alm")
    backup = club.backup(club.data.parent / "backup.zip")
    flip(backup)
    before = club.files()
    for command in ("verify", "restore"):
        done = club.run(command, backup)
        assert is_said(done, make.NOT_A_BACKUP), command
    assert club.files() == before
    assert club.players() == ["Ane Alm"]


def test_a_backup_of_the_other_database_is_refused(new_club, tmp_path):
    one, other = new_club("sqlite"), new_club("postgresql")
    theirs = other.backup(tmp_path)
    assert is_said(one.run("restore", theirs), make.OTHER_DATABASE)
    assert one.run("verify", theirs).returncode == 0
    ours = one.backup(tmp_path / "ours.zip")
    assert is_said(other.run("restore", ours), make.OTHER_DATABASE)


@BY_NIGHT
def test_nothing_is_restored_while_others_are_connected(club):
    """A web server without our starter holds no lock of ours."""
    backup = club.backup()
    if club.database:
        connected = psycopg.connect(club.database, application_name="crawford")
    else:
        connected = sqlite3.connect(club.file)
        connected.execute("PRAGMA journal_mode=WAL")
    with contextlib.closing(connected):
        connected.execute("SELECT COUNT(*) FROM matches_player").fetchone()
        assert is_said(club.run("restore", backup), make.STILL_CONNECTED)
    assert club.run("restore", backup).returncode == 0


@BY_NIGHT
def test_a_restored_site_sends_nothing_until_somebody_says_so(club: Club) -> None:
    sender = "from matches.outgoing import sender;"

    def sends() -> str:
        done = club.run("shell", "-c", f"{sender} print('sends', sender.may_send())")
        return done.stdout.split()[-1]

    club.run("shell", "-c", f"{sender} sender.begin(by=None)")
    assert sends() == "True"
    backup = club.backup()
    assert club.run("restore", backup).returncode == 0
    assert sends() == "False"


KILLED = """
import os, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA journal_mode=WAL")
database.execute("PRAGMA wal_autocheckpoint=0")
for number in range(200):
    name = f"Lost {number}"
    database.execute(sys.argv[2], (f"K{name}", f"L{name}", name, name))
os.kill(os.getpid(), 9)
"""


def test_the_old_log_of_the_database_never_meets_the_restored_one(new_club):
    """What `cp copy.sqlite3 crawford.sqlite3` does after a crash: it destroys both."""
    club = new_club("sqlite")
    club.add_player("Ane Alm")
    backup = club.backup()
    command = [sys.executable, "-c", KILLED, str(club.file), PLAYER]
    subprocess.run(command, check=False)
    assert (club.data / "crawford.sqlite3-wal").stat().st_size > 100_000
    done = club.run("restore", backup)
    assert done.returncode == 0, done.stderr
    assert not (club.data / "crawford.sqlite3-wal").exists()
    assert club.players() == ["Ane Alm"]
    assert club.rows("PRAGMA integrity_check") == [("ok",)]
    # The set-aside data are whole, those of the log too.
    assert club.run("restore", told_to_restore(done.stdout)).returncode == 0
    assert len(club.players()) == 201


DYING = """
import os, runpy, sys
from pathlib import Path

left = int(sys.argv.pop(1))
names = sys.argv.pop(1).split(",")

def dying(act):
    def acting(*arguments, **options):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), 9)
        return act(*arguments, **options)
    return acting

for name in names:
    setattr(Path, name, dying(getattr(Path, name)))
sys.argv[0] = "manage.py"
runpy.run_path("manage.py", run_name="__main__")
"""


def run_dying(club, after, acts, *arguments):
    """Run a command that is killed before one of its acts on files."""
    command = [sys.executable, "-c", DYING, str(after), acts, *map(str, arguments)]
    done = subprocess.run(
        command, cwd=ROOT, env=club.environ(), capture_output=True, check=False
    )
    return done.returncode


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(after, marks=() if after == 4 else pytest.mark.nightly)
        for after in range(7)
    ],
)
def test_a_restore_that_is_killed_is_done_again(new_club, after):
    """Whenever it died, data and secret belong together, or nothing starts."""
    club = new_club("sqlite")
    secret = club.data / "secret_key"

    def state():
        return sorted(club.players()), secret.read_text()

    club.add_player("Ane Alm")
    wanted = state()
    backup = club.backup()
    club.add_player("Since then")
    secret.write_text("another secret, long enough for a test\n")
    former = state()
    killed = run_dying(club, after, "touch,unlink,replace", "restore", backup)
    assert killed == -signal.SIGKILL
    assert club.rows("PRAGMA integrity_check") == [("ok",)]
    if (club.data / RESTORING).exists():
        done = club.run("club", "--bind", "127.0.0.1:0")
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1
        assert "./run restore " in done.stderr
    else:
        assert state() in (former, wanted)

    assert list(club.data.glob(f"{WORK}*"))
    restored = club.run("restore", backup)
    assert restored.returncode == 0, restored.stderr
    assert state() == wanted
    assert not (club.data / RESTORING).exists()
    assert not list(club.data.glob(f"{WORK}*"))
    # What was there before is in a backup from before the first try.
    kept = sorted(backup.parent.glob("*-restore.zip"))
    assert club.run("restore", kept[0]).returncode == 0
    assert state() == former


def test_of_two_restores_the_second_is_refused_in_one_line(new_club):
    club = new_club("sqlite")
    backup = club.backup()
    (club.data / "run.lock").write_text("http://of.an.earlier.run\n")
    with locked(club.data, print):
        done = club.run("restore", backup)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "a backup is being restored" in done.stderr
    assert club.run("restore", backup).returncode == 0


@pytest.mark.nightly
def test_a_backup_that_is_killed_leaves_the_former_ones_alone(new_club):
    club = new_club("sqlite")
    former = club.backup()
    assert run_dying(club, 0, "rename", "backup") == -signal.SIGKILL
    assert list(former.parent.glob("*.zip")) == [former]
    assert club.run("verify", former).returncode == 0
    assert club.backup() != former


def test_a_name_is_looked_for_among_the_backups(new_club):
    club = new_club("sqlite")
    club.add_player("Ane Alm")
    backup = club.backup()
    club.add_player("Since then")
    assert club.run("verify", backup.name).returncode == 0
    # `./run` puts the folder before it in which the command was typed.
    assert club.run("restore", club.data / backup.name).returncode == 0
    assert club.players() == ["Ane Alm"]
    assert is_said(club.run("restore", "none.zip"), make.NOT_READABLE)


@pytest.mark.nightly
def test_a_start_waits_for_a_database_that_is_not_there_yet(
    postgresql_server, tmp_path
):
    address = create_database(postgresql_server, f"late_{secrets.token_hex(4)}")
    folder = parse_qs(urlsplit(address).query)["host"][0]
    later = tmp_path / "later"
    club = Club(tmp_path / "var", address.replace(folder, str(later)))
    club.make_folder()
    waiting = subprocess.Popen(
        [sys.executable, "manage.py", "prepare", "--wait"],
        cwd=ROOT,
        env=club.environ(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with waiting:
        assert begins(waiting.stderr.readline(), make.DATABASE_UNREACHABLE)
        later.symlink_to(folder)
        out, more = waiting.communicate(timeout=120)
    assert waiting.returncode == 0, more
    assert '"setup": "/setup/' in out


def test_a_database_that_cannot_keep_every_name_is_refused(postgresql_server, tmp_path):
    address = create_database(
        postgresql_server,
        f"ascii_{secrets.token_hex(4)}",
        options="ENCODING SQL_ASCII LOCALE 'C' TEMPLATE template0",
    )
    club = Club(tmp_path / "var", address)
    club.make_folder()
    refused = club.run("prepare")
    assert refused.returncode == os.EX_CONFIG
    assert "createdb --encoding=UTF8" in refused.stderr
    with psycopg.connect(address) as connection:
        made = connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")
        assert made.fetchall() == []


@pytest.mark.nightly
def test_a_damaged_database_can_be_replaced_and_is_not_backed_up(new_club):
    club = new_club("sqlite")
    club.add_player("Ane Alm")
    backup = club.backup()
    with club.file.open("r+b") as file:
        size = os.fstat(file.fileno()).st_size
        for page in range(4, size // 4096, 2):
            file.seek(page * 4096)
            file.write(b"\xaa" * 4096)
    assert is_said(club.run("backup"), make.DATABASE_DAMAGED)
    assert [file.name for file in backup.parent.iterdir()] == [backup.name]
    refused = club.run("prepare")
    assert refused.returncode == os.EX_CONFIG
    assert refused.stderr.count("\n") == 1
    assert told_to_restore(refused.stderr) == str(backup)
    restored = club.run("restore", backup)
    assert restored.returncode == 0, restored.stderr
    assert club.players() == ["Ane Alm"]
    (aside,) = club.data.glob("before-restore-*.sqlite3")
    assert str(aside) in restored.stdout


def test_an_update_begins_with_a_backup(new_club):
    club = new_club("sqlite")
    club.add_player("Ane Alm")
    done = club.run("prepare")
    assert done.returncode == 0, done.stderr
    folder = club.data / "backups"
    assert not folder.exists()  # nothing was to be changed
    # The command has closed the database before it ended: all of it is in one file.
    assert not (club.data / "crawford.sqlite3-wal").exists()
    with contextlib.closing(sqlite3.connect(club.file)) as database, database:
        database.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
        database.execute("DROP TABLE django_session")
    done = club.run("prepare")
    assert done.returncode == 0, done.stderr
    (made,) = folder.iterdir()
    assert made.name.endswith("-update.zip")
    assert club.run("verify", made).returncode == 0


def test_no_update_without_a_backup(new_club):
    club = new_club("sqlite")
    with contextlib.closing(sqlite3.connect(club.file)) as database, database:
        database.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    (club.data / "backups").write_text("in the way")
    done = club.run("prepare")
    assert done.returncode == os.EX_CONFIG
    assert done.stderr.count("\n") == 1
    assert club.rows("SELECT name FROM django_migrations WHERE app = 'sessions'") == []
