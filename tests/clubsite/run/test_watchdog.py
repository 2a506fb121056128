"""The watchdog: patient at the start, strict with silence, never waiting itself."""

import contextlib
import socket
import subprocess
import sys
import threading
import time

import pytest

from clubsite.run.network import Bind
from clubsite.run.watchdog import EVERY_SECONDS, MOST_MISSES, PATIENCE_SECONDS, Watchdog
from clubsite.settings import BASE_DIR


class Server:
    """Accepts; answers with `answer`, or never where that is empty."""

    def __init__(self):
        self.answer = b"HTTP/1.1 200 OK\r\n\r\nok\n"
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.held = []
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.held.append(connection)
                connection.recv(100)
                if self.answer:
                    connection.sendall(self.answer)
                    connection.close()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for connection in self.held:
            connection.close()
        self.thread.join()


@pytest.fixture
def server():
    server = Server()
    yield server
    with contextlib.suppress(OSError):
        server.close()


@pytest.fixture
def asked(server):
    """Ask one question of the process and give what the watchdog says of it."""
    watchdog = Watchdog(Bind("127.0.0.1", server.listener.getsockname()[1]))
    clock = [0.0]

    def ask(pid=1):
        watchdog.look(pid, clock[0])
        clock[0] += EVERY_SECONDS
        verdict = watchdog.look(pid, clock[0])
        for _ in range(2_000):  # real answers need real time
            if watchdog._connection is None:
                return verdict
            threading.Event().wait(0.001 if server.answer else 0)
            clock[0] += 0 if server.answer else PATIENCE_SECONDS / 10
            verdict = watchdog.look(pid, clock[0])
        raise AssertionError

    return ask


def test_an_answering_server_is_left_alone(asked):
    assert not any(asked() for _ in range(10))


def test_a_silent_one_is_replaced_after_some_questions(asked, server):
    asked()
    server.answer = b""
    verdicts = [asked() for _ in range(MOST_MISSES)]
    assert verdicts == [False] * (MOST_MISSES - 1) + [True]


def test_one_that_says_it_is_stuck_is_replaced_too(asked, server):
    asked()
    server.answer = b"HTTP/1.1 503 Service Unavailable\r\n\r\nstuck\n"
    assert [asked() for _ in range(MOST_MISSES)][-1]


def test_a_refused_connection_counts_as_silence(asked, server):
    asked()
    server.close()
    assert [asked() for _ in range(MOST_MISSES)][-1]


def test_an_answer_between_begins_the_count_again(asked, server):
    asked()
    good, server.answer = server.answer, b""
    asked()
    asked()
    server.answer = good
    assert not asked()
    server.answer = b""
    assert not asked()


def test_a_slow_start_is_awaited(asked, server):
    server.answer = b""
    assert not any(asked() for _ in range(10))


def test_a_new_process_begins_with_a_clean_slate(asked, server):
    asked(pid=1)
    server.answer = b""
    verdicts = [asked(pid=1) for _ in range(MOST_MISSES)]
    assert verdicts[-1]
    assert not any(asked(pid=2) for _ in range(5))


HANGING = """
import http.server, re, sys, threading
from clubsite.run.network import Bind
from clubsite.run.watchdog import exit_when_hung

class Healthy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

server = http.server.HTTPServer(("127.0.0.1", 0), Healthy)
threading.Thread(target=server.serve_forever, daemon=True).start()
exit_when_hung(Bind("127.0.0.1", server.server_port), every=0.1, limit=1.0)
print("serving", flush=True)
sys.stdin.readline()
# A call that never lets another thread of Python run.
re.match("(a|aa)*b", "a" * 90)
"""


def test_a_server_without_a_supervisor_ends_itself_when_it_hangs():
    with subprocess.Popen(
        [sys.executable, "-c", HANGING],
        cwd=BASE_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "serving\n"
        time.sleep(2.5)
        assert process.poll() is None, "it answers"
        _, told = process.communicate("hang\n", timeout=30)
    assert process.returncode == 1
    assert "most recent call first" in told
    assert "in match" in told, "the stack says where it hangs"
