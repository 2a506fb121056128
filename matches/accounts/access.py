"""Access checks for directors."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from matches.accounts.models import User
from matches.web.middleware import SignInNeededError


def director(request: HttpRequest) -> User:
    """Return the signed-in director. Raises SignInNeededError, PermissionDenied."""
    user = request.user
    if not isinstance(user, User):
        raise SignInNeededError
    if not user.is_director:
        raise PermissionDenied
    return user


def is_director(request: HttpRequest) -> bool:
    """Return True if the visitor is a director."""
    return isinstance(request.user, User) and request.user.is_director
