"""Many phones in one process: `python -m benchmarks.phone_client`, a plan on stdin.

Each phone keeps one connection open, as browsers do, and asks every five seconds, give
or take a fifth. An answer is timed from the moment when the phone meant to ask.
"""

import asyncio
import gc
import gzip
import json
import os
import random
import re
import resource
import sys
import time
from dataclasses import dataclass, field
from typing import Any

MARK = re.compile(rb'hx-get="[^"]*[?;]f=([^"&]+)"')
SHAKE = 0.2
TIMEOUT = 30.0


@dataclass
class Plan:
    """What to do: `saves` are lines for the result box, one each `interval` seconds."""

    port: int
    path: str
    phones: int
    seconds: float
    interval: float = 5.0
    core: int | None = None
    opens: bool = False
    saves: list[str] = field(default_factory=list)
    save_path: str = ""
    cookie: str = ""
    token: str = ""


@dataclass
class Found:
    """What was measured: times in milliseconds, and the bytes of answers with news."""

    unchanged: list[float] = field(default_factory=list)
    news: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    asked_soon: int = 0
    errors: int = 0


class Connection:
    """A connection that stays open, and is opened again when the server closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        """Return status, headers and body."""
        for attempt in (1, 2):
            try:
                async with asyncio.timeout(TIMEOUT):
                    return await self._ask(request)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if attempt == 2:
                    raise
        raise AssertionError

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
        self._streams = None

    async def _ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        found = re.search(rb"content-length: (\d+)", head)
        body = await reader.readexactly(int(found[1])) if found else b""
        if b"connection: close" in head:
            self.close()
        return int(head[9:12]), head, body


class Phones:
    """All phones of a plan, and the director who saves results meanwhile."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.found = Found()
        self._saved: list[float] = []
        self._marks: dict[bytes, str] = {}
        self._end = 0.0

    async def run(self) -> Found:
        if self.plan.opens:
            await asyncio.gather(*(self._opening() for _ in range(self.plan.phones)))
            return self.found
        first = Connection(self.plan.port)
        _status, _head, body = await first.ask(self.request(self.plan.path))
        first.close()
        mark = self._mark_in(gzip.decompress(body))
        begin = time.monotonic()
        self._end = begin + self.plan.seconds
        tasks = [self._phone(mark) for _ in range(self.plan.phones)]
        await asyncio.gather(self._director(), *tasks)
        return self.found

    async def _opening(self) -> None:
        """Open the page once, at some moment of an interval."""
        wait = random.random() * self.plan.interval
        await asyncio.sleep(wait)
        meant = time.monotonic()
        connection = Connection(self.plan.port)
        try:
            status, _head, body = await connection.ask(self.request(self.plan.path))
        except (OSError, EOFError, TimeoutError):
            status, body = 0, b""
        self._note(meant, status, len(body))
        connection.close()

    async def _phone(self, mark: str) -> None:
        connection = Connection(self.plan.port)
        due = time.monotonic() + random.random() * self.plan.interval
        shown = 0
        while due < self._end:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            saved = len(self._saved)
            asked = f"{self.plan.path}?f={mark}"
            try:
                status, head, body = await connection.ask(
                    self.request(asked, "HX-Request: true\r\n")
                )
            except (OSError, EOFError, TimeoutError):
                status, head, body = 0, b"", b""
                connection.close()
            self._note(due, status, len(body))
            if status == 200:
                mark = self._mark_of(body)
                if saved > shown:
                    age = time.monotonic() - self._saved[saved - 1]
                    self.found.shown.append(age * 1000)
                    shown = saved
            if b"hx-trigger: soon" in head:
                self.found.asked_soon += 1
                due = time.monotonic() + 0.3 + 0.3 * random.random()
                continue
            shake = 1 - SHAKE + 2 * SHAKE * random.random()
            due = max(due + self.plan.interval * shake, time.monotonic())
        connection.close()

    def _note(self, meant: float, status: int, size: int) -> None:
        taken = (time.monotonic() - meant) * 1000
        if status == 204:
            self.found.unchanged.append(taken)
        elif status in {200, 304}:
            self.found.news.append(taken)
            self.found.sizes.append(size)
        else:
            self.found.errors += 1

    async def _director(self) -> None:
        if not self.plan.saves:
            return
        connection = Connection(self.plan.port)
        await connection.ask(self._desk())
        for number, line in enumerate(self.plan.saves):
            due = self._end - self.plan.seconds + (number + 0.5) * self.plan.interval
            if due > self._end - 1:
                break
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            meant = time.monotonic()
            status, _head, _body = await connection.ask(self._save(line))
            now = time.monotonic()
            self.found.saves.append((now - meant) * 1000)
            self._saved.append(now)
            if status not in {200, 302}:
                self.found.errors += 1
        connection.close()

    def request(self, path: str, more: str = "") -> bytes:
        """Return what a phone sends."""
        return (
            f"GET {path} HTTP/1.1\r\nHost: localhost:{self.plan.port}\r\n"
            "User-Agent: Mozilla/5.0 (Linux; Android 15) Mobile\r\n"
            "Accept: text/html,*/*\r\nAccept-Encoding: gzip, deflate\r\n"
            f"Accept-Language: en-GB,en;q=0.9,da;q=0.8\r\n{more}\r\n"
        ).encode()

    def _desk(self) -> bytes:
        """Return what a director's browser sends to open the desk."""
        path = self.plan.save_path.removesuffix("results/")
        return self.request(path, f"Cookie: {self.plan.cookie}\r\n")

    def _save(self, line: str) -> bytes:
        body = f"line={line.replace(' ', '+')}"
        return (
            f"POST {self.plan.save_path} HTTP/1.1\r\nHost: localhost:{self.plan.port}"
            f"\r\nCookie: {self.plan.cookie}\r\nX-CSRFToken: {self.plan.token}\r\n"
            "HX-Request: true\r\nAccept-Encoding: gzip\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        ).encode()

    def _mark_of(self, body: bytes) -> str:
        """Return the mark in a compressed answer; most phones get the same bytes."""
        if body not in self._marks:
            self._marks[body] = self._mark_in(gzip.decompress(body))
        return self._marks[body]

    def _mark_in(self, page: bytes) -> str:
        found = MARK.search(page)
        assert found, page[:2000]
        return found[1].decode()


def rate(port: int, path: str, more: str, *, connections: int, seconds: float) -> float:
    """Return the answers a second over connections that are never idle."""
    plan = Plan(port=port, path=path, phones=connections, seconds=seconds)
    request = Phones(plan).request(path, more)

    async def asking() -> int:
        connection, count = Connection(port), 0
        while time.monotonic() < end:
            await connection.ask(request)
            count += 1
        connection.close()
        return count

    async def all_of_them() -> int:
        return sum(await asyncio.gather(*(asking() for _ in range(connections))))

    began = time.monotonic()
    end = began + seconds
    return asyncio.run(all_of_them()) / (time.monotonic() - began)


def main() -> None:
    plan = Plan(**json.load(sys.stdin))
    if plan.core is not None:
        os.sched_setaffinity(0, {plan.core})
    gc.disable()  # thousands of phones have no pause in common
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    found: dict[str, Any] = vars(asyncio.run(Phones(plan).run()))
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
