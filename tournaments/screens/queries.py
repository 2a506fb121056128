"""Screens as their pages need them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext

from matches.accounts.access import events_of
from matches.accounts.models import User
from tournaments.entries.arrivals.queries import window_of
from tournaments.rounds.access import public_header
from tournaments.rounds.announcements.bulletin import Bulletin
from tournaments.screens.contents import (
    ANNOUNCEMENTS,
    BY_KEY,
    CHECK_IN,
    CLOCK,
    SEASON,
    Sight,
    address_page,
)
from tournaments.screens.models import Screen
from tournaments.screens.pages import AnyPage
from tournaments.seasons.panels import seasons_with
from tournaments.structure.marks import TournamentMark, mark_of
from tournaments.structure.models import Tournament, Visibility
from tournaments.structure.queries import FIRST
from tournaments.tables.people import same_day

MOST_ALSO: Final = 12


@dataclass(frozen=True, slots=True)
class ScreenMark:
    """A screen and the state of its contents. Pages of the same mark are the same.

    `besides` are the shown facts that change without the tournaments: the phase of the
    check-in, and the tables of seasons.
    """

    screen: Screen
    marks: Sequence[tuple[Tournament, TournamentMark]]
    besides: str = ""

    @property
    def is_private(self) -> bool:
        """Whether only users who may see the desk of its tournament see it."""
        return self.screen.tournament.visibility == Visibility.PRIVATE

    @property
    def bulletin(self) -> Bulletin:
        """The announcements of the screen's tournament."""
        return public_header(self.marks[0][1], FIRST).bulletin

    @property
    def text(self) -> str:
        """The mark in cache keys and in polls."""
        shown = "+".join(mark.text for _tournament, mark in self.marks)
        return f"{self.screen.pk}v{self.screen.version}{self.besides}+{shown}"


def screen_at(code: str) -> ScreenMark | None:
    """Return the screen with this code, None without one. Two queries, and one each."""
    screen = (
        Screen.objects.select_related("tournament")
        .filter(code=code, is_gone=False, tournament__deleted_at__isnull=True)
        .first()
    )
    if screen is None:
        return None
    also = [pk for pk in screen.also if pk != screen.tournament_id][:MOST_ALSO]
    others = Tournament.objects.exclude(visibility=Visibility.PRIVATE)
    others = others.filter(pk__in=also).order_by("pk")
    shown = [screen.tournament, *(others if also else ())]
    besides = _phases(shown) if CHECK_IN in screen.shows else ""
    besides += _seasons(shown) if SEASON in screen.shows else ""
    return ScreenMark(screen, [(one, mark_of(one)) for one in shown], besides)


def _phases(tournaments: Sequence[Tournament]) -> str:
    """Return the phases of the check-in by phone. One query each."""
    windows = [window_of(tournament) for tournament in tournaments]
    return "".join(f".{window.phase}" for window in windows if window is not None)


def _seasons(tournaments: Sequence[Tournament]) -> str:
    """Return the marks of the seasons for which they count."""
    states = [state for tournament in tournaments for state in seasons_with(tournament)]
    return "".join(f".{state.mark}" for state in states)


def screen_mark(code: str) -> str | None:
    """Return the mark of a screen that everybody may see, None without one."""
    found = screen_at(code)
    return found.text if found and not found.is_private else None


def pages_of(found: ScreenMark, request: HttpRequest, only: str = "") -> list[AnyPage]:
    """Return the pages of a screen: announcements first, then what it shows.

    There is always a page: without contents it names the tournament's address. `only`
    is the key of a content for a preview, which may have none.
    """
    keys = [only] if only in BY_KEY else found.screen.shows
    with translation.override(language_of(found.screen)):
        sights = [
            Sight(
                found.screen,
                public_header(mark, FIRST),
                mark,
                request.build_absolute_uri(tournament.get_absolute_url()),
            )
            for tournament, mark in found.marks
        ]
        first = [] if only else [ANNOUNCEMENTS]
        pages = [
            page
            for key in dict.fromkeys([*first, *keys])
            if key in BY_KEY
            for sight in sights
            for page in BY_KEY[key].build(sight)
        ]
        return pages if pages or only else [_nothing(sights[0], keys)]


def _nothing(sight: Sight, keys: Sequence[str]) -> AnyPage:
    """Return the page with the tournament's address, and the contents still missing."""
    page = replace(address_page(sight), title=sight.about(), about="")
    if CLOCK in keys:
        return replace(page, text=gettext("The round clock is not running."))
    if sight.nows:
        return page
    text = gettext("Nothing drawn yet. This screen updates automatically.")
    return replace(page, text=text)


def language_of(screen: Screen) -> str:
    """Return the language of a screen."""
    return screen.language or screen.tournament.language


def others_of_the_day(tournament: Tournament, *, by: User) -> list[Tournament]:
    """Return the other tournaments that somebody lets a screen show. One query."""
    others = same_day(tournament).exclude(pk=tournament.pk).listed(events_of(by))
    rows = others.exclude(visibility=Visibility.PRIVATE).distinct()
    return list(rows[:MOST_ALSO])


def free_name(tournament: Tournament) -> str:
    """Return a name for one more screen: Screen 3. One query."""
    known = {screen.name for screen in screens_of(tournament)}
    names = (gettext("Screen %(number)s") % {"number": one} for one in count(1))
    return next(name for name in names if name not in known)


def screens_of(tournament: Tournament) -> list[Screen]:
    """Return the screens of a tournament. One query."""
    return list(Screen.objects.filter(tournament=tournament, is_gone=False))
