"""Keeps what the next page says in a cookie of this site alone."""

from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http.response import HttpResponseBase


class OwnCookie(CookieStorage):
    """A cookie that no other program of the host calls the same."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class Storage(FallbackStorage):
    """The cookie, for the path of the site; the session has what is too long for it."""

    storage_classes = (OwnCookie, SessionStorage)

    def update(self, response: HttpResponseBase) -> Any:
        """Store what is left to say."""
        unstored = super().update(response)
        if cookie := response.cookies.get(OwnCookie.cookie_name):
            cookie["path"] = settings.SESSION_COOKIE_PATH
        return unstored
