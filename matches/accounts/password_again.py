"""Asks for the password again before dangerous acts."""

from collections.abc import Callable

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase

View = Callable[..., HttpResponseBase]


def password_again(view: View) -> View:
    """Ask for the password before a POST, unless it was typed a short time ago.

    What was sent is kept in the session, and carried out after the answer.
    """
    asking: View = reauthentication_required(view, enabled=_is_asked)
    return asking


def _is_asked(request: HttpRequest) -> bool:
    user = request.user
    is_act = request.method not in {"GET", "HEAD"}
    return is_act and user.is_authenticated and user.has_usable_password()
