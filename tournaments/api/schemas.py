"""What programs send and get about tournaments."""

from datetime import date as Date  # noqa: N812 - `date` is a field
from datetime import datetime
from itertools import groupby
from typing import Annotated, Any, Final, Literal

from django.utils.text import capfirst
from ninja import Field, Schema
from pydantic import BeforeValidator

from matches.api.schemas import (
    Body,
    Flag,
    MatchState,
    Moment,
    Paging,
    Person,
    Score,
    Whole,
    score_of,
    winner_of,
)
from matches.ledger.models.match import Match
from tournaments.engine.standings.schemes import Column
from tournaments.rounds.models import Pairing
from tournaments.standings.queries import NOTHING, StandingRow
from tournaments.structure.details import starts_at
from tournaments.structure.models import Entry, Stage

Number = Annotated[int, Field(ge=1, le=30_000)]
_PARTS: Final = {"½": ".5", "¼": ".25", "¾": ".75"}


class TournamentsAsked(Paging):
    year: Annotated[int, Field(ge=1, le=9999)] | None = None


class EntriesAsked(Paging):
    division: Number | None = None


class MatchesAsked(Paging):
    """`open` keeps those without a result, or with one."""

    stage: Number | None = None
    open: bool | None = None


class TournamentBase(Schema):
    """A tournament; `id` is its name in addresses."""

    id: str = Field(alias="tournament.slug")
    name: str = Field(alias="tournament.name")
    date: Date = Field(alias="tournament.date")
    last_date: Date
    place: str = Field(alias="tournament.place")
    phase: Literal["before", "live", "after"]

    @staticmethod
    def resolve_last_date(line: Any) -> object:
        return line.tournament.end_date or line.tournament.date


class TournamentLine(TournamentBase):
    entries: int
    rounds_published: int


class StageShape(Schema):
    """One structure of a division; `rounds` are the numbers of the published ones.

    `name` is empty if none was given. `number` counts through the tournament.
    """

    number: int
    name: str
    format: str
    match_length: int
    rounds: list[int]

    @staticmethod
    def resolve_rounds(stage: Stage) -> object:
        rows = Pairing.objects.live().filter(stage=stage)
        return sorted(set(rows.values_list("round_number", flat=True)))


class DivisionShape(Schema):
    number: int
    name: str
    stages: list[StageShape]


class TournamentShape(TournamentBase):
    """`fingerprint` grows whenever anything changes that this API tells."""

    starts_at: Moment | None
    is_closed: bool = Field(alias="tournament.is_closed")
    divisions: list[DivisionShape]
    fingerprint: int

    @staticmethod
    def resolve_starts_at(visit: Any) -> object:
        begins = starts_at(visit.tournament)
        return begins if isinstance(begins, datetime) else None

    @staticmethod
    def resolve_divisions(visit: Any) -> object:
        return [
            {"number": division.number, "name": division.name, "stages": list(stages)}
            for division, stages in groupby(visit.stages, lambda stage: stage.division)
        ]


class EntryShape(Schema):
    """An entry that takes part. `number` is used once in a tournament and never again.

    `lot` is the player number or line, once the first stage is drawn.
    """

    number: int
    division: int = Field(alias="division.number")
    player: Person
    joined_round: int
    is_here: Flag = Field(alias="checked_in_at")
    is_withdrawn: Flag = Field(alias="withdrawn_at")
    lot: int | None = None


class Seat(Schema):
    """One side of a match; `lot` is a player number or a line, once drawn."""

    entry: int
    lot: int | None
    player: Person


class PairingShape(Schema):
    """Two who meet, or one with a bye, whose `two` and `match` are null.

    `match` is the code under which the match with its games is found; `winner` is 1 or
    2; `score` is null where it is not known, or not told while players disagree.
    """

    stage: int = Field(alias="stage.number")
    round: int = Field(alias="round_number")
    match: str | None = Field(None, alias="match.code")
    label: str
    table: int | None
    one: Seat
    two: Seat | None
    length: int | None = Field(None, alias="match.length")
    state: MatchState | Literal["bye"] = Field("bye", alias="match.state")
    how: str = Field("", alias="match.how")
    score: Score | None
    winner: int | None

    @staticmethod
    def resolve_label(pairing: Pairing) -> object:
        return f"M{pairing.match_number}" if pairing.match_number else ""

    @staticmethod
    def resolve_one(pairing: Pairing) -> object:
        return _seat(pairing, pairing.entry_1)

    @staticmethod
    def resolve_two(pairing: Pairing) -> object:
        return pairing.entry_2 and _seat(pairing, pairing.entry_2)

    @staticmethod
    def resolve_score(pairing: Pairing) -> object:
        match = pairing.match
        has_begun = match is not None and match.state != Match.State.READY
        return score_of(match) if match and has_begun else None

    @staticmethod
    def resolve_winner(pairing: Pairing) -> object:
        return pairing.match and winner_of(pairing.match)


def _seat(pairing: Pairing, entry: Entry) -> object:
    lot = pairing.stage.root.lots.get(str(entry.number))
    return {"entry": entry.number, "lot": lot, "player": entry.player}


class RoundLine(Schema):
    """A published round with the number of its matches, and of those decided."""

    number: int
    published_at: Moment
    matches: int
    decided: int


class Rounds(Schema):
    stage: int
    rounds_planned: int
    rounds: list[RoundLine]


class RestShape(Schema):
    """An entry that sits out a round, and the kind of that."""

    entry: int = Field(alias="number")
    name: str
    kind: str


class RoundShape(Schema):
    """A published round: its pairings in the order of the draw, and who sits out."""

    stage: int
    number: int
    published_at: Moment
    pairings: list[PairingShape]
    resting: list[RestShape]


def _exact(value: object) -> str:
    """Return a number of a table as programs read it: -0.5 for −½."""
    number = "" if value == NOTHING else str(value).replace("−", "-")
    for sign, digits in _PARTS.items():
        if sign in number:
            whole = number.removesuffix(sign)
            return f"{whole}0{digits}" if whole in {"", "-"} else f"{whole}{digits}"
    return number


Exact = Annotated[str, BeforeValidator(_exact)]


class ColumnShape(Schema):
    """A column of standings: the key of a tie-break, and its name in English."""

    key: str
    label: str

    @staticmethod
    def resolve_label(column: Column) -> str:
        return capfirst(column.name)


class StandingShape(Schema):
    """A row of standings; `values` belong to the columns, "" where one has none.

    Wins and values are numbers as text, as the tables show them: `2`, `2.5`, `55.0 %`.
    """

    place: int
    is_shared: bool = Field(alias="shared")
    entry: int = Field(alias="number")
    player: Person
    wins: Exact
    losses: int
    values: list[Exact]
    is_withdrawn: bool = Field(alias="withdrawn")

    @staticmethod
    def resolve_player(row: StandingRow) -> object:
        return row


class GroupShape(Schema):
    """A table of standings; `group` is 0 where the stage has one table only."""

    group: int = Field(alias="number")
    rows: list[StandingShape]


class StandingsShape(Schema):
    """The standings of a stage; provisional until all matches are decided."""

    stage: int
    is_provisional: bool
    columns: list[ColumnShape]
    groups: list[GroupShape]


class DrawLine(Schema):
    """A draw that is or was public.

    `fingerprint` is what people compare, empty for a draw that was never announced.
    `state` is `announced`, `drawing`, `draft`, `published`, `withdrawn`, `discarded` or
    `failed`; all before `published` tell that it was announced, and no more.
    """

    id: int
    round: int = Field(alias="round_number")
    number: int
    state: str
    fingerprint: str = Field(alias="digest")
    reason: str
    announced_at: Moment | None
    published_at: Moment | None


class Draws(Schema):
    stage: int
    draws: list[DrawLine]


Cell = Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f\u2028\u2029;]*$")]
"""A text without line breaks and semicolons, which separate columns of a list."""


class NewEntrant(Body):
    """A player to enter: by the `key` in the directory, or else by `name`.

    A name that the directory knows once is that player, a name that it does not know is
    a new player. If the name could be several players, or is nearly a known name, the
    request is refused (`api.entrant_unsure`): send the key, or `is_new`. In doubles a
    name is `Kim Moss / Pim Rask`.
    """

    name: Cell = ""
    key: Annotated[str, Field(max_length=10, pattern="^[0-9A-Z]*$")] = ""
    club: Cell = ""
    country: Cell = ""
    rating: Annotated[float, Field(ge=0, le=9999)] | None = None
    is_new: bool = False


class NewEntries(Body):
    """The players who enter a division: all or none. `here` checks them in at once."""

    players: Annotated[list[NewEntrant], Field(min_length=1, max_length=500)]
    division: Annotated[Whole, Field(ge=1, le=30_000)] = 1
    here: bool = False


class Entered(Schema):
    """The entries that were made, in the order of the request."""

    entries: list[EntryShape]
