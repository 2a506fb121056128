"""What programs send and get about players and matches."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Annotated, Any, Generic, Literal, TypeVar

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils import timezone
from ninja import Field, Schema
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    ValidationInfo,
    model_validator,
)

from matches.ledger.access import are_moves_public
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import GameLine, match_view
from matches.players.models import Player

ItemT = TypeVar("ItemT")


def _whole(sent: object) -> object:
    """Return a JSON number such as 2.0 as a whole number, anything else as it is."""
    return int(sent) if isinstance(sent, float) and sent.is_integer() else sent


def _local(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat()


Moment = Annotated[datetime, PlainSerializer(_local, return_type=str)]
"""A time, told with the zone of the club, as ISO 8601."""
Flag = Annotated[bool, BeforeValidator(bool)]
"""Whether there is a value: `is_final` is true once there is `locked_at`."""
Whole = Annotated[int, BeforeValidator(_whole)]
Few = Annotated[Whole, Field(ge=0, le=20)]
FewCheckers = Annotated[Whole, Field(ge=0, le=15)]
Points = Annotated[Whole, Field(ge=0, le=999)]
Revision = Annotated[Whole, Field(ge=0, le=2**31 - 1)]


class Read(BaseModel):
    names: Literal["public", "full"] = "public"

    @model_validator(mode="before")
    @classmethod
    def refuse_others(cls, sent: Any, info: ValidationInfo) -> Any:
        asked = info.context["request"].GET if info.context else {}
        for name in set(asked) - set(cls.model_fields):
            raise ValueError(f"there is no {name}")
        return sent


class Paging(Read):
    page: int = Field(1, ge=1, le=100_000)
    per_page: int = Field(100, ge=1, le=500)


class Searching(Paging):
    search: str = Field("", max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class LoserCheckers(Body):
    """Where the loser's checkers stand, for matches scored by checkers (poengspill)."""

    home: FewCheckers = 0
    outer: FewCheckers = 0
    far_outer: FewCheckers = 0
    far_home: FewCheckers = 0


class NewGame(Body):
    """The next game of a match: `after` is the number of games that you know of.

    If another device has entered one meanwhile, it is a conflict (409). The same game
    sent once more changes nothing.
    """

    after: Annotated[Whole, Field(ge=0, le=10_000)]
    winner: Annotated[Whole, Field(ge=1, le=2)]
    kind: Literal["single", "gammon", "backgammon"] = "single"
    cube: Annotated[Whole, Field(ge=1, le=2**30)] = 1
    ending: Literal["played", "dropped", "resigned"] = "played"
    automatic: Few = 0
    beavers: Few = 0
    checkers: LoserCheckers | None = None


class NewResult(Body):
    """The result of a match as two numbers.

    `corrects` is the revision of the match at which you saw a result that this one
    shall replace; without it another result is a conflict (409).
    """

    one: Points
    two: Points
    corrects: Revision | None = None


class Undo(Body):
    """`revision` is that of the match as you saw it; any other is a conflict (409)."""

    revision: Revision


class Problem(Schema):
    """Why a request was refused.

    `code` never changes: compare this. `message` is a sentence in the language of the
    request, and `values` are what it names.
    """

    code: str
    message: str
    values: dict[str, str | int]


class Listed(Schema, Generic[ItemT]):
    """One page of a list; `pages` is at least 1, and `next` its next page or null."""

    items: list[ItemT]
    page: int
    pages: int
    total: int
    next: int | None


def page_of(
    found: QuerySet[Any] | Sequence[Any],
    asked: Paging,
    make: Callable[[Any], Iterable[Any]] = list,
) -> dict[str, Any]:
    """Return a page as `Listed`, empty behind the last one; `make` makes its items."""
    pages, start = Paginator(found, asked.per_page), (asked.page - 1) * asked.per_page
    return {
        "items": list(make(found[start : start + asked.per_page])),
        "page": asked.page,
        "pages": pages.num_pages,
        "total": pages.count,
        "next": asked.page + 1 if asked.page < pages.num_pages else None,
    }


class Club(Schema):
    club: str
    town: str
    language: str
    time_zone: str
    version: str
    schema_url: str = Field(alias="schema")


class Person(Schema):
    """A player as the reader may see them; `key` stays when the name changes."""

    key: str
    name: str
    club: str

    @staticmethod
    def resolve_club(player: Any) -> str:
        # Rows of tables have it as it may be told.
        return player.told_club if isinstance(player, Player) else str(player.club)


class PlayerShape(Person):
    country: str = Field(alias="told_country")


class Score(Schema):
    one: int
    two: int


def score_of(match: Match) -> dict[str, int] | None:
    score = {"one": match.score_1, "two": match.score_2}
    return score if match.shows_score else None


def winner_of(match: Match) -> int | None:
    return match.winner if match.shows_score else None


class GameShape(Schema):
    """One game: `points` are what it counted, `score` is the score after it.

    `counts` is false for a game after the end of the match.
    """

    number: int = Field(alias="game.number")
    winner: int = Field(alias="game.winner")
    kind: str = Field(alias="game.kind")
    cube: int = Field(alias="game.cube")
    ending: str = Field(alias="game.ending")
    points: int = Field(alias="line.points")
    score: Score
    counts: bool

    @staticmethod
    def resolve_score(line: GameLine) -> object:
        one, two = line.score
        return {"one": one, "two": two}


class Place(Schema):
    """Where a match of a tournament belongs: its address there."""

    tournament: str = Field(alias="slug")
    label: str
    table: int | None


MatchState = Literal[
    "ready", "playing", "reported", "disputed", "unfinished", "done", "void"
]


class MatchShape(Schema):
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
    one: Person = Field(alias="player_1")
    two: Person = Field(alias="player_2")
    score: Score | None
    winner: int | None
    games: list[GameShape]
    is_final: Flag = Field(alias="locked_at")
    place: Place | None
    finished_at: Moment | None
    revision: int

    resolve_score = staticmethod(score_of)
    resolve_winner = staticmethod(winner_of)

    @staticmethod
    def resolve_games(match: Match) -> object:
        return match_view(match).lines if are_moves_public(match) else ()

    @staticmethod
    def resolve_place(match: Match) -> object:
        return occasion_of(match)
