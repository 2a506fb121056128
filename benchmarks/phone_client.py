"""Many phones in one process, and those who mean harm: a plan on stdin.

Each phone keeps one connection open, as browsers do, and asks every few seconds, give
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
from contextlib import suppress
from dataclasses import dataclass, field

MARK = re.compile(rb'hx-get="[^"]*[?;]f=([^"&]+)"')
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
SHAKE = 0.2
TIMEOUT = 30.0
LOST = (OSError, EOFError, TimeoutError)


@dataclass
class Plan:
    """What to do: `saves` are lines for the result box, one each `interval` seconds.

    `sign_in` is what a director sends to log in, after every fourth save. `attack` and
    `attackers` are what connections do meanwhile, and how many there are.
    """

    port: int
    path: str
    phones: int
    seconds: float
    interval: float = 5.0
    core: int | None = None
    saves: list[str] = field(default_factory=list)
    save_path: str = ""
    cookie: str = ""
    token: str = ""
    sign_in: str = ""
    attack: str = ""
    attackers: int = 0


@dataclass
class Found:
    """What was measured: times in milliseconds, and the bytes of answers with news."""

    polls: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    sign_ins: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    errors: int = 0


class Connection:
    """A connection that stays open, and is opened again when the server closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Return the status and the body."""
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

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        found = re.search(rb"content-length: (\d+)", head)
        body = await reader.readexactly(int(found[1])) if found else b""
        if b"connection: close" in head:
            self.close()
        if b"content-encoding: gzip" in head:
            self.sent = len(body)
            body = gzip.decompress(body)
        return int(head[9:12]), body

    sent = 0
    """The bytes of the last compressed answer."""


class Phones:
    """All phones of a plan, and the director who saves results meanwhile."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.found = plan, Found()
        self._end = 0.0

    async def run(self) -> Found:
        first = Connection(self.plan.port)
        _status, body = await first.ask(self._request(self.plan.path))
        first.close()
        mark = MARK.search(body)
        assert mark, body[:2000]
        self._end = time.monotonic() + self.plan.seconds
        attackers = [
            asyncio.create_task(self._attack()) for _ in range(self.plan.attackers)
        ]
        phones = [self._phone(mark[1].decode()) for _ in range(self.plan.phones)]
        await asyncio.gather(self._director(), *phones)
        for attacker in attackers:
            attacker.cancel()
        return self.found

    async def _phone(self, mark: str) -> None:
        connection = Connection(self.plan.port)
        due = time.monotonic() + random.random() * self.plan.interval
        while due < self._end:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            asked = f"{self.plan.path}?f={mark}"
            try:
                status, body = await connection.ask(
                    self._request(asked, "HX-Request: true\r\n")
                )
            except LOST:
                status, body = 0, b""
                connection.close()
            self.found.polls.append((time.monotonic() - due) * 1000)
            if status == 200:
                self.found.sizes.append(connection.sent)
                mark = MARK.search(body)[1].decode()
            elif status != 204:
                self.found.errors += 1
            shake = 1 - SHAKE + 2 * SHAKE * random.random()
            due = max(due + self.plan.interval * shake, time.monotonic())
        connection.close()

    async def _director(self) -> None:
        begin = time.monotonic()
        for number, line in enumerate(self.plan.saves):
            due = begin + (number + 0.5) * self.plan.interval
            if due > self._end - 1:
                break
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            body = f"line={line.replace(' ', '+')}"
            self.found.saves.append(await self._posted(self.plan.save_path, body, due))
            if self.plan.sign_in and number % 4 == 0:
                began = time.monotonic()
                took = await self._posted("/login/", self.plan.sign_in, began)
                self.found.sign_ins.append(took)

    async def _posted(self, path: str, body: str, due: float) -> float:
        """Send a form; return the milliseconds from the moment it was due."""
        connection = Connection(self.plan.port)
        try:
            status, _body = await connection.ask(self._form(path, body))
        except LOST:
            status = 0
        connection.close()
        self.found.errors += status not in {200, 302}
        return (time.monotonic() - due) * 1000

    async def _attack(self) -> None:
        """Do harm on one connection after another."""
        head = f"POST /login/ HTTP/1.1\r\nHost: localhost:{self.plan.port}\r\n"
        wrong = f"csrfmiddlewaretoken={self.plan.token}&login=Nobody&password=wrong"
        cookies = self.plan.cookie.split("; ")
        (token,) = (cookie for cookie in cookies if "csrf" in cookie)
        form = f"{head}Cookie: {token}\r\n{FORM}"
        sent = {
            "headers": head,
            "half bodies": f"{head}Content-Length: 90000\r\n\r\nab",
            "large half bodies": f"{head}Content-Length: 9000000\r\n\r\nab",
            "wrong passwords": f"{form}Content-Length: {len(wrong)}\r\n\r\n{wrong}",
            "uploads": f"{head}Content-Length: 50000000\r\n\r\n{'x' * 100_000}",
        }[self.plan.attack].encode()
        while True:
            with suppress(*LOST):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self.plan.port
                )
                writer.write(sent)
                await reader.read(1000)
                writer.close()
            await asyncio.sleep(0.1)

    def _request(self, path: str, more: str = "") -> bytes:
        """Return what a phone sends."""
        return (
            f"GET {path} HTTP/1.1\r\nHost: localhost:{self.plan.port}\r\n"
            "User-Agent: Mozilla/5.0 (Linux; Android 15) Mobile\r\n"
            "Accept: text/html,*/*\r\nAccept-Encoding: gzip, deflate\r\n"
            f"Accept-Language: en-GB,en;q=0.9,da;q=0.8\r\n{more}\r\n"
        ).encode()

    def _form(self, path: str, body: str) -> bytes:
        return (
            f"POST {path} HTTP/1.1\r\nHost: localhost:{self.plan.port}"
            f"\r\nCookie: {self.plan.cookie}\r\nX-CSRFToken: {self.plan.token}\r\n"
            "HX-Request: true\r\nAccept-Encoding: gzip\r\n"
            f"{FORM}Content-Length: {len(body)}\r\n\r\n{body}"
        ).encode()


def main() -> None:
    plan = Plan(**json.load(sys.stdin))
    if plan.core is not None:
        os.sched_setaffinity(0, {plan.core})
    gc.disable()  # thousands of phones have no pause in common
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    json.dump(vars(asyncio.run(Phones(plan).run())), sys.stdout)


if __name__ == "__main__":
    main()
