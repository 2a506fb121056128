"""Half-sent requests, slow readers and costly questions: everybody else is answered.

On SQLite, and on PostgreSQL with Redis, where greedy clients could also take all
connections of the database.
"""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from urllib.parse import urlencode

import psycopg
import pytest

from tests.live import Live, start_live
from tests.servers import create_database, start_postgresql

pytestmark = [pytest.mark.fault, pytest.mark.nightly]

OTHERS = ("/", "/players/", "/login/", "/healthz", "/desk/")
HALF_HEADERS = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: "
HALF_BODY = (
    b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000000\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\na="
)
READS_NOTHING = b"GET /ruling/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POSITION = "XGID=-b----E-C---eE---c-e----B-:0:0:1:44:0:0:0:3:10"
QUESTION = f"/ruling/?{urlencode({'id': POSITION})}"
GREEDY = 16
ANSWER_SECONDS = 30
DRIP_SECONDS = 0.05
MOST_CONNECTIONS = 20
"""Of the web server and the worker together; PostgreSQL has 100 by itself."""


@pytest.fixture(
    scope="module",
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.redis)],
)
def live(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Live]:
    more: dict[str, str] = {}
    if request.param == "postgresql":
        server = start_postgresql(tmp_path_factory.mktemp("server") / "files")
        more["DATABASE_URL"] = create_database(server, "greedy")
        more["REDIS_URL"] = request.getfixturevalue("redis_url")
    data = tmp_path_factory.mktemp(f"greedy-{request.param}") / "var"
    with start_live(data, **more) as running:
        yield running


def port(live: Live) -> int:
    return int(live.url.rpartition(":")[2])


def status(live: Live, path: str) -> int:
    connection = HTTPConnection("127.0.0.1", port(live), timeout=ANSWER_SECONDS)
    with contextlib.closing(connection):
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return answer.status


def all_are_answered(live: Live) -> bool:
    return all(status(live, path) in {200, 302} for path in OTHERS)


def has_connections_left(live: Live) -> bool:
    """Return whether the product holds few connections of its database."""
    address = live.environ.get("DATABASE_URL")
    if address is None:
        return True
    with psycopg.connect(address) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'crawford'"
        ).fetchone()
    return row is not None and 0 < row[0] <= MOST_CONNECTIONS


@pytest.mark.parametrize("number", [8, 80, 800])
@pytest.mark.parametrize(
    "sent",
    [HALF_HEADERS, HALF_BODY, READS_NOTHING],
    ids=["headers", "body", "reads nothing"],
)
def test_silent_clients(live: Live, number: int, sent: bytes) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(number):
            client = stack.enter_context(
                socket.create_connection(("127.0.0.1", port(live)), timeout=10)
            )
            client.sendall(sent)
        assert all_are_answered(live)
        assert has_connections_left(live)


@pytest.mark.parametrize("number", [8, 80])
def test_bodies_that_come_letter_by_letter(live: Live, number: int) -> None:
    is_over = threading.Event()

    def drip(clients: list[socket.socket]) -> None:
        while not is_over.is_set():
            for client in clients:
                with contextlib.suppress(OSError):  # it was given up
                    client.sendall(b"a")
            time.sleep(DRIP_SECONDS)

    with contextlib.ExitStack() as stack:
        address = ("127.0.0.1", port(live))
        clients = [
            stack.enter_context(socket.create_connection(address, timeout=10))
            for _ in range(number)
        ]
        for client in clients:
            client.sendall(HALF_BODY)
        thread = threading.Thread(target=drip, args=(clients,))
        thread.start()
        try:
            assert all(all_are_answered(live) for _ in range(5))
            assert has_connections_left(live)
        finally:
            is_over.set()
            thread.join()


def test_readers_that_take_a_letter_at_a_time(live: Live) -> None:
    with contextlib.ExitStack() as stack:
        clients = []
        for _ in range(80):
            client = stack.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            client.settimeout(10)
            client.connect(("127.0.0.1", port(live)))
            client.sendall(READS_NOTHING * 20)  # far more than the buffers hold
            clients.append(client)
        for _ in range(5):
            for client in clients:
                assert client.recv(1)
            assert all_are_answered(live)
        assert has_connections_left(live)


def test_costly_questions_hold_nobody_up(live: Live) -> None:
    is_over, answers = threading.Event(), []

    def ask() -> None:
        while not is_over.is_set():
            answers.append(status(live, QUESTION))

    threads = [threading.Thread(target=ask) for _ in range(GREEDY)]
    for thread in threads:
        thread.start()
    try:
        assert all(all_are_answered(live) for _ in range(5))
        assert has_connections_left(live)
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    assert set(answers) == {200, 503}
    assert status(live, QUESTION) == 200
