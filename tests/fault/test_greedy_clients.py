"""Half-sent requests, slow readers and costly questions: everybody else is answered."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest

from tests.live import Live, start_live

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


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with start_live(tmp_path_factory.mktemp("greedy") / "var") as running:
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
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    assert set(answers) == {200, 503}
    assert status(live, QUESTION) == 200
