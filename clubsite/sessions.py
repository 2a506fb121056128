"""Sessions: extended while they are used, no trouble when nothing can be written."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db.utils import OperationalError
from django.http import HttpRequest, HttpResponse

RENEW_SECONDS = 30 * 60
NO_SESSION_PATHS = frozenset({"/healthz", "/readyz"})
_RENEWED = "renewed"

logger = logging.getLogger(__name__)


class SessionStore(DatabaseStore):
    """Django's sessions in the database.

    A change that cannot be saved because the disk is full does not refuse the page: the
    director stays signed in and can read on. A new session is refused, of course.
    """

    def save(self, must_create: bool = False) -> None:
        """Save; log what cannot be saved if the session is there already."""
        try:
            super().save(must_create)
        except UpdateError as error:
            if not isinstance(error.__context__, OperationalError):
                raise
            logger.warning("A session could not be saved: %s", error.__context__)


def sliding_session(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Extend the session of a request, at most once every `RENEW_SECONDS`."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # A visitor without a session must not get one: no cookie, no query.
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if has_session and request.path not in NO_SESSION_PATHS:
            _renew(request)
        return get_response(request)

    return middleware


def _renew(request: HttpRequest) -> None:
    now = int(time.time())
    if request.session.is_empty():
        return
    if now - request.session.get(_RENEWED, 0) >= RENEW_SECONDS:
        request.session[_RENEWED] = now
