"""Public pages of tournaments, made once for everybody and kept under a mark.

A page that has the same address and the same mark (`tournaments.structure.marks`) is
the same page, so it is made once for each language and sent to every phone. What is
made is what a stranger sees: a request for it carries nothing of its visitor. Pages of
somebody who has signed in, has a link of a player or has a message waiting are not
kept; the parts that pages poll show nothing personal and are the same for everybody.
"""

import hashlib
import re
import secrets
import threading
import time
from collections.abc import Callable
from http import HTTPStatus
from io import BytesIO
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import caches
from django.core.handlers.wsgi import WSGIRequest
from django.db.utils import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import patch_vary_headers

from matches.web.answers import OVER
from matches.web.club import CLUB
from matches.web.club_language import asked_language
from matches.web.context import QUERY, SHARED, THEMES
from tournaments.screens.queries import screen_mark
from tournaments.structure.marks import mark_at
from tournaments.structure.models import Tournament

KEPT_SECONDS: Final = 60
"""How long a page is kept although nothing changes: it shows when it was made."""
MARK_SECONDS: Final = 0.5
"""How long a mark counts as new: what another process saves is seen after that."""
LIST_SECONDS: Final = 2.0
"""How old a list of tournaments may be; it has no mark of its own."""
WAIT_SECONDS: Final = 8.0
"""How long a request waits for a page that another one is making."""
MOST_MARKS: Final = 1000
_PERSONAL: Final = {settings.SESSION_COOKIE_NAME, settings.MESSAGES_COOKIE_NAME}
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_KEPT_STATUSES: Final = frozenset({HTTPStatus.OK, HTTPStatus.FOUND, OVER})
_VARY: Final = ("HX-Request", "Cookie", "Accept-Language", "Accept-Encoding")

_TOURNAMENT: Final = r"/tournaments/(?P<slug>[^/\x00]{1,60})/"
_NUMBER: Final = r"[1-9]\d{0,6}"
_LIVE: Final = re.compile(
    rf"{_TOURNAMENT}(?:entries/|standings/|finishing-order/|rounds/{_NUMBER}/"
    rf"|stages/{_NUMBER}/(?:standings/(?:{_NUMBER}/)?|rounds/{_NUMBER}/|path/{_NUMBER}/)?)?"
    r"|/screen(?P<screen>/[0-9A-Z]{6})/"
)
"""Pages of a tournament that phones poll, and screens of the hall."""
_STILL: Final = re.compile(
    rf"{_TOURNAMENT}(?:rules/|rules/play/|draws/"
    rf"|stages/{_NUMBER}/draws/(?:{_NUMBER}/(?:why/{_NUMBER}/)?)?)"
)
_LISTS: Final = frozenset({"/", "/tournaments/"})
_ASKED: Final = frozenset(
    {"view", "section", "check", "round", "part", "page", "division", "me", "year"}
)
"""What may be asked in an address; a page with anything else is made for its reader."""


class _Asked(NamedTuple):
    """A public page, and all that a request for it says: what its content depends on.

    `place` is the slug of the tournament whose mark it has, the code of a screen after
    a slash, or empty for the lists of tournaments.
    """

    place: str
    is_part: bool
    environ: dict[str, str]
    query: dict[str, list[str]]

    def name(self, mark: str) -> str:
        """Return the name in the cache; addresses have characters that no key may."""
        return hashlib.sha256(f"{mark} {self.environ}".encode()).hexdigest()

    def request(self, own: HttpRequest) -> WSGIRequest:
        """Return a request with nothing of the visitor, whose `own` one this is."""
        server = {
            name: value
            for name, value in own.META.items()
            if not name.startswith("HTTP_")
        }
        nobody = {"REMOTE_ADDR": "", "wsgi.input": BytesIO(), SHARED: True}
        return WSGIRequest(server | nobody | self.environ)


def _asked(request: HttpRequest) -> _Asked | None:
    """Return the public page that is asked for, None if it is made for its reader."""
    path = request.path_info
    live = _LIVE.fullmatch(path)
    found = live or _STILL.fullmatch(path)
    if request.method != "GET" or (found is None and path not in _LISTS):
        return None
    query, cookies, headers = request.GET.copy(), request.COOKIES, request.headers
    is_part = headers.get("HX-Request") == "true"
    if is_part and live:
        query.pop("f", None)
    elif is_part or cookies.keys() & _PERSONAL:
        return None
    if not _ASKED.issuperset(query):
        return None
    said = dict(sorted(query.lists()))
    theme = cookies.get("theme") if cookies.get("theme") in THEMES else "auto"
    chosen = cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    accepted = headers.get("Accept-Language", "")
    language = asked_language(chosen, accepted) or CLUB.latest.usual_language
    is_zipped = "gzip" in headers.get("Accept-Encoding", "")
    environ = {
        "PATH_INFO": path.encode().decode("latin-1"),
        "QUERY_STRING": urlencode(said, doseq=True),
        "HTTP_HOST": headers.get("Host", ""),
        "HTTP_X_FORWARDED_PROTO": request.scheme or "",
        "HTTP_HX_REQUEST": "true" if is_part else "",
        "HTTP_ACCEPT_ENCODING": "gzip" if is_zipped else "",
        "HTTP_COOKIE": f"{settings.LANGUAGE_COOKIE_NAME}={language}; "
        f"theme={'auto' if is_part else theme}",
    }
    place = next(filter(None, found.groups())) if found else ""
    return _Asked(place, is_part, environ, said)


class _Marks:
    """The newest marks, asked for once in `MARK_SECONDS`."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Ask anew, because something may have been saved."""
        # A new dictionary: a thread that is reading puts what was before into the old.
        self._known: dict[str, tuple[str, float]] = {}
        self._lists = secrets.token_hex(8)

    def at(self, place: str) -> str | None:
        """Return the mark of a tournament, None if not everybody may see it."""
        now = time.monotonic()
        if not place:
            return f"{self._lists}.{int(now / LIST_SECONDS)}.{CLUB.latest.number}"
        known = self._known
        mark, until = known.get(place, (None, 0.0))
        if mark is not None and now < until:
            return mark
        if mark is not None:  # others go on with the former one meanwhile
            known[place] = (mark, now + MARK_SECONDS)
        mark = _mark_now(place)
        if mark is None:
            known.pop(place, None)
        else:
            if len(known) >= MOST_MARKS:
                known.clear()
            known[place] = (mark, now + MARK_SECONDS)
        return mark


def _mark_now(place: str) -> str | None:
    try:
        return screen_mark(place[1:]) if place[0] == "/" else mark_at(place).text
    except (Tournament.DoesNotExist, DatabaseError):
        return None  # a page of the site says what is wrong


class PublicCache:
    """The middleware: the first, so that what is kept has all headers of an answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._conditional = ConditionalGetMiddleware(get_response)  # ETag and 304
        self._marks = _Marks()
        self._making: dict[str, threading.Lock] = {}

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer from the cache, or let the site answer."""
        if request.method not in _SAFE:
            try:
                return self._get_response(request)
            finally:
                self._marks.forget()
        asked = _asked(request)
        mark = self._marks.at(asked.place) if asked else None
        if asked is None or mark is None:
            return self._get_response(request)
        seen = request.GET.get("f", "") if asked.is_part else ""
        if seen == mark:
            return _nothing()
        answer = self._kept(request, asked, asked.name(mark), may_wait=not seen)
        if answer is None:
            return self._get_response(request)
        return self._conditional.process_response(request, answer)

    def _kept(
        self, request: HttpRequest, asked: _Asked, name: str, *, may_wait: bool
    ) -> HttpResponse | None:
        """Return the page, made by one of all that ask; None if it cannot be kept."""
        # Those with a query are far more, and do not push out those without.
        cache = caches["asked" if asked.query else "pages"]
        answer: HttpResponse | None = cache.get(name)
        if answer is not None:
            return answer
        making = self._making.setdefault(name, threading.Lock())
        if not making.acquire(timeout=WAIT_SECONDS if may_wait else 0):
            return None if may_wait else _nothing(soon=True)
        try:
            answer = cache.get(name)
            if answer is None:
                shared = asked.request(request)
                answer = self._made(shared, is_part=asked.is_part)
                if answer and asked.query.items() <= shared.META.get(QUERY, {}).items():
                    cache.set(name, answer, KEPT_SECONDS)
            return answer
        finally:
            self._making.pop(name, None)
            making.release()

    def _made(self, shared: HttpRequest, *, is_part: bool) -> HttpResponse | None:
        """Return the page as a stranger gets it, None if it is not for everybody."""
        answer = self._get_response(shared)
        is_private = "private" in answer.get("Cache-Control", "") or answer.cookies
        if is_private or answer.status_code not in _KEPT_STATUSES:
            return None
        answer["Cache-Control"] = "no-store" if is_part else "no-cache"
        patch_vary_headers(answer, _VARY)
        return answer if isinstance(answer, HttpResponse) else None


def _nothing(*, soon: bool = False) -> HttpResponse:
    """Return that there is no news; with `soon`, that it is being made."""
    headers = {"Cache-Control": "no-store"} | ({"HX-Trigger": "soon"} if soon else {})
    return HttpResponse(status=HTTPStatus.NO_CONTENT, headers=headers)
