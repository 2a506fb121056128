"""The part of the match page about match files."""

from typing import Any

from matches.ledger import access as ledger_access
from matches.ledger.models.facts import MatchFile
from matches.ledger.models.match import Match
from matches.match_page.panels import MatchPage
from matches.rulebook.profiles import Reporting


def files_of(match: Match) -> list[MatchFile]:
    """Return the match files of a match, without their content. One query."""
    return list(match.files.valid().defer("content"))


def files_panel(page: MatchPage) -> dict[str, Any]:
    """Return the files that this visitor sees, and the possible acts. One query.

    With `has_moves` one file has the moves of all games, so they can be downloaded.
    """
    match, view, reporter = page.match, page.view, page.reporter
    files = files_of(match)
    file_ids = [line.game.file_id for line in view.lines]
    used = {file.pk for file in files} & set(file_ids)
    if reporter is None:
        is_public = ledger_access.are_moves_public(match)
        files = [file for file in files if is_public and file.pk in used]
    shown = {file.pk for file in files} & used
    is_player = reporter is not None and reporter.is_player
    return {
        "files": files,
        "files_with_moves": shown,
        "has_moves": len(shown) == 1 and set(file_ids) == shown,
        "may_attach": reporter is not None
        and match.locked_at is None
        and not (is_player and match.reporting == Reporting.DIRECTOR),
    }
