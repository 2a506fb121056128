"""The starter: its lock, its logs, its network, and the product running under it."""

import fcntl
import ipaddress
import logging
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from clubsite.run import lock, network, starter
from clubsite.run.lock import StartError, locked
from clubsite.run.logs import PlainFormatter
from clubsite.run.network import Bind
from tests.live import ROOT, children_of, environment, fill_folder, start_live


def get(url):
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.status, answer.read()


def alive(pids):
    return [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def wait_until(true, seconds=60.0):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    data = tmp_path_factory.mktemp("site") / "var"
    with start_live(data, as_new=True) as running:
        yield running


@pytest.mark.fault
class TestRunning:
    """One start, looked at from all sides; each test leaves it running."""

    def test_it_answers(self, site):
        assert get(f"{site.url}/healthz") == (200, b"ok\n")

    def test_it_tells_how_to_become_the_director(self, site):
        assert site.setup_url.startswith(f"{site.url}/setup/")
        assert site.log.count("Become the director") == 1

    def test_what_it_keeps_is_private(self, site):
        assert site.data.stat().st_mode & 0o077 == 0
        secret = site.data / "secret_key"
        assert secret.stat().st_mode & 0o077 == 0
        assert len(secret.read_text().strip()) > 50
        assert secret.read_text().strip() not in site.log

    def test_a_second_copy_is_refused(self, site):
        done = subprocess.run(
            [sys.executable, "manage.py", "club", "--bind", "127.0.0.1:0"],
            cwd=ROOT,
            env=environment(site.data),
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert done.returncode == 1
        assert done.stderr == f"Crawford is already running at {site.url}/\n"

    def test_the_process_that_does_the_jobs_is_replaced(self, site):
        worker = site.worker()
        (before,) = children_of(worker)
        os.kill(before, signal.SIGKILL)
        wait_until(lambda: len(set(children_of(worker)) - {before}) == 1)
        assert site.worker() == worker

    def test_a_killed_worker_is_replaced(self, site):
        before = site.worker()
        below = children_of(before)
        os.kill(before, signal.SIGKILL)
        site.wait_for("The worker ended (SIGKILL); starting it again.")
        wait_until(lambda: not alive(below))
        wait_until(lambda: before not in site.children())
        assert site.worker() != before

    def test_a_killed_web_server_is_replaced(self, site):
        before = site.child("manage.py web")
        os.kill(before, signal.SIGKILL)
        site.wait_for("The web server ended (SIGKILL); starting it again.")
        # Nobody is refused meanwhile: the listening socket belongs to the parent.
        assert get(f"{site.url}/healthz") == (200, b"ok\n")
        assert site.child("manage.py web") != before

    def test_interrupt_ends_all_of_it(self, site):
        everything = site.descendants()
        assert len(everything) == 4  # the worker has one process that does the jobs
        assert site.stop(signal.SIGINT) == 0
        assert alive(everything) == []
        with pytest.raises(urllib.error.URLError):
            get(f"{site.url}/healthz")


@pytest.mark.fault
@pytest.mark.nightly
def test_terminated_it_ends_as_well(tmp_path):
    with start_live(tmp_path / "var") as running:
        assert running.stop(signal.SIGTERM) == 0


@pytest.mark.fault
def test_a_killed_parent_leaves_nothing(tmp_path):
    with start_live(tmp_path / "var") as running:
        everything = running.descendants()
        running.process.kill()
        wait_until(lambda: not alive(everything[1:]))


def start_badly(tmp_path, *arguments, **environ):
    return subprocess.run(
        [sys.executable, "manage.py", "club", *arguments],
        cwd=ROOT,
        env=environment(tmp_path / "var", **environ),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_taken_port_is_said_before_anything_is_done(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        bind = f"127.0.0.1:{taken.getsockname()[1]}"
        done = start_badly(tmp_path, "--bind", bind)
    assert done.returncode == 1
    assert f"Cannot listen on {bind}" in done.stderr
    assert not (tmp_path / "var" / "crawford.sqlite3").exists()


def test_an_unknown_database_is_said(tmp_path):
    fill_folder(tmp_path / "var", tables=False)
    done = start_badly(
        tmp_path, "--bind", "127.0.0.1:0", DATABASE_URL="postgresql://127.0.0.1:1/none"
    )
    assert done.returncode == 1
    assert "Crawford could not be prepared" in done.stderr


def test_nonsense_in_the_environment_is_said_in_one_line(tmp_path):
    done = start_badly(tmp_path, "--bind", "127.0.0.1:0", CRAWFORD_URL="club")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "CRAWFORD_URL is 'club'" in done.stderr


@pytest.mark.parametrize("arguments", [["--bind", "host:port"], ["--port", "8000"]])
def test_a_wrong_command_line_is_refused(capsys, arguments):
    with pytest.raises(SystemExit) as raised:
        starter.parse(arguments)
    assert raised.value.code == 2
    assert "usage: ./run" in capsys.readouterr().err


def test_lan_listens_everywhere_on_the_port_given():
    options = starter.parse(["--lan", "--bind", ":9000"])
    assert (options.bind, options.lan) == (Bind("0.0.0.0", 9000), True)
    assert starter.parse(["--bind", "0.0.0.0:9000"]).lan is True
    usual = starter.parse([])
    assert (usual.bind, usual.lan) == (Bind("127.0.0.1", 8000), False)


def test_the_secret_is_made_once(tmp_path, monkeypatch):
    monkeypatch.delenv("CRAWFORD_SECRET_KEY")
    file = tmp_path / "secret_key"
    starter.ensure_secret(file)
    first = file.read_text()
    starter.ensure_secret(file)
    assert file.read_text() == first
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_a_secret_given_makes_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv("CRAWFORD_SECRET_KEY", "given " * 10)
    starter.ensure_secret(tmp_path / "secret_key")
    assert list(tmp_path.iterdir()) == []


def test_children_of_the_last_run_are_awaited(tmp_path):
    said = []
    with (tmp_path / "children.lock").open("a+") as child:
        fcntl.flock(child, fcntl.LOCK_EX)

        def say(text):
            said.append(text)
            fcntl.flock(child, fcntl.LOCK_UN)  # it ends while it is awaited

        with locked(tmp_path, say):
            assert said == ["Waiting for the last run of Crawford to end …"]


def test_children_that_do_not_end_are_said(tmp_path, monkeypatch):
    monkeypatch.setattr(lock, "ORPHANS_SECONDS", 0)
    with (tmp_path / "children.lock").open("a+") as child:
        fcntl.flock(child, fcntl.LOCK_EX)
        with (
            pytest.raises(StartError, match="have not ended yet"),
            locked(tmp_path, lambda _text: None),
        ):
            pass
    with locked(tmp_path, lambda _text: None):  # they have ended, and so has the lock
        pass


@pytest.mark.parametrize(
    ("text", "bind"),
    [
        ("127.0.0.1:9000", Bind("127.0.0.1", 9000)),
        (":9000", Bind("127.0.0.1", 9000)),
        ("9000", Bind("127.0.0.1", 9000)),
        ("club.example", Bind("club.example", 8000)),
        ("0.0.0.0:0", Bind("0.0.0.0", 0)),
        ("[::1]:9000", Bind("::1", 9000)),
        ("[::1]", Bind("::1", 8000)),
        ("::1", Bind("::1", 8000)),
    ],
)
def test_bind(text, bind):
    assert network.parse_bind(text) == bind


@pytest.mark.parametrize("text", ["127.0.0.1:port", "host:70000", "host:-1", ":1:x]:y"])
def test_bind_refused(text):
    with pytest.raises(ValueError, match=r".*"):
        network.parse_bind(text)


def test_bind_is_written_as_in_an_address():
    assert str(Bind("::1", 80)) == "[::1]:80"
    assert str(Bind("192.0.2.7", 80)) == "192.0.2.7:80"
    assert Bind("0.0.0.0").is_everywhere
    assert not Bind().is_everywhere


def test_a_taken_port_is_named_with_a_way_out():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(network.BindError) as raised:
            network.listen(Bind("127.0.0.1", port))
    assert f"127.0.0.1:{port}" in str(raised.value)
    assert f"./run --bind 127.0.0.1:{port + 1}" in str(raised.value)


def test_an_unknown_host_is_refused():
    with pytest.raises(network.BindError, match="Cannot listen on"):
        network.listen(Bind("host.invalid", 0))


def test_the_machine_knows_itself():
    for address in network.machine_addresses():
        assert not ipaddress.ip_address(address).is_loopback
    assert all(network.machine_names())


def logged(message, *arguments):
    record = logging.LogRecord("t", logging.INFO, "", 0, message, arguments, None)
    return PlainFormatter().format(record)


def test_a_set_up_link_is_hidden():
    line = logged("Not Found: %s", "/setup/s3cr3t-token/")
    assert "s3cr3t" not in line
    assert "/setup/…" in line


def test_a_visitor_cannot_write_lines_of_the_log():
    line = logged("Not Found: %s", "/x\n2026-01-01 INFO forged\x1b[2J\r\u2028y")
    assert "\n" not in line
    assert "\\n2026" in line
    assert "\\x1b[2J\\x0d\\x2028y" in line


def test_a_stranger_with_a_wrong_name_costs_one_line():
    logger = logging.getLogger("django.security.DisallowedHost")
    record = logger.makeRecord(
        logger.name, logging.ERROR, "", 0, "Invalid host", (), (ValueError,) * 3
    )
    assert logger.filter(record)
    assert PlainFormatter().format(record).endswith("DisallowedHost: Invalid host")


def test_a_traceback_keeps_its_lines():
    try:
        raise ValueError("/setup/s3cr3t/")
    except ValueError as error:
        exc_info = (type(error), error, error.__traceback__)
        record = logging.LogRecord("t", logging.ERROR, "", 0, "broke", (), exc_info)
    text = PlainFormatter().format(record)
    assert "\nTraceback" in text
    assert "s3cr3t" not in text
