"""Access to tournaments and their parts. Views reach them through here only."""

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts import access as accounts_access
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.players.models import Player
from tournaments.structure.marks import TournamentMark, mark_at, mark_of_any
from tournaments.structure.models import Division, Entry, Stage, Tournament, Visibility
from tournaments.structure.queries import stage_at


def mark_for_public(request: HttpRequest, slug: str) -> TournamentMark:
    """Return the mark of a tournament's public pages.

    Raises Http404, also for a private one whose desk the visitor may not see.
    """
    check_readable(slug)
    try:
        return mark_at(slug)
    except Tournament.DoesNotExist:
        return _private_mark(request, slug)


def _private_mark(request: HttpRequest, slug: str) -> TournamentMark:
    try:
        mark = mark_of_any(slug)
    except Tournament.DoesNotExist as error:
        raise Http404 from error
    if not accounts_access.is_allowed(request, Act.SEE, mark.tournament_id):
        raise Http404
    return mark


def tournament_for_public(request: HttpRequest, slug: str) -> Tournament:
    """Return a tournament. Raises Http404, as `mark_for_public` does."""
    check_readable(slug)
    tournament = get_object_or_404(Tournament, slug=slug)
    is_private = tournament.visibility == Visibility.PRIVATE
    if is_private and not accounts_access.is_allowed(request, Act.SEE, tournament.pk):
        raise Http404
    return tournament


class DirectorVisit(NamedTuple):
    tournament: Tournament
    user: User


def tournament_for_director(
    request: HttpRequest, slug: str, act: Act = Act.SET_UP
) -> DirectorVisit:
    """Return a tournament and the person who is signed in and may do this to it.

    Without an act only its directors may. Raises SignInNeededError, PermissionDenied,
    Http404 – in this order, so that a stranger cannot learn which addresses exist, nor
    a user who only helps at another tournament.
    """
    user = accounts_access.signed_in(request)
    if not accounts_access.needs_event(user):
        accounts_access.allowed(request, act)
        check_readable(slug)
        return DirectorVisit(get_object_or_404(Tournament, slug=slug), user)
    tournament = Tournament.objects.filter(slug=slug.replace("\x00", "")).first()
    if tournament is None:
        raise PermissionDenied
    user = accounts_access.allowed(request, act, tournament.pk)
    return DirectorVisit(tournament, user)


def stage_for_public(tournament: Tournament, number: int) -> Stage:
    """Return a stage of this tournament by its number. Raises Http404."""
    try:
        return stage_at(tournament, number)
    except Stage.DoesNotExist as error:
        raise Http404 from error


def stage_for_director(tournament: Tournament, number: int) -> Stage:
    """Return a stage of a tournament fetched for a director. Raises Http404."""
    return stage_for_public(tournament, number)


def entry_for_director(tournament: Tournament, number: int) -> Entry:
    """Return an entry of a tournament fetched for a director. Raises Http404."""
    return get_object_or_404(
        Entry.objects.select_related("player"), tournament=tournament, number=number
    )


def entry_of_player(player: Player, slug: str, number: int) -> Entry:
    """Return an entry of a player, or of a pair that the player belongs to.

    A private tournament shows nothing to its players either. Raises Http404.
    """
    check_readable(slug)
    mine = Entry.objects.filter(player=player) | Entry.objects.filter(
        player__members=player
    )
    return get_object_or_404(
        mine.filter(tournament__deleted_at__isnull=True)
        .exclude(tournament__visibility=Visibility.PRIVATE)
        .select_related("player", "tournament", "division__profile")
        .distinct(),
        tournament__slug=slug,
        number=number,
    )


def division_for_director(tournament: Tournament, number: int) -> Division:
    """Return a division of a tournament fetched for a director. Raises Http404."""
    return get_object_or_404(
        Division.objects.select_related("profile", "tournament"),
        tournament=tournament,
        number=number,
    )


def check_readable(slug: str) -> None:
    """Raise Http404 for an address with characters that PostgreSQL refuses."""
    if "\x00" in slug:
        raise Http404
