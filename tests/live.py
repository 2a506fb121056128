"""The running product for tests: `manage.py club` on a free port.

A first start makes the tables and compresses every style sheet and script: seconds.
So a new data folder begins with copies of what an earlier start made. Every start still
looks at both, so a copy can be old but never wrong.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.servers import free_port

ROOT = Path(__file__).resolve().parent.parent
KEPT_FILES = ROOT / ".pytest_cache" / "static"
"""The static files as the last first start left them."""
STAMP = "static-sources"
"""Beside them, what they were made from."""
DATABASE = "crawford.sqlite3"
START_SECONDS = 180.0
STOP_SECONDS = 120.0


def environment(data: Path, **more: str) -> dict[str, str]:
    """Return this process's environment without what the tests put there."""
    ours = ("CRAWFORD_", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    return {**kept, "CRAWFORD_DATA": str(data), **more}


@dataclass
class Live:
    """A running site, its output and the address of its set-up page."""

    process: subprocess.Popen[str]
    data: Path
    url: str
    environ: dict[str, str]
    lines: list[str] = field(default_factory=list)

    @property
    def setup_url(self) -> str:
        """The one-time link that makes the first director."""
        found = re.search(r"https?://\S+/setup/\S+", self.log)
        assert found, self.log
        return found[0]

    @property
    def log(self) -> str:
        """Everything printed so far."""
        return "".join(self.lines)

    def wait_for(self, text: str, seconds: float = START_SECONDS) -> None:
        deadline = time.monotonic() + seconds
        while text not in self.log:
            assert time.monotonic() < deadline, f"no {text!r} in:\n{self.log}"
            assert self.process.poll() is None, f"ended early:\n{self.log}"
            time.sleep(0.02)

    def manage(self, *arguments: str, stdin: str = "") -> str:
        """Run a management command on the same data and return its output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={**self.environ, "CRAWFORD_URL": self.url},
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def child(self, *names: str) -> int:
        """Return the process id of the child with one of these names, once it runs."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            for pid in self.children():
                if any(name in _command_line(pid) for name in names):
                    return pid
            assert time.monotonic() < deadline, f"no {names} in:\n{self.log}"
            time.sleep(0.02)

    def worker(self) -> int:
        """Return the process id of the worker; Celery renames it where it can."""
        return self.child("manage.py worker", "celery")

    def children(self) -> list[int]:
        """Return the direct children of the starter."""
        return children_of(self.process.pid)

    def descendants(self) -> list[int]:
        """Return the starter and everything below it."""
        found = [self.process.pid]
        for pid in found:
            found += children_of(pid)
        return found

    def stop(self, number: int = signal.SIGINT) -> int:
        """End the site and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(timeout=STOP_SECONDS)


def children_of(pid: int) -> list[int]:
    """Return the processes that one has started, whichever of its threads did."""
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, listed.read_text(encoding="ascii").split())
    return found


def folder_of(data: Path, arguments: tuple[str, ...]) -> Path:
    """Return where the product keeps its data: a demonstration's are apart."""
    return data.with_name(f"{data.name}-demo") if "--demo" in arguments else data


def fill_folder(
    data: Path, *, tables: bool = True, contents: Path | None = None
) -> None:
    """Begin a new data folder with the tables and files of an earlier start."""
    from tests import template_database  # noqa: PLC0415 - Django is set up by now

    data.mkdir(mode=0o700, exist_ok=True)
    database, files = data / DATABASE, data / "static"
    # What cannot be copied is made by the start: others may be at the copies, too.
    with contextlib.suppress(OSError):
        if tables and not database.exists():
            shutil.copyfile(contents or template_database.template(), database)
            database.chmod(0o600)
    if files.exists():
        return
    draft = data / "static.part"
    with contextlib.suppress(OSError):
        shutil.copytree(KEPT_FILES, draft)
        shutil.copy(KEPT_FILES.with_name(STAMP), data / STAMP)
        draft.rename(files)
    shutil.rmtree(draft, ignore_errors=True)


def keep_files(data: Path) -> None:
    """Keep the static files of a start for the next new folder."""
    made, kept = data / STAMP, KEPT_FILES.with_name(STAMP)
    draft = KEPT_FILES.with_name(f"{KEPT_FILES.name}.{os.getpid()}")
    with contextlib.suppress(OSError):  # the next start makes its own
        if kept.exists() and kept.read_bytes() == made.read_bytes():
            return
        shutil.copytree(data / "static", draft)
        shutil.rmtree(KEPT_FILES, ignore_errors=True)
        draft.rename(KEPT_FILES)
        shutil.copy(made, kept)
    shutil.rmtree(draft, ignore_errors=True)


@contextlib.contextmanager
def start_live(
    data: Path,
    *arguments: str,
    as_new: bool = False,
    contents: Path | None = None,
    **more: str,
) -> Iterator[Live]:
    """Run the product until the block ends; `as_new` with nothing made before.

    `contents` is the database of another start that this one begins with.
    """
    folder = folder_of(data, arguments)
    if not as_new:
        tables = not more.get("DATABASE_URL")
        fill_folder(folder, tables=tables, contents=contents)
    port = free_port()
    environ = environment(data, **more)
    command = [sys.executable, "manage.py", "club", "--bind", f"127.0.0.1:{port}"]
    process = subprocess.Popen(
        [*command, *arguments],
        cwd=ROOT,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    ours = {**environ, "CRAWFORD_DATA": str(folder)}
    running = Live(process, folder, f"http://127.0.0.1:{port}", ours)
    reader = threading.Thread(target=_read, args=(running,), daemon=True)
    reader.start()
    try:
        running.wait_for("Stop with Ctrl-C")
        keep_files(folder)
        yield running
    finally:
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.stop()
        process.kill()
        process.wait()
        reader.join(timeout=STOP_SECONDS)
        process.stdout.close()


def _read(running: Live) -> None:
    assert running.process.stdout is not None
    for line in running.process.stdout:
        running.lines.append(line)


def _command_line(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ")
    return ""
