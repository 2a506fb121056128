"""Two machines, PostgreSQL and Redis, each in a network of its own; each part killed.

Network namespaces stand for machines. They share no loopback, so what answers came
through addresses. At night: it needs root, and takes minutes on a busy machine.
"""

import contextlib
import os
import shlex
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from tests.conftest import missing
from tests.fault.test_killed_worker import FOUND, LENGTH, PLAYERS, Reporting, tournament
from tests.fault.test_killed_worker import until as soon
from tests.fault.test_two_machines import (
    SECRET,
    Cluster,
    Machine,
    everywhere,
    running,
)
from tests.fault.visitor import BROKEN, Visitor
from tests.live import environment
from tests.servers import start_postgresql

pytestmark = [pytest.mark.fault, pytest.mark.redis, pytest.mark.nightly]

BUSY = 503
WEB_PORT, SQL_PORT, REDIS_PORT = 8000, 5432, 6379
KILLED_AFTER = (6, 14, 22, 30, 38)


def ip(*arguments: str) -> None:
    """Run one command of iproute2."""
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@dataclass(frozen=True)
class Network:
    """A bridge, and the namespaces on it, by number."""

    name: str
    base: str

    def address(self, number: int) -> str:
        """Return the address of a namespace; 1 is this computer."""
        return f"{self.base}.{number}"

    def inside(self, number: int) -> tuple[str, ...]:
        """Return how a command in a namespace begins."""
        return ("ip", "netns", "exec", f"{self.name}{number}")

    def add(self, number: int) -> None:
        """Add a namespace to the bridge."""
        space, link = f"{self.name}{number}", f"{self.name}v{number}"
        ip("netns", "add", space)
        peer = ("peer", "name", "eth0", "netns", space)
        ip("link", "add", link, "type", "veth", *peer)
        ip("link", "set", link, "master", self.name, "up")
        for command in (
            f"addr add {self.address(number)}/24 dev eth0",
            "link set eth0 up",
            "link set lo up",
        ):
            ip("-n", space, *command.split())


@pytest.fixture
def network() -> Iterator[Network]:
    """Three namespaces beside this computer: 11 and 12 are machines, 10 stores."""
    number = os.getpid() % 200
    found = Network(f"cf{os.getpid() % 10_000}", f"10.231.{number + 20}")
    with contextlib.ExitStack() as undo:
        try:
            ip("link", "add", found.name, "type", "bridge")
        except (OSError, subprocess.CalledProcessError):
            missing("permission to make network namespaces")
        undo.callback(ip, "link", "delete", found.name)
        ip("addr", "add", f"{found.address(1)}/24", "dev", found.name)
        ip("link", "set", found.name, "up")
        for space in (10, 11, 12):
            found.add(space)
            undo.callback(ip, "netns", "delete", f"{found.name}{space}")
        yield found


@dataclass
class Stores:
    """PostgreSQL and Redis in their namespace, to be killed and started again."""

    network: Network
    folder: Path
    postgresql: subprocess.Popen[bytes] | None = None
    redis: subprocess.Popen[bytes] | None = None

    @property
    def files(self) -> Path:
        """The data of PostgreSQL."""
        return self.folder / "server" / "files"

    @property
    def database_url(self) -> str:
        """Where PostgreSQL answers."""
        return f"postgres://postgres@{self.network.address(10)}:{SQL_PORT}/postgres"

    def prepare(self) -> None:
        """Make the data, then end the server that answers on this computer only."""
        self.files.parent.mkdir()
        self.folder.chmod(0o711)
        start_postgresql(self.files)
        with (self.files / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {self.network.address(0)}/24 trust\n")
        process = int((self.files / "postmaster.pid").read_text().split()[0])
        program = shlex.split((self.files / "postmaster.opts").read_text())[0]
        os.kill(process, signal.SIGINT)
        soon(lambda: not Path(f"/proc/{process}").exists())
        self.program = program

    def start_postgresql(self) -> None:
        """Start it in its namespace, as its own user."""
        owner = self.files.owner()
        as_owner = ("setpriv", f"--reuid={owner}", "--regid", self.files.group())
        listen = ("-h", self.network.address(10), "-p", str(SQL_PORT), "-k", "")
        self.postgresql = subprocess.Popen(
            [
                *self.network.inside(10),
                *(() if owner == "root" else (*as_owner, "--clear-groups")),
                *(self.program, "-D", str(self.files), *listen),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def start_redis(self) -> None:
        """Start it in its namespace, with nothing in it."""
        options = f"--port {REDIS_PORT} --bind {self.network.address(10)} --save ''"
        self.redis = subprocess.Popen(
            [
                *(*self.network.inside(10), "redis-server", *shlex.split(options)),
                *("--protected-mode", "no", "--dir", str(self.folder)),
            ],
            stdout=subprocess.DEVNULL,
        )

    def end(self) -> None:
        """End both."""
        for process in (self.postgresql, self.redis):
            if process is not None:
                process.kill()
                process.wait()


@pytest.fixture
def stores(network: Network, tmp_path: Path) -> Iterator[Stores]:
    """Both run, and answer."""
    found = Stores(network, tmp_path)
    found.prepare()
    try:
        found.start_postgresql()
        found.start_redis()
        for port in (SQL_PORT, REDIS_PORT):
            soon(lambda: connects(network.address(10), port))  # noqa: B023 - at once
        yield found
    finally:
        found.end()


def connects(host: str, port: int) -> bool:
    """Return True if somebody listens there."""
    with contextlib.suppress(OSError), socket.create_connection((host, port), 2):
        return True
    return False


def lead(door: socket.socket, host: str, port: int) -> None:
    """Lead each connection of a door to another address, until the door is closed."""

    def copy(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while chunk := source.recv(65_536):
                target.sendall(chunk)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def serve(client: socket.socket) -> None:
        with (
            client,
            contextlib.suppress(OSError),
            socket.create_connection((host, port), 5) as server,
        ):
            server.settimeout(None)
            back = threading.Thread(target=copy, args=(server, client))
            back.start()
            copy(client, server)
            back.join()

    with contextlib.suppress(OSError):
        while True:
            client, _address = door.accept()
            threading.Thread(target=serve, args=(client,), daemon=True).start()


@pytest.fixture
def cluster(network: Network, stores: Stores, tmp_path: Path) -> Iterator[Cluster]:
    """Both machines, and a door to each on this computer, as a proxy is."""
    machines = []
    with contextlib.ExitStack() as doors:
        for number in (11, 12):
            door = doors.enter_context(socket.create_server(("127.0.0.1", 0)))
            where = (door, network.address(number), WEB_PORT)
            threading.Thread(target=lead, args=where, daemon=True).start()
            data = tmp_path / f"machine-{number}"
            environ = environment(
                data,
                DATABASE_URL=stores.database_url,
                REDIS_URL=f"redis://{network.address(10)}:{REDIS_PORT}/0",
                CRAWFORD_SECRET_KEY=quote(SECRET),
                CRAWFORD_URL="http://127.0.0.1:8000",
            )
            machines.append(
                Machine(
                    data,
                    environ,
                    port=WEB_PORT,
                    inside=network.inside(number),
                    host=network.address(number),
                    door=door.getsockname()[1],
                )
            )
        with running(tuple(machines), stores.database_url) as found:
            yield found


class Patient(Reporting):
    """Sends again what was answered with 503, too."""

    def work(self, director: Visitor, desk: str) -> None:
        """Post results until none is left."""
        while not self.waiting.empty():
            number = self.waiting.get()
            score = LENGTH, number % LENGTH
            typed = f"{number} {score[0]} {score[1]}"
            try:
                status = director.post(f"{desk}results/", line=typed).status
            except BROKEN:
                status = BUSY
            if status == FOUND:
                self.acknowledged[number] = score
            elif status == BUSY:
                self.waiting.put(number)
            else:
                self.troubles.append(f"{typed}: {status}")


def test_each_part_is_killed_under_load(cluster: Cluster, stores: Stores) -> None:
    one, other = cluster.machines
    desk = tournament(cluster, "Open")  # type: ignore[arg-type]  # has a director, too
    assert cluster.director.post(f"{desk}draw/").status == FOUND
    draws = "SELECT id FROM tournaments_draw WHERE state = 'draft'"
    ((draw,),) = soon(lambda: cluster.rows(draws))
    assert cluster.director.post(f"{desk}draw/{draw}/publish/").status == FOUND
    reporting = Patient()
    for number in range(1, PLAYERS // 2 + 1):
        reporting.waiting.put(number)
    threads = [
        threading.Thread(target=reporting.work, args=(everywhere(cluster), desk))
        for _window in range(3)
    ]
    for thread in threads:
        thread.start()

    def kill_web(machine: Machine) -> None:
        machine.kill(machine.web)
        machine.start_web()

    def kill_worker() -> None:
        other.kill(other.worker)
        other.start_worker()

    def kill_redis() -> None:
        assert stores.redis is not None
        stores.redis.kill()
        stores.redis.wait()
        stores.start_redis()

    def kill_postgresql() -> None:
        assert stores.postgresql is not None
        stores.postgresql.kill()
        stores.postgresql.wait()
        # Its children end by themselves; until then it does not start.
        while True:
            stores.start_postgresql()
            with contextlib.suppress(subprocess.TimeoutExpired):
                stores.postgresql.wait(timeout=3)
                continue
            return

    kills = (
        lambda: kill_web(one),
        kill_worker,
        kill_redis,
        kill_postgresql,
        lambda: kill_web(other),
    )
    for kill, count in zip(kills, KILLED_AFTER, strict=True):
        soon(lambda: len(reporting.acknowledged) >= count)  # noqa: B023 - at once
        kill()
    for thread in threads:
        thread.join(timeout=120)
    assert reporting.troubles == []
    cluster.database.close()
    results = (
        "SELECT pairing.match_number, final.score_1, final.score_2"
        " FROM matches_finalscore final"
        " JOIN tournaments_pairing pairing ON pairing.match_id = final.match_id"
        " WHERE final.voided_at IS NULL ORDER BY pairing.match_number"
    )
    assert stored(stores.database_url, results) == [
        (number, LENGTH, number % LENGTH) for number in range(1, PLAYERS // 2 + 1)
    ]
    # A worker that lives through it makes the next draw.
    assert cluster.director.post(f"{desk}draw/").status == FOUND
    soon(lambda: stored(stores.database_url, draws))


def stored(database_url: str, query: str) -> list[tuple[int, ...]]:
    """Read from the database by a connection of its own."""

    with psycopg.connect(database_url) as database:
        return database.execute(query).fetchall()
