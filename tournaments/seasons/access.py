"""Access to seasons; views get them only from here."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts.access import allowed, is_allowed
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.players.models import Player
from tournaments.seasons.models import Season, SeasonClosing, SeasonQuerySet


def may_edit(request: HttpRequest) -> bool:
    return is_allowed(request, Act.SEASONS)


def editor(request: HttpRequest) -> User:
    """Return who may make seasons. Raises SignInNeededError, PermissionDenied."""
    return allowed(request, Act.SEASONS)


def seasons_for_viewer(request: HttpRequest) -> SeasonQuerySet:
    """Return the seasons that a visitor may see: directors see hidden ones, too."""
    seasons = Season.objects
    return seasons.live() if may_edit(request) else seasons.public()


def removed_seasons(request: HttpRequest) -> SeasonQuerySet:
    """Return the removed seasons that a director may restore; none for others."""
    removed = Season.objects.removed()
    return removed if may_edit(request) else removed.none()


def season_for_viewer(request: HttpRequest, key: str) -> Season:
    """Return a season that a visitor may see. Raises Http404."""
    return get_object_or_404(seasons_for_viewer(request), key=_readable(key))


def season_for_director(
    request: HttpRequest, key: str, *, removed: bool = False
) -> tuple[Season, User]:
    """Return a season and the director who may change it.

    With `removed` also one that was removed, to restore it.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    user = allowed(request, Act.SEASONS)
    seasons = Season.objects.all() if removed else Season.objects.live()
    return get_object_or_404(seasons, key=_readable(key)), user


def closing_for_director(
    request: HttpRequest, key: str, number: int
) -> tuple[SeasonClosing, User]:
    """Return a closing of a season, in force or not, and the director.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    of, user = season_for_director(request, key)
    closings = SeasonClosing.objects.select_related("season").filter(season=of)
    return get_object_or_404(closings, pk=number), user


def player_for_viewer(key: str) -> Player:
    """Return a player. Raises Http404."""
    return get_object_or_404(Player, key=_readable(key))


def _readable(key: str) -> str:
    if "\x00" in key:  # PostgreSQL raises an error for it
        raise Http404
    return key
