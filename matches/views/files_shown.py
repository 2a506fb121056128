"""What the match page says about match files."""

from typing import Any

from matches import access
from matches.profiles import Reporting
from matches.reporters import Reporter
from matches.selectors import MatchView, SessionView, files_of


def files_shown(
    view: MatchView | SessionView, reporter: Reporter | None
) -> dict[str, Any]:
    """Return the files this visitor sees, and what can be done with them. One query.

    `has_moves`: one file tells all the games there are, so that they can be saved with
    their moves.
    """
    match = view.match
    files = files_of(match)
    told = [line.game.file_id for line in view.lines]
    used = {file.pk for file in files} & set(told)
    if reporter is None:
        is_public = access.are_moves_public(match)
        files = [each for each in files if is_public and each.pk in used]
    shown = {file.pk for file in files} & used
    is_player = reporter is not None and reporter.is_player
    return {
        "files": files,
        "files_with_moves": shown,
        "has_moves": len(shown) == 1 and set(told) == shown,
        "may_attach": reporter is not None
        and match.locked_at is None
        and not (is_player and match.reporting == Reporting.DIRECTOR),
    }
