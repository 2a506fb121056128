"""Seats of a round that change hands after it was published."""

from collections.abc import Sequence
from typing import Any

from matches.rules.text import gettext_noop
from tournaments.models import Entry, Pairing

CAME_LATE = gettext_noop("%(entrant)s came late and meets who had the bye.")
CAME_FOR = gettext_noop("%(entrant)s plays instead of somebody who did not come.")
EXCUSED = gettext_noop("Bye: the opponent is not here.")


def new_bye(row: Pairing, holder: Entry, notes: Sequence[dict[str, Any]]) -> Pairing:
    """Write a bye in the place of a pairing that has gone from it."""
    return Pairing.objects.create(
        tournament_id=row.tournament_id,
        stage_id=row.stage_id,
        draw_id=row.draw_id,
        round_number=row.round_number,
        position=row.position,
        entry_1=holder,
        notes=list(notes),
    )
