"""The product as a process of its own, from its first page to the end."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from benchmarks.measure import ROOT, at
from tests.live import Live, environment, start_live
from tests.servers import free_port

ALONE = (sys.executable, "manage.py", "web")
WAIT_SECONDS = 60.0


def running(data: Path, **more: str) -> AbstractContextManager[Live]:
    """Run the product; at the smallest size its web server alone, to save time.

    `more` are variables of its environment.
    """
    return at(start_live, smallest=_web_server)(data, **more)


@contextlib.contextmanager
def _web_server(data: Path, **more: str) -> Iterator[Live]:
    more["CRAWFORD_SECRET_KEY"] = os.environ["CRAWFORD_SECRET_KEY"]
    with started(data, ALONE, **more) as live:
        yield live


@contextlib.contextmanager
def started(data: Path, command: Sequence[str], **more: str) -> Iterator[Live]:
    """Run the product, or its web server alone, from its first page to the end."""
    port = free_port()
    environ = environment(data, **more)
    with (data / "run.log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [*command, "--bind", f"127.0.0.1:{port}"],
            cwd=ROOT,
            env=environ,
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
        )
        live = Live(process, data, f"http://127.0.0.1:{port}", environ)
        try:
            _wait_for_page(live, port)
            yield live
            # A web server that has just answered may miss the signal: it is killed.
            with contextlib.suppress(subprocess.TimeoutExpired):
                live.stop(signal.SIGTERM)
        finally:
            process.kill()
            process.wait()


def _wait_for_page(live: Live, port: int) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline and live.process.poll() is None:
        with contextlib.suppress(OSError, HTTPException):
            connection = HTTPConnection("127.0.0.1", port)
            with contextlib.closing(connection):
                connection.request("GET", "/")
                if connection.getresponse().status == 200:
                    return
        time.sleep(0.02)
    raise RuntimeError((live.data / "run.log").read_text(encoding="utf-8"))
