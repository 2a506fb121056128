"""The disk is full, the folder read-only, the database away, the clock set back.

Each is said in one sentence, nothing is lost, and the product goes on by itself. At
night: every site is started for its own test, and the faults are waited for.
"""

import contextlib
import errno
import getpass
import json
import os
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from clubsite import asgi, faults
from clubsite.run import preparation
from tests.conftest import missing
from tests.fault.visitor import (
    FOUND,
    PATIENCE_SECONDS,
    Answer,
    Visitor,
    new_tournament,
    signed_up,
    until,
)
from tests.live import ROOT, children_of, environment, start_live
from tests.servers import create_database, start_postgresql

pytestmark = [pytest.mark.fault, pytest.mark.nightly]

OK, UNAVAILABLE = 200, 503
MOST_TRIES = 200
MOST_SECONDS = 30.0


def names_in(data: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(data / "crawford.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = database.execute("SELECT name FROM tournaments_tournament")
        return {name for (name,) in rows}


@contextlib.contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk of its own, with room for little."""
    folder.mkdir()
    size = f"size={megabytes}m"
    mount = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        missing("permission to mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """The disk of the data folder."""
    with disk(tmp_path / "disk", 48) as folder:
        yield folder


@pytest.fixture
def disk_to_freeze(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own whose writing can be stopped, which a tmpfs does not know."""
    image, folder = tmp_path / "image", tmp_path / "disk"
    folder.mkdir()
    with image.open("wb") as file:
        file.truncate(256 << 20)
    for command in (["mkfs.ext4", "-q", image], ["mount", "-o", "loop", image, folder]):
        if (
            shutil.which(str(command[0])) is None
            or subprocess.run(command, capture_output=True, check=False).returncode
        ):
            missing("permission to mount a disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextlib.contextmanager
def frozen(folder: Path) -> Iterator[None]:
    """Let everything that is written to a disk wait until the block ends."""
    subprocess.run(["fsfreeze", "--freeze", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["fsfreeze", "--unfreeze", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Write until nothing more goes in; return the file that takes the room."""
    filler = disk / "holiday.mov"
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            with contextlib.suppress(OSError):
                while True:
                    file.write(b"x" * size)
    return filler


def test_a_full_disk(small_disk: Path) -> None:
    data = small_disk / "var"
    with start_live(data) as live:
        director = signed_up(live.url, live.setup_url)
        said = {"Before"}
        assert new_tournament(director, "Before").status == FOUND
        filler = fill(small_disk)
        for number in range(MOST_TRIES):
            answer = new_tournament(director, f"During {number}")
            if answer.status != FOUND:
                break
            said.add(f"During {number}")  # there was room in the log of the database
        assert answer.status == UNAVAILABLE
        assert str(faults.DISK_FULL) in answer.text
        for path in ("/", "/tournaments/", "/desk/", "/healthz"):
            assert director.get(path).status == OK, path
        assert not json.loads(director.get("/readyz").text)["ready"]
        filler.unlink()
        until(lambda: new_tournament(director, "After").status == FOUND)
        said.add("After")
        assert live.stop() == 0
    assert names_in(data) == said


def test_a_disk_that_hangs(disk_to_freeze: Path) -> None:
    data = disk_to_freeze / "var"
    with start_live(data) as live:
        director = signed_up(live.url, live.setup_url)
        assert new_tournament(director, "Before").status == FOUND
        before = live.children()
        with frozen(disk_to_freeze):
            refused(director, {asgi.LATE})
        until(lambda: director.get("/desk/").status == OK)
        assert new_tournament(director, "After").status == FOUND
        assert live.children() == before  # nothing had to be started again
        assert live.stop() == 0
    assert names_in(data) >= {"Before", "After"}


def refused(director: Visitor, sentences: set[str]) -> None:
    """Save in many windows at once; each gets one of the sentences soon."""
    windows = [director.twin() for _ in range(8)]
    with ThreadPoolExecutor(len(windows)) as together:
        answers = [
            together.submit(timed, new_tournament, window, f"During {number}")
            for number, window in enumerate(windows)
        ]
        seconds, saves = zip(*(each.result() for each in answers), strict=True)
    assert director.get("/healthz").status == OK
    for save in saves:
        assert save.status == UNAVAILABLE
        assert any(sentence in save.text for sentence in sentences)
    assert max(seconds) < MOST_SECONDS


def test_a_folder_that_cannot_be_written_to(small_disk: Path) -> None:
    data = small_disk / "var"
    data.mkdir(mode=0o700)
    remount = ["mount", "-o", "remount,ro", str(small_disk)]
    subprocess.run(remount, check=True)
    said = refused_start(data)
    assert str(data) in said
    assert len(said.splitlines()) == 1


def refused_start(data: Path) -> str:
    """Start the product, which does not start; return what it says."""
    done = subprocess.run(
        [sys.executable, "manage.py", "club", "--bind", "127.0.0.1:0"],
        cwd=ROOT,
        env=environment(data),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode != 0
    return done.stderr


def test_a_clock_set_back_and_an_older_release(tmp_path: Path) -> None:
    data = tmp_path / "var"
    with start_live(data) as live:
        director = signed_up(live.url, live.setup_url)
        made = new_tournament(director, "Evening").location
        desk = made.removesuffix("entries/")
        certain = {f"line-{number}": "new" for number in (1, 2)}
        typed = {"text": "Ane Alm\nBo Brink", "here": "on", "confirmed": "1"}
        assert director.post(f"{desk}entries/add/", **typed, **certain).status == FOUND
        worker = live.worker()
        os.kill(worker, signal.SIGSTOP)
        assert director.post(f"{desk}draw/").status == FOUND
        file = data / "crawford.sqlite3"
        with contextlib.closing(
            sqlite3.connect(file, timeout=PATIENCE_SECONDS, isolation_level=None)
        ) as database:
            # Two hours ago the clock was two hours ahead, and a worker died then.
            database.execute(
                "UPDATE matches_job SET state = 'running', attempt = 1,"
                " sent_at = datetime('now', '+2 hours'),"
                " lease_until = datetime('now', '+2 hours') WHERE kind = 'draw'"
            )
            os.kill(worker, signal.SIGCONT)
            draws = "SELECT state FROM tournaments_draw"
            until(lambda: database.execute(draws).fetchall() == [("draft",)])
            assert live.stop() == 0
            database.execute(
                "INSERT INTO django_migrations (app, name, applied)"
                " VALUES ('matches', '0999_later', datetime('now'))"
            )
    said = refused_start(data)
    assert preparation.LATER.format(what="data folder") in said
    assert "Traceback" not in said
    assert names_in(data) == {"Evening"}


@pytest.mark.redis
def test_postgresql_is_away_for_a_while(tmp_path: Path, redis_url: str) -> None:
    folder = tmp_path / "server" / "files"
    folder.parent.mkdir()
    server = start_postgresql(folder)
    more = {"DATABASE_URL": create_database(server, "club"), "REDIS_URL": redis_url}
    with start_live(tmp_path / "var", **more) as live:
        director = signed_up(live.url, live.setup_url)
        assert new_tournament(director, "Before").status == FOUND
        process = int((folder / "postmaster.pid").read_text().split()[0])
        os.kill(process, signal.SIGINT)  # fast: it ends all connections
        until(lambda: is_gone(process))
        answer = new_tournament(director, "During")
        assert answer.status == UNAVAILABLE
        assert str(faults.UNREACHABLE) in answer.text
        assert director.get("/desk/").status == UNAVAILABLE
        assert director.get("/healthz").status == OK
        before = live.children()
        with running_again(folder):
            until(lambda: director.get("/desk/").status == OK)
            assert new_tournament(director, "After").status == FOUND
            assert live.children() == before  # nothing had to be started again
            page = director.get("/tournaments/").text
            assert ("Before" in page, "During" in page, "After" in page) == (
                True,
                False,
                True,
            )
            assert live.stop() == 0


@pytest.mark.redis
def test_postgresql_hangs(tmp_path: Path, redis_url: str) -> None:
    """Nobody waits for it longer than some seconds, and it goes on where it was."""
    folder = tmp_path / "server" / "files"
    folder.parent.mkdir()
    server = start_postgresql(folder)
    club = create_database(server, "club")
    more = {"DATABASE_URL": club, "REDIS_URL": redis_url}
    with start_live(tmp_path / "var", **more) as live:
        director = signed_up(live.url, live.setup_url)
        assert new_tournament(director, "Before").status == FOUND
        before = live.children()
        with hung(folder):
            refused(director, {asgi.LATE, str(faults.UNREACHABLE)})
            for path in ("/desk/", "/tournaments/"):
                took, page = timed(director.get, path)
                assert (page.status, took < MOST_SECONDS) == (UNAVAILABLE, True), path
        until(lambda: director.get("/desk/").status == OK)
        assert new_tournament(director, "After").status == FOUND
        assert live.children() == before  # nothing had to be started again
        with psycopg.connect(club) as connection:
            rows = connection.execute("SELECT name FROM tournaments_tournament")
            names = [name for (name,) in rows]
        assert {"Before", "After"} <= set(names)
        assert len(names) == len(set(names))
        assert live.stop() == 0


def timed(act: Callable[..., Answer], *given: Any) -> tuple[float, Answer]:
    """Return how many seconds an answer took, and the answer."""
    began = time.monotonic()
    answer = act(*given)
    return time.monotonic() - began, answer


@contextlib.contextmanager
def hung(folder: Path) -> Iterator[None]:
    """Stop all processes of a PostgreSQL until the block ends."""
    first = int((folder / "postmaster.pid").read_text().split()[0])
    processes = [first]
    os.kill(first, signal.SIGSTOP)  # it starts no others
    processes += children_of(first)
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


@pytest.mark.redis
@pytest.mark.parametrize("full", ["tables", "log too"])
def test_the_disk_of_postgresql_is_full(
    tmp_path: Path, redis_url: str, full: str
) -> None:
    """Its tables cannot grow; or its log cannot either, which ends the server."""
    with disk(tmp_path / "disk", 256) as place:
        folder = place / "files"
        server = start_postgresql(folder)
        with psycopg.connect(server, autocommit=True) as connection:
            # As it is by itself: what was acknowledged is in the log.
            connection.execute("ALTER SYSTEM RESET ALL")
            connection.execute("SELECT pg_reload_conf()")
        club = create_database(server, "club")
        with start_live(
            tmp_path / "var", DATABASE_URL=club, REDIS_URL=redis_url
        ) as live:
            director = signed_up(live.url, live.setup_url)
            assert new_tournament(director, "Before").status == FOUND
            filler = fill(place)
            said = {"Before"}
            for number in range(MOST_TRIES):
                if full == "log too":
                    end_log_segment(server)
                answer = new_tournament(director, f"During {number}")
                if answer.status != FOUND:
                    break
                said.add(f"During {number}")  # there was room in pages
            assert answer.status == UNAVAILABLE
            assert director.get("/healthz").status == OK
            if full == "tables":
                assert str(faults.DISK_FULL) in answer.text
                for path in ("/", "/tournaments/", "/desk/"):
                    assert director.get(path).status == OK, path
                assert not json.loads(director.get("/readyz").text)["ready"]
            else:
                until(lambda: not answers(server))
                answer = new_tournament(director, "Away")
                assert answer.status == UNAVAILABLE
                assert str(faults.UNREACHABLE) in answer.text
            before = live.children()
            filler.unlink()
            with (
                running_again(folder) if full == "log too" else contextlib.nullcontext()
            ):
                until(lambda: new_tournament(director, "After").status == FOUND)
                said.add("After")
                assert live.children() == before  # nothing had to be started again
                with psycopg.connect(club) as connection:
                    rows = connection.execute("SELECT name FROM tournaments_tournament")
                    assert {name for (name,) in rows} == said
                assert live.stop() == 0


def end_log_segment(server: str) -> None:
    """Have PostgreSQL begin another file of its log, for which it needs room."""
    with (
        contextlib.suppress(psycopg.Error),
        psycopg.connect(server, autocommit=True) as connection,
    ):
        connection.execute("SELECT pg_switch_wal()")


def answers(server: str) -> bool:
    """Return whether PostgreSQL lets anybody in."""
    try:
        psycopg.connect(server, connect_timeout=5).close()
    except psycopg.Error:
        return False
    return True


@contextlib.contextmanager
def running_again(folder: Path) -> Iterator[None]:
    """Run PostgreSQL as it ran before, as the system's supervisor would."""
    command = shlex.split((folder / "postmaster.opts").read_text())
    owner = folder.owner()
    process = subprocess.Popen(
        command,
        user=None if owner == getpass.getuser() else owner,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE_SECONDS)


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError as error:
        return error.errno == errno.ESRCH
    return False
