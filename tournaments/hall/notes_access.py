"""Access to the notes of a desk; views get rows only from here."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from tournaments.hall.notes_models import DeskNote
from tournaments.structure import access as structure_access
from tournaments.structure.access import DirectorVisit


def for_notes(request: HttpRequest, slug: str) -> DirectorVisit:
    """Return the tournament, for people who may write the notes of its desk.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    return structure_access.tournament_for_director(request, slug, Act.NOTES)


def for_all_notes(request: HttpRequest, slug: str) -> DirectorVisit:
    """Return the tournament, for people who may read its notes, or send a new one.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    visit = structure_access.tournament_for_director(request, slug, Act.SEE_PRIVATE)
    if request.method == "POST":
        accounts_access.allowed(request, Act.NOTES, visit.tournament.pk)
    return visit


def note_of(visit: DirectorVisit, pk: int) -> DeskNote:
    """Return a note of the tournament, also a removed one. Raises Http404."""
    rows = DeskNote.objects.select_related(
        "tournament", "written_by", "changed_by", "done_by"
    )
    return get_object_or_404(rows, tournament=visit.tournament, pk=pk)
