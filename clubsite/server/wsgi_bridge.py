"""Calls a WSGI application for a request that was read completely."""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, Any, Final
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

from uvicorn._types import HTTPScope

IN_ONE_PIECE: Final = 1024 * 1024
"""Bytes of an answer that are collected before the first are sent."""


@dataclass(slots=True)
class WsgiAnswer:
    """The answer of the application.

    `rest` is what a long download has not produced yet; `close` ends the request.
    """

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""
    rest: Iterator[bytes] | None = None
    chunks: Iterable[bytes] = ()

    def close(self) -> None:
        """Let Django end the request: it closes files and old database connections."""
        close = getattr(self.chunks, "close", None)
        if close is not None:
            close()


def _in_bytes(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [
        (name.lower().encode("latin-1"), value.strip().encode("latin-1"))
        for name, value in headers
    ]


def call(application: WSGIApplication, environ: WSGIEnvironment) -> WsgiAnswer:
    """Call the application and collect its answer; a long one only in part."""
    answer = WsgiAnswer()

    def start_response(
        status: str,
        headers: list[tuple[str, str]],
        _error: tuple[type[BaseException], BaseException, TracebackType]
        | tuple[None, None, None]
        | None = None,
    ) -> Any:
        answer.status = int(status[:3])
        answer.headers = _in_bytes(headers)

    answer.chunks = application(environ, start_response)
    parts, size = [], 0
    chunks = iter(answer.chunks)
    for chunk in chunks:
        parts.append(chunk)
        size += len(chunk)
        if size > IN_ONE_PIECE:
            answer.rest = chunks
            break
    answer.body = b"".join(parts)
    if answer.rest is None:
        answer.close()
    return answer


def environ_of(scope: HTTPScope, body: IO[bytes]) -> WSGIEnvironment:
    """Return the environment of PEP 3333 for a request.

    `SCRIPT_NAME` is always empty: only the settings define the path of the site. Names
    with an underscore are dropped, because `X_Forwarded_For` would look like the header
    of the proxy.
    """
    host, port = scope["server"] or ("localhost", 80)
    client = scope["client"]
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0] if client else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        # WSGI writes both marks as "_", so `X_Forwarded_For` from a stranger would
        # stand for the `X-Forwarded-For` of the proxy.
        if b"_" in raw_name:
            continue
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        key = name.upper().replace("-", "_")
        if key not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
            key = f"HTTP_{key}"
        if key in environ:
            value = f"{environ[key]}{'; ' if name == 'cookie' else ','}{value}"
        environ[key] = value
    # A chunked body has no length header, and Django reads only a body with one.
    environ["CONTENT_LENGTH"] = str(body.seek(0, os.SEEK_END))
    body.seek(0)
    return environ
