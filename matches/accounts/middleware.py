"""Sessions live while they are used, up to a limit; caches keep nothing of them."""

import logging
import time
from collections.abc import Callable
from typing import Final

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

RENEW_SECONDS: Final = 30 * 60
LONGEST_SECONDS: Final = 7 * 24 * 60 * 60
"""A session ends after this time, even if it is still used."""
PRIVATE_PATHS: Final = ("/account/", "/desk/", "/directors/", "/p/")
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
