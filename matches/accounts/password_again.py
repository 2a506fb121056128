"""Asks for the password again before dangerous acts, and before secrets are shown."""

from collections.abc import Callable
from typing import TypeVar

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest

View = TypeVar("View", bound=Callable[..., object])


def password_again(view: View) -> View:
    """Ask for the password before a POST, unless it was typed a short time ago.

    What was sent is kept in the session, and carried out after the answer. The page may
    then be the answer to another address: its forms need an `action`.
    """
    asking: View = reauthentication_required(view, enabled=_is_act)
    return asking


def password_to_read(view: View) -> View:
    """Ask for the password before a GET, too: of a view, or of who may see a paper."""
    asking: View = reauthentication_required(view, enabled=_has_password)
    return asking


def _is_act(request: HttpRequest) -> bool:
    return request.method not in {"GET", "HEAD"} and _has_password(request)


def _has_password(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.has_usable_password()
