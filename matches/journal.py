"""The journal: every act that changes a fact leaves one line, never edited."""

from typing import Any, Final

from django.utils.translation import gettext_noop

from matches.models import JournalEntry, Match, User

ACTS: Final[dict[str, str]] = {
    "game_recorded": gettext_noop(
        "%(match)s, game %(number)s: %(winner)s scored %(points)s."
    ),
    "game_corrected": gettext_noop(
        "%(match)s, game %(number)s corrected: %(winner)s scored %(points)s."
    ),
    "game_removed": gettext_noop("%(match)s: game %(number)s removed."),
    "result_recorded": gettext_noop("%(match)s: %(score)s recorded."),
    "walkover_recorded": gettext_noop("%(match)s: walk-over for %(winner)s."),
    "result_removed": gettext_noop("%(match)s: result %(score)s removed."),
    "player_changed": gettext_noop("Player %(name)s changed."),
    "director_joined": gettext_noop("%(name)s became a director."),
}
"""The sentence of each act of this app, by its key."""


def write(
    *,
    act: str,
    by: User | None,
    match: Match | None = None,
    subject: str = "",
    **details: Any,
) -> JournalEntry:
    """Add one line to the journal, inside the caller's transaction."""
    if match is not None:
        details.setdefault("match", f"{match.player_1} – {match.player_2}")
    return JournalEntry.objects.create(
        act=act, actor=by, match=match, subject=subject, details=details
    )
