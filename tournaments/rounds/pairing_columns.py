"""The columns of pairings, entries and matches that lists of pairings read."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from matches.ledger.models.match import is_decided
from tournaments.rounds.models import PairingQuerySet
from tournaments.structure.stored_values import StoredNote


class EntryColumns(NamedTuple):
    """The columns of an entry and its player that rows show."""

    number: int
    name: str
    sort_name: str
    club: str
    key: str


class MatchColumns(NamedTuple):
    """The columns of a match that rows show."""

    code: str
    sheet_code: str
    length: int
    state: str
    how: str
    reporting: str
    score_1: int
    score_2: int
    winner: int | None
    created_at: datetime

    @property
    def is_over(self) -> bool:
        return is_decided(self.state, self.winner)


class PairingColumns(NamedTuple):
    """The columns of a pairing that rows show; `match_number` is 0 without a match."""

    stage_id: int
    draw_id: int
    round_number: int
    position: int
    slot: int | None
    table: int | None
    called_at: datetime | None
    recalled_at: datetime | None
    playing_at: datetime | None
    on_hold: bool
    match_number: int
    notes: list[StoredNote]
    entry_1: EntryColumns
    entry_2: EntryColumns | None
    match: MatchColumns | None


_OF_PAIRING: Final = (
    *("stage_id", "draw_id", "round_number", "position", "slot"),
    *("table", "called_at", "recalled_at", "playing_at", "on_hold"),
    *("match_number", "notes"),
)

_OF_ENTRY: Final = (
    *("number", "player__name", "player__sort_name", "player__club", "player__key"),
)

_COLUMNS: Final = (
    *_OF_PAIRING,
    *(f"entry_1__{name}" for name in _OF_ENTRY),
    *(f"entry_2__{name}" for name in _OF_ENTRY),
    *(f"match__{name}" for name in MatchColumns._fields),
)

_ONE: Final = slice(len(_OF_PAIRING), len(_OF_PAIRING) + len(_OF_ENTRY))
_TWO: Final = slice(_ONE.stop, _ONE.stop + len(_OF_ENTRY))
_MATCH: Final = slice(_TWO.stop, len(_COLUMNS))


def fetched(pairings: PairingQuerySet) -> list[PairingColumns]:
    """Return pairings with entries, players and matches, in table order. One query."""
    rows = pairings.order_by("position", "leg").values_list(*_COLUMNS)
    return [_columns(row) for row in rows]


def _columns(row: tuple[Any, ...]) -> PairingColumns:
    *own, number, notes = row[: _ONE.start]
    two, match = row[_TWO], row[_MATCH]
    parts = (
        EntryColumns._make(row[_ONE]),
        None if two[0] is None else EntryColumns._make(two),
        None if match[0] is None else MatchColumns._make(match),
    )
    return PairingColumns._make((*own, number or 0, notes, *parts))
