"""Access to rating lists; views get them only from here."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts.access import allowed, is_allowed
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.ratings.models import (
    RatingImport,
    RatingList,
    RatingListQuerySet,
    Recalculation,
)


def may_edit(request: HttpRequest) -> bool:
    """Return True if the visitor may make and change rating lists."""
    return is_allowed(request, Act.RATINGS)


def editor(request: HttpRequest) -> User:
    """Return who may make lists. Raises SignInNeededError, PermissionDenied."""
    return allowed(request, Act.RATINGS)


def lists_for_viewer(request: HttpRequest) -> RatingListQuerySet:
    """Return the lists that a visitor may see: directors see hidden ones, too."""
    lists = RatingList.objects
    return lists.live() if may_edit(request) else lists.public()


def removed_lists(request: HttpRequest) -> RatingListQuerySet:
    """Return the removed lists that a director may restore; none for other visitors."""
    removed = RatingList.objects.removed()
    return removed if may_edit(request) else removed.none()


def list_for_viewer(request: HttpRequest, key: str) -> RatingList:
    """Return a list that a visitor may see. Raises Http404."""
    return get_object_or_404(lists_for_viewer(request), key=_readable(key))


def list_for_director(
    request: HttpRequest, key: str, *, removed: bool = False
) -> tuple[RatingList, User]:
    """Return a list and the director who may change it.

    With `removed` also one that was removed, to restore it.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    user = allowed(request, Act.RATINGS)
    lists = RatingList.objects.all() if removed else RatingList.objects.live()
    return get_object_or_404(lists, key=_readable(key)), user


def change_for_viewer(request: HttpRequest, key: str, pk: int) -> Recalculation:
    """Return a recalculation of a list that a visitor may see. Raises Http404."""
    of = list_for_viewer(request, key)
    rows = Recalculation.objects.select_related("list")
    return get_object_or_404(rows, list=of, pk=pk)


def import_for_director(
    request: HttpRequest, key: str, pk: int
) -> tuple[RatingImport, User]:
    """Return an import, and the director who may take it back.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    of, user = list_for_director(request, key)
    rows = RatingImport.objects.select_related("list")
    return get_object_or_404(rows, list=of, pk=pk), user


def _readable(key: str) -> str:
    if "\x00" in key:  # PostgreSQL raises an error for it
        raise Http404
    return key
