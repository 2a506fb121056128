"""Guesses, hang-ups and large files from very many connections, beside a director.

The figures are printed; what a quiet machine has to reach is H3 of `./run bench hall`.
"""

import asyncio
import contextlib
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.fault.test_data_out_of_reach import disk, timed
from tests.fault.visitor import (
    ACCOUNT,
    FOUND,
    Answer,
    Visitor,
    new_tournament,
    signed_up,
)
from tests.live import Live, start_live

pytestmark = [pytest.mark.fault, pytest.mark.nightly]

HALL, HOME = "203.0.113.9", "198.51.100.7"
TOKEN = "x" * 32
SIGN_IN = {"login": ACCOUNT["username"], "password": ACCOUNT["password"]}
FILE_BYTES = 50_000_000
LONGEST_SECONDS = 20.0
CHUNK = b"x" * 500_000


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with start_live(tmp_path / "var", CRAWFORD_PROXY="1") as running:
        yield running


def guess(number: int, address: str = HALL) -> bytes:
    """Return a wrong password for some name."""
    typed = {"csrfmiddlewaretoken": TOKEN, "login": f"Nobody {number}"}
    body = urlencode({**typed, "password": "a guess or two"})
    return (
        "POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Cookie: crawford_csrf={TOKEN}; crawford_known=forged\r\n"
        f"X-Forwarded-For: {address}\r\nContent-Length: {len(body)}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
        f"{body}"
    ).encode()


class Flood:
    """Connections that do harm in a thread, one after another, until the block ends."""

    pause = 0.05

    def __init__(self, live: Live, number: int) -> None:
        self.statuses: Counter[str] = Counter()
        self._port = int(live.url.rpartition(":")[2])
        self._number, self._is_over = number, threading.Event()

    async def act(
        self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> str:
        """Send one request, and return the status."""
        writer.write(guess(number))
        return (await reader.readexactly(12))[9:].decode()

    def __enter__(self) -> "Flood":
        self._thread = threading.Thread(target=lambda: asyncio.run(self._all()))
        self._thread.start()
        time.sleep(1.0)
        return self

    def __exit__(self, *_error: object) -> None:
        self._is_over.set()
        self._thread.join()

    async def _all(self) -> None:
        await asyncio.gather(*(self._client(number) for number in range(self._number)))
        await asyncio.sleep(0.5)  # all connections are closed by then

    async def _client(self, number: int) -> None:
        while not self._is_over.is_set():
            with contextlib.suppress(OSError, EOFError):
                opened = await asyncio.open_connection("127.0.0.1", self._port)
                try:
                    async with asyncio.timeout(LONGEST_SECONDS):
                        self.statuses[await self.act(number, *opened)] += 1
                finally:
                    opened[1].close()
            await asyncio.sleep(self.pause)


class HangUps(Flood):
    """Guesses whose clients do not wait for an answer."""

    pause = 1.0

    async def act(
        self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> str:
        writer.write(guess(number))
        await writer.drain()
        return "gone"


class Files(Flood):
    """Large files of somebody with a session, from as many addresses."""

    def __init__(self, live: Live, number: int, session: str) -> None:
        super().__init__(live, number)
        self._session = session

    async def act(
        self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> str:
        writer.write(
            "POST /desk/new/file/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Cookie: crawford_session={self._session}\r\n"
            f"X-Forwarded-For: 192.0.2.{number}\r\n"
            f"Content-Length: {FILE_BYTES}\r\n\r\n".encode()
        )
        for _ in range(FILE_BYTES // len(CHUNK)):
            writer.write(CHUNK)
            await writer.drain()
        return (await reader.readexactly(12))[9:].decode()


def from_address(visitor: Visitor, address: str) -> Visitor:
    visitor.headers["X-Forwarded-For"] = address
    return visitor


def sign_in(visitor: Visitor) -> Answer:
    visitor.get("/login/")
    return visitor.post("/login/", **SIGN_IN)


def told(
    capsys: pytest.CaptureFixture[str], what: str, seconds: list[float], flood: Flood
) -> None:
    """Print the figures of a flood."""
    slowest, median = max(seconds), sorted(seconds)[len(seconds) // 2]
    with capsys.disabled():
        print(f"\n{what}: median {median:.2f} s, slowest {slowest:.2f} s;", end=" ")
        print(f"the others got {dict(flood.statuses)}")


@pytest.mark.parametrize(("kind", "number"), [(Flood, 230), (HangUps, 200)])
def test_a_director_signs_in_while_others_guess(
    live: Live, capsys: pytest.CaptureFixture[str], kind: type[Flood], number: int
) -> None:
    known = from_address(signed_up(live.url, live.setup_url), HALL)
    with kind(live, number) as flood:
        for what, visitors in (
            ("a known browser in the same hall", [known] * 6),
            (
                "new browsers elsewhere",
                [from_address(Visitor(live.url), HOME) for _ in range(6)],
            ),
        ):
            answers = [timed(sign_in, visitor) for visitor in visitors]
            assert {answer.status for _seconds, answer in answers} == {FOUND}
            told(capsys, what, [seconds for seconds, _answer in answers], flood)


def test_large_files_fill_no_disk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with disk(tmp_path / "disk", 150) as place:
        files = place / "tmp"
        files.mkdir()
        more = {"TMPDIR": str(files), "CRAWFORD_PROXY": "1"}
        with start_live(place / "var", **more) as live:
            director = signed_up(live.url, live.setup_url)
            (session,) = (
                cookie.value
                for cookie in director.cookies
                if cookie.name == "crawford_session"
            )
            with Files(live, 75, session) as flood:
                saves = [
                    timed(new_tournament, director, f"Evening {number}")
                    for number in range(40)
                ]
            assert {answer.status for _seconds, answer in saves} == {FOUND}
            told(capsys, "saves", [seconds for seconds, _answer in saves], flood)
            assert live.stop() == 0
