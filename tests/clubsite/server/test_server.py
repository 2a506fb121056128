"""Silent, slow and greedy clients; and requests that arrive as WSGI expects them."""

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest

from clubsite.server import application as application_module
from clubsite.server import body, pools

REQUEST = b"POST /save HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"


def echo(environ, start_response):
    """Answer with the parts of the environment that a test looks at."""
    content = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"] or 0))
    names = ("REQUEST_METHOD", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING")
    lines = [f"{name}={environ[name]}" for name in names]
    lines += [
        f"{key}={environ[key]}" for key in sorted(environ) if key.startswith("HTTP_")
    ]
    lines += [f"body={len(content)}"]
    answer = "\n".join(lines).encode("latin-1")
    start_response("200 OK", [("Content-Length", str(len(answer)))])
    return [answer]


def opened(port, data=b""):
    client = socket.create_connection(("127.0.0.1", port), timeout=10)
    client.sendall(data)
    return client


def get(port, path="/", **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    try:
        return answer.status, answer.read()
    finally:
        connection.close()


def is_closed(client):
    """Whether the server ends the connection; otherwise the socket times out."""
    try:
        while client.recv(65_536):
            pass
    except ConnectionError:
        return True
    return True


@pytest.mark.parametrize("number", [8, 80, 800])
@pytest.mark.parametrize("data", [b"", b"GET / HT", REQUEST, REQUEST + b"half"])
def test_silent_clients_leave_others_alone(serving, number, data):
    port = serving(echo, most_connections=2_000)
    clients = [opened(port, data) for _ in range(number)]
    assert get(port)[0] == 200
    assert get(port, "/desk/")[0] == 200
    for client in clients:
        client.close()


@pytest.mark.parametrize(
    "data",
    [b"GET / HT", b"GET / HTTP/1.1\r\nX: 1\r\n", REQUEST, REQUEST + b"half"],
)
def test_silent_clients_are_ended(hurried, serving, data):
    port = serving(echo)
    with opened(port, data) as client:
        assert is_closed(client)


def test_an_unused_connection_is_closed_and_not_reset(serving):
    port = serving(echo, idle_seconds=0.3)
    with opened(port) as client:
        assert client.recv(1) == b""


def test_a_connection_opened_ahead_may_be_used_late(hurried, serving):
    port = serving(echo)
    with opened(port) as client:
        time.sleep(1.5)  # longer than headers may take
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("start", [b"GET / HTTP/1.1\r\nX-A: ", REQUEST])
def test_dripping_clients_are_ended(hurried, serving, start):
    port = serving(echo)
    with opened(port, start) as client:
        began = time.monotonic()
        with pytest.raises(ConnectionError):
            while time.monotonic() - began < 9:
                client.sendall(b"a")
                time.sleep(0.05)


def test_endless_headers_are_ended(serving):
    port = serving(echo)
    with (
        opened(port, b"GET / HTTP/1.1\r\n") as client,
        pytest.raises(ConnectionError),
    ):
        for number in range(100_000):
            client.sendall(b"X-%d: %s\r\n" % (number, b"a" * 1_000))


def test_an_idle_connection_gives_way_to_a_new_one(serving):
    port = serving(echo, most_connections=4)
    clients = [opened(port) for _ in range(4)]
    assert get(port)[0] == 200
    for client in clients:
        client.close()


def test_a_slow_reader_takes_no_thread(hurried, serving):
    def large(_environ, start_response):
        start_response("200 OK", [("Content-Length", str(40_000_000))])
        return (b"a" * 400_000 for _ in range(100))

    port = serving(large, idle_seconds=1)
    clients = [opened(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(20)]
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/")
    assert len(connection.getresponse().read()) == 40_000_000
    connection.close()
    for client in clients:
        client.close()


def test_public_pages_leave_the_directors_threads_free(serving):
    released = threading.Event()

    def slow(environ, start_response):
        if not environ["PATH_INFO"].startswith("/desk/"):
            released.wait(20)
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    port = serving(slow)
    with ThreadPoolExecutor(40) as others:
        waiting = [others.submit(get, port) for _ in range(40)]
        try:
            assert get(port, "/desk/club/")[0] == 200
        finally:
            released.set()
        assert {answer.result()[0] for answer in waiting} == {200}


def test_more_than_can_wait_is_refused_with_a_time_to_come_back(serving, monkeypatch):
    monkeypatch.setattr(application_module, "MOST_WAITING", 1)
    monkeypatch.setattr(application_module, "PUBLIC_THREADS", 1)
    released = threading.Event()

    def slow(_environ, start_response):
        released.wait(20)
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    port = serving(slow)
    with ThreadPoolExecutor(2) as others:
        waiting = [others.submit(get, port) for _ in range(2)]
        deadline = time.monotonic() + 10
        status, headers = 200, {}
        while status != 503 and time.monotonic() < deadline:
            connection = HTTPConnection("127.0.0.1", port, timeout=0.3)
            try:
                connection.request("GET", "/")
                answer = connection.getresponse()
                status, headers = answer.status, dict(answer.getheaders())
            except TimeoutError:
                pass
            finally:
                connection.close()
        released.set()
        assert {answer.result()[0] for answer in waiting} <= {200, 503}
    assert status == 503
    assert int(headers["retry-after"]) > 0


def test_health_tells_of_threads_that_never_come_back(serving, monkeypatch):
    monkeypatch.setattr(pools, "STUCK_SECONDS", 0.1)
    released = threading.Event()

    def stuck(_environ, start_response):
        released.wait(20)
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    port = serving(stuck)
    assert get(port, "/healthz") == (200, b"ok\n")
    with ThreadPoolExecutor(4) as others:
        waiting = [others.submit(get, port) for _ in range(4)]
        deadline = time.monotonic() + 10
        while get(port, "/healthz")[0] == 200 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert get(port, "/healthz")[0] == 503
        released.set()
        assert [answer.result()[0] for answer in waiting] == [200] * 4
    assert get(port, "/healthz")[0] == 200


def test_heavy_requests_wait_for_one_another_and_hold_nobody_up(serving, monkeypatch):
    monkeypatch.setattr(application_module, "is_heavy", lambda path: path == "/heavy/")
    released, running, most = threading.Event(), [], []

    def application(environ, start_response):
        if environ["PATH_INFO"] == "/heavy/":
            running.append(1)
            most.append(len(running))
            released.wait(20)
            running.pop()
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    port = serving(application)
    with ThreadPoolExecutor(16) as others:
        waiting = [others.submit(get, port, "/heavy/") for _ in range(16)]
        try:
            assert get(port)[0] == 200
            assert get(port, "/desk/")[0] == 200
        finally:
            released.set()
        answered = [answer.result()[0] for answer in waiting]
    assert set(answered) == {200, 503}
    assert max(most) == 1


def test_an_answer_is_kept_back_as_long_as_the_application_says(serving):
    def application(environ, start_response):
        delay = [("Crawford-Delay", "1")] if environ["PATH_INFO"] == "/slow/" else []
        start_response("404 Not Found", [("Content-Length", "0"), *delay])
        return [b""]

    port = serving(application)
    with ThreadPoolExecutor(40) as others:
        waiting = [others.submit(get, port, "/slow/") for _ in range(40)]
        assert get(port)[0] == 404  # the threads are free meanwhile
        assert not any(answer.done() for answer in waiting)
        assert {answer.result()[0] for answer in waiting} == {404}


class TestBody:
    def post(self, port, data, **headers):
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("POST", "/", body=data, headers=headers)
        answer = connection.getresponse()
        try:
            return answer.status, answer.read()
        finally:
            connection.close()

    @pytest.mark.parametrize("size", [0, 1, 70_000, 3_000_000])
    def test_it_arrives_whole(self, serving, size):
        status, answer = self.post(serving(echo), b"a" * size)
        assert status == 200
        assert answer.endswith(b"body=%d" % size)

    def test_it_arrives_whole_in_chunks(self, serving):
        status, answer = self.post(serving(echo), iter([b"a" * 1_000] * 50))
        assert status == 200
        assert answer.endswith(b"body=50000")

    def test_one_too_large_is_refused_in_words(self, serving, monkeypatch):
        monkeypatch.setattr(body, "MOST_BYTES", 1_000)
        monkeypatch.setattr(body, "MOST_DISCARDED", 4_000)
        port = serving(echo)
        assert self.post(port, b"a" * 2_000)[0] == 413
        assert self.post(port, b"a" * 1_000)[0] == 200


class TestEnvironment:
    def environment(self, port, path="/", **headers):
        status, answer = get(port, path, **headers)
        assert status == 200
        lines = answer.decode("latin-1").split("\n")
        return dict(line.split("=", 1) for line in lines)

    def test_the_path_and_the_query(self, serving):
        found = self.environment(serving(echo), "/a%20b/%C3%B8/?q=%C3%B8&r=1")
        assert found["PATH_INFO"].encode("latin-1").decode() == "/a b/ø/"
        assert found["QUERY_STRING"] == "q=%C3%B8&r=1"

    def test_no_header_moves_the_site_or_looks_like_the_proxys(self, serving):
        found = self.environment(
            serving(echo), **{"Script-Name": "/evil", "X_Forwarded_Proto": "https"}
        )
        assert found["SCRIPT_NAME"] == ""
        assert "HTTP_X_FORWARDED_PROTO" not in found

    def test_an_error_of_the_application_answers_500(self, serving):
        def broken(_environ, _start_response):
            raise ValueError

        assert get(serving(broken))[0] == 500
