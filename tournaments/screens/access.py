"""Access to announcements, the clock and screens; views get rows only from here."""

from typing import Any, TypeVar

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from tournaments.rounds.announcements.models import Announcement, RoundClock
from tournaments.screens.models import Screen
from tournaments.screens.queries import ScreenMark, screen_at
from tournaments.structure import access as structure_access
from tournaments.structure.access import DirectorVisit

RowT = TypeVar("RowT", bound=Announcement | RoundClock | Screen)


def screen_for_viewer(request: HttpRequest, code: str) -> ScreenMark | None:
    """Return the screen with this code, None without one.

    The screen of a private tournament is visible only to those who may see its desk.
    """
    found = screen_at(code)
    if found is None or not found.is_private:
        return found
    event = found.screen.tournament_id
    return found if accounts_access.is_allowed(request, Act.SEE, event) else None


def for_hall(request: HttpRequest, slug: str) -> DirectorVisit:
    """Return the tournament, for users who may make announcements in its hall.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    return structure_access.tournament_for_director(request, slug, Act.ANNOUNCE)


def row_of(
    acting: DirectorVisit, model: type[RowT], pk: int, *, gone: bool = False
) -> RowT:
    """Return an announcement, the clock or a screen. Raises Http404."""
    rows: QuerySet[Any] = model.objects.select_related("tournament")
    rows = rows if gone else rows.filter(is_gone=False)
    row: RowT = get_object_or_404(rows, tournament=acting.tournament, pk=pk)
    return row
