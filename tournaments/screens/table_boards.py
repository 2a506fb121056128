"""The scoreboard of a table: it shows the match that is played there."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.match_page.scoreboard import (
    asked_of,
    board_of,
    in_its_language,
    style_of,
)
from matches.web import answers
from tournaments.structure import access as structure_access
from tournaments.tables.at_table import last_at

NOTHING: Final = "nothing"
"""The state of an empty board in polls."""
LARGEST: Final = 32_767


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
        style = style_of(request)
        page = {
            "tournament": tournament,
            "table": table,
            "style": style,
            "address": f"{at}?{asked_of(style, lang)}",
            "shows": NOTHING,
        }
        name = "_empty_board.html" if is_poll else "empty_board.html"
        answer = render(request, f"tournaments/screens/{name}", {"page": page})
    answer["Cache-Control"] = "no-store"
    return answer
