"""Pages for televisions: the page that asks for a code, and the screen itself."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils import translation
from django.views.decorators.http import require_safe

from matches.players.codes import normalised
from matches.web import answers, throttle
from matches.web.context import depends_on
from tournaments.rounds.announcements.bulletin import SCREENS
from tournaments.screens.access import screen_for_viewer
from tournaments.screens.queries import language_of, pages_of

LONGEST_CODE: Final = 40
GONE: Final = 404


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
