"""Access to the settings of the club."""

from django.http import HttpRequest

from matches.accounts import access as accounts_access
from matches.accounts.models import User
from matches.accounts.roles import Act


def club_for_change(request: HttpRequest) -> User:
    """Return who may change the club. Raises SignInNeededError, PermissionDenied."""
    return accounts_access.allowed(request, Act.CLUB)
