"""A match at its table: its lateness, what its row offers, and its page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone

from matches.ledger.models.match import Match
from matches.ledger.states import state_tag
from matches.rules import LateTariff, late_penalty
from tournaments.hall.pace import MatchPace
from tournaments.rounds.models import Pairing
from tournaments.rounds.rows import PairingRow
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import title_of
from tournaments.tables.people import AT_A_TABLE


@dataclass(frozen=True, slots=True)
class LateClock:
    """Minutes since a call, and the points that the tariff proposes for them.

    Points are never given automatically: a director decides.
    """

    minutes: int
    points: int = 0
    decides: bool = False


@dataclass(frozen=True, slots=True)
class MatchAtTable:
    """One match with its table and the times of its call."""

    number: int
    match_id: int
    revision: int
    code: str
    one: str
    two: str
    stage: str
    state: str
    table: int | None
    wanted_table: int | None
    called_at: datetime | None
    recalled_at: datetime | None
    playing_at: datetime | None
    is_open: bool
    late: LateClock | None

    @property
    def is_called(self) -> bool:
        """Whether the match has been called and has no result."""
        return self.is_open and self.called_at is not None

    @property
    def is_playing(self) -> bool:
        """Whether both players sit at the table."""
        return self.playing_at is not None or self.state == "playing"

    @property
    def tag(self) -> str:
        """The key of the state that the page shows."""
        return "playing" if self.is_called and self.is_playing else self.state


def match_at_table(tournament: Tournament, number: int) -> MatchAtTable | None:
    """Return a published match by its number, None if there is none. One query."""
    pairing = (
        Pairing.objects.live()
        .with_match()
        .filter(tournament=tournament, match_number=number)
        .select_related(
            *("match__player_1", "match__player_2", "match__profile"),
            *("stage__division", "stage__parent"),
        )
        .first()
    )
    if pairing is None or pairing.match is None:
        return None
    match, is_called = pairing.match, pairing.called_at is not None
    return MatchAtTable(
        number=number,
        match_id=match.pk,
        revision=match.revision,
        code=match.code,
        one=match.player_1.name,
        two=match.player_2.name,
        stage=title_of(pairing.stage),
        state=state_tag(match.state, match.how, is_called=is_called),
        table=pairing.table,
        wanted_table=pairing.wanted_table,
        called_at=pairing.called_at,
        recalled_at=pairing.recalled_at,
        playing_at=pairing.playing_at,
        is_open=match.state in AT_A_TABLE,
        late=late_clock(
            pairing.called_at if pairing.playing_at is None else None,
            match.state,
            tariff=match.profile.profile.late_tariff,
            length=match.length,
        ),
    )


_MINUTE = 60


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
