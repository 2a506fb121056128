"""What the API tells of players and matches."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta

from matches.api.shapes import Line, Paging, Person, Shape


class Club(Shape, frozen=True, kw_only=True):
    """Whose site this is, and where the schema of this API is."""

    club: str
    town: str
    language: str
    time_zone: str
    version: str
    schema: str


class Searching(Paging, frozen=True, kw_only=True):
    """A part of a list, perhaps only of what is found by a part of a name."""

    search: Line = ""


class PlayerShape(Person, frozen=True, kw_only=True):
    """A player of the directory."""

    country: str


class Score(Shape, frozen=True, kw_only=True):
    """The points of both sides."""

    one: int
    two: int


class GameShape(Shape, frozen=True, kw_only=True):
    """One game: `points` are what it counted, `score` is the score after it.

    `counts` is false for a game after the end of the match.
    """

    number: int
    winner: int
    kind: str
    cube: int
    ending: str
    points: int
    score: Score
    counts: bool


MatchState = Literal[
    "ready", "playing", "reported", "disputed", "unfinished", "done", "void"
]


class Seat(Shape, frozen=True, kw_only=True):
    """One side of a match: `entry` is the number in the tournament, null without one.

    `lot` is a player number or a line, once drawn.
    """

    entry: int | None
    lot: int | None
    player: Person


class Place(Shape, frozen=True, kw_only=True):
    """Where a match of a tournament belongs: its address there."""

    tournament: str
    label: str
    table: int | None


class MatchShape(Shape, frozen=True, kw_only=True):
    """A match with its games.

    `score` is null while players disagree, and `games` are not told before both agree.
    `winner` is 1 or 2, null without one. `how` says how it ended: empty while it is
    open, `played`, `walkover`, `forfeit`, `retired`, `penalty`, `nobody`. `revision`
    grows with every change.
    """

    code: str
    length: int
    state: MatchState
    how: str
    one: Person
    two: Person
    score: Score | None
    winner: Annotated[int, Meta(ge=1, le=2)] | None
    games: list[GameShape]
    is_final: bool
    place: Place | None
    finished_at: datetime | None
    revision: int
