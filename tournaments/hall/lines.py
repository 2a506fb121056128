"""The further texts and buttons of match rows on a desk."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from matches.rules import LateTariff
from tournaments.hall.pace import MatchPace
from tournaments.rounds.rows import PairingRow
from tournaments.structure.models import Stage
from tournaments.tables.clock import LateClock, late_clock


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

        None if the rules have no penalty for lateness, or if the desk does not mark who
        has sat down.
        """
        if not self.has_hall or self.is_closed or row.tag != "called":
            return None
        tariff: LateTariff | None = stage.division.profile.profile.late_tariff
        if tariff is None:
            return None
        return late_clock(row.called_at, row.state, tariff=tariff, length=row.length)
