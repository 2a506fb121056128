"""Answers requests for public pages from memory, before Django."""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Final, NamedTuple
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.db.utils import Error as DatabaseError

from clubsite.shared_pages.addresses import Key, SharedPageRequest, anonymous, asked_for
from clubsite.shared_pages.marks import Marks
from clubsite.shared_pages.store import Headers, Rendered, Store, StoredBody, etag_of
from matches.web.parts import changed, parts_in

OLDEST_SECONDS: Final = 60.0
"""Seconds for which a page is kept although nothing changed: it shows its time."""
WAIT_SECONDS: Final = 8.0
AT_ONCE: Final = 2
"""How many pages are rendered at the same time; they slow down requests that save."""
GIVES_WAY_SECONDS: Final = 0.25
"""Seconds that a rendering waits for requests that save."""
SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
_KEPT_STATUSES: Final = frozenset({200, 286, 302})
_UNSHARED_HEADERS: Final = frozenset(
    {"content-length", "content-encoding", "vary", "cache-control", "etag"}
)
_PRIVATE: Final = ("Cache-Control", "private")
"""The header of a public page that contains a form of the visitor's own."""
_VARY: Final = ("Vary", "HX-Request, Cookie, Accept-Language, Accept-Encoding")
_NO_STORE: Final = ("Cache-Control", "no-store")
_SOON: Final = ("HX-Trigger", "soon")
"""The header that makes a phone ask again soon: its page is being rendered."""
_NO_SWAP: Final = ("HX-Reswap", "none")
"""The header of an answer whose parts are swapped one by one."""
logger = logging.getLogger(__name__)


class WholeAnswer(NamedTuple):
    """A complete answer: status line, headers and body."""

    status: str
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""


UNCHANGED: Final = WholeAnswer("204 No Content", (_NO_STORE,))
ASK_SOON: Final = WholeAnswer("204 No Content", (_NO_STORE, _SOON))


class _Flight:
    """One rendering of a page, for which other requests wait."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self.rendered: Rendered | None = None


class _Saves:
    """The requests that may save something and have not been answered yet."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._count = 0

    def __enter__(self) -> None:
        with self._changed:
            self._count += 1

    def __exit__(self, *_error: object) -> None:
        with self._changed:
            self._count -= 1
            self._changed.notify_all()

    def wait(self) -> None:
        """Wait until they are answered, for a limited time."""
        with self._changed:
            self._changed.wait_for(lambda: not self._count, GIVES_WAY_SECONDS)


class SharedPages:
    """The WSGI application of the site, with a cache of public pages in front.

    A shared page is rendered once for each version and kept as compressed bytes. All
    other requests are passed on to the site.
    """

    def __init__(
        self, site: WSGIApplication, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.store = Store()
        self.marks = Marks(clock)
        self._site = site
        self._clock = clock
        self._flights: dict[Key, _Flight] = {}
        # Guards `_flights`: of all requests for one page a single one has it rendered.
        self._lock = threading.Lock()
        self._rendering = threading.BoundedSemaphore(AT_ONCE)
        self._saves = _Saves()

    def __call__(
        self, environ: WSGIEnvironment, start: StartResponse
    ) -> Iterable[bytes]:
        """Answer a request: from memory, or by asking the site."""
        if environ["REQUEST_METHOD"] not in SAFE_METHODS:
            try:
                with self._saves:
                    return self._site(environ, start)
            finally:
                self.marks.forget()  # something may have been saved
        asked = asked_for(environ)
        answer = self._shared(asked, environ) if asked else None
        if answer is None:
            return self._site(environ, start)
        start(answer.status, list(answer.headers))
        return (answer.body,)

    def at_once(self, environ: WSGIEnvironment) -> WholeAnswer | None:
        """Return the answer if it is in memory, without waiting for anything.

        For a server that has one thread for all connections.
        """
        if environ["REQUEST_METHOD"] not in SAFE_METHODS:
            return None
        asked = asked_for(environ)
        mark = self.marks.known(asked.slug) if asked else None
        return self._known(asked, mark) if asked and mark else None

    def _shared(
        self, asked: SharedPageRequest, environ: WSGIEnvironment
    ) -> WholeAnswer | None:
        """Return the answer; None if only the site can give it."""
        try:
            mark = self.marks.of(asked.slug)
        except DatabaseError:
            return None  # the site answers if the database fails
        if mark is None:
            return None
        if known := self._known(asked, mark):
            return known
        rendered = self.store.get(asked.key)
        if rendered is None or not self._is_fresh(rendered, mark, asked):
            rendered = self._new(asked, mark, environ)
        if rendered is None:
            return None
        if asked.key.is_fragment and asked.seen:
            self._compare(rendered, asked)
        return _answer(rendered, asked)

    def _known(self, asked: SharedPageRequest, mark: str) -> WholeAnswer | None:
        """Return the answer if it needs no query, rendering or comparison.

        While a page is being rendered, a phone that polls is told to ask again soon,
        and a page that has a former version is shown as it was.
        """
        if asked.key.is_fragment and asked.seen == mark:
            return UNCHANGED
        rendered = self.store.get(asked.key)
        if rendered and self._is_fresh(rendered, mark, asked):
            is_compared = self._is_compared(rendered, asked)
            return _answer(rendered, asked) if is_compared else None
        if asked.key not in self._flights:
            return None
        if asked.key.is_fragment:
            return ASK_SOON if asked.seen else None
        return _answer(rendered, asked) if rendered else None

    def _is_fresh(
        self, rendered: Rendered, mark: str, asked: SharedPageRequest
    ) -> bool:
        age = self._clock() - rendered.made
        return rendered.mark == mark and (asked.key.is_fragment or age < OLDEST_SECONDS)

    def _new(
        self, asked: SharedPageRequest, mark: str, environ: WSGIEnvironment
    ) -> Rendered | None:
        """Return the version `mark`, rendered here or by another request."""
        with self._lock:
            flight = self._flights.get(asked.key)
            is_mine = flight is None
            if flight is None:
                flight = self._flights[asked.key] = _Flight()
        if not is_mine:
            # With a limit: if the rendering hangs, this request gets None and asks the
            # site itself.
            flight.over.wait(WAIT_SECONDS)
            return flight.rendered
        try:
            flight.rendered = self._render(asked.key, mark, environ)
        finally:
            with self._lock:
                del self._flights[asked.key]
            flight.over.set()
        return flight.rendered

    def _render(self, key: Key, mark: str, environ: WSGIEnvironment) -> Rendered | None:
        """Render a page as a stranger sees it; None if it cannot be shared."""
        self._saves.wait()  # threads share one core: requests that save go first
        # Before the rendering, not after it: the page shows the time at which its
        # queries ran, at the earliest.
        made = self._clock()
        with self._rendering:
            status, headers, content = _asked_of(self._site, anonymous(key, environ))
        if int(status[:3]) not in _KEPT_STATUSES:
            return None
        if _PRIVATE in headers:
            return None
        if "set-cookie" in {name.lower() for name, _value in headers}:
            logger.error("A public page sets a cookie: %s", key.path)
            return None
        rendered = Rendered(
            mark=mark,
            made=made,
            status=status,
            headers=_headers(headers, is_fragment=key.is_fragment),
            body=StoredBody.of(content),
            etag=etag_of(content),
            parts=parts_in(content.decode()),
        )
        self.store.put(key, rendered)
        return rendered

    def _is_compared(self, rendered: Rendered, asked: SharedPageRequest) -> bool:
        """Whether it is known what changed since the version that a phone shows."""
        if not (asked.key.is_fragment and asked.seen):
            return True
        is_known = self.store.parts_of(asked.key, asked.seen) is not None
        return asked.seen in rendered.changes or not is_known

    def _compare(self, rendered: Rendered, asked: SharedPageRequest) -> None:
        """Store what changed since the version that a phone shows, if that is short."""
        older = self.store.parts_of(asked.key, asked.seen)
        if older is None or asked.seen in rendered.changes:
            return  # the mark is too old or unknown
        # Outside any lock: two threads may compare the same two versions, and both
        # store the same answer.
        text = changed(rendered.body.plain.decode(), older)
        body = None if text is None else StoredBody.of(text.encode())
        is_short = body and len(body.zipped) * 2 < len(rendered.body.zipped)
        rendered.changes[asked.seen] = body if is_short else None


def _answer(rendered: Rendered, asked: SharedPageRequest) -> WholeAnswer:
    """Return a page, what changed in it, or that the browser has it."""
    headers, body = list(rendered.headers), rendered.body
    if asked.key.is_fragment:
        if short := rendered.changes.get(asked.seen):
            headers.append(_NO_SWAP)
            body = short
    elif int(rendered.status[:3]) == HTTPStatus.OK:
        headers.append(("ETag", rendered.etag))
        if rendered.etag in asked.etags:
            return WholeAnswer("304 Not Modified", tuple(headers))
    content = body.zipped if asked.takes_gzip else body.plain
    if asked.takes_gzip:
        headers.append(("Content-Encoding", "gzip"))
    headers.append(("Content-Length", str(len(content))))
    return WholeAnswer(
        rendered.status, tuple(headers), b"" if asked.is_head else content
    )


def _asked_of(
    site: WSGIApplication, environ: WSGIEnvironment
) -> tuple[str, list[tuple[str, str]], bytes]:
    """Return status, headers and content of what the site answers."""
    begun: list[tuple[str, list[tuple[str, str]]]] = []

    def start(
        status: str, headers: list[tuple[str, str]], _error: object = None
    ) -> Callable[[bytes], object]:
        begun.append((status, headers))
        return lambda _text: None

    answer = site(environ, start)
    try:
        content = b"".join(answer)
    finally:
        if close := getattr(answer, "close", None):
            close()
    return *begun[-1], content


def _headers(headers: list[tuple[str, str]], *, is_fragment: bool) -> Headers:
    """Return the headers that all answers with these bytes have."""
    kept = tuple(
        (name, value)
        for name, value in headers
        if name.lower() not in _UNSHARED_HEADERS
    )
    # A page is asked for again each time, but only sent if it has changed.
    caching = _NO_STORE if is_fragment else ("Cache-Control", "no-cache")
    return (*kept, caching, _VARY)
