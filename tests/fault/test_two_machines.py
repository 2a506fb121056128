"""Web servers and workers that share PostgreSQL and Redis only, each part killed."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.fault.test_killed_worker import PLAYERS, Reporting, slug, tournament
from tests.fault.visitor import (
    BROKEN,
    FOUND,
    LENGTH,
    RECORDED,
    Visitor,
    signed_up,
    until,
)
from tests.live import ROOT, environment
from tests.servers import free_port

pytestmark = [pytest.mark.fault, pytest.mark.redis, pytest.mark.nightly]

SECRET = "the same secret on every machine, long enough"
PDF = "%PDF"


@dataclass
class Machine:
    """A data folder of its own, a web server and a worker."""

    data: Path
    environ: dict[str, str]
    port: int = field(default_factory=free_port)
    web: subprocess.Popen[bytes] | None = None
    worker: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environ
        )

    def start_web(self) -> None:
        self.web = self.start("web", "--bind", f"127.0.0.1:{self.port}")
        until(self.answers)

    def start_worker(self) -> None:
        self.worker = self.start("worker")

    def answers(self) -> bool:
        """Whether the web server answers."""
        with contextlib.suppress(OSError, *BROKEN):
            return Visitor(self.url).get("/healthz").status == 200
        return False

    def kill(self, process: subprocess.Popen[bytes] | None) -> None:
        """End a process without warning."""
        if process is not None:
            process.kill()
            process.wait()


@dataclass
class Cluster:
    """Two machines, their database, and a director."""

    machines: tuple[Machine, Machine]
    database: psycopg.Connection[Any]
    director: Visitor

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Read from the database."""
        return self.database.execute(query, values).fetchall()


@pytest.fixture
def cluster(tmp_path: Path, postgresql_url: str, redis_url: str) -> Iterator[Cluster]:
    """Prepare both machines at the same time, and start what runs on them."""
    machines = tuple(
        Machine(
            tmp_path / name,
            environment(
                tmp_path / name,
                DATABASE_URL=postgresql_url,
                REDIS_URL=redis_url,
                CRAWFORD_SECRET_KEY=SECRET,
                CRAWFORD_URL="http://127.0.0.1:8000",
            ),
        )
        for name in ("one", "other")
    )
    prepared = [machine.start("prepare") for machine in machines]
    assert [process.wait(timeout=120) for process in prepared] == [0, 0]
    one, other = machines
    try:
        for machine in machines:
            machine.start_web()
            machine.start_worker()
        path = (
            subprocess.run(
                [sys.executable, "manage.py", "setup_link"],
                cwd=ROOT,
                env=other.environ,
                capture_output=True,
                text=True,
                check=True,
            )
            .stdout.split("127.0.0.1:8000")[1]
            .split()[0]
        )
        with psycopg.connect(postgresql_url, autocommit=True) as database:
            yield Cluster((one, other), database, signed_up(one.url, path))
    finally:
        for machine in machines:
            machine.kill(machine.web)
            machine.kill(machine.worker)


class Everywhere(Visitor):
    """A director whose next request goes to the other machine."""

    machines: tuple[Machine, ...] = ()
    asked = 0

    def _address(self, path: str) -> str:
        self.asked += 1
        self.url = self.machines[self.asked % len(self.machines)].url
        return super()._address(path)


def everywhere(cluster: Cluster) -> Everywhere:
    """Return the director in a window of which both machines answer."""
    window = Everywhere(cluster.director.url)
    window.machines = cluster.machines
    for cookie in cluster.director.cookies:
        window.cookies.set_cookie(cookie)
    return window


def test_each_part_may_be_killed(cluster: Cluster) -> None:
    one, other = cluster.machines
    desk = tournament(cluster.director, "Open")
    # A worker dies with a draw in its hands; the other one makes it.
    assert one.worker is not None
    os.kill(one.worker.pid, signal.SIGSTOP)
    assert cluster.director.post(f"{desk}draw/").status == FOUND
    one.kill(one.worker)
    draws = "SELECT id, state FROM tournaments_draw"
    ((draw, _state),) = until(
        lambda: [row for row in cluster.rows(draws) if row[1] == "draft"]
    )
    window = everywhere(cluster)
    assert window.post(f"{desk}draw/{draw}/publish/").status == FOUND
    # Web servers die while results are typed on both machines.
    reporting = Reporting()
    for number in range(1, PLAYERS // 2 + 1):
        reporting.waiting.put(number)
    threads = [
        threading.Thread(target=reporting.work, args=(everywhere(cluster), desk))
        for _window in range(3)
    ]
    for thread in threads:
        thread.start()
    for machine, count in ((one, 10), (other, 25), (one, 40)):
        until(lambda: len(reporting.acknowledged) >= count)  # noqa: B023 - at once
        machine.kill(machine.web)
        machine.start_web()
    for thread in threads:
        thread.join(timeout=120)
    assert reporting.troubles == []
    assert cluster.rows(RECORDED) == [
        (number, LENGTH, number % LENGTH) for number in range(1, PLAYERS // 2 + 1)
    ]
    # Both show the same, at once what one of them saved.
    public = f"/tournaments/{slug(desk)}/standings/"
    tables = {
        Visitor(machine.url).get(public).text.split("<main")[1].split("</main")[0]
        for machine in cluster.machines
    }
    assert len(tables) == 1
