"""Extends a session while it is used, without a write for every request."""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

RENEW_SECONDS = 30 * 60
_RENEWED = "renewed"


def sliding_session(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Extend the session of a request, at most once every `RENEW_SECONDS`."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # A visitor without a session must not get one: no cookie, no query.
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            _renew(request)
        return get_response(request)

    return middleware


def _renew(request: HttpRequest) -> None:
    now = int(time.time())
    if request.session.is_empty():
        return
    if now - request.session.get(_RENEWED, 0) >= RENEW_SECONDS:
        request.session[_RENEWED] = now
