"""Pages of the site, found by their names and by what one does there.

Only what the visitor may open is offered: the act of a page is that which its view
asks for.
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


@dataclass(frozen=True, slots=True)
class Place:
    """A page: the name of its address, what it is called, and other words for it.

    `act` is what its visitor has to be allowed, None if everybody may come. `part` is
    where on the page it is.
    """

    view: str
    label: object
    also: object
    act: Act | None
    icon: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A page that was found, with its address; `event` is the tournament's name."""

    place: Place
    url: str
    event: str = ""


CLUB: Final = (
    Place(
        "tournament_new",
        _("New tournament"),
        _("make, create, template, evening, weekend, league"),
        *(Act.NEW_TOURNAMENT, "plus"),
    ),
    Place(
        "file_send",
        _("Open a tournament from a file"),
        _("import, load, bring from another site"),
        *(Act.NEW_TOURNAMENT, "upload"),
    ),
    Place(
        "desk",
        _("Desk of all tournaments"),
        _("overview, running, planned, played"),
        *(Act.ACCOUNT, "board"),
    ),
    Place(
        "bin",
        _("Deleted tournaments"),
        _("bin, bring back, restore"),
        *(Act.DELETE, "trash"),
    ),
    Place(
        "account",
        _("Your account"),
        _("password, name, devices, sessions, log out everywhere"),
        *(Act.ACCOUNT, "lock"),
    ),
    Place(
        "second_factor",
        _("Second factor"),
        _("authenticator app, recovery codes, security"),
        *(Act.ACCOUNT, "lock"),
    ),
    Place(
        "directors",
        _("People and their roles"),
        _("directors, helpers, owner, invite, link, logins"),
        *(Act.PEOPLE, "users"),
    ),
    Place(
        "club_settings",
        _("Settings of the club"),
        _("name, logo, language, time zone, paper, contact"),
        *(Act.CLUB, "settings"),
    ),
    Place(
        "backups",
        _("Backups"),
        _("save, download, safety copy"),
        *(Act.BACKUPS, "download"),
    ),
    Place(
        "archives",
        _("Match files"),
        _("import, archive, XG, GNU"),
        *(Act.ARCHIVES, "upload"),
    ),
    Place(
        "club_new",
        _("New club match"),
        _("open, money session, outside tournaments"),
        *(Act.CLUB_MATCHES, "plus"),
    ),
    Place(
        "rating_list_new",
        _("New rating list"),
        _("make, Elo, formula"),
        *(Act.RATINGS, "plus"),
    ),
    Place(
        "season_new",
        _("New season"),
        _("make, points, league, tour"),
        *(Act.SEASONS, "plus"),
    ),
    Place(
        "tournament_list",
        _("Tournaments"),
        _("calendar, list, results"),
        *(None, "trophy"),
    ),
    Place("player_list", _("Players"), _("people, directory, members"), None, "users"),
    Place(
        "club_list",
        _("Club matches"),
        _("money sessions, outside tournaments"),
        *(None, "dices"),
    ),
    Place(
        "rating_lists", _("Ratings"), _("rating list, Elo, rank"), None, "list-ordered"
    ),
    Place("seasons", _("Seasons"), _("table, points, league"), None, "trophy"),
    Place(
        "find_match",
        _("Find a match"),
        _("code, score sheet, report a result"),
        *(None, "qr-code"),
    ),
    Place(
        "rulebook",
        _("Rules of the game"),
        _("Crawford, cube, dice, clock, how to play"),
        *(None, "file-text"),
    ),
    Place(
        "ruling",
        _("Ruling desk"),
        _("position, legal move, gammon, question"),
        *(None, "circle-help"),
    ),
    Place(
        "draw_check",
        _("Check a draw"),
        _("proof, fair, fingerprint, seed"),
        *(None, "circle-check"),
    ),
    Place("help", _("Help"), _("how, guide, instructions"), None, "circle-help"),
    Place("privacy", _("Privacy"), _("data, what is kept, forget"), None, "eye"),
)
"""Pages of the club, in the order in which they are shown."""

OF_A_TOURNAMENT: Final = (
    Place(
        "tournament_desk",
        _("Desk"),
        _("results, enter a result, matches, next step"),
        *(Act.SEE, "board"),
    ),
    Place(
        "entries",
        _("Entries"),
        _("late entry, add players, check in, here, withdraw, did not come"),
        *(Act.SEE_PRIVATE, "users"),
    ),
    Place(
        "draw",
        _("Draw"),
        _("next round, lots, pairings, publish, swap, late entry"),
        *(Act.DRAW, "dices"),
    ),
    Place(
        "tournament_desk",
        _("Print"),
        _("paper, score sheets, pairings, posters, badges, diplomas, PDF"),
        *(Act.PRINT, "printer", "papers"),
    ),
    Place(
        "pace",
        _("Pace"),
        _("when is it over, end, behind, last bus, minutes"),
        *(Act.SET_UP, "hourglass"),
    ),
    Place(
        "tables",
        _("Tables"),
        _("call matches, boards, hall"),
        *(Act.SET_UP, "board"),
    ),
    Place(
        "screens",
        _("Screens"),
        _("television, projector, hall"),
        *(Act.ANNOUNCE, "monitor"),
    ),
    Place(
        "announce",
        _("Announce"),
        _("tell everybody, message, lunch, break"),
        *(Act.ANNOUNCE, "megaphone"),
    ),
    Place(
        "round_clock",
        _("Round clock"),
        _("timer, minutes, time left"),
        *(Act.ANNOUNCE, "clock"),
    ),
    Place(
        "money",
        _("Money"),
        _("entry fees, prizes, pools, auction, who has paid"),
        *(Act.EVENT_MONEY, "list"),
    ),
    Place(
        "structure",
        _("Divisions and stages"),
        _("structure, consolation, playoff, groups, format"),
        *(Act.SET_UP, "brackets"),
    ),
    Place(
        "settings",
        _("Settings of the tournament"),
        _("name, date, place, rules, reporting, who sees it, save as a file"),
        *(Act.SET_UP, "settings"),
    ),
    Place(
        "helpers",
        _("Helpers"),
        _("invite, QR code, role, remove"),
        *(Act.INVITE, "user-plus"),
    ),
    Place(
        "log",
        _("Log"),
        _("who did what, history, undo"),
        *(Act.SEE_PRIVATE, "history"),
    ),
    Place(
        "tournament_copy",
        _("Copy the tournament"),
        _("again, next time, same players"),
        *(Act.SET_UP, "copy"),
    ),
    Place(
        "tournament_close",
        _("Close the tournament"),
        _("end, final, results"),
        *(Act.SET_UP, "circle-check"),
    ),
    Place(
        "tournament_delete",
        _("Delete the tournament"),
        _("remove, bin, mistake"),
        *(Act.DELETE, "trash"),
    ),
    Place(
        "standings",
        _("Standings"),
        _("places, table, who leads, result"),
        *(None, "list-ordered"),
    ),
    Place("entry_list", _("Players"), _("who takes part, entered"), None, "users"),
    Place("draw_list", _("Draws"), _("proof, fair, seed, check"), None, "dices"),
    Place(
        "rules",
        _("Rules of the tournament"),
        _("match length, clock, tie-breaks"),
        *(None, "file-text"),
    ),
)
"""Pages of one tournament."""


def places_found(
    request: HttpRequest, typed: str, events: Iterable[Tournament]
) -> list[FoundPlace]:
    """Return the pages with these words that the visitor may open.

    Those of `events` come first, one tournament after the other.
    """
    found = [place for event in events for place in _of(request, typed, event)]
    found += [FoundPlace(place, reverse(place.view)) for place in _open(request, typed)]
    return found


def _of(request: HttpRequest, typed: str, event: Tournament) -> Iterator[FoundPlace]:
    acts = acts_at(request.user, event.pk)
    for place in OF_A_TOURNAMENT:
        if _may(place, acts) and _is_named(place, typed):
            part = f"#{place.part}" if place.part else ""
            url = reverse(place.view, args=[event.slug]) + part
            yield FoundPlace(place, url, event.name)


def _open(request: HttpRequest, typed: str) -> Iterator[Place]:
    acts = acts_at(request.user)
    for place in CLUB:
        if _may(place, acts) and _is_named(place, typed):
            yield place


def _may(place: Place, acts: frozenset[Act]) -> bool:
    return place.act is None or place.act in acts


def _is_named(place: Place, typed: str) -> bool:
    return begins_with(typed, f"{place.label} {place.also}")
