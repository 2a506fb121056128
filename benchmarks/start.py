"""A first and a second start of `./run`, and the memory of an idle club.

Memory is proportional (PSS): what processes share is counted once.
"""

import contextlib
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.hall import wait_for_page
from benchmarks.measure import ROOT, Line, Row, at
from tests.live import Live, environment
from tests.servers import free_port

COMMAND: Final = at(("./run",), smallest=(sys.executable, "manage.py", "club"))
REST_SECONDS: Final = at(10.0, smallest=1.0)


def run() -> Iterator[Line]:
    yield "A start, packages there (seconds until the front page answers); memory (MB)"
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "club"
        with _started(data) as (_live, first):
            pass
        with _started(data) as (live, again):
            time.sleep(REST_SECONDS)
            held = sum(map(_kilobytes, live.descendants())) / 1024
    yield Row(what="a new club / limit", ours=first, peer=30, most=1)
    yield Row(what="a second start / limit", ours=again, peer=3, most=1)
    yield Row(what="all processes, nothing to do / limit", ours=held, peer=350, most=1)


@contextlib.contextmanager
def _started(data: Path) -> Iterator[tuple[Live, float]]:
    """Yield the running product, and the seconds it took to answer."""
    port, environ = free_port(), environment(data)
    begun = time.monotonic()
    with subprocess.Popen(
        [*COMMAND, "--bind", f"127.0.0.1:{port}"],
        cwd=ROOT,
        env=environ,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as process:
        live = Live(process, data, f"http://127.0.0.1:{port}", environ)
        try:
            wait_for_page(live)
            yield live, time.monotonic() - begun
        finally:
            live.stop()


def _kilobytes(pid: int) -> int:
    sizes = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    found = re.search(r"^Pss: +(\d+) kB", sizes, re.MULTILINE)
    assert found
    return int(found[1])
