"""The durations of the finished matches of a tournament, for the pace of others."""

from datetime import datetime
from typing import Final

from django.utils import timezone

from matches.ledger.models.match import Match
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Tournament

_NEWEST: Final = 200
_MINUTE: Final = 60


def measured_in(tournament: Tournament) -> list[tuple[int, float]]:
    """Return length and minutes of the matches that were played to their end.

    Only the newest matches are used, and no walk-overs. One query.
    """
    rows = (
        Pairing.objects.live()
        .filter(
            tournament=tournament,
            called_at__isnull=False,
            match__state=Match.State.DONE,
            match__how=Match.How.PLAYED,
            match__finished_at__isnull=False,
        )
        .order_by("-match__finished_at")
        .values_list("match__length", "called_at", "playing_at", "match__finished_at")[
            :_NEWEST
        ]
    )
    return [
        (length, (ended - begun).total_seconds() / _MINUTE)
        for length, called, playing, ended in rows
        if ended is not None and (begun := playing or called) is not None
    ]


def minutes_since(moment: datetime, now: datetime | None = None) -> float:
    """Return the minutes since a moment; `now` is given where many are asked for."""
    return max(0.0, ((now or timezone.now()) - moment).total_seconds() / _MINUTE)
