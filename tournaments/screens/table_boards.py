"""The scoreboard of a table: it shows the match that is played there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.match_page.scoreboard import (
    asked_of,
    board_of,
    in_its_language,
    style_of,
)
from matches.web import answers
from matches.web.answers import Page
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament
from tournaments.tables.at_table import last_at, table_numbers

NOTHING: Final = "nothing"
"""The state of an empty board in polls."""
LARGEST: Final = 32_767


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyBoardPage(Page):
    """The board of a table at which nothing was played yet."""

    template: ClassVar[str] = "tournaments/screens/empty_board.html"

    tournament: Tournament
    table: int
    style: str
    lang: str
    at: str

    @property
    def address(self) -> str:
        """The address that the page polls."""
        return f"{self.at}?{asked_of(self.style, self.lang)}"

    @property
    def shows(self) -> str:
        """The state of the board in polls."""
        return NOTHING


class EmptyBoardAlone(EmptyBoardPage):
    """The empty board for a poll, without the page around it."""

    template = "tournaments/screens/_empty_board.html"


@dataclass(frozen=True, slots=True)
class TableBoard:
    """The links to the boards of one table."""

    number: int
    room: str
    overlay: str


@require_safe
def table_board(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """Show the match that is at a table now, or the last one that was.

    All visible tournaments of the hall count. A poll is answered like that of a
    scoreboard.
    """
    tournament = structure_access.tournament_for_public(request, slug)
    if not 1 <= table <= LARGEST:
        raise Http404
    lang = in_its_language(request)
    at = reverse("table_board", args=[slug, table])
    match = last_at(tournament, table)
    if match is not None:
        return board_of(request, match, lang=lang, at=at)
    is_poll = "f" in request.GET
    if is_poll and request.GET["f"] == NOTHING:
        answer = answers.unchanged()
    else:
        kind = EmptyBoardAlone if is_poll else EmptyBoardPage
        page = kind(
            tournament=tournament,
            table=table,
            style=style_of(request),
            lang=lang,
            at=at,
        )
        answer = answers.show_page(request, page)
    answer["Cache-Control"] = "no-store"
    return answer


def boards_of(tournament: Tournament) -> Sequence[TableBoard]:
    """Return the links to the boards of all tables that are known. Two queries."""
    found = []
    for number in table_numbers(tournament):
        path = reverse("table_board", args=[tournament.slug, number])
        found.append(TableBoard(number, path, f"{path}?style=overlay"))
    return found
