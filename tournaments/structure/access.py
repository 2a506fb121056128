"""Who may see and run a tournament. Views have no other way to one."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts import access as accounts_access
from matches.accounts.models import User
from tournaments.structure.models import Division, Entry, Stage, Tournament
from tournaments.structure.queries import Mark, mark_at, stage_at


def mark_for_public(slug: str) -> Mark:
    """Return how a tournament stands that anybody may look at. Raises Http404."""
    _check_readable(slug)
    try:
        return mark_at(slug)
    except Tournament.DoesNotExist as error:
        raise Http404 from error


def tournament_for_director(request: HttpRequest, slug: str) -> tuple[Tournament, User]:
    """Return a tournament and the director who runs it.

    Raises SignInNeededError, PermissionDenied, Http404 – in this order, so that a
    stranger does not learn which addresses exist.
    """
    user = accounts_access.director(request)
    _check_readable(slug)
    return get_object_or_404(Tournament, slug=slug), user


def stage_for_public(tournament: Tournament, number: int) -> Stage:
    """Return a stage of a tournament already fetched. Raises Http404."""
    try:
        return stage_at(tournament, number)
    except Stage.DoesNotExist as error:
        raise Http404 from error


def stage_for_director(tournament: Tournament, number: int) -> Stage:
    """Return a stage of a tournament already fetched for a director."""
    return stage_for_public(tournament, number)


def entry_for_director(tournament: Tournament, number: int) -> Entry:
    """Return an entry of a tournament already fetched for a director."""
    return get_object_or_404(
        Entry.objects.select_related("player"),
        tournament=tournament,
        number=number,
    )


def division_for_director(tournament: Tournament, number: int) -> Division:
    """Return a division of a tournament already fetched for a director."""
    return get_object_or_404(
        Division.objects.select_related("profile", "tournament"),
        tournament=tournament,
        number=number,
    )


def _check_readable(slug: str) -> None:
    """Raise Http404 for an address that PostgreSQL would not even look for."""
    if "\x00" in slug:
        raise Http404
