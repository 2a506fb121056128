"""The ASGI entry point of the web server: Django in threads, requests read whole.

Four lanes have threads of their own, so that none of them waits for another: browsers
with a session, all others, passwords, and what computes for tenths of a second.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import parse_cookie
from django.urls import Resolver404, resolve

from clubsite.whole_bodies import (
    BUSY,
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
from matches.web.heavy import is_heavy
from matches.web.throttle import DELAY_HEADER

THREADS: Final = {"session": 4, "others": 4, "sign-in": 1, "heavy": 1}
MOST_PRESENT: Final = {"session": 500, "others": 1_000, "sign-in": 200, "heavy": 9}
"""Requests that wait for a thread, have one, or are being answered."""
ANSWER_PIECES: Final = 1_024
"""Pieces of an answer (4 KB of a file) that do not keep its thread for the client."""
MOST_BYTES: Final = 256 * 1024
MOST_BYTES_OF_FILES: Final = 64 * MEGABYTE
"""Pages have smaller limits of their own, which they explain."""
TAKE_FILES: Final = {
    "add_file",
    "add_photo",
    "club_settings",
    "draw_check",
    "entries_add",
    "file_send",
    "rating_import",
}
"""The names of the addresses that take more than MOST_BYTES from a known session."""
HEALTH: Final = ("/healthz", "/readyz")
DELAY: Final = DELAY_HEADER.lower().encode()


async def check(scope: Scope, length: int) -> bool:
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
    header = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
    session = parse_cookie(header).get(settings.SESSION_COOKIE_NAME, "")
    if length > MOST_BYTES:
        await _check_size(path, length, session)
    if is_heavy(path):
        scope["lane"] = "heavy"
    elif scope["method"] == "POST" and path == "/login/":
        scope["lane"] = "sign-in"
    else:
        scope["lane"] = "session" if session or path in HEALTH else "others"
    return bool(session)


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
    if not await asyncio.to_thread(_is_session, session):
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


class Lanes:
    """Answers whole requests by WSGI, in a thread of their lane."""

    def __init__(self, wsgi: WSGIApplication) -> None:
        self._wsgi = wsgi
        bridge: Any = WSGIMiddleware  # its types name every key of a scope
        self._lanes: dict[str, App] = {
            name: bridge(self._unless_gone, threads, ANSWER_PIECES)
            for name, threads in THREADS.items()
        }
        self._present: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that `check` has let pass."""
        lane = scope["lane"]
        if self._present[lane] >= MOST_PRESENT[lane]:
            await refuse(RequestError(503, BUSY), send)
            return
        self._present[lane] += 1
        try:
            await self._lanes[lane](scope, receive, _delayed(send))
        finally:
            self._present[lane] -= 1

    def _unless_gone(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Spare the work for a client that hung up while it waited for a thread."""
        if environ["asgi.scope"]["gone"].done():
            start_response("408 Request Timeout", [])
            return []
        return self._wsgi(environ, start_response)


def _delayed(send: Send) -> Send:
    """Keep an answer back as long as Django says, which takes no thread."""

    async def delayed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = message["headers"]
            message["headers"] = [pair for pair in headers if pair[0] != DELAY]
            await asyncio.sleep(int(dict(headers).get(DELAY, 0)))
        await send(message)

    return delayed


application = WholeBodies(Lanes(django_application), check)
