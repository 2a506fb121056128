"""Access to the money of a tournament; views get rows only from here."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts.roles import Act
from tournaments.money.models import MoneyNote, Pool, Till
from tournaments.structure import access as structure_access
from tournaments.structure.access import DirectorVisit
from tournaments.structure.models import Tournament


def money_for_director(request: HttpRequest, slug: str) -> DirectorVisit:
    """Return the tournament for one of its directors.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    return structure_access.tournament_for_director(request, slug, Act.EVENT_MONEY)


def for_paper(request: HttpRequest, address: str) -> None:
    """Allow the treasurer's sheet to directors; raise as `money_for_director` does."""
    money_for_director(request, address)


def till_of(tournament: Tournament) -> Till:
    """Return the till of a tournament. Raises Http404: no money is kept."""
    if not tournament.keeps_money:
        raise Http404
    return get_object_or_404(Till, tournament=tournament)


def pool_of(keeping: DirectorVisit, pk: int, *, gone: bool = False) -> Pool:
    """Return a pool of the tournament. Raises Http404."""
    rows = Pool.objects.select_related("tournament")
    found = rows if gone else rows.filter(is_gone=False)
    return get_object_or_404(found, tournament=keeping.tournament, pk=pk)


def note_of(keeping: DirectorVisit, pk: int) -> MoneyNote:
    """Return a note of the tournament. Raises Http404."""
    rows = MoneyNote.objects.select_related("tournament")
    return get_object_or_404(rows, tournament=keeping.tournament, pk=pk)


def till_for_public(tournament: Tournament) -> Till:
    """Return the till of a tournament that publishes its prizes. Raises Http404."""
    if not tournament.shows_prizes:
        raise Http404
    return till_of(tournament)
