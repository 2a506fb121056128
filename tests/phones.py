"""Phones: they ask the whole site as a web server does, kept pages included."""

import gzip
import io
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.core.cache import caches
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client, override_settings

MARK = re.compile(r'hx-get="([^"]*?[?;]f=([^"&]+))"')
Environ = dict[str, Any]


def public_site() -> WSGIHandler:
    """The site as the web server knows it, with nothing kept yet."""
    for kept in ("pages", "asked"):
        caches[kept].clear()
    with override_settings(MIDDLEWARE=[settings.PUBLIC_CACHE, *settings.MIDDLEWARE]):
        return WSGIHandler()


@contextmanager
def staying_connected() -> Iterator[None]:
    """Keep the connection with the transaction of a test, as Django's client does."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    sent: bytes
    """The bytes on the wire."""

    @property
    def text(self) -> str:
        is_zipped = self.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(self.sent) if is_zipped else self.sent).decode()

    @property
    def poll(self) -> str:
        """The address that this page asks again, with what it shows."""
        found = MARK.search(self.text)
        assert found, self.text
        return found[1].replace("&amp;", "&")

    @property
    def mark(self) -> str:
        found = MARK.search(self.text)
        assert found, self.text
        return found[2]


@dataclass
class Phone:
    """A browser with its cookies and headers."""

    site: Callable[..., Any]
    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, client: Client, site: Callable[..., Any]) -> "Phone":
        """The phone of somebody who has signed in."""
        cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        return cls(site, cookies)

    def get(self, address: str, **headers: str) -> Answer:
        return self.ask("GET", address, **headers)

    def poll(self, address: str, **headers: str) -> Answer:
        return self.get(address, hx_request="true", **headers)

    def ask(
        self, method: str, address: str, body: bytes = b"", **headers: str
    ) -> Answer:
        environ = self.environ(method, address, body, **headers)
        begun: list[tuple[str, list[tuple[str, str]]]] = []
        with staying_connected():
            answer = self.site(environ, lambda *said: begun.append(said[:2]))
            sent = b"".join(answer)
            if close := getattr(answer, "close", None):
                close()
        status, told = begun[-1]
        return Answer(int(status[:3]), dict(told), sent)

    def environ(
        self, method: str, address: str, body: bytes = b"", **headers: str
    ) -> Environ:
        parts = urlsplit(address)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        environ: Environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": parts.path.encode().decode("latin-1"),
            "QUERY_STRING": quote(parts.query, safe="=&%+"),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "192.0.2.7",
            "HTTP_HOST": "localhost:8000",
            "HTTP_ACCEPT_ENCODING": "gzip",
            "HTTP_COOKIE": cookies,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in {**self.headers, **headers}.items():
            key = name.upper().replace("-", "_")
            kept = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
            environ[kept] = value
        return environ


SESSION = settings.SESSION_COOKIE_NAME
