"""Who may see and do what with a match, a player, an account.

Views have no other way to an object than these functions.
"""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.codes import normalised
from matches.models import Match, Player, User


class SignInNeededError(Exception):
    """The visitor is nobody yet: ask who they are, then come back."""


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


def match_for_viewer(request: HttpRequest, code: str) -> Match:
    """Return the match with this code, which anybody may look at.

    Raises Http404: unknown code, or a cancelled match (directors may still look).
    """
    match = get_object_or_404(
        Match.objects.select_related("player_1", "player_2"), code=normalised(code)
    )
    if match.state == Match.State.VOID and not is_director(request):
        raise Http404
    return match


def is_match_for_viewer(request: HttpRequest, code: str) -> bool:
    """Whether `match_for_viewer` would return a match."""
    try:
        match_for_viewer(request, code)
    except Http404:
        return False
    return True


def match_for_scorer(request: HttpRequest, code: str) -> tuple[Match, User]:
    """Return a match and the director who may record it.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    return match_for_viewer(request, code), director(request)


def player_for_viewer(key: str) -> Player:
    """Return the player with this key. Raises Http404."""
    if "\x00" in key:  # PostgreSQL would not even look for it
        raise Http404
    return get_object_or_404(Player, key=key)


def player_for_director(request: HttpRequest, key: str) -> tuple[Player, User]:
    """Return a player and the director who may change them."""
    return player_for_viewer(key), director(request)
