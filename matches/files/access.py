"""Access to match files, and the part of the match page about them."""

from typing import Final

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.files.compare import used_files
from matches.ledger.access import are_moves_public, match_for_viewer, reporter_in
from matches.ledger.models.facts import MatchFile
from matches.ledger.models.match import Match
from matches.match_page.page import MatchVisit
from matches.rulebook.profiles import Reporting

MOST: Final = 6
"""The most files of a match."""


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
    return are_moves_public(match) or reporter_in(request, match) is not None


def files_panel(visit: MatchVisit) -> dict[str, object]:
    """Return the files that this visitor sees, and the possible acts. One query.

    `with_moves` are the keys of files whose games count. With `has_moves` one file has
    the moves of all games, so they can be downloaded.
    """
    match, view, reporter = visit.match, visit.view, visit.reporter
    files = list(match.files.valid().defer("content"))
    file_ids = [line.game.file_id for line in view.lines]
    used = {file.pk for file in files} & set(file_ids)
    if reporter is None:
        is_public = are_moves_public(match)
        files = [file for file in files if is_public and file.pk in used]
    shown = {file.pk for file in files} & used
    return {
        "files": files,
        "with_moves": shown,
        "has_moves": len(shown) == 1 and set(file_ids) == shown,
        "has_games": bool(view.lines),
        "is_shown": bool(files or view.lines or visit.may_score),
        "may_add": _may_add(visit) and len(files) < MOST,
    }


def _may_add(visit: MatchVisit) -> bool:
    reporter, match = visit.reporter, visit.match
    if reporter is None or match.locked_at is not None:
        return False
    return not (reporter.is_player and match.reporting == Reporting.DIRECTOR)
