"""A director’s browser reduced to requests, and all that a page makes it load."""

import re
from collections import Counter
from collections.abc import Iterable
from html.parser import HTMLParser
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import PurePosixPath
from urllib.parse import urldefrag, urlencode, urljoin, urlsplit

from django.conf import settings

COMPRESSED = "gzip"  # what browsers read without https
LOADED = {"stylesheet", "icon", "preload", "modulepreload", "manifest"}
SOURCES = {"link": "href", "use": "href", "script": "src", "img": "src"}


class Director:
    """A browser in which a director is signed in, on one connection."""

    def __init__(self, url: str, session: str) -> None:
        address = urlsplit(url)
        assert address.hostname is not None
        self._connection = HTTPConnection(address.hostname, address.port)
        self._cookies = {settings.SESSION_COOKIE_NAME: session}

    def send(self, path: str, **typed: object) -> bytes:
        """Send a form and return the part of the page it changes, as it came."""
        token = self._cookies[settings.CSRF_COOKIE_NAME]
        body = urlencode({"csrfmiddlewaretoken": token, **typed})
        return self.ask(path, body, encoding=COMPRESSED, htmx=True)

    def ask(
        self,
        path: str,
        typed: str | None = None,
        *,
        encoding: str = "identity",
        htmx: bool = False,
    ) -> bytes:
        """Fetch an address, or send a form to it, and return the body as it came."""
        headers = {
            "Accept-Encoding": encoding,
            "Cookie": "; ".join(f"{key}={text}" for key, text in self._cookies.items()),
        }
        if htmx:
            headers["HX-Request"] = "true"
        if typed is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        method = "GET" if typed is None else "POST"
        self._connection.request(method, path, typed, headers)
        answer = self._connection.getresponse()
        body = answer.read()
        for text in answer.headers.get_all("Set-Cookie", ()):
            for key, morsel in SimpleCookie(text).items():
                self._cookies[key] = morsel.value
        if answer.status in {302, 303}:
            return self.ask(answer.headers["Location"], encoding=encoding, htmx=htmx)
        assert answer.status == 200, (path, answer.status, body[:500])
        return body

    def close(self) -> None:
        self._connection.close()


def first_load(director: Director, path: str) -> Counter[str]:
    """Return the bytes of a page and of every file it names, by kind of file."""
    parts = Counter({"html": len(director.ask(path, encoding=COMPRESSED))})
    todo = _addresses(path, _Names(director.ask(path).decode()).found)
    done: set[str] = set()
    while todo - done:
        name = min(todo - done)
        done.add(name)
        kind = PurePosixPath(name).suffix.removeprefix(".")
        parts[kind] += len(director.ask(name, encoding=COMPRESSED))
        if kind == "css":
            text = director.ask(name).decode()
            todo |= _addresses(name, re.findall(r"""url\(["']?([^"')]+)""", text))
        if kind == "js":
            text = director.ask(name).decode()
            todo |= _addresses(name, re.findall(r'import[^"]*"(\./[^"]+)"', text))
    return parts


def loaded_later(director: Director, path: str) -> int:
    """Return the bytes of what a page loads once everything else is there."""
    names = re.findall(r'data-later="([^"]+)"', director.ask(path).decode())
    return sum(len(director.ask(name, encoding=COMPRESSED)) for name in names)


def _addresses(page: str, names: Iterable[str]) -> set[str]:
    """Return what the names on a page mean, without the parts within files."""
    return {
        urljoin(page, urldefrag(name).url)
        for name in names
        if not name.startswith(("data:", "#"))
    }


class _Names(HTMLParser):
    """The addresses of style sheets, scripts and pictures that a page names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        is_loaded = tag != "link" or LOADED & set((named.get("rel") or "").split())
        if is_loaded and (address := named.get(SOURCES.get(tag, ""))):
            self.found.add(address)
