"""The part of the match page about match files."""

from dataclasses import dataclass
from typing import Final

from matches.ledger import access as ledger_access
from matches.ledger.models.facts import MatchFile
from matches.ledger.models.match import Match
from matches.match_page.panels import MatchVisit
from matches.rulebook.profiles import Reporting

MOST_FILES: Final = 6


def files_of(match: Match) -> list[MatchFile]:
    """Return the match files of a match, without their content. One query."""
    return list(match.files.valid().defer("content"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesPanel:
    """The files that this visitor sees, and the possible acts.

    `with_moves` are the keys of files whose games count. With `has_moves` one file has
    the moves of all games, so they can be downloaded.
    """

    files: list[MatchFile]
    with_moves: set[int]
    has_moves: bool
    has_games: bool
    is_shown: bool
    may_add: bool


def files_panel(visit: MatchVisit) -> FilesPanel:
    """Return the files that this visitor sees. One query."""
    match, view, reporter = visit.match, visit.view, visit.reporter
    files = files_of(match)
    file_ids = [line.game.file_id for line in view.lines]
    used = {file.pk for file in files} & set(file_ids)
    if reporter is None:
        is_public = ledger_access.are_moves_public(match)
        files = [file for file in files if is_public and file.pk in used]
    shown = {file.pk for file in files} & used
    has_moves = len(shown) == 1 and set(file_ids) == shown
    return FilesPanel(
        files=files,
        with_moves=shown,
        has_moves=has_moves,
        has_games=bool(view.lines),
        is_shown=bool(files or view.lines or visit.may_score),
        may_add=_may_add(visit) and len(files) < MOST_FILES,
    )


def _may_add(visit: MatchVisit) -> bool:
    reporter, match = visit.reporter, visit.match
    if reporter is None or match.locked_at is not None:
        return False
    return not (reporter.is_player and match.reporting == Reporting.DIRECTOR)
