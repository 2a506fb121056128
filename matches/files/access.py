"""Access to match files."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.files.compare import used_files
from matches.ledger.access import are_moves_public, match_for_viewer, reporter_in
from matches.ledger.models.facts import MatchFile
from matches.ledger.models.match import Match


def file_in(match: Match, pk: int) -> MatchFile:
    """Return a match file of a match already fetched. Raises Http404."""
    file = get_object_or_404(MatchFile.objects.valid(), match=match, pk=pk)
    file.match = match
    return file


def file_for_viewer(request: HttpRequest, code: str, pk: int) -> MatchFile:
    """Return a file whose moves the visitor may see.

    All visitors may see them once its games count; before that only directors and the
    two players. Raises Http404.
    """
    match = match_for_viewer(request, code)
    file = file_in(match, pk)
    is_public = are_moves_public(match) and file.pk in used_files(match)
    if not is_public and reporter_in(request, match) is None:
        raise Http404
    return file


def may_see_moves(request: HttpRequest, match: Match) -> bool:
    """Return True if this visitor may see the moves of a match."""
    return are_moves_public(match) or reporter_in(request, match) is not None
