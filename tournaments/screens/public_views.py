"""Pages for televisions: a screen, by its code, and the scoreboard of a table."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from matches.match_page.scoreboard import (
    asked_of,
    board_of,
    in_its_language,
    style_of,
)
from matches.players.codes import normalised
from matches.web import answers, throttle
from matches.web.context import depends_on
from tournaments.rounds.announcements.bulletin import SCREENS
from tournaments.screens.access import screen_for_viewer
from tournaments.screens.queries import language_of, pages_of
from tournaments.structure import access as structure_access
from tournaments.tables.people import last_at

LONGEST_CODE: Final = 40
GONE: Final = 404
NOTHING: Final = "nothing"
"""The state of an empty board in polls."""
LARGEST: Final = 32_767


@require_safe
def screen_find(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a screen, and redirect to it."""
    typed = request.GET.get("code", "")[:LONGEST_CODE].replace("\x00", "")
    if not typed.strip():
        return answers.show(request, "tournaments/screens/find.html", {"typed": ""})
    if screen_for_viewer(request, normalised(typed)) is not None:
        return redirect("screen", code=normalised(typed))
    return _unknown(request, typed)


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show a screen, which polls for changes."""
    wanted = normalised(code.replace("\x00", ""))
    found = screen_for_viewer(request, wanted)
    if found is None:
        return _unknown(request, code[:LONGEST_CODE])
    if wanted != code:
        return redirect("screen", code=wanted)
    if answers.polled_mark(request) == found.text:
        return answers.unchanged()
    translation.activate(language_of(found.screen))
    pages = pages_of(found, request)
    asked = request.GET.get("page", "")
    number = (int(asked) - 1) % len(pages) if asked.isdecimal() else 0
    depends_on(request, page=asked and number + 1)
    bulletin, theme = found.bulletin, found.screen.theme
    context = {
        "screen": found.screen,
        "pages": pages,
        "number": number,
        "next_number": (number + 1) % len(pages) + 1,
        "mark": found.text,
        # A screen with another version of the product reloads.
        "build": f"{static('css/screen.css')} {static('js/screen.js')} {theme}",
        "clock": bulletin.clock,
        "news": bulletin.on(SCREENS),
        "address": request.get_host(),
    }
    answer = answers.show(
        request,
        "tournaments/screens/screen.html",
        context,
        fragment="tournaments/screens/_screen.html",
    )
    answer["Cache-Control"] = "no-store"
    return answer


def _unknown(request: HttpRequest, typed: str) -> HttpResponse:
    """Answer that no screen has this code; guesses are delayed, not blocked."""
    throttle.count_wrong_code(request)
    context = {"typed": typed.replace("\x00", "")}
    template = "tournaments/screens/find.html"
    answer = answers.show(request, template, context, status=GONE)
    return throttle.slow_wrong_code(request, answer)


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
