"""The lateness of players of a called match, and its penalty by the rules."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from matches.ledger.models.match import Match
from matches.rules import LateTariff, late_penalty

_MINUTE = 60


@dataclass(frozen=True, slots=True)
class LateClock:
    """Minutes since a call, and the points that the tariff proposes for them.

    Points are never given automatically: a director decides.
    """

    minutes: int
    points: int = 0
    decides: bool = False


def late_clock(
    called_at: datetime | None, state: str, *, tariff: LateTariff | None, length: int
) -> LateClock | None:
    """Return the clock of a match that is called and has not begun, else None."""
    if called_at is None or state != Match.State.READY:
        return None
    passed = int((timezone.now() - called_at).total_seconds())
    minutes = max(0, passed // _MINUTE)
    if tariff is None or not length:
        return LateClock(minutes)
    found = late_penalty(tariff, minutes, length)
    return LateClock(minutes, found.points, found.decides)
