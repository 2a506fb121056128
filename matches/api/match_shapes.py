"""The shapes of players and matches in the API."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta

from matches.api.shapes import Body, Line, Paging, Person, Shape


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
    open, `played`, `walkover`, `forfeit`, `retired`, `penalty`, `time`, `nobody`.
    `revision` grows with every change.
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


Side = Literal[1, 2]
Points = Annotated[int, Meta(ge=0, le=999)]
Few = Annotated[int, Meta(ge=0, le=20)]
FewCheckers = Annotated[int, Meta(ge=0, le=15)]
Revision = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class LoserCheckers(Body, frozen=True, kw_only=True):
    """Where the loser's checkers stand, for matches scored by checkers (poengspill)."""

    home: FewCheckers = 0
    outer: FewCheckers = 0
    far_outer: FewCheckers = 0
    far_home: FewCheckers = 0


class NewGame(Body, frozen=True, kw_only=True):
    """The next game of a match: `after` is the number of games that you know of.

    If another device has entered one meanwhile, it is a conflict (409). The same game
    sent once more changes nothing.
    """

    after: Annotated[int, Meta(ge=0, le=10_000)]
    winner: Side
    kind: Literal["single", "gammon", "backgammon"] = "single"
    cube: Annotated[int, Meta(ge=1, le=2**30)] = 1
    ending: Literal["played", "dropped", "resigned"] = "played"
    automatic: Few = 0
    beavers: Few = 0
    checkers: LoserCheckers | None = None


class NewResult(Body, frozen=True, kw_only=True):
    """The result of a match as two numbers.

    `corrects` is the revision of the match at which you saw a result that this one
    shall replace; without it another result is a conflict (409).
    """

    one: Points
    two: Points
    corrects: Revision | None = None


class Undo(Body, frozen=True, kw_only=True):
    """The newest fact is taken back: the result, or else the last game.

    `revision` is that of the match as you saw it; if it has changed, nothing happens
    (409).
    """

    revision: Revision
