"""Silent, slow and greedy clients; bodies within limits; what WSGI is given."""

import asyncio
import contextlib
import errno
import json
import shutil
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from http.client import HTTPConnection
from itertools import islice
from urllib.parse import quote, unquote

import pytest
import uvicorn
from django.conf import settings as product
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import get_resolver

from clubsite import asgi, whole_bodies
from clubsite.asgi import Lanes, check
from clubsite.management.commands.web import (
    allow_many_connections,
    configured,
    say_alive,
)
from clubsite.run import network
from clubsite.run.network import Bind, listen
from clubsite.whole_bodies import WholeBodies
from matches.web import throttle
from matches.web.middleware import FAULT_HEADER

HEADERS = b"GET / HTTP/1.1\r\nHost: x\r\nCookie: a"
REQUEST = b"POST /save HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"
TOO_LARGE = b"POST /save HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n"
SESSION = {"Cookie": "crawford_session=abc"}
FORGED = {"Cookie": "crawford_session=abc; crawford_known=WyJhZGEiLCIxIl0:1vP:forged"}


def known(session="abc"):
    """Return the cookies of a browser in which somebody has logged in."""
    answer = HttpResponse()
    throttle.remember_browser(RequestFactory().get("/"), answer, "Ada")
    mark = answer.cookies[product.KNOWN_BROWSER_COOKIE_NAME].value
    return {"Cookie": f"crawford_session={session}; crawford_known={mark}"}


@pytest.fixture
def hurried(monkeypatch):
    """Shorten the deadlines, in a proportion that the tests can wait for."""
    monkeypatch.setattr(whole_bodies, "SILENT_SECONDS", 0.6)
    monkeypatch.setattr(whole_bodies, "TOTAL_SECONDS", 1.2)
    monkeypatch.setattr(whole_bodies, "DISCARD_SECONDS", 0.6)


@pytest.fixture
def serving():
    """Serve a WSGI application, and give the port."""
    allow_many_connections()
    with contextlib.ExitStack() as stack:
        yield lambda wsgi, *probe: stack.enter_context(_serving(Lanes(wsgi, *probe)))


@contextlib.contextmanager
def _serving(lanes):
    with listen(Bind("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(configured(WholeBodies(lanes, check)))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = server.force_exit = True
            thread.join()


def echo(environ, start_response):
    """Answer with the parts of the environment that a test looks at."""
    content = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    names = ("REQUEST_METHOD", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING")
    lines = [f"{name}={environ[name]}" for name in names]
    lines += [
        f"{key}={environ[key]}" for key in sorted(environ) if key.startswith("HTTP_")
    ]
    lines += [f"body={len(content)}"]
    answer = "\n".join(lines).encode("latin-1")
    start_response("200 OK", [("Content-Length", str(len(answer)))])
    return [answer]


def empty(start_response):
    start_response("200 OK", [("Content-Length", "0")])
    return [b""]


def opened(port, data=b""):
    client = socket.create_connection(("127.0.0.1", port), timeout=60)
    client.sendall(data)
    return client


def ask(port, path="/", data=None, **headers):
    """Return status, headers and content of an answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(connection):
        connection.request("GET" if data is None else "POST", path, data, headers)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()


def status(port, path="/", data=None, **headers):
    return ask(port, path, data, **headers)[0]


def everything_from(client):
    """Return what the server sends until it ends the connection."""
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := client.recv(65_536):
            parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("number", [8, 80, 800])
@pytest.mark.parametrize(
    "sent",
    [b"", HEADERS, REQUEST + b"half", TOO_LARGE + b"half"],
    ids=["nothing", "half headers", "half a body", "half of a body too large"],
)
def test_silent_clients_leave_others_alone(serving, monkeypatch, number, sent):
    # Nobody gives the silent ones up: whoever waited for one would wait for good.
    monkeypatch.setattr(whole_bodies, "SILENT_SECONDS", 3_600)
    monkeypatch.setattr(whole_bodies, "TOTAL_SECONDS", 3_600)
    monkeypatch.setattr(whole_bodies, "DISCARD_SECONDS", 3_600)
    port = serving(echo)
    with contextlib.ExitStack() as stack:
        for _ in range(number):
            stack.enter_context(opened(port, sent))
        for path in ("/", "/desk/", "/healthz"):
            assert status(port, path) == 200


def test_a_half_sent_body_is_given_up_with_a_sentence(hurried, serving):
    with opened(serving(echo), REQUEST + b"half") as client:
        answer = everything_from(client)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert whole_bodies.LATE.encode() in answer


def test_a_dripping_client_is_given_up(hurried, serving):
    with opened(serving(echo), REQUEST) as client, pytest.raises(ConnectionError):
        for _ in range(5_000):
            client.sendall(b"a")
            time.sleep(0.05)


def test_endless_headers_are_ended(serving):
    with (
        opened(serving(echo), b"GET / HTTP/1.1\r\n") as client,
        pytest.raises(ConnectionError),
    ):
        for number in range(100_000):
            client.sendall(b"X-%d: %s\r\n" % (number, b"a" * 1_000))


def test_headers_too_long_are_refused_in_one_piece_too(serving):
    code, _headers, page = ask(serving(echo), **{"X-Long": "a" * 70_000})
    assert (code, whole_bodies.LONG.encode() in page) == (431, True)


def test_a_connection_opened_ahead_may_be_used_late(hurried, serving):
    with opened(serving(echo)) as client:
        time.sleep(1.5)  # longer than a body may take
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 200")


def test_slow_readers_take_no_thread(serving):
    def large(_environ, start_response):
        start_response("200 OK", [("Content-Length", str(4_000_000))])
        return (b"a" * 40_000 for _ in range(100))

    port = serving(large)
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            client = stack.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
            client.connect(("127.0.0.1", port))
            client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert len(ask(port)[2]) == 4_000_000


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux alone")
def test_who_reads_nothing_is_hung_up_on(serving, monkeypatch):
    monkeypatch.setattr(network, "UNREAD_SECONDS", 1)
    closed = threading.Event()

    def endless(_environ, start_response):
        start_response("200 OK", [("Content-Length", str(10**9))])
        try:
            while not closed.wait(0):
                yield b"a" * 100_000
        finally:
            closed.set()

    port = serving(endless)
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        client.connect(("127.0.0.1", port))
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        client.settimeout(30)
        closed.wait(60)
        with pytest.raises(ConnectionError):
            while client.recv(65_536):
                pass
    closed.set()


def test_whoever_hung_up_while_waiting_is_not_served(serving):
    released, served = threading.Event(), []

    def slow(environ, start_response):
        served.append(environ["QUERY_STRING"])
        released.wait(60)
        return empty(start_response)

    port = serving(slow)
    holding = [
        opened(port, b"GET /?first HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(4)
    ]
    while len(served) < 4:
        time.sleep(0.01)
    for _ in range(20):
        opened(port, b"GET /?gone HTTP/1.1\r\nHost: x\r\n\r\n").close()
    time.sleep(2)  # the server notices it
    released.set()
    assert status(port, "/?last") == 200
    assert served == ["first"] * 4 + ["last"]
    for client in holding:
        client.close()


@pytest.mark.parametrize("cookies", [{}, FORGED], ids=["none", "forged"])
def test_strangers_leave_the_threads_of_known_browsers_free(serving, cookies):
    released = threading.Event()

    def slow(environ, start_response):
        if environ["QUERY_STRING"] == "slow":
            released.wait(60)
        return empty(start_response)

    port, desk = serving(slow), "/desk/cup/?slow"
    with ThreadPoolExecutor(40) as others:
        waiting = [
            others.submit(status, port, desk, data, **cookies)
            for data in (None, b"a=b") * 20
        ]
        try:
            assert status(port, "/desk/", **known()) == 200
            assert status(port, "/", b"a=b", **known()) == 200
            assert status(port, "/healthz") == 200
        finally:
            released.set()
        assert {answer.result() for answer in waiting} == {200}


@pytest.fixture
def holding(serving, settings, monkeypatch):
    """Serve an application that holds what comes from the first address."""
    settings.TRUSTED_PROXIES = 1
    monkeypatch.setattr(asgi, "TRY_SECONDS", 0.1)
    released, running, most = threading.Event(), [], []

    def application(environ, start_response):
        if environ["HTTP_X_FORWARDED_FOR"] == "192.0.2.1":
            running.append(1)
            most.append(len(running))
            released.wait(60)
            running.pop()
        return empty(start_response)

    yield serving(application), released, most
    released.set()


@pytest.mark.parametrize(
    ("lane", "path", "data"),
    [("sign-in", "/login/", b"a=b"), ("heavy", "/ruling/", None)],
)
def test_what_costs_much_waits_in_a_lane_of_its_own(holding, lane, path, data):
    port, released, most = holding
    here = {"X-Forwarded-For": "192.0.2.1"}
    elsewhere = {"X-Forwarded-For": "192.0.2.2"}
    with ThreadPoolExecutor(17) as others:
        waiting = [others.submit(status, port, path, data, **here) for _ in range(16)]
        too_many = 16 - asgi.MOST_FROM_ADDRESS[lane]
        refused = islice(as_completed(waiting, timeout=60), too_many)
        assert {answer.result() for answer in refused} == {503}
        assert status(port, **elsewhere) == 200
        last = others.submit(status, port, path, data, **elsewhere)
        time.sleep(0.3)
        assert not last.done()  # it has a place, and waits for its turn
        released.set()
        assert last.result() == 200
        answered = [answer.result() for answer in waiting]
    assert answered.count(200) == asgi.MOST_FROM_ADDRESS[lane]
    assert max(most) == 1


def test_a_known_browser_signs_in_beside_those_who_guess(holding):
    port, released, _most = holding
    with ThreadPoolExecutor(40) as others:
        here = {"X-Forwarded-For": "192.0.2.1", **FORGED}
        waiting = [
            others.submit(status, port, "/login/", b"a=b", **here) for _ in range(40)
        ]
        time.sleep(0.3)
        hall = {"X-Forwarded-For": "192.0.2.9", **known()}
        assert status(port, "/login/", **hall) == 200
        assert status(port, "/login/", b"a=b", **hall) == 200
        released.set()
        assert {answer.result() for answer in waiting} == {200, 503}


class TestHanging:
    @pytest.fixture(autouse=True)
    def _hurried(self, monkeypatch):
        monkeypatch.setattr(asgi, "PATIENCE_SECONDS", 0.3)
        monkeypatch.setattr(asgi, "PROBE_SECONDS", 0.3)

    @pytest.fixture
    def released(self):
        event = threading.Event()
        yield event
        event.set()

    def test_a_save_gets_a_sentence_and_who_waits_is_not_served_later(
        self, serving, released
    ):
        served = []

        def hung(environ, start_response):
            served.append(environ["QUERY_STRING"])
            released.wait(60)
            return empty(start_response)

        port = serving(hung, lambda: released.wait(60))
        with ThreadPoolExecutor(9) as directors:
            asked = [
                directors.submit(ask, port, f"/?{number}", b"a=b", **known())
                for number in range(9)
            ]
            answers = [answer.result() for answer in asked]
        assert {code for code, _headers, _page in answers} == {503}
        for _code, headers, page in answers:
            assert asgi.LATE.encode() in page
            assert unquote(headers[FAULT_HEADER.lower()]) == asgi.LATE
        released.set()
        assert status(port, "/?after", **known()) == 200
        assert len(served) == 4 + 1

    @pytest.mark.parametrize("fails", [False, True])
    def test_a_page_that_computes_long_is_waited_for(self, serving, fails):
        def long(_environ, start_response):
            time.sleep(1.5)
            return empty(start_response)

        def probe():
            if fails:
                raise OSError(errno.ENOSPC, "No space left on device")

        assert status(serving(long, probe)) == 200

    @pytest.mark.django_db(transaction=True)
    def test_the_probe_asks_the_database_and_the_disk(self, monkeypatch):
        asgi.write_and_read()
        monkeypatch.setattr(asgi.os, "fsync", self.full)
        with pytest.raises(OSError):
            asgi.write_and_read()

    def full(self, _file):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_systemd_is_told_that_the_server_works(tmp_path, monkeypatch):
    asyncio.run(say_alive())  # nobody wants to know
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        asyncio.run(say_alive())
        assert systemd.recv(100) == b"WATCHDOG=1"


def test_more_than_can_wait_is_refused_with_a_time_to_come_back(serving, monkeypatch):
    monkeypatch.setitem(asgi.MOST_PRESENT, "others", 2)
    monkeypatch.setattr(asgi, "TRY_SECONDS", 0.1)
    released, begun = threading.Event(), threading.Semaphore(0)

    def slow(_environ, start_response):
        begun.release()
        released.wait(60)
        return empty(start_response)

    port = serving(slow)
    with ThreadPoolExecutor(2) as others:
        waiting = [others.submit(status, port) for _ in range(2)]
        for _ in waiting:
            begun.acquire()
        code, headers, page = ask(port)
        released.set()
        assert {answer.result() for answer in waiting} == {200}
    assert code == 503
    assert int(headers["retry-after"]) > 0
    assert whole_bodies.BUSY.encode() in page


def test_a_place_that_becomes_free_is_taken(serving, monkeypatch):
    monkeypatch.setitem(asgi.MOST_PRESENT, "others", 1)
    released, begun = threading.Event(), threading.Event()

    def slow(environ, start_response):
        if environ["QUERY_STRING"] == "slow":
            begun.set()
            released.wait(60)
        return empty(start_response)

    port = serving(slow)
    with ThreadPoolExecutor(2) as others:
        first = others.submit(status, port, "/?slow")
        begun.wait(60)
        second = others.submit(status, port)
        time.sleep(0.3)
        released.set()
        assert (first.result(), second.result()) == (200, 200)


def test_an_answer_is_kept_back_as_long_as_the_application_says(serving):
    def application(environ, start_response):
        delay = [("Crawford-Delay", "5")] if environ["PATH_INFO"] == "/slow/" else []
        start_response("404 Not Found", [("Content-Length", "0"), *delay])
        return [b""]

    port = serving(application)
    with ThreadPoolExecutor(40) as others:
        waiting = [others.submit(ask, port, "/slow/") for _ in range(40)]
        assert status(port) == 404  # the threads are free meanwhile
        assert not any(answer.done() for answer in waiting)
        answers = [answer.result() for answer in waiting]
    assert {answer[0] for answer in answers} == {404}
    assert not any("crawford-delay" in answer[1] for answer in answers)


class TestBody:
    @pytest.mark.parametrize("size", [0, 1, 70_000, 256 * 1024])
    def test_it_arrives_whole(self, serving, size):
        code, _headers, answer = ask(serving(echo), data=b"a" * size)
        assert code == 200
        assert answer.endswith(b"body=%d" % size)

    def test_one_too_large_is_refused_in_words_after_it_was_sent(self, serving):
        code, headers, page = ask(serving(echo), data=b"a" * 20_000_000)
        assert code == 413
        assert headers["content-type"].startswith("text/html")
        assert b"<p>More than 256 KB cannot be sent to this page.</p>" in page

    def test_the_api_refuses_one_too_large_as_it_refuses_all_else(self, serving):
        port, path = serving(echo), "/api/v1/tournaments/"
        code, headers, answer = ask(port, path, data=b"a" * 1_000_000)
        assert code == 413
        assert headers["content-type"].startswith("application/json")
        problem = json.loads(answer)
        assert problem["code"] == "api.body_too_large"
        assert problem["values"] == {"most": 256 * 1024}
        assert f"{256 * 1024} bytes" in problem["message"]

    def test_one_without_a_length_is_refused(self, serving):
        assert status(serving(echo), data=iter([b"a" * 1_000] * 50)) == 411

    def test_files_are_taken_from_sessions_where_files_belong(
        self, serving, monkeypatch
    ):
        monkeypatch.setattr(asgi, "_is_session", lambda key: key == "abc")
        monkeypatch.setattr(asgi, "MOST_BYTES_OF_FILES", 4_000_000)
        port, path = serving(echo), "/desk/new/file/"
        code, _headers, answer = ask(port, path, b"a" * 3_000_000, **SESSION)
        assert (code, answer[-12:]) == (200, b"body=3000000")
        assert status(port, path, b"a" * 4_000_001, **SESSION) == 413
        assert status(port, "/desk/", b"a" * 3_000_000, **SESSION) == 413
        assert status(port, path, b"a" * 3_000_000) == 413
        other = {"Cookie": "crawford_session=other"}
        assert status(port, path, b"a" * 3_000_000, **other) == 413

    @pytest.fixture
    def files(self, serving, monkeypatch, settings):
        monkeypatch.setattr(asgi, "_is_session", lambda key: key == "abc")
        settings.TRUSTED_PROXIES = 1
        port = serving(echo)
        start = b"POST /desk/new/file/ HTTP/1.1\r\nHost: x\r\n"
        start += b"Content-Length: 300000\r\nCookie: crawford_session=abc\r\n"
        start += b"X-Forwarded-For: "
        return lambda address, sent: opened(port, start + address + b"\r\n\r\n" + sent)

    def test_files_from_one_address_take_turns(self, files):
        here, half = b"192.0.2.1", b"a" * 150_000
        with contextlib.ExitStack() as stack:
            first, _second, third, other = (
                stack.enter_context(files(address, sent))
                for address, sent in (
                    (here, half),
                    (here, half),
                    (here, half * 2),
                    (b"192.0.2.2", half * 2),
                )
            )
            assert other.recv(12) == b"HTTP/1.1 200"
            third.settimeout(0.5)
            with pytest.raises(TimeoutError):
                third.recv(12)
            first.sendall(half)
            third.settimeout(10)
            assert first.recv(12) == third.recv(12) == b"HTTP/1.1 200"

    def test_who_waits_too_long_for_a_turn_is_asked_to_come_back(
        self, files, monkeypatch
    ):
        monkeypatch.setattr(whole_bodies, "TURN_SECONDS", 0.3)
        with contextlib.ExitStack() as stack:
            for _ in range(2):
                stack.enter_context(files(b"192.0.2.1", b"half"))
            third = stack.enter_context(files(b"192.0.2.1", b"half"))
            assert third.recv(12) == b"HTTP/1.1 503"

    @pytest.mark.parametrize(
        ("total", "free", "taken"),
        [
            (100 << 30, (500 << 20) + 400_000, True),
            (100 << 30, (500 << 20) + 200_000, False),
            (150 << 20, (15 << 20) + 400_000, True),
            (150 << 20, (15 << 20) + 200_000, False),
        ],
    )
    def test_no_file_is_read_that_would_fill_the_disk(
        self, files, monkeypatch, total, free, taken
    ):
        usage = shutil.disk_usage("/")._replace(total=total, free=free)
        monkeypatch.setattr(whole_bodies.shutil, "disk_usage", lambda _path: usage)
        with files(b"192.0.2.1", b"a" * 300_000 if taken else b"") as client:
            answer = client.recv(2_000)
        assert answer.startswith(b"HTTP/1.1 200" if taken else b"HTTP/1.1 503")
        assert taken or quote(whole_bodies.FULL).encode() in answer

    def test_a_disk_that_fills_meanwhile_ends_a_file(self, files, monkeypatch):
        usage = shutil.disk_usage("/")._replace(total=100 << 30, free=1 << 30)
        room = iter([usage])
        monkeypatch.setattr(
            whole_bodies.shutil,
            "disk_usage",
            lambda _path: next(room, usage._replace(free=400 << 20)),
        )
        with files(b"192.0.2.1", b"a" * 299_999) as client:
            assert client.recv(12) == b"HTTP/1.1 503"

    def test_there_is_a_limit_for_all_together(self, serving, monkeypatch):
        monkeypatch.setitem(whole_bodies.MOST_HELD, "others", 500_000)
        write, written = whole_bodies._write, []

        def noted(body, chunk):
            write(body, chunk)
            written.append(len(chunk))

        monkeypatch.setattr(whole_bodies, "_write", noted)
        port, body = serving(echo), b"a" * 200_000
        start = REQUEST.replace(b"1000", b"200000")
        with contextlib.ExitStack() as stack:
            for _ in range(2):
                stack.enter_context(opened(port, start + body[1:]))
            while sum(written) < 2 * len(body[1:]):
                time.sleep(0.01)
            assert status(port, data=body) == 503
            assert status(port, data=body, **FORGED) == 503
            assert status(port, data=body, **known()) == 200
        for _ in range(600):  # until the server notices that the clients are gone
            if status(port, data=body) == 200:
                return
            time.sleep(0.1)
        pytest.fail("what the clients held is held for good")

    def test_a_full_disk_is_said(self, serving, monkeypatch):
        def full(*_arguments):
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(whole_bodies.SpooledTemporaryFile, "write", full)
        code, _headers, page = ask(serving(echo), data=b"a")
        assert (code, whole_bodies.FULL.encode() in page) == (503, True)


def test_the_addresses_that_take_files_exist():
    names = {key for key in get_resolver().reverse_dict if isinstance(key, str)}
    assert names >= asgi.TAKE_FILES


@pytest.mark.django_db(transaction=True)
def test_a_session_is_known_by_its_cookie(client):
    client.session["seen"] = True
    session = client.session
    session["seen"] = True
    session.save()
    assert asgi._is_session(session.session_key)
    assert not asgi._is_session("another")
    assert not asgi._is_session("")


class TestEnvironment:
    def environment(self, port, path="/", **headers):
        code, _headers, answer = ask(port, path, **headers)
        assert code == 200
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

    def test_under_a_path_only_that_path_is_answered(self, serving, settings):
        settings.SITE_PATH = "/club"
        port = serving(echo)
        found = self.environment(port, "/club/desk/?a=b")
        assert (found["SCRIPT_NAME"], found["PATH_INFO"]) == ("/club", "/desk/")
        assert self.environment(port, "/club")["PATH_INFO"] == "/"
        assert [status(port, path) for path in ("/", "/clubs/", "/healthz")] == [
            *(404, 404, 200)
        ]

    @pytest.mark.django_db
    def test_signs_of_life_are_shown_to_whoever_asks_by_any_name(self, serving):
        port = serving(WSGIHandler())
        assert ask(port, "/healthz", Host="10.0.0.7:8000")[::2] == (200, b"ok\n")
        assert status(port, "/privacy/", Host="10.0.0.7:8000") == 400

    def test_an_error_of_the_application_answers_500(self, serving):
        def broken(_environ, _start_response):
            raise ValueError

        assert status(serving(broken)) == 500
