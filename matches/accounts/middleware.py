"""Sessions live while they are used, up to a limit; caches keep nothing of them.

And whether the visitor of a page sees people by their full names.
"""

import logging
import re
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from matches.accounts.access import acts_at, acts_at_page
from matches.accounts.roles import Act
from matches.web.shown import for_viewer

RENEW_SECONDS: Final = 30 * 60
LONGEST_SECONDS: Final = 7 * 24 * 60 * 60
"""A session ends after this time, even if it is still used."""
PRIVATE_PATHS: Final = ("/account/", "/desk/", "/directors/", "/n/", "/p/", "/u/")
_OWN_COOKIES: Final = frozenset({settings.SESSION_COOKIE_NAME, "messages"})
NO_SESSION_PATHS: Final = frozenset({"/healthz", "/readyz"})
BEGAN: Final = "began"
_RENEWED: Final = "renewed"

logger = logging.getLogger(__name__)


def private_answers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Let no cache keep what is made for one browser, or is at a private address."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        is_own = bool(_OWN_COOKIES & request.COOKIES.keys() or answer.cookies)
        is_private = is_own or request.path_info.startswith(PRIVATE_PATHS)
        if is_private and "public" not in answer.get("Cache-Control", ""):
            answer["Cache-Control"] = "private, no-store"
        return answer

    return middleware


def sliding_session(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Extend the session of a request, at most once every `RENEW_SECONDS`."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # A visitor without a session must not get one: no cookie, no query.
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if has_session and request.path_info not in NO_SESSION_PATHS:
            _renew(request)
        return get_response(request)

    return middleware


def _renew(request: HttpRequest) -> None:
    session, now = request.session, int(time.time())
    if SESSION_KEY not in session:
        return
    if now - session.get(BEGAN, now) > LONGEST_SECONDS:
        session.flush()
        return
    if now - session.get(_RENEWED, 0) < RENEW_SECONDS or request.user.is_anonymous:
        return
    try:
        UserSession.objects.create_from_request(request)
    except DatabaseError as error:  # the disk is full: nobody is logged out for that
        logger.warning("A session could not be renewed: %s", error)
        return
    session[_RENEWED] = now


# Names ---------------------------------------------------------------------


SEES: Final = frozenset({Act.SEE, Act.PLAYERS})
_FOR_EVERYBODY: Final = re.compile(
    r"/|/tournaments(?:\.ics|/.*)|/scoreboard/.*"
    r"|/(?:players|ratings/[^/]+/list|seasons/[^/]+/(?:table|results))\.\w+"
)
"""Paths of what is the same for all visitors: pages of tournaments are shared, a
scoreboard is shown in the hall, and files with full names have addresses of desks."""


class Viewer:
    """The visitor of one request, who is looked up when the first name is read."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def sees_full_names(self) -> bool:
        """Return True on pages of desks and players, to those who may use them."""
        if self._is_for_everybody:
            return False
        return bool(SEES & acts_at_page(self._request)) or self._sees_club

    @cached_property
    def _is_for_everybody(self) -> bool:
        return bool(_FOR_EVERYBODY.fullmatch(self._request.path_info))

    @cached_property
    def _sees_club(self) -> bool:
        return bool(SEES & acts_at(getattr(self._request, "user", None)))


def names_for_viewer(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Read names as the visitor may see them, also while a long file is being sent."""

    def answered(request: HttpRequest) -> HttpResponseBase:
        viewer = Viewer(request)
        with for_viewer(viewer.sees_full_names):
            answer = get_response(request)
        if answer.streaming:
            parts = iter(answer)
            answer.streaming_content = _read_for(viewer, parts)  # type: ignore[attr-defined]
        return answer

    return answered


def _read_for(viewer: Viewer, parts: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the parts of an answer; the server asks for each outside of the request."""
    while True:
        # Set anew for each part: the server asks for it in another thread, perhaps
        # after another request has used that one.
        with for_viewer(viewer.sees_full_names):
            part = next(parts, None)
        if part is None:
            return
        yield part
