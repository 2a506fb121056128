"""Checks regularly, without blocking, whether the web server still answers.

The supervisor watches its web servers from outside (`Watchdog`). A web server without
one, as systemd and containers run it, watches itself (`exit_when_hung`), for those
restart what has ended and not what is hung.
"""

import faulthandler
import select
import socket
import threading
import time
from typing import Final

from clubsite.run.network import Bind

EVERY_SECONDS: Final = 10.0
PATIENCE_SECONDS: Final = 10.0
MOST_MISSES: Final = 3
"""Missed answers in a row. A busy server answers late, a hung one never."""
HUNG_SECONDS: Final = MOST_MISSES * (EVERY_SECONDS + PATIENCE_SECONDS)
STEP_SECONDS: Final = 0.5
REQUEST: Final = b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n"


class Watchdog:
    """One health check at a time, for a loop that does other work in between.

    A process that has not answered yet since it was started may still be starting: its
    misses are not counted.
    """

    def __init__(self, bind: Bind) -> None:
        host = bind.local_host
        self._family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._address = (host, bind.port)
        self._connection: socket.socket | None = None
        self._is_sent = False
        self._due = 0.0
        self._deadline = 0.0
        self._pid: int | None = None
        self._has_answered = False
        self._misses = 0

    def look(self, pid: int | None, now: float) -> bool:
        """Continue the check; return True if the process must be replaced.

        `pid` is the process that should answer, `now` monotonic time. Never blocks.
        """
        if pid != self._pid:
            self._forget()
            self._pid, self._has_answered, self._misses = pid, False, 0
            self._due = now + EVERY_SECONDS
        if self._connection is None:
            if now >= self._due:
                self._ask(now)
        elif (answer := self._answer(self._connection, now)) is not None:
            self._forget()
            self._due = now + EVERY_SECONDS
            self._has_answered = self._has_answered or answer
            self._misses = 0 if answer else self._misses + 1
        return self._has_answered and self._misses >= MOST_MISSES

    def seconds(self, now: float) -> float:
        """Return the seconds that the loop may wait before the next call of `look`."""
        if self._connection is not None:
            return STEP_SECONDS
        return max(self._due - now, STEP_SECONDS)

    def _ask(self, now: float) -> None:
        self._connection = socket.socket(self._family, socket.SOCK_STREAM)
        self._connection.setblocking(False)
        self._is_sent = False
        self._deadline = now + PATIENCE_SECONDS
        self._connection.connect_ex(self._address)

    def _answer(self, connection: socket.socket, now: float) -> bool | None:
        """Return whether the answer was good; None while there may still be one."""
        try:
            if not self._is_sent and select.select([], [connection], [], 0)[1]:
                connection.sendall(REQUEST)
                self._is_sent = True
            if select.select([connection], [], [], 0)[0]:
                return b" 200 " in connection.recv(64)
        except OSError:
            return False
        return False if now >= self._deadline else None

    def _forget(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def answers(bind: Bind, *, timeout: float = 0.5) -> bool:
    """Return True if the web server answers `/healthz` within `timeout` seconds.

    A plain socket, because importing urllib would take 5 MB of memory permanently.
    """
    try:
        with socket.create_connection(
            (bind.local_host, bind.port), timeout=timeout
        ) as connection:
            connection.sendall(REQUEST)
            return b" 200 " in connection.recv(64)
    except OSError:
        return False


def exit_when_hung(
    bind: Bind, *, every: float = EVERY_SECONDS, limit: float = HUNG_SECONDS
) -> None:
    """End this process with status 1 once it has not answered for `limit` seconds.

    A thread asks `/healthz` every so many seconds, and each answer puts the end off;
    nothing is done before the first answer. The end is a timer of `faulthandler`, which
    needs no interpreter: a thread of Python could not run beside a call that never
    releases it. The stacks of all threads are written to standard error before.
    """

    def watch() -> None:
        while True:
            if answers(bind, timeout=PATIENCE_SECONDS):
                faulthandler.dump_traceback_later(limit, exit=True)
            time.sleep(every)

    threading.Thread(target=watch, name="watchdog", daemon=True).start()
