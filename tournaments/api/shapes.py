"""The shapes of tournaments in the API."""

from datetime import date as Date  # noqa: N812 - `date` is a field
from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta

from matches.api.match_shapes import MatchState, Score, Seat
from matches.api.shapes import Body, Paging, Person, Shape

Phase = Literal["before", "live", "after"]


class TournamentsAsked(Paging, frozen=True, kw_only=True):
    """A part of the list, perhaps of one year only."""

    year: Annotated[int, Meta(ge=1, le=9999)] | None = None


class TournamentLine(Shape, frozen=True, kw_only=True):
    """A tournament in a list; `id` is its name in addresses."""

    id: str
    name: str
    date: Date
    last_date: Date
    place: str
    phase: Phase
    entries: int
    rounds_published: int


class StageShape(Shape, frozen=True, kw_only=True):
    """One structure of a division.

    `name` is empty if none was given. `number` counts through the tournament.
    `rounds` are the numbers of those that are published.
    """

    number: int
    name: str
    format: str
    match_length: int
    rounds: list[int]


class DivisionShape(Shape, frozen=True, kw_only=True):
    """A field of entrants, and the stages that it plays."""

    number: int
    name: str
    stages: list[StageShape]


class TournamentShape(Shape, frozen=True, kw_only=True):
    """A tournament.

    `fingerprint` grows whenever anything changes that this API tells of it.
    """

    id: str
    name: str
    date: Date
    last_date: Date
    starts_at: datetime | None
    place: str
    phase: Phase
    is_closed: bool
    divisions: list[DivisionShape]
    fingerprint: int


class EntriesAsked(Paging, frozen=True, kw_only=True):
    """A part of the list, perhaps of one division only."""

    division: Annotated[int, Meta(ge=1, le=30_000)] | None = None


class EntryShape(Shape, frozen=True, kw_only=True):
    """An entry that takes part. `number` is used once in a tournament and never again.

    `lot` is the player number or line, once the first stage is drawn.
    """

    number: int
    division: int
    player: Person
    joined_round: int
    is_here: bool
    is_withdrawn: bool
    lot: int | None


class PairingShape(Shape, frozen=True, kw_only=True):
    """Two who meet, or one with a bye, whose `two` and `match` are null.

    `match` is the code under which the match with its games is found; `winner` is 1 or
    2; `score` is null where it is not known, or not told while players disagree.
    """

    stage: int
    round: int
    match: str | None
    label: str
    table: int | None
    one: Seat
    two: Seat | None
    length: int | None
    state: MatchState | Literal["bye"]
    how: str
    score: Score | None
    winner: Annotated[int, Meta(ge=1, le=2)] | None


class MatchesAsked(Paging, frozen=True, kw_only=True):
    """A part of the list; `open` keeps those without a result, or with one."""

    stage: Annotated[int, Meta(ge=1, le=30_000)] | None = None
    open: bool | None = None


class RoundLine(Shape, frozen=True, kw_only=True):
    """A published round in a list, with its matches and how many are decided."""

    number: int
    published_at: datetime
    matches: int
    decided: int


class Rounds(Shape, frozen=True, kw_only=True):
    """The published rounds of a stage, first to last."""

    stage: int
    rounds_planned: int
    rounds: list[RoundLine]


class RestShape(Shape, frozen=True, kw_only=True):
    """An entry that sits out a round, and the kind of that."""

    entry: int
    name: str
    kind: str


class RoundShape(Shape, frozen=True, kw_only=True):
    """A published round: its pairings in the order of the draw, and who sits out."""

    stage: int
    number: int
    published_at: datetime
    pairings: list[PairingShape]
    resting: list[RestShape]


class ColumnShape(Shape, frozen=True, kw_only=True):
    """A column of standings: the key of a tie-break, and its name in English."""

    key: str
    label: str


class StandingShape(Shape, frozen=True, kw_only=True):
    """A row of standings; `values` belong to the columns, "" where one has none.

    Wins and values are numbers as text, as the tables show them: `2`, `2.5`, `55.0 %`.
    """

    place: int
    is_shared: bool
    entry: int
    player: Person
    wins: str
    losses: int
    values: list[str]
    is_withdrawn: bool


class GroupShape(Shape, frozen=True, kw_only=True):
    """A table of standings; `group` is 0 where the stage has one table only."""

    group: int
    rows: list[StandingShape]


class StandingsShape(Shape, frozen=True, kw_only=True):
    """The standings of a stage; provisional until all matches are decided."""

    stage: int
    is_provisional: bool
    columns: list[ColumnShape]
    groups: list[GroupShape]


class DrawLine(Shape, frozen=True, kw_only=True):
    """A draw that is or was public.

    `fingerprint` is what people compare, empty for a draw that was never announced.
    `state` is `announced`, `drawing`, `draft`, `published`, `withdrawn`, `discarded` or
    `failed`; all before `published` tell that it was announced, and no more.
    """

    id: int
    round: int
    number: int
    state: str
    fingerprint: str
    reason: str
    announced_at: datetime | None
    published_at: datetime | None


class Draws(Shape, frozen=True, kw_only=True):
    """The draws of a stage, first to last."""

    stage: int
    draws: list[DrawLine]


Cell = Annotated[
    str, Meta(max_length=80, pattern="^[^\\x00-\\x1f\\x7f\\u2028\\u2029;]*$(?!\\n)")
]
"""A text without line breaks and semicolons, which separate columns of a list."""


class NewEntrant(Body, frozen=True, kw_only=True):
    """A player to enter: by the `key` in the directory, or else by `name`.

    A name that the directory knows once is that player, a name that it does not know is
    a new player. If the name could be several players, or is nearly a known name, the
    request is refused (`api.entrant_unsure`): send the key, or `is_new`. In doubles a
    name is `Kim Moss / Pim Rask`.
    """

    name: Cell = ""
    key: Annotated[str, Meta(max_length=10, pattern="^[0-9A-Z]*$(?!\\n)")] = ""
    club: Cell = ""
    country: Cell = ""
    rating: Annotated[float, Meta(ge=0, le=9999)] | None = None
    is_new: bool = False


class NewEntries(Body, frozen=True, kw_only=True):
    """The players who enter a division: all or none. `here` checks them in at once."""

    players: Annotated[list[NewEntrant], Meta(min_length=1, max_length=500)]
    division: Annotated[int, Meta(ge=1, le=30_000)] = 1
    here: bool = False


class Entered(Shape, frozen=True, kw_only=True):
    """The entries that were made, in the order of the request."""

    entries: list[EntryShape]
