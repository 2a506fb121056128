"""The ASGI application: reads a request whole, chooses a pool, sends the answer."""

import asyncio
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
from clubsite.server.pools import BusyError, ThreadPool
from clubsite.server.wsgi_bridge import WsgiAnswer, call, environ_of
from matches.web.heavy import is_heavy
from matches.web.throttle import DELAY_HEADER

DIRECTOR_THREADS: Final = 4
PUBLIC_THREADS: Final = 4
MOST_WAITING: Final = 200
MOST_HEAVY_WAITING: Final = 8
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
HEALTH_PATH: Final = "/healthz"
READY_PATH: Final = "/readyz"
DIRECTORS_PATH: Final = "/desk/"
SIGN_IN_PATH: Final = "/login/"
DELAY: Final = DELAY_HEADER.lower().encode()
MOST_DELAYED: Final = 500
RETRY_SECONDS: Final = 3
TEXT: Final = (b"content-type", b"text/plain; charset=utf-8")


class Application:
    """Answers requests with a WSGI application in one of two pools of threads."""

    def __init__(self, wsgi: WSGIApplication, *, site_path: str = "") -> None:
        """Answer with `wsgi`.

        `site_path` is the path of another site under which this one is, without a
        slash at its end.
        """
        self._wsgi = wsgi
        self._site_path = site_path
        self._directors = ThreadPool(
            "director", threads=DIRECTOR_THREADS, most_waiting=MOST_WAITING
        )
        self._public = ThreadPool(
            "public", threads=PUBLIC_THREADS, most_waiting=MOST_WAITING
        )
        # Checking a password takes a tenth of a second on purpose: one at a time.
        self._sign_in = ThreadPool("sign-in", threads=1, most_waiting=MOST_WAITING)
        self._heavy = ThreadPool("heavy", threads=1, most_waiting=MOST_HEAVY_WAITING)
        self._delayed = 0

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Answer one HTTP request; uvicorn is configured to send nothing else."""
        if scope["type"] != "http":
            raise ValueError(scope["type"])
        if scope["path"] == HEALTH_PATH:
            await self._send(send, self._health())
            return
        inside = _inside(scope, self._site_path)
        if inside is None:
            await self._send(send, self._elsewhere())
            return
        scope = inside
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

    def _pool(self, scope: HTTPScope) -> ThreadPool:
        """Return the directors' pool for their pages and all that saves."""
        path, saves = scope["path"], scope["method"] not in SAFE_METHODS
        if is_heavy(path):
            return self._heavy
        if saves and path == SIGN_IN_PATH:
            return self._sign_in
        is_desk = path.startswith(DIRECTORS_PATH)
        return self._directors if saves or is_desk else self._public

    def _elsewhere(self) -> WsgiAnswer:
        """Answer 404 with the path of the site, for a wrongly configured proxy."""
        return plain(404, f"This site is at {self._site_path}/ here.")

    def _health(self) -> WsgiAnswer:
        """Answer the health check without the database."""
        if self._directors.is_stuck or self._public.is_stuck:
            return plain(503, "stuck")
        return plain(200, "ok")

    async def _answer(
        self,
        scope: HTTPScope,
        body: IO[bytes],
        *,
        pool: ThreadPool,
        send: ASGISendCallable,
    ) -> None:
        environ = environ_of(scope, body)
        answer = await pool.run(functools.partial(call, self._wsgi, environ))
        await self._wait_if_told(answer)
        await self._send(send, answer, pool)

    async def _wait_if_told(self, answer: WsgiAnswer) -> None:
        """Delay the answer to a wrong guess as long as the application demands."""
        seconds = [int(value) for name, value in answer.headers if name == DELAY]
        answer.headers = [pair for pair in answer.headers if pair[0] != DELAY]
        if seconds and self._delayed < MOST_DELAYED:
            self._delayed += 1
            try:
                await asyncio.sleep(max(seconds))
            finally:
                self._delayed -= 1

    async def _send(
        self, send: ASGISendCallable, answer: WsgiAnswer, pool: ThreadPool | None = None
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
            more = functools.partial(next, answer.rest, b"")
            while chunk := await pool.run(more, begins=False):
                await _send_body(send, chunk, more_body=True)
            await _send_body(send, b"", more_body=False)
        finally:
            await pool.run(answer.close, begins=False)


def _inside(scope: HTTPScope, site_path: str) -> HTTPScope | None:
    """Return a request as if the site were at the root, None if its path is outside.

    The path without its final slash is treated like the one with it.
    """
    if not site_path or scope["path"] == READY_PATH:
        return scope
    raw, prefix = scope["raw_path"], site_path.encode()
    if raw != prefix and not raw.startswith(prefix + b"/"):
        return None
    inside = scope.copy()
    inside["path"] = scope["path"][len(site_path) :] or "/"
    inside["raw_path"] = raw[len(prefix) :] or b"/"
    return inside


async def _send_body(send: ASGISendCallable, body: bytes, *, more_body: bool) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more_body})


def plain(status: int, sentence: str) -> WsgiAnswer:
    """Return a short answer in English of the server itself."""
    body = f"{sentence}\n".encode()
    headers = [
        TEXT,
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    if status >= HTTPStatus.BAD_REQUEST:
        headers.append((b"connection", b"close"))
    return WsgiAnswer(status, headers, body)
