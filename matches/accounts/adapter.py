"""What django-allauth asks the product: words, addresses and limits."""

import ipaddress
import time
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from matches.accounts.middleware import BEGAN
from matches.accounts.signing_in import device_words, record
from matches.web import throttle
from matches.web.club import read as read_club

TOO_MANY = _("There were too many attempts. Wait a few minutes, then try again.")
WRONG_CODE = _("This code is wrong or has already been used. Enter the next one.")


class AccountAdapter(DefaultAccountAdapter):
    """Logging in by name and password, and typing the password once more."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _(
            "Wrong name or password, or access has been removed. Passwords are "
            "case-sensitive; names are not."
        ),
        "too_many_login_attempts": TOO_MANY,
        "rate_limited": TOO_MANY,
        "incorrect_password": _("That is not your current password."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address; of IPv6 the first one of its network."""
        address = throttle.address_of(request).partition("/")[0]
        try:
            return str(ipaddress.ip_address(address))
        except ValueError:  # a socket has none
            return "0.0.0.0"  # noqa: S104 - nothing listens there

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Limit how often passwords are checked, before one is hashed.

        A browser in which this name logged in before is counted alone: guesses from the
        same hall, or for the same name, do not keep a director out. Elsewhere the name
        is counted after the address, so that no address alone uses up its attempts.
        """
        name = credentials["username"]
        limits = {"password": throttle.guesser(request, name)}
        if limits["password"] == throttle.address_of(request):
            limits["password_of_name"] = name.casefold()
        for action, key in limits.items():
            if not ratelimit.consume(request, action=action, key=key):
                raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        if not request.user.is_authenticated:
            name = credentials["username"]
            record(request, "sign_in_failed", user=None, name=name)

    def is_reauthentication_required(self, *, app: str, **_more: Any) -> bool:
        """Return False if the person has logged in a short time ago."""
        began = int(self.request.session.get(BEGAN, 0))
        return time.time() - began >= settings.ACCOUNT_REAUTHENTICATION_TIMEOUT

    def respond_user_inactive(
        self, request: HttpRequest, user: AbstractBaseUser
    ) -> HttpResponse:
        return redirect("account_login")

    def add_message(
        self, request: HttpRequest, level: int, *given: Any, **more: Any
    ) -> None:
        """Say nothing: `signing_in` says what the product has to say."""


class SecondFactorAdapter(DefaultMFAAdapter):
    error_messages = {**DefaultMFAAdapter.error_messages, "incorrect_code": WRONG_CODE}

    def get_totp_issuer(self) -> str:
        return read_club().name or "Crawford"

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        named: dict[str, str] = super().get_public_key_credential_rp_entity()
        return {**named, "name": self.get_totp_issuer()}

    def generate_authenticator_name(
        self, user: AbstractBaseUser, type: Authenticator.Type
    ) -> str:
        device = device_words(self.request.META.get("HTTP_USER_AGENT", ""))
        return device or str(super().generate_authenticator_name(user, type))
