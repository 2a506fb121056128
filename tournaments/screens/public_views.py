"""Pages for televisions: the page that asks for a code, and the screen itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from matches.players.codes import normalised
from matches.web import answers, throttle
from matches.web.answers import Page
from matches.web.context import depends_on
from tournaments.rounds.announcements.bulletin import (
    SCREENS,
    Bulletin,
    ShownAnnouncement,
    ShownClock,
)
from tournaments.screens.access import screen_for_viewer
from tournaments.screens.models import Screen
from tournaments.screens.pages import AnyPage
from tournaments.screens.queries import ScreenMark, language_of, pages_of

LONGEST_CODE: Final = 40
GONE: Final = 404


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenFindPage(Page):
    """The page where a code is typed; `typed` is an unknown code."""

    template = "tournaments/screens/find.html"

    typed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenShownPage(Page):
    """A screen with all its pages. `number` is the first page shown, from 0.

    `address` is the public page with the same content for phones.
    """

    template = "tournaments/screens/screen.html"
    fragment = "tournaments/screens/_screen.html"

    found: ScreenMark
    pages: Sequence[AnyPage]
    address: str
    number: int = 0

    @property
    def screen(self) -> Screen:
        """The screen as a row."""
        return self.found.screen

    @property
    def theme(self) -> str:
        """Light or dark."""
        return "light" if self.screen.is_light else "dark"

    @property
    def mark(self) -> str:
        """The mark of this version, which the screen sends with polls."""
        return self.found.text

    @property
    def build(self) -> str:
        """The version of the product; a screen with another version reloads."""
        return f"{static('css/screen.css')} {static('js/screen.js')} {self.theme}"

    @property
    def bulletin(self) -> Bulletin:
        """The announcements of the screen's tournament."""
        return self.found.bulletin

    @property
    def clock(self) -> ShownClock | None:
        """The round clock, for the foot of every page."""
        return self.bulletin.clock

    @property
    def news(self) -> list[ShownAnnouncement]:
        """The announcements on screens, for the foot of every page."""
        return self.bulletin.on(SCREENS)

    @property
    def next_url(self) -> str:
        """The address of the next page, for screens without scripts."""
        following = (self.number + 1) % len(self.pages) + 1
        return f"{reverse('screen', args=[self.screen.code])}?page={following}"


@require_safe
def screen_find(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a screen, and redirect to it."""
    typed = request.GET.get("code", "")[:LONGEST_CODE].replace("\x00", "")
    if not typed.strip():
        return answers.show_page(request, ScreenFindPage())
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
    addresses = [
        request.build_absolute_uri(one.get_absolute_url()) for one, _mark in found.marks
    ]
    pages = pages_of(found, addresses)
    asked = request.GET.get("page", "")
    number = (int(asked) - 1) % len(pages) if asked.isdecimal() else 0
    depends_on(request, page=asked and number + 1)
    page = ScreenShownPage(
        found=found, pages=pages, address=request.get_host(), number=number
    )
    answer = answers.show_page(request, page)
    answer["Cache-Control"] = "no-store"
    return answer


def _unknown(request: HttpRequest, typed: str) -> HttpResponse:
    """Answer that no screen has this code; guesses are delayed, not blocked."""
    throttle.count_wrong_code(request)
    page = ScreenFindPage(typed=typed.replace("\x00", ""))
    return throttle.slow_wrong_code(
        request, answers.show_page(request, page, status=GONE)
    )
