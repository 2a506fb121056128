"""A match and its table, for the page on which both are handled."""

from dataclasses import dataclass
from datetime import datetime

from matches.ledger.states import state_tag
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Tournament
from tournaments.structure.queries import title_of
from tournaments.tables.clock import LateClock, late_clock
from tournaments.tables.people import AT_A_TABLE


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
