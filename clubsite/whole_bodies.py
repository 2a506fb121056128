"""ASGI middleware that reads requests whole before they take a thread, within limits.

Slow and silent clients cost a connection and some memory, never a thread.
"""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Check = Callable[[Scope, int], Awaitable[bool]]

MEGABYTE: Final = 1024 * 1024
MOST_HELD: Final = {True: 256 * MEGABYTE, False: 64 * MEGABYTE}
"""Bytes of all bodies at once, of browsers with a session cookie and of others."""
IN_MEMORY: Final = 256 * 1024  # bytes; a longer body goes to a temporary file
SILENT_SECONDS: Final = 15.0
TOTAL_SECONDS: Final = 180.0  # a photo of 10 MB at 60 kB a second
DISCARD_SECONDS: Final = 60.0
"""A browser shows a refusal only when it has sent everything: so long it may."""
BUSY: Final = "Very busy just now. Please try again in a moment."
FULL: Final = "The disk of this server is full. Please send this again later."
LATE: Final = "The request did not arrive in time. Please send it again."
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
    it returns whether the browser has a session cookie, or raises RequestError.
    `scope["gone"]` is done once the client has hung up.
    """

    def __init__(self, app: App, check: Check) -> None:
        self._app, self._check = app, check
        self._held: Counter[bool] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            headers = dict(scope["headers"])
            if b"transfer-encoding" in headers:
                raise RequestError(
                    411, "The length of what is sent has to be said first."
                )
            length = int(headers.get(b"content-length", 0))
            group = await self._check(scope, length)
            async with self._whole(receive, group) as body:
                scope["gone"] = asyncio.ensure_future(receive())
                try:
                    await self._app(scope, _reader(body), send)
                finally:
                    scope["gone"].cancel()
        except RequestError as refusal:
            await refuse(refusal, send, rest=receive)

    @asynccontextmanager
    async def _whole(self, receive: Receive, group: bool) -> AsyncIterator[IO[bytes]]:
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
                    _write(body, chunk)
                body.seek(0)
                yield body
            finally:
                self._held[group] -= size


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
