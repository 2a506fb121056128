"""Pages of the site, found by their names and by the words of the help about them.

Only pages that the visitor may open are offered: `act` is the permission of the view.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from matches.accounts.access import acts_at
from matches.accounts.roles import Act
from matches.help.manual import part_about
from matches.players.names import begins_with
from tournaments.structure.models import Tournament
from tournaments.structure.queries import FIRST


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page: its URL name and its title; the help about it has other words for it.

    `act` is the required permission, None for all visitors. `part` is an anchor on the
    page, and `stage` the number of the stage whose page it is, None for another page.
    `about` names the address whose help is meant if it is not that of the page.
    """

    view: str
    label: object
    act: Act | None
    icon: str
    part: str = ""
    stage: int | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class FoundSitePage:
    """A page that was found, with its address; `event` is the tournament's name."""

    page: SitePage
    url: str
    event: str = ""


CLUB: Final = (
    SitePage(
        "tournament_new",
        _("New tournament"),
        *(Act.NEW_TOURNAMENT, "plus"),
    ),
    SitePage(
        "file_send",
        _("Open a tournament from a file"),
        *(Act.NEW_TOURNAMENT, "upload"),
    ),
    SitePage(
        "desk",
        _("Desk of all tournaments"),
        *(Act.ACCOUNT, "board"),
    ),
    SitePage(
        "bin",
        _("Bin: deleted tournaments"),
        *(Act.NEW_TOURNAMENT, "trash"),
    ),
    SitePage(
        "account",
        _("Your account"),
        *(Act.ACCOUNT, "lock"),
    ),
    SitePage(
        "mfa_index",
        _("Two-factor authentication"),
        *(Act.ACCOUNT, "lock"),
    ),
    SitePage(
        "directors",
        _("Users"),
        *(Act.PEOPLE, "users"),
    ),
    SitePage(
        "club_settings",
        _("Club settings"),
        *(Act.CLUB, "settings"),
    ),
    SitePage(
        "backups",
        _("Backups"),
        *(Act.BACKUPS, "download"),
    ),
    SitePage(
        "club_new",
        _("New club match"),
        *(Act.CLUB_MATCHES, "plus"),
    ),
    SitePage(
        "rating_list_new",
        _("New rating list"),
        *(Act.RATINGS, "plus"),
    ),
    SitePage(
        "season_new",
        _("New season"),
        *(Act.SEASONS, "plus"),
    ),
    SitePage(
        "tournament_list",
        _("Tournaments"),
        *(None, "trophy"),
    ),
    SitePage("player_list", _("Players"), None, "users"),
    SitePage(
        "club_list",
        _("Club matches"),
        *(None, "dices"),
    ),
    SitePage("rating_lists", _("Ratings"), None, "list-ordered"),
    SitePage("seasons", _("Seasons"), None, "trophy"),
    SitePage(
        "find_match",
        _("Find a match"),
        *(None, "qr-code"),
    ),
    SitePage(
        "rulebook",
        _("Rules of the game"),
        *(None, "file-text"),
    ),
    SitePage(
        "ruling",
        _("Position checker"),
        *(None, "circle-help"),
    ),
    SitePage(
        "draw_check",
        _("Verify a draw"),
        *(None, "circle-check"),
    ),
    SitePage("help", _("Help"), None, "circle-help"),
    SitePage("privacy", _("Privacy"), None, "eye"),
)
"""Pages of the club, in the order in which they are shown."""

OF_A_TOURNAMENT: Final = (
    SitePage(
        "tournament_desk",
        _("Desk"),
        *(Act.SEE, "board"),
    ),
    SitePage(
        "entries",
        _("Entries"),
        *(Act.SEE_PRIVATE, "users"),
    ),
    SitePage(
        "draw",
        _("Draw"),
        *(Act.DRAW, "dices"),
        stage=FIRST,
    ),
    SitePage(
        "tournament_desk",
        _("Print"),
        *(Act.PRINT, "printer", "papers"),
        about="sheets",
    ),
    SitePage(
        "pace",
        _("Finish time"),
        *(Act.SET_UP, "hourglass"),
    ),
    SitePage(
        "tables",
        _("Tables"),
        *(Act.SET_UP, "board"),
    ),
    SitePage(
        "screens",
        _("Screens"),
        *(Act.ANNOUNCE, "monitor"),
    ),
    SitePage(
        "announce",
        _("Announce"),
        *(Act.ANNOUNCE, "megaphone"),
    ),
    SitePage(
        "round_clock",
        _("Round clock"),
        *(Act.ANNOUNCE, "clock"),
    ),
    SitePage(
        "money",
        _("Money"),
        *(Act.EVENT_MONEY, "list"),
    ),
    SitePage(
        "structure",
        _("Divisions and stages"),
        *(Act.SET_UP, "brackets"),
    ),
    SitePage(
        "settings",
        _("Settings of the tournament"),
        *(Act.SET_UP, "settings"),
    ),
    SitePage(
        "helpers",
        _("Helpers"),
        *(Act.INVITE, "user-plus"),
    ),
    SitePage(
        "log",
        _("Log"),
        *(Act.SEE_PRIVATE, "history"),
    ),
    SitePage(
        "tournament_copy",
        _("Copy this tournament"),
        *(Act.SET_UP, "copy"),
    ),
    SitePage(
        "tournament_close",
        _("Close the tournament"),
        *(Act.SET_UP, "circle-check"),
    ),
    SitePage(
        "tournament_delete",
        _("Delete this tournament"),
        *(Act.DELETE, "trash"),
    ),
    SitePage(
        "standings",
        _("Standings"),
        *(None, "list-ordered"),
        stage=FIRST,
    ),
    SitePage("entry_list", _("Players"), None, "users"),
    SitePage(
        "draw_list",
        _("Draws"),
        *(None, "dices"),
        stage=FIRST,
    ),
    SitePage(
        "rules",
        _("Tournament rules"),
        *(None, "file-text"),
    ),
)
"""Pages of one tournament."""


def site_pages_found(
    request: HttpRequest, typed: str, events: Iterable[Tournament]
) -> list[FoundSitePage]:
    """Return the pages with these words that the visitor may open.

    The pages of `events` come first, one tournament after the other.
    """
    names = _named(typed)
    found = [page for event in events for page in _of(request, names, event)]
    found += [FoundSitePage(page, reverse(page.view)) for page in _open(request, names)]
    return found


def _named(typed: str) -> set[tuple[str, str]]:
    """Return the pages with these words, in the language of the visitor or English."""
    named = set()
    for language in {get_language() or "en", "en"}:
        with override(language):
            for page in (*CLUB, *OF_A_TOURNAMENT):
                about = part_about(page.about or page.view, language)
                words = about.words if about else ""
                if begins_with(typed, f"{page.label} {words}"):
                    named.add((page.view, page.part))
    return named


def _of(
    request: HttpRequest, names: set[tuple[str, str]], event: Tournament
) -> Iterator[FoundSitePage]:
    acts = acts_at(request.user, event.pk)
    for page in OF_A_TOURNAMENT:
        if _may(page, acts) and (page.view, page.part) in names:
            part = f"#{page.part}" if page.part else ""
            stage = () if page.stage is None else (page.stage,)
            url = reverse(page.view, args=[event.slug, *stage]) + part
            yield FoundSitePage(page, url, event.name)


def _open(request: HttpRequest, names: set[tuple[str, str]]) -> Iterator[SitePage]:
    acts = acts_at(request.user)
    for page in CLUB:
        if _may(page, acts) and (page.view, page.part) in names:
            yield page


def _may(page: SitePage, acts: frozenset[Act]) -> bool:
    return page.act is None or page.act in acts
