"""A run of many phones against a web server, in a process of its own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.measure import ROOT, at
from tests.live import Live

SECONDS = at(30.0, smallest=1.5)
INTERVAL = at(5.0, smallest=0.5)
"""The seconds between two questions of one phone."""

Found = dict[str, Any]


def phones_ask(live: Live, **plan: Any) -> tuple[Found, float]:
    """Run phones in a process of their own, on the last core.

    Return what they found, and the percentage of the core that the server took.
    """
    plan = {"seconds": SECONDS, "interval": INTERVAL, "core": _cores()[-1], **plan}
    plan["port"] = urlsplit(live.url).port
    pid = live.process.pid
    began, used = time.monotonic(), used_seconds(pid)
    found = client(plan)
    share = 100 * (used_seconds(pid) - used) / (time.monotonic() - began)
    return found, share


def client(plan: dict[str, Any]) -> Found:
    """Run a client in a process of its own by a plan, and return what it found."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.phone_client"],
        cwd=ROOT,
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: Found = json.loads(done.stdout)
    return found


def pin(pid: int) -> None:
    """Keep a process with all its threads on the first core."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), {_cores()[0]})


def used_seconds(pid: int) -> float:
    """Return the CPU seconds of a process so far."""
    fields_ = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields_[11]) + int(fields_[12])) / os.sysconf("SC_CLK_TCK")


def percentile(times: Sequence[float], percent: int) -> float:
    """Return the time that `percent` of the answers did not exceed."""
    ordered = sorted(times)
    return (
        ordered[min(len(ordered) * percent // 100, len(ordered) - 1)] if ordered else 0
    )


def _cores() -> list[int]:
    return sorted(os.sched_getaffinity(0))
