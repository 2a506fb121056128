"""The ASGI entry point of the web server: Django in threads, requests read whole.

Lanes have threads of their own, so that none waits for another: browsers in which
somebody has logged in, all others, passwords of both, what computes for tenths of a
second, and the sign of life.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from tempfile import TemporaryFile
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import parse_cookie
from django.urls import Resolver404, resolve

from clubsite.whole_bodies import (
    BUSY,
    FILES,
    MEGABYTE,
    App,
    Message,
    Receive,
    RequestError,
    Scope,
    Send,
    WholeBodies,
    refuse,
)
from clubsite.wsgi import application as django_application
from matches.api.core import ROOT
from matches.api.errors import BODY_TOO_LARGE
from matches.web.decorators import is_heavy
from matches.web.throttle import DELAY_HEADER, browser_mark, client_address

THREADS: Final = {
    "known": 4,
    "others": 4,
    "known sign-in": 1,
    "sign-in": 1,
    "heavy": 1,
    "alive": 1,
}
MOST_PRESENT: Final = {
    "known": 500,
    "others": 1_000,
    "known sign-in": 50,
    "sign-in": 50,
    "heavy": 9,
    "alive": 1_000,
}
"""Requests that wait for a thread, have one, or are being answered."""
MOST_FROM_ADDRESS: Final = {"known sign-in": 3, "sign-in": 3, "heavy": 5}
"""The same of one address, where each costs much."""
TRIES: Final = 4
TRY_SECONDS: Final = 0.75
"""How often, and how far apart, a request looks for a place before it is refused."""
ANSWER_PIECES: Final = 1_024
"""Pieces of an answer (4 KB of a file) that do not keep its thread for the client."""
PATIENCE_SECONDS: Final = 3.0
PROBE_SECONDS: Final = 1.0
"""How long an answer may take to begin, and then database and disk to show that they
work."""
LATE: Final = (
    "Crawford did not answer in time. Look whether this was saved before you send it "
    "again."
)
MOST_BYTES: Final = 256 * 1024
MOST_BYTES_OF_FILES: Final = 64 * MEGABYTE
"""Pages have smaller limits of their own, which they explain."""
TAKE_FILES: Final = {
    "add_file",
    "add_photo",
    "club_settings",
    "desk_sheet_photo",
    "draw_check",
    "entries_add",
    "file_send",
    "rating_import",
    "sheet_photo",
}
"""The names of the addresses that take more than MOST_BYTES from a session."""
ALIVE: Final = "/healthz"
HEALTH: Final = (ALIVE, "/readyz")
DELAY: Final = DELAY_HEADER.lower().encode()


async def check(scope: Scope, length: int) -> str:
    """Find the path inside the site, and refuse what is too large for it."""
    # A name with "_" would pass for a header of the proxy in front of this server.
    scope["headers"] = [pair for pair in scope["headers"] if b"_" not in pair[0]]
    path, site = scope["path"], settings.SITE_PATH
    if path in HEALTH:  # programs ask for it by the address of the machine
        others = [pair for pair in scope["headers"] if pair[0] != b"host"]
        scope["headers"] = [*others, (b"host", b"localhost")]
    elif site:
        if not f"{path}/".startswith(f"{site}/"):
            raise RequestError(404, f"This site is at {site}/ here.")
        path = path.removeprefix(site) or "/"
        scope["root_path"], scope["path"] = site, site + path
    headers = dict(scope["headers"])
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    scope["address"] = _address(scope)
    mark = cookies.get(settings.KNOWN_BROWSER_COOKIE_NAME, "")
    group = "known" if any(browser_mark(mark)) else "others"
    scope["lane"] = _lane(scope["method"], path, group)
    if length <= MOST_BYTES:
        return group
    await _check_size(path, length, cookies.get(settings.SESSION_COOKIE_NAME, ""))
    return FILES


def _address(scope: Scope) -> str:
    headers = scope["headers"]
    forwarded = [value for name, value in headers if name == b"x-forwarded-for"]
    address = scope["client"][0] if scope["client"] else ""
    return client_address(address, b",".join(forwarded).decode("latin-1"))


def _lane(method: str, path: str, group: str) -> str:
    if path == ALIVE:
        return "alive"
    if method == "POST" and path == "/login/":
        return "known sign-in" if group == "known" else "sign-in"
    return "heavy" if is_heavy(path) else group


async def _check_size(path: str, length: int, session: str) -> None:
    if path.startswith(f"/{ROOT}"):
        error = BODY_TOO_LARGE(most=MOST_BYTES)
        problem = {"code": error.code, "values": dict(error.params)}
        raise RequestError(413, str(error), **problem)
    try:
        takes_files = resolve(path).url_name in TAKE_FILES
    except Resolver404:
        takes_files = False
    if not takes_files:
        raise RequestError(413, "More than 256 KB cannot be sent to this page.")
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            is_session = await asyncio.to_thread(_is_session, session)
    except TimeoutError as error:
        raise RequestError(503, BUSY) from error
    if not is_session:
        raise RequestError(
            413, "Sign in, or open your personal link, before you send a file."
        )
    if length > MOST_BYTES_OF_FILES:
        raise RequestError(413, "This upload is larger than 64 MB.")


def _is_session(key: str) -> bool:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    try:
        return bool(key) and bool(store.exists(key))
    except DatabaseError as error:
        raise RequestError(503, BUSY) from error
    finally:
        connection.close()  # threads that look for sessions keep none


class Answer:
    """Passes an answer on; what begins after another one was given is left out."""

    def __init__(self, send: Send) -> None:
        self._send, self.has_begun, self._is_refused = send, False, False

    async def __call__(self, message: Message) -> None:
        """Keep an answer back as long as Django says, which takes no thread."""
        if self._is_refused:
            return
        self.has_begun = True
        if message["type"] == "http.response.start":
            headers = message["headers"]
            message["headers"] = [pair for pair in headers if pair[0] != DELAY]
            await asyncio.sleep(int(dict(headers).get(DELAY, 0)))
        await self._send(message)

    async def refuse(self, refusal: RequestError) -> None:
        """Answer with a sentence instead."""
        self._is_refused = True
        await refuse(refusal, self._send)


def write_and_read() -> None:
    """Do what hangs while the disk or the database hangs."""
    try:
        with TemporaryFile(dir=settings.DATA_DIR) as file:
            file.write(b".")
            file.flush()
            os.fsync(file.fileno())
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connection.close()


class Lanes:
    """Answers whole requests by WSGI, in a thread of their lane.

    `probe` is called when an answer is late: if it takes long too, the client is told.
    """

    def __init__(
        self, wsgi: WSGIApplication, probe: Callable[[], object] = write_and_read
    ) -> None:
        self._wsgi, self._probe = wsgi, probe
        bridge: Any = WSGIMiddleware  # its types name every key of a scope
        self._lanes: dict[str, App] = {
            name: bridge(self._unless_gone, threads, ANSWER_PIECES)
            for name, threads in THREADS.items()
        }
        self._present: Counter[str] = Counter()
        self._probing: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that `check` has let pass."""
        lane, answer = scope["lane"], Answer(send)
        most = {lane: MOST_PRESENT[lane]}
        if lane in MOST_FROM_ADDRESS:
            most[f"{lane} {scope['address']}"] = MOST_FROM_ADDRESS[lane]
        if not await self._has_place(most):
            await refuse(RequestError(503, BUSY), send)
            return
        self._present.update(most.keys())
        watching = asyncio.create_task(self._watch(answer))
        try:
            await self._lanes[lane](scope, receive, answer)
        finally:
            watching.cancel()
            self._present -= Counter(most.keys())  # forgets an address with none

    async def _has_place(self, most: dict[str, int]) -> bool:
        """Wait a little for a place; who asks without end is slowed down by it, too."""
        for _ in range(TRIES):
            if all(self._present[place] < number for place, number in most.items()):
                return True
            await asyncio.sleep(TRY_SECONDS)
        return False

    async def _watch(self, answer: Answer) -> None:
        """Give a sentence for an answer if database or disk do not answer either."""
        while not answer.has_begun:
            await asyncio.sleep(PATIENCE_SECONDS)
            if not answer.has_begun and await self._hangs() and not answer.has_begun:
                await answer.refuse(RequestError(503, LATE))
                return

    async def _hangs(self) -> bool:
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._try())
        _done, waiting = await asyncio.wait({self._probing}, timeout=PROBE_SECONDS)
        return bool(waiting)

    async def _try(self) -> None:
        with suppress(Exception):  # a database that refuses does not hang
            await asyncio.to_thread(self._probe)

    def _unless_gone(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Spare the work for a client that hung up while it waited for a thread."""
        if environ["asgi.scope"]["gone"].done():
            start_response("408 Request Timeout", [])
            return []
        return self._wsgi(environ, start_response)


application = WholeBodies(Lanes(django_application), check)
