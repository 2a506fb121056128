"""A match at its table: its lateness, what its row offers, and its page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.http import Http404
from django.utils import timezone

from matches.ledger.models.match import Match
from matches.rules import LateTariff, late_penalty
from tournaments.hall.pace import MatchPace
from tournaments.rounds.models import Pairing
from tournaments.rounds.rows import PairingRow
from tournaments.structure.models import Stage, Tournament


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
    minutes = max(0, passed // 60)
    if tariff is None or not length:
        return LateClock(minutes)
    return LateClock(minutes, *late_penalty(tariff, minutes, length))


def match_at_table(tournament: Tournament, number: int) -> tuple[Pairing, Match]:
    """Return a published match by its number. One query. Raises Http404."""
    rows = Pairing.objects.live().select_related(
        *("match__player_1", "match__player_2", "match__profile", "tournament"),
        *("stage__division", "stage__parent"),
    )
    pairing = rows.filter(tournament=tournament, match_number=number).first()
    if pairing is None or pairing.match is None:
        raise Http404
    return pairing, pairing.match


def lateness(pairing: Pairing, match: Match) -> LateClock | None:
    """Return the clock of a called match, None if its players sit there."""
    if pairing.playing_at is not None:
        return None
    return late_clock(
        pairing.called_at,
        match.state,
        tariff=match.profile.profile.late_tariff,
        length=match.length,
    )


@dataclass(frozen=True, slots=True)
class DeskLines:
    """The desk on which rows are shown.

    `waits` has the reason why each match waits, `pace` the expected end of each match
    at a table, by match number. With a hall, rows have buttons for calling and for
    “both sit”.
    """

    slug: str = ""
    is_closed: bool = False
    has_hall: bool = False
    waits: Mapping[int, str] = field(default_factory=dict)
    pace: Mapping[int, MatchPace] = field(default_factory=dict)

    def call(self, row: PairingRow) -> str:
        """Return how a match comes to its table: "call", "sit", or "" for neither."""
        if not self.has_hall or self.is_closed or not row.is_open:
            return ""
        return {"waiting": "call", "called": "sit"}.get(row.tag, "")

    def late(self, row: PairingRow, stage: Stage) -> LateClock | None:
        """Return the clock of a called match that has not begun.

        None if the desk does not mark who has sat down.
        """
        if not self.has_hall or self.is_closed or row.tag != "called":
            return None
        tariff: LateTariff | None = stage.division.profile.profile.late_tariff
        return late_clock(row.called_at, row.state, tariff=tariff, length=row.length)
