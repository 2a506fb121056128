"""Records sign-ins: the device, and journal rows with the network address."""

import logging
import time
from typing import Final

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from matches.accounts.models import User
from matches.journal import services as journal
from matches.web.throttle import address_of

TRUSTED_SECONDS: Final = 10 * 60
_TRUSTED: Final = "trusted"
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
_LONGEST_NAME: Final = 150

logger = logging.getLogger("crawford.signing_in")


def device_words(agent: str) -> str:
    """Return browser and system named by a user-agent text, "" if unknown."""
    found = [
        next((name for mark, name in marks if mark in agent), "")
        for marks in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(name for name in found if name)


@receiver(user_logged_in)
def keep_device(request: HttpRequest, **_signal: object) -> None:
    """Store in a new session its start and its device."""
    now = int(time.time())
    request.session["began"] = now
    request.session[_TRUSTED] = now
    request.session["agent"] = device_words(request.META.get("HTTP_USER_AGENT", ""))
    request.session["address"] = address_of(request)


def is_trusted(request: HttpRequest) -> bool:
    """Return True if the password was typed in this session a short time ago."""
    at = int(request.session.get(_TRUSTED, 0))
    return 0 <= int(time.time()) - at < TRUSTED_SECONDS


def trust(request: HttpRequest) -> None:
    """Remember that the password was typed just now."""
    request.session[_TRUSTED] = int(time.time())


def record(request: HttpRequest, act: str, *, user: User | None, name: str) -> None:
    """Write one row of the journal and one line of the log, with the address."""
    address, name = address_of(request), name[:_LONGEST_NAME]
    journal.record_act(act=act, by=user, name=name, address=address)
    log(request, act, user=user, name=name)


def log(request: HttpRequest, act: str, *, user: User | None, name: str) -> None:
    """Write only the line of the log, with the address."""
    level = logging.WARNING if user is None else logging.INFO
    told = name[:_LONGEST_NAME]
    logger.log(level, "%s user=%r addr=%s", act, told, address_of(request))
