"""ASGI middleware that reads requests whole before they take a thread, within limits.

Slow and silent clients cost a connection and some memory, never a thread.
"""

import asyncio
import json
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from tempfile import SpooledTemporaryFile, gettempdir
from typing import IO, Any, Final
from urllib.parse import quote
from weakref import WeakValueDictionary

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Check = Callable[[Scope, int], Awaitable[str]]

MEGABYTE: Final = 1024 * 1024
FILES: Final = "files"
MOST_HELD: Final = {
    FILES: 256 * MEGABYTE,
    "known": 64 * MEGABYTE,
    "others": 64 * MEGABYTE,
}
"""Bytes of all bodies at once: files, forms of known browsers and those of others."""
MOST_FILES: Final = 2
"""Files that come from one address at the same time; others wait for their turn."""
TURN_SECONDS: Final = 60.0
LEAST_ROOM: Final = 500 * MEGABYTE
"""What files leave free on the volume, or a tenth of it if that is less."""
MOST_HEADER_BYTES: Final = 64 * 1024
IN_MEMORY: Final = 256 * 1024  # bytes; a longer body goes to a temporary file
SILENT_SECONDS: Final = 15.0
TOTAL_SECONDS: Final = 180.0  # a photo of 10 MB at 60 kB a second
DISCARD_SECONDS: Final = 60.0
"""A browser shows a refusal only when it has sent everything: so long it may."""
BUSY: Final = "Very busy just now. Please try again in a moment."
FULL: Final = "This server is short of disk space. Please send this again later."
LATE: Final = "The request did not arrive in time. Please send it again."
LONG: Final = "The headers of this request are too long."
FAULT: Final = b"crawford-fault"
"""The header with the sentence, for scripts that show no page."""
PAGE: Final = '<!doctype html><html lang="en"><title>{0}</title><p>{0}</p></html>\n'


class RequestError(Exception):
    """The answer is a status and a sentence, as JSON beside a `problem` if any."""

    def __init__(self, status: int, sentence: str, **problem: object) -> None:
        super().__init__(sentence)
        self.status, self._problem = status, problem

    def content(self) -> tuple[bytes, bytes]:
        """Return the type of the answer, and the answer."""
        if self._problem:
            answer = json.dumps({**self._problem, "message": str(self)})
            return b"application/json; charset=utf-8", answer.encode()
        return b"text/html; charset=utf-8", PAGE.format(self).encode()


class WholeBodies:
    """Passes a request on when it is whole.

    `check` is asked before anything is read, with the number of bytes that are to come:
    it returns the group of MOST_HELD to which they belong, or raises RequestError.
    `scope["gone"]` is done once the client has hung up or has its answer.
    """

    def __init__(self, app: App, check: Check) -> None:
        self._app, self._check = app, check
        self._held: Counter[str] = Counter()
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            length = _announced(scope)
            group = await self._check(scope, length)
            async with AsyncExitStack() as stack:
                if group == FILES:
                    _check_room(length)
                    await stack.enter_async_context(self._turn(scope["address"]))
                whole = self._whole(receive, group)
                body = await stack.enter_async_context(whole)
                scope["gone"] = asyncio.ensure_future(receive())
                try:
                    await self._app(scope, _reader(body), send)
                finally:
                    scope["gone"].cancel()
        except RequestError as refusal:
            await refuse(refusal, send, rest=receive)

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[None]:
        """Wait until few other files come from the address; nothing is read before."""
        turns = self._turns.setdefault(address, asyncio.Semaphore(MOST_FILES))
        try:
            async with asyncio.timeout(TURN_SECONDS):
                await turns.acquire()
        except TimeoutError as error:
            raise RequestError(503, BUSY) from error
        try:
            yield
        finally:
            turns.release()

    @asynccontextmanager
    async def _whole(self, receive: Receive, group: str) -> AsyncIterator[IO[bytes]]:
        """Read the body, and hold it as long as the block lasts."""
        end = asyncio.get_running_loop().time() + TOTAL_SECONDS
        size, more = 0, True
        with SpooledTemporaryFile(max_size=IN_MEMORY) as body:
            try:
                while more:
                    chunk, more = await _chunk(receive, end)
                    if self._held[group] + len(chunk) > MOST_HELD[group]:
                        raise RequestError(503, BUSY)
                    size += len(chunk)
                    self._held[group] += len(chunk)
                    if size > IN_MEMORY:
                        _check_room(len(chunk))
                    _write(body, chunk)
                body.seek(0)
                yield body
            finally:
                self._held[group] -= size


def _announced(scope: Scope) -> int:
    """Return the length of the body. Raises RequestError."""
    size = len(scope["raw_path"]) + len(scope["query_string"])
    size += sum(len(name) + len(value) for name, value in scope["headers"])
    if size > MOST_HEADER_BYTES:
        raise RequestError(431, LONG)
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        raise RequestError(411, "The length of what is sent has to be said first.")
    return int(headers.get(b"content-length", 0))


def _check_room(size: int) -> None:
    """Raise RequestError if too little of the volume is left beside so many bytes."""
    volume = shutil.disk_usage(gettempdir())
    if volume.free - size < min(LEAST_ROOM, volume.total // 10):
        raise RequestError(503, FULL)


def _write(body: IO[bytes], chunk: bytes) -> None:
    try:
        body.write(chunk)
    except OSError as error:
        raise RequestError(503, FULL) from error


async def _chunk(receive: Receive, end: float) -> tuple[bytes, bool]:
    seconds = min(SILENT_SECONDS, end - asyncio.get_running_loop().time())
    with suppress(TimeoutError):
        message = await asyncio.wait_for(receive(), seconds)
        if message["type"] == "http.request":
            return message.get("body", b""), message.get("more_body", False)
    raise RequestError(408, LATE)


def _reader(body: IO[bytes]) -> Receive:
    async def receive() -> Message:
        chunk = body.read(IN_MEMORY)
        return {"type": "http.request", "body": chunk, "more_body": bool(chunk)}

    return receive


async def refuse(
    refusal: RequestError, send: Send, *, rest: Receive | None = None
) -> None:
    """Answer with the sentence, then discard the rest of the body."""
    kind, page = refusal.content()
    headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(page)),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
        (FAULT, quote(str(refusal)).encode()),
        *([(b"retry-after", b"3")] if str(refusal) == BUSY else []),
    ]
    start = {"type": "http.response.start", "status": refusal.status}
    await send({**start, "headers": headers})
    await send({"type": "http.response.body", "body": page, "more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(DISCARD_SECONDS):
            while rest and (await rest()).get("more_body"):
                pass
    await send({"type": "http.response.body", "body": b""})
