"""The ASGI application: reads a request whole, chooses a pool, sends the answer."""

import contextlib
import functools
from http import HTTPStatus
from typing import IO, Final
from wsgiref.types import WSGIApplication

from uvicorn._types import (
    ASGIReceiveCallable,
    ASGISendCallable,
    HTTPScope,
    Scope,
)

from clubsite.server.body import BodyTooLargeError, ClientGoneError, read_body
from clubsite.server.pools import BusyError, Pool
from clubsite.server.wsgi_bridge import Answer, call, environ_of

DIRECTOR_THREADS: Final = 4
PUBLIC_THREADS: Final = 4
MOST_WAITING: Final = 200
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
DIRECTORS_PATH: Final = "/desk/"
RETRY_SECONDS: Final = 3
TEXT: Final = (b"content-type", b"text/plain; charset=utf-8")


class Application:
    """Answers requests with a WSGI application in one of two pools of threads."""

    def __init__(self, wsgi: WSGIApplication) -> None:
        self._wsgi = wsgi
        self._directors = Pool(
            "director", threads=DIRECTOR_THREADS, most_waiting=MOST_WAITING
        )
        self._public = Pool("public", threads=PUBLIC_THREADS, most_waiting=MOST_WAITING)

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Answer one request; uvicorn is told not to ask for anything else."""
        if scope["type"] != "http":
            raise ValueError(scope["type"])
        if scope["path"] == "/healthz":
            await self._send(send, self._health())
            return
        pool = self._pool(scope)
        try:
            with contextlib.closing(await read_body(receive)) as body:
                await self._answer(scope, body, pool=pool, send=send)
        except ClientGoneError:
            await self._send(send, plain(408, "The request did not arrive in time."))
        except BodyTooLargeError:
            await self._send(send, plain(413, "This upload is larger than 64 MB."))
        except BusyError:
            busy = plain(503, "Very busy just now. Please try again in a moment.")
            busy.headers.append((b"retry-after", str(RETRY_SECONDS).encode()))
            await self._send(send, busy)

    def _pool(self, scope: HTTPScope) -> Pool:
        """Return the directors' pool for their pages and all that saves."""
        saves = scope["method"] not in SAFE_METHODS
        is_desk = scope["path"].startswith(DIRECTORS_PATH)
        return self._directors if saves or is_desk else self._public

    def _health(self) -> Answer:
        """Say whether requests are answered; no database is asked."""
        if self._directors.is_stuck or self._public.is_stuck:
            return plain(503, "stuck")
        return plain(200, "ok")

    async def _answer(
        self, scope: HTTPScope, body: IO[bytes], *, pool: Pool, send: ASGISendCallable
    ) -> None:
        environ = environ_of(scope, body)
        answer = await pool.run(functools.partial(call, self._wsgi, environ))
        await self._send(send, answer, pool)

    async def _send(
        self, send: ASGISendCallable, answer: Answer, pool: Pool | None = None
    ) -> None:
        await send(
            {
                "type": "http.response.start",
                "status": answer.status,
                "headers": answer.headers,
                "trailers": False,
            }
        )
        await _send_body(send, answer.body, more_body=answer.rest is not None)
        if answer.rest is None or pool is None:
            return
        # A long download: the next piece is produced when the client took the last, so
        # that no thread waits for it.
        try:
            while chunk := await pool.run(functools.partial(next, answer.rest, b"")):
                await _send_body(send, chunk, more_body=True)
            await _send_body(send, b"", more_body=False)
        finally:
            await pool.run(answer.close)


async def _send_body(send: ASGISendCallable, body: bytes, *, more_body: bool) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more_body})


def plain(status: int, sentence: str) -> Answer:
    """Return a short answer of the server itself, before any language is known."""
    body = f"{sentence}\n".encode()
    headers = [
        TEXT,
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    if status >= HTTPStatus.BAD_REQUEST:
        headers.append((b"connection", b"close"))
    return Answer(status, headers, body)
