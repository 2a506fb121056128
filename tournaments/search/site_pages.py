"""Pages of the site, found by their names and by words for their purpose.

Only pages that the visitor may open are offered: `act` is the permission of the view.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from matches.accounts.access import acts_at
from matches.accounts.roles import Act
from matches.players.names import begins_with
from tournaments.structure.models import Tournament
from tournaments.structure.queries import FIRST


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page: its URL name, its title, and other words for it.

    `act` is the required permission, None for all visitors. `part` is an anchor on the
    page, and `stage` the number of the stage whose page it is, None for another page.
    """

    view: str
    label: object
    also: object
    act: Act | None
    icon: str
    part: str = ""
    stage: int | None = None


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
        _("make, create, template, evening, weekend, league"),
        *(Act.NEW_TOURNAMENT, "plus"),
    ),
    SitePage(
        "file_send",
        _("Open a tournament from a file"),
        _("import, load, bring from another site"),
        *(Act.NEW_TOURNAMENT, "upload"),
    ),
    SitePage(
        "desk",
        _("Desk of all tournaments"),
        _("overview, running, planned, played"),
        *(Act.ACCOUNT, "board"),
    ),
    SitePage(
        "bin",
        _("Deleted tournaments"),
        _("bin, bring back, restore"),
        *(Act.NEW_TOURNAMENT, "trash"),
    ),
    SitePage(
        "account",
        _("Your account"),
        _("password, name, devices, sessions, log out everywhere"),
        *(Act.ACCOUNT, "lock"),
    ),
    SitePage(
        "mfa_index",
        _("Two-factor authentication"),
        _("authenticator app, recovery codes, security"),
        *(Act.ACCOUNT, "lock"),
    ),
    SitePage(
        "directors",
        _("Users and roles"),
        _("directors, helpers, owner, invite, link, logins"),
        *(Act.PEOPLE, "users"),
    ),
    SitePage(
        "club_settings",
        _("Settings of the club"),
        _("name, logo, language, time zone, paper, contact"),
        *(Act.CLUB, "settings"),
    ),
    SitePage(
        "backups",
        _("Backups"),
        _("save, download, safety copy"),
        *(Act.BACKUPS, "download"),
    ),
    SitePage(
        "club_new",
        _("New club match"),
        _("open, money session, outside tournaments"),
        *(Act.CLUB_MATCHES, "plus"),
    ),
    SitePage(
        "rating_list_new",
        _("New rating list"),
        _("make, Elo, formula"),
        *(Act.RATINGS, "plus"),
    ),
    SitePage(
        "season_new",
        _("New season"),
        _("make, points, league, tour"),
        *(Act.SEASONS, "plus"),
    ),
    SitePage(
        "tournament_list",
        _("Tournaments"),
        _("calendar, list, results"),
        *(None, "trophy"),
    ),
    SitePage(
        "player_list", _("Players"), _("people, directory, members"), None, "users"
    ),
    SitePage(
        "club_list",
        _("Club matches"),
        _("money sessions, outside tournaments"),
        *(None, "dices"),
    ),
    SitePage(
        "rating_lists", _("Ratings"), _("rating list, Elo, rank"), None, "list-ordered"
    ),
    SitePage("seasons", _("Seasons"), _("table, points, league"), None, "trophy"),
    SitePage(
        "find_match",
        _("Find a match"),
        _("code, score sheet, report a result"),
        *(None, "qr-code"),
    ),
    SitePage(
        "rulebook",
        _("Rules of the game"),
        _("Crawford, cube, dice, clock, how to play"),
        *(None, "file-text"),
    ),
    SitePage(
        "ruling",
        _("Position checker"),
        _("position, legal move, gammon, question"),
        *(None, "circle-help"),
    ),
    SitePage(
        "draw_check",
        _("Verify a draw"),
        _("proof, fair, fingerprint, seed"),
        *(None, "circle-check"),
    ),
    SitePage("help", _("Help"), _("how, guide, instructions"), None, "circle-help"),
    SitePage("privacy", _("Privacy"), _("data, what is kept, forget"), None, "eye"),
)
"""Pages of the club, in the order in which they are shown."""

OF_A_TOURNAMENT: Final = (
    SitePage(
        "tournament_desk",
        _("Desk"),
        _("results, enter a result, matches, next step"),
        *(Act.SEE, "board"),
    ),
    SitePage(
        "entries",
        _("Entries"),
        _("late entry, add players, check in, withdraw, no-show"),
        *(Act.SEE_PRIVATE, "users"),
    ),
    SitePage(
        "draw",
        _("Draw"),
        _("next round, draw, pairings, publish, swap, late entry"),
        *(Act.DRAW, "dices"),
        stage=FIRST,
    ),
    SitePage(
        "tournament_desk",
        _("Print"),
        _("paper, score sheets, pairings, posters, badges, PDF"),
        *(Act.PRINT, "printer", "papers"),
    ),
    SitePage(
        "pace",
        _("Finish time"),
        _("when is it over, end, behind, last bus, minutes"),
        *(Act.SET_UP, "hourglass"),
    ),
    SitePage(
        "tables",
        _("Tables"),
        _("call matches, boards, hall"),
        *(Act.SET_UP, "board"),
    ),
    SitePage(
        "screens",
        _("Screens"),
        _("television, projector, hall"),
        *(Act.ANNOUNCE, "monitor"),
    ),
    SitePage(
        "announce",
        _("Announce"),
        _("tell everyone, message, lunch, break"),
        *(Act.ANNOUNCE, "megaphone"),
    ),
    SitePage(
        "round_clock",
        _("Round clock"),
        _("timer, minutes, time left"),
        *(Act.ANNOUNCE, "clock"),
    ),
    SitePage(
        "money",
        _("Money"),
        _("entry fees, prizes, pools, auction, who has paid"),
        *(Act.EVENT_MONEY, "list"),
    ),
    SitePage(
        "structure",
        _("Divisions and stages"),
        _("structure, consolation, playoff, groups, format"),
        *(Act.SET_UP, "brackets"),
    ),
    SitePage(
        "settings",
        _("Settings of the tournament"),
        _("name, date, place, rules, reporting, who sees it, save as a file"),
        *(Act.SET_UP, "settings"),
    ),
    SitePage(
        "helpers",
        _("Helpers"),
        _("invite, QR code, role, remove"),
        *(Act.INVITE, "user-plus"),
    ),
    SitePage(
        "log",
        _("Log"),
        _("who did what, history, undo"),
        *(Act.SEE_PRIVATE, "history"),
    ),
    SitePage(
        "tournament_copy",
        _("Copy the tournament"),
        _("again, next time, same players"),
        *(Act.SET_UP, "copy"),
    ),
    SitePage(
        "tournament_close",
        _("Close the tournament"),
        _("end, final, results"),
        *(Act.SET_UP, "circle-check"),
    ),
    SitePage(
        "tournament_delete",
        _("Delete the tournament"),
        _("remove, bin, mistake"),
        *(Act.DELETE, "trash"),
    ),
    SitePage(
        "standings",
        _("Standings"),
        _("places, table, who leads, result"),
        *(None, "list-ordered"),
        stage=FIRST,
    ),
    SitePage("entry_list", _("Players"), _("who takes part, entered"), None, "users"),
    SitePage(
        "draw_list",
        _("Draws"),
        _("proof, fair, seed, check"),
        *(None, "dices"),
        stage=FIRST,
    ),
    SitePage(
        "rules",
        _("Tournament rules"),
        _("match length, clock, tie-breaks"),
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
    found = [page for event in events for page in _of(request, typed, event)]
    found += [FoundSitePage(page, reverse(page.view)) for page in _open(request, typed)]
    return found


def _of(request: HttpRequest, typed: str, event: Tournament) -> Iterator[FoundSitePage]:
    acts = acts_at(request.user, event.pk)
    for page in OF_A_TOURNAMENT:
        if _may(page, acts) and _is_named(page, typed):
            part = f"#{page.part}" if page.part else ""
            stage = () if page.stage is None else (page.stage,)
            url = reverse(page.view, args=[event.slug, *stage]) + part
            yield FoundSitePage(page, url, event.name)


def _open(request: HttpRequest, typed: str) -> Iterator[SitePage]:
    acts = acts_at(request.user)
    for page in CLUB:
        if _may(page, acts) and _is_named(page, typed):
            yield page


def _may(page: SitePage, acts: frozenset[Act]) -> bool:
    return page.act is None or page.act in acts


def _is_named(page: SitePage, typed: str) -> bool:
    return begins_with(typed, f"{page.label} {page.also}")
