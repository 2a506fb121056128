"""Who of the signed-in people is a director."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from matches.accounts.models import User
from matches.web.middleware import SignInNeededError


def director(request: HttpRequest) -> User:
    """Return the director who is asking. Raises SignInNeededError, PermissionDenied."""
    user = request.user
    if not isinstance(user, User):
        raise SignInNeededError
    if not user.is_director:
        raise PermissionDenied
    return user


def is_director(request: HttpRequest) -> bool:
    """Whether the visitor is a director."""
    return isinstance(request.user, User) and request.user.is_director
