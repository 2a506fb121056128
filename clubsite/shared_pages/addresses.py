"""Which requests the shared pages answer, and under which key their bytes are kept."""

import re
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Final
from urllib.parse import parse_qsl, unquote, urlencode
from wsgiref.types import WSGIEnvironment

from django.conf import settings
from django.http.cookie import parse_cookie

from matches.club.known import CLUB
from matches.club.middleware import asked_language
from matches.web.context import SHARED, THEMES

_TOURNAMENT: Final = r"/tournaments/(?P<slug>[^/\x00]{1,60})/"
_NUMBER: Final = r"[1-9]\d{0,6}"
_LIVE: Final = re.compile(
    rf"{_TOURNAMENT}(?:entries/|standings/|finishing-order/|rounds/{_NUMBER}/"
    rf"|stages/{_NUMBER}/(?:standings/(?:{_NUMBER}/)?|rounds/{_NUMBER}/|path/{_NUMBER}/)?)?"
)
"""Pages of a tournament that phones poll."""
_STILL: Final = re.compile(
    rf"{_TOURNAMENT}(?:rules/|rules/play/|draws/"
    rf"|stages/{_NUMBER}/draws/(?:{_NUMBER}/(?:why/{_NUMBER}/)?)?)"
)
"""Pages of a tournament that no browser polls."""
_SCREEN: Final = re.compile(r"/screen(?P<slug>/[0-9A-Z]{6})/")
"""Screens of the hall. Their slug begins with a slash; no other slug does."""
_BRACKET: Final = re.compile(rf"{_TOURNAMENT}stages/{_NUMBER}/")
_LISTS: Final = frozenset({"/", "/tournaments/"})
_ASKED: Final = {
    "view": re.compile(r"rounds|tree|path"),
    "section": re.compile(r"[\w-]{1,20}"),
    "round": re.compile(r"\d{1,3}"),
    "part": re.compile(r"\d{1,3}"),
    "me": re.compile(r"\d{1,6}"),
}
"""The query parameters of a bracket. Others change nothing and are left out."""
_LIST_ASKED: Final = {
    "page": re.compile(r"\d{1,4}"),
    "year": re.compile(r"\d{4}"),
}
_PERSONAL: Final = ("q", "seen")
"""Parameters with typed text: a search, or the fingerprint that a phone has kept."""
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Key:
    """The values beside the facts on which the bytes of a page depend."""

    host: str
    is_secure: bool
    path: str
    query: str
    is_fragment: bool
    language: str
    theme: str

    def asking(self, poll: str) -> "Key":
        """Return the key of the fragment that this page asks for at the address."""
        path, _mark, query = poll.removeprefix(settings.SITE_PATH).partition("?")
        return Key(
            host=self.host,
            is_secure=self.is_secure,
            path=unquote(path),
            query=_query(unquote(path), dict(parse_qsl(query))),
            is_fragment=True,
            language=self.language,
            theme="",
        )


@dataclass(frozen=True, slots=True)
class SharedPageRequest:
    """A request for a shared page.

    `slug` is empty for the lists of tournaments; for a screen it is a slash and its
    code. `seen` is the mark that a phone shows.
    """

    key: Key
    slug: str
    seen: str
    takes_gzip: bool
    etags: str
    is_head: bool


def asked_for(environ: WSGIEnvironment) -> SharedPageRequest | None:
    """Return the shared page that a request asks for, None if there is none.

    Not shared: other addresses, searches, what a phone has kept, and whole pages for a
    visitor who has signed in or has a message waiting. Fragments contain nothing
    personal and are shared by all visitors.
    """
    host = environ.get("HTTP_HOST", "").lower()
    if not host or len(host) > _LONGEST or environ.get("SCRIPT_NAME"):
        return None
    path = environ.get("PATH_INFO", "").encode("latin-1").decode("utf-8", "replace")
    live = _LIVE.fullmatch(path) or _SCREEN.fullmatch(path)
    found = live or _STILL.fullmatch(path)
    if found is None and path not in _LISTS:
        return None
    typed = dict(parse_qsl(environ.get("QUERY_STRING", ""), keep_blank_values=True))
    if any(typed.get(name) for name in _PERSONAL):
        return None
    cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
    is_fragment = live is not None and environ.get("HTTP_HX_REQUEST") == "true"
    if not is_fragment and (settings.SESSION_COOKIE_NAME in cookies or _told(cookies)):
        return None
    theme = cookies.get("theme", "auto")
    return SharedPageRequest(
        key=Key(
            host=host,
            is_secure=_is_secure(environ),
            path=path,
            query=_query(path, typed),
            is_fragment=is_fragment,
            language=_language(
                cookies.get(settings.LANGUAGE_COOKIE_NAME, "")[:_LONGEST],
                environ.get("HTTP_ACCEPT_LANGUAGE", "")[:_LONGEST],
            )
            or CLUB.latest.usual_language,
            theme="" if is_fragment else theme if theme in THEMES else "auto",
        ),
        slug=found["slug"] if found else "",
        seen=typed.get("f", ""),
        takes_gzip="gzip" in environ.get("HTTP_ACCEPT_ENCODING", ""),
        etags=environ.get("HTTP_IF_NONE_MATCH", ""),
        is_head=environ["REQUEST_METHOD"] == "HEAD",
    )


def anonymous(key: Key, environ: WSGIEnvironment) -> WSGIEnvironment:
    """Return an anonymous request for this page.

    It has the server's variables of the real request, and nothing of its visitor.
    """
    cookies = f"{settings.LANGUAGE_COOKIE_NAME}={key.language}"
    if key.theme:
        cookies += f"; theme={key.theme}"
    asking: WSGIEnvironment = {}
    asking |= {name: environ[name] for name in _OF_THE_SERVER if name in environ}
    asking |= {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": key.path.encode("utf-8").decode("latin-1"),
        "QUERY_STRING": key.query,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "",
        "HTTP_HOST": key.host,
        "HTTP_COOKIE": cookies,
        "wsgi.url_scheme": "https" if key.is_secure else "http",
        "wsgi.input": _NOTHING,
        SHARED: True,
    }
    if key.is_fragment:
        asking["HTTP_HX_REQUEST"] = "true"
    if key.is_secure and settings.SECURE_PROXY_SSL_HEADER:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        asking[name] = value
    return asking


_NOTHING: Final = BytesIO()
_OF_THE_SERVER: Final = (
    *("SERVER_NAME", "SERVER_PORT", "wsgi.version", "wsgi.errors"),
    *("wsgi.multithread", "wsgi.multiprocess", "wsgi.run_once"),
)


def _told(cookies: dict[str, str]) -> bool:
    return "messages" in cookies


def _query(path: str, typed: dict[str, str]) -> str:
    """Return the part of the query that the page depends on, in one order."""
    if path in _LISTS:
        known = _LIST_ASKED
    elif _BRACKET.fullmatch(path):
        known = _ASKED
    elif _SCREEN.fullmatch(path):
        known = {"page": re.compile(r"[1-9]\d{0,2}")}
    else:
        known = {"check": re.compile("1")}
    return urlencode(
        {
            name: typed[name]
            for name, pattern in known.items()
            if name in typed and pattern.fullmatch(typed[name])
        }
    )


def _is_secure(environ: WSGIEnvironment) -> bool:
    if settings.SECURE_PROXY_SSL_HEADER:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        if said := environ.get(name):
            return bool(said.partition(",")[0].strip() == value)
    return bool(environ.get("wsgi.url_scheme") == "https")


_language: Final = lru_cache(maxsize=1024)(asked_language)
