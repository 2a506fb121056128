"""Notes sign-ins and second factors: rows of the journal, lines of the log, devices."""

import logging
import time
from typing import Any, Final

from allauth.account.signals import user_logged_in as signed_in
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.accounts.middleware import BEGAN
from matches.accounts.models import User
from matches.web import answers, journal
from matches.web.throttle import address_of, remember_browser

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
_KIND: Final = Authenticator.Type

logger = logging.getLogger("crawford.signing_in")


def device_words(agent: str) -> str:
    """Return browser and system named by a user-agent text, "" if unknown."""
    words = [
        next((name for mark, name in marks if mark in agent), "")
        for marks in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(word for word in words if word)


def record(request: HttpRequest, act: str, *, user: User | None, name: str) -> None:
    """Write one row of the journal and one line of the log, with the address."""
    address, name = address_of(request), name[:_LONGEST_NAME]
    journal.record_act(act=act, by=user, name=name, address=address)
    _log(request, act, user=user, name=name)


def note(request: HttpRequest, act: str, user: User, **details: Any) -> None:
    """Write one row of the journal, without the address, and one line of the log."""
    journal.record_act(act=act, by=user, name=user.username, **details)
    _log(request, act, user=user, name=user.username)


def _log(request: HttpRequest, act: str, *, user: User | None, name: str) -> None:
    level = logging.WARNING if user is None else logging.INFO
    logger.log(level, "%s user=%r addr=%s", act, name, address_of(request))


# Logging in and out --------------------------------------------------------


@receiver(user_logged_in)
def keep_device(request: HttpRequest, user: User, **_signal: object) -> None:
    request.session[BEGAN] = int(time.time())
    UserSession.objects.create_from_request(request, user=user)


@receiver(signed_in)
def note_sign_in(
    request: HttpRequest, response: HttpResponse, user: User, **_signal: object
) -> None:
    record(request, "signed_in", user=user, name=user.username)
    remember_browser(request, response, user.username)


@receiver(user_logged_out)
def note_sign_out(request: HttpRequest, user: User | None, **_signal: object) -> None:
    if user is not None:
        record(request, "signed_out", user=user, name=user.username)


# The second factor ---------------------------------------------------------


@receiver(mfa.authentication_failed)
def note_wrong_code(request: HttpRequest, user: User, **_signal: object) -> None:
    record(request, "code_failed", user=None, name=user.username)


@receiver(mfa.authenticator_added)
def note_added(
    request: HttpRequest, user: User, authenticator: Authenticator, **_signal: object
) -> None:
    """Note a new app or passkey; recovery codes come with the first one."""
    if authenticator.type == _KIND.TOTP:
        note(request, "second_factor_on", user)
    elif authenticator.type == _KIND.WEBAUTHN:
        name = str(authenticator)
        note(request, "passkey_added", user, passkey=name)
        answers.tell(request, _("The passkey %(name)s is added.") % {"name": name})


@receiver(mfa.authenticator_removed)
def note_removed(
    request: HttpRequest, user: User, authenticator: Authenticator, **_signal: object
) -> None:
    if authenticator.type == _KIND.RECOVERY_CODES:
        return
    is_on = is_mfa_enabled(user)
    if authenticator.type == _KIND.WEBAUTHN:
        name = str(authenticator)
        note(request, "passkey_removed", user, passkey=name)
        told = _("The passkey %(name)s no longer works.") % {"name": name}
    else:
        told = _("Your app is no longer required.")
        if is_on:
            note(request, "app_removed", user)
    if not is_on:
        note(request, "second_factor_off", user)
    answers.tell(request, told)


@receiver(mfa.authenticator_reset)
def note_new_codes(request: HttpRequest, user: User, **_signal: object) -> None:
    note(request, "recovery_codes_made", user)


@receiver(mfa.authenticator_used)
def note_recovery_code(
    request: HttpRequest, user: User, authenticator: Authenticator, **_signal: object
) -> None:
    if authenticator.type != _KIND.RECOVERY_CODES:
        return
    note(request, "recovery_code_used", user)
    authenticator.refresh_from_db()  # it was used up in a row read anew
    left = len(authenticator.wrap().get_unused_codes())  # type: ignore[no-untyped-call]
    told = ngettext(
        "You have %(count)s recovery code left. Create new ones under Your account.",
        "You have %(count)s recovery codes left. Create new ones under Your account.",
        left,
    )
    answers.tell(request, told % {"count": left})
