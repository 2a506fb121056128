"""What documents of tournaments share: their head, lists, and how they are declared."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, Literal, TypeVar
from urllib.parse import unquote

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

from matches.documents.languages import clean, printed_line
from matches.documents.registry import A3, A4, A5, HALF_LETTER, LETTER, Access, Document
from matches.rules.game import gettext_noop
from matches.rules.refusals import Refusal
from matches.web.club import club
from tournaments.rounds.documents import ROUND
from tournaments.rounds.models import DECIDED, Pairing, Round
from tournaments.structure.documents import (
    STAGE,
    TOURNAMENT,
    for_anybody,
    for_directors,
)
from tournaments.structure.models import Entry, Stage, Tournament

ON_ANY_PAPER: Final = (A4, LETTER, A3, A5, HALF_LETTER)
TABLES: Final = gettext_noop("For the tables")
WALL: Final = gettext_noop("For the wall")
DESK: Final = gettext_noop("For the desk")
PLAYERS: Final = gettext_noop("For players")

NOBODY_ENTERED = Refusal(
    "printed_list.nobody_entered",
    "Nothing to print: no entries yet.",
)
"""Badges, or a list of players, were asked for without entries."""

AT_ANY_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)

CellKind = Literal["text", "number", "centre", "box"]
"""How the cells of a column are drawn.

In a column of boxes an empty text is a box to tick, and any other a ticked one.
"""
NO_BOX: Final = "-"
"""The text in a column of boxes where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListHead:
    tournament: str
    where: str
    """Division, stage and round, as far as they have names."""
    title: str
    date: str
    advice: str = ""
    """A sentence for the readers, beside the date."""
    url: str
    """The page that shows the same and is always up to date; absolute."""
    draw_number: int = 0
    """The version of the draw, 0 where none is printed."""
    printed_at: datetime
    language: str
    club: str = ""
    """The club whose paper this is, "" until it has a name."""

    @property
    def about(self) -> str:
        return " · ".join(filter(None, (self.title, self.where)))

    @property
    def day(self) -> str:
        return " · ".join(filter(None, (self.date, self.advice)))

    @property
    def stamp(self) -> str:
        printed = printed_line(self.printed_at, self.draw_number)
        return f"{printed} · {self.club}" if self.club else printed

    @property
    def address(self) -> str:
        return clean(unquote(self.url.partition("://")[2])).rstrip("/")

    @property
    def document_title(self) -> str:
        return f"{self.title} · {self.tournament}"


def head_of(
    tournament: Tournament,
    *,
    title: str,
    path: str = "",
    where: Sequence[str] = (),
    advice: str = "",
    published: Round | None = None,
) -> ListHead:
    """Return the head of a list, in the active language. `path` leads to its page.

    Without a path that is the page of the tournament.
    """
    return ListHead(
        tournament=clean(tournament.name),
        where=clean(" · ".join(dict.fromkeys(part for part in where if part))),
        title=title,
        date=date_format(tournament.date, "DATE_FORMAT"),
        advice=advice,
        url=settings.SITE_URL + (path or tournament.get_absolute_url()),
        draw_number=published.draw.number if published else 0,
        printed_at=timezone.localtime(),
        language=get_language() or tournament.language,
        club=clean(club().line),
    )


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column: its heading, its width in millimetres, and its type in points."""

    title: str
    width: float
    kind: CellKind = "text"
    size: int = 12
    smallest: int = 9
    is_bold: bool = False


ListCells = tuple[str, ...]
"""The texts of one row, one for each column."""


@dataclass(frozen=True, slots=True)
class ListGroup:
    """Rows below a heading of their own; without one the heading is empty."""

    heading: str
    rows: tuple[ListCells, ...]


@dataclass(frozen=True, slots=True)
class HeadedValues:
    """The values of a document that says in its head when it was printed."""

    head: ListHead


HeadedT = TypeVar("HeadedT", bound=HeadedValues)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedList(HeadedValues):
    """A list: rows in groups, set in one or more strips side by side on each page.

    `notes` are printed below the last row, on a wide page in three columns. A row
    without texts is one to write in; ruled cells have lines on all sides.
    """

    columns: tuple[ListColumn, ...]
    groups: tuple[ListGroup, ...]
    strips: int = 1
    notes: tuple[str, ...] = ()
    is_wide: bool = False
    is_ruled: bool = False


def basis(values: HeadedT) -> HeadedT:
    """Return the values without the time of printing, which does not outdate a PDF."""
    return replace(values, head=replace(values.head, printed_at=AT_ANY_TIME))


def of_round(key: str, **values: Any) -> Document[Round, Any]:
    """Return a document of a published round, for anybody unless `access` is given."""
    return _document(key, ROUND, back=_desk, **values)


def of_stage(key: str, **values: Any) -> Document[Stage, Any]:
    """Return a document of a stage, for anybody unless `access` is given."""
    return _document(key, STAGE, **values)


def of_tournament(
    key: str, *, access: Access = for_directors, **values: Any
) -> Document[Tournament, Any]:
    """Return a document of a tournament, for directors unless `access` is given."""
    return _document(key, TOURNAMENT, access=access, back=_desk, **values)


def _document(
    key: str, scope: Any, *, access: Access = for_anybody, **values: Any
) -> Document[Any, Any]:
    shared: dict[str, Any] = {
        "basis": basis,
        "language": lambda subject: tournament_of(subject).paper_languages,
    }
    return Document(key=key, scope=scope, access=access, **{**shared, **values})


def _desk(subject: Round | Tournament) -> str:
    return reverse("tournament_desk", args=[tournament_of(subject).slug])


def tournament_of(subject: Round | Stage | Tournament) -> Tournament:
    if isinstance(subject, Round):
        return subject.stage.division.tournament
    return subject.division.tournament if isinstance(subject, Stage) else subject


def has_entries(tournament: Tournament) -> bool:
    return Entry.objects.active().filter(tournament=tournament).exists()


def has_results(subject: Round | Stage | Tournament) -> bool:
    """Return True if a match is decided: of a round's or a branch's whole stage."""
    decided = Pairing.objects.live().with_match().filter(DECIDED)
    if isinstance(subject, Tournament):
        return decided.filter(tournament=subject).exists()
    stage = subject.stage if isinstance(subject, Round) else subject
    return decided.filter(draw__stage=stage.root).exists()


def is_drawn(stage: Stage) -> bool:
    return Round.objects.filter(stage=stage.root).exists()
