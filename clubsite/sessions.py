"""Sessions: stored under the hash of their key, extended by use up to a limit.

Nothing breaks when a session cannot be written.
"""

import hashlib
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db.utils import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

if TYPE_CHECKING:
    from matches.accounts.models import Session

RENEW_SECONDS = 30 * 60
LONGEST_SECONDS: Final = 7 * 24 * 60 * 60
"""A session ends after this time, even if it is still used."""
NO_SESSION_PATHS = frozenset({"/healthz", "/readyz"})
_RENEWED = "renewed"
_HASH_LENGTH: Final = 40

logger = logging.getLogger(__name__)


class SessionStore(DatabaseStore):
    """Sessions in the database, under the hash of the key that the cookie has.

    If a change cannot be saved because the disk is full, the page is still shown: the
    director stays signed in. A new session is refused.

    `is_gone`: the browser sent a key, but its session is over or was ended.
    """

    is_gone = False

    @classmethod
    def get_model_class(cls) -> "type[Session]":
        """Return the model, which is loaded later than the settings."""
        from matches.accounts.models import Session  # noqa: PLC0415 - as said

        return Session

    @property
    def stored_key(self) -> str:
        """The stored hash of this session's key, empty without one."""
        return stored_key(self.session_key) if self.session_key else ""

    def exists(self, session_key: str) -> bool:
        """Return True if there is a session with this key."""
        return super().exists(stored_key(session_key))

    def delete(self, session_key: str | None = None) -> None:
        """End the session with this key, else this one."""
        key = session_key or self.session_key
        if key is not None:
            self.model.objects.filter(session_key=stored_key(key)).delete()

    def create_model_instance(self, data: dict[str, Any]) -> "Session":
        """Return the row, with what its owner recognises the session by."""
        model, store = self.get_model_class(), cast("Any", super())
        self._session_key = self.session_key or store._get_new_session_key()
        return model(
            session_key=stored_key(self._session_key),
            session_data=self.encode(data),
            expire_date=self.get_expiry_date(),
            user_id=data.get(SESSION_KEY),
            agent=data.get("agent", ""),
            address=data.get("address", ""),
            began_at=_moment(data.get("began")),
            seen_at=_moment(data.get(_RENEWED) or data.get("began")),
        )

    def save(self, must_create: bool = False) -> None:
        """Save; log what cannot be saved if the session is there already."""
        try:
            super().save(must_create)
        except UpdateError as error:
            if not isinstance(error.__context__, OperationalError):
                raise
            logger.warning("A session could not be saved: %s", error.__context__)

    def _get_session_from_db(self) -> "Session | None":
        key = self.session_key
        rows = self.get_model_class().objects.filter(expire_date__gt=timezone.now())
        found = rows.filter(session_key=stored_key(key)).first() if key else None
        if not found:
            self.is_gone = True
            self._session_key = None
        return found


def stored_key(key: str) -> str:
    """Return the stored hash of a session's key: 160 bits as text."""
    return hashlib.sha256(key.encode()).hexdigest()[:_HASH_LENGTH]


def _moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def sliding_session(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Extend the session of a request, at most once every `RENEW_SECONDS`."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # A visitor without a session must not get one: no cookie, no query.
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if has_session and request.path_info not in NO_SESSION_PATHS:
            _renew(request)
        answer = get_response(request)
        if "HX-Request" in request.headers and getattr(
            request.session, "is_gone", False
        ):
            # Else Django deletes the cookie: the next poll would have no session, and
            # a redirect takes to the login page, away from what was typed.
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        return answer

    return middleware


def _renew(request: HttpRequest) -> None:
    now = int(time.time())
    if request.session.is_empty():
        return
    if SESSION_KEY in request.session and _is_too_old(request, now):
        request.session.flush()
        request.session.is_gone = True  # type: ignore[attr-defined]  # of the store
        return
    renewed = request.session.get(_RENEWED, 0)
    if not request.session.is_empty() and now - renewed >= RENEW_SECONDS:
        request.session[_RENEWED] = now


def _is_too_old(request: HttpRequest, now: int) -> bool:
    return now - int(request.session.get("began", now)) > LONGEST_SECONDS
