"""Pages of the site, found by their names and by the words of the help about them.

Only pages that the visitor may open are offered: `act` is the permission of the view.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from matches.accounts.access import acts_at
from matches.accounts.roles import Act
from matches.help.views import part_about
from matches.players.names import begins_with
from tournaments.structure.models import Tournament
from tournaments.structure.queries import FIRST


@dataclass(frozen=True, slots=True)
class Destination:
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

    def act_is_in(self, acts: frozenset[Act]) -> bool:
        """Return whether somebody who may do this may open the page."""
        return self.act is None or self.act in acts


CLUB: Final = (
    Destination("tournament_new", _("New tournament"), Act.NEW_TOURNAMENT, "plus"),
    Destination(
        "file_send",
        _("Open a tournament from a file"),
        Act.NEW_TOURNAMENT,
        "upload",
    ),
    Destination("desk", _("Desk of all tournaments"), Act.ACCOUNT, "board"),
    Destination("bin", _("Bin: deleted tournaments"), Act.NEW_TOURNAMENT, "trash"),
    Destination("account", _("Your account"), Act.ACCOUNT, "lock"),
    Destination("mfa_index", _("Two-factor authentication"), Act.ACCOUNT, "lock"),
    Destination("directors", _("Users"), Act.PEOPLE, "users"),
    Destination("club_settings", _("Club settings"), Act.CLUB, "settings"),
    Destination("backups", _("Backups"), Act.BACKUPS, "download"),
    Destination("club_new", _("New club match"), Act.CLUB_MATCHES, "plus"),
    Destination("rating_list_new", _("New rating list"), Act.RATINGS, "plus"),
    Destination("season_new", _("New season"), Act.SEASONS, "plus"),
    Destination("tournament_list", _("Tournaments"), None, "trophy"),
    Destination("player_list", _("Players"), None, "users"),
    Destination("club_list", _("Club matches"), None, "dices"),
    Destination("rating_lists", _("Ratings"), None, "list-ordered"),
    Destination("seasons", _("Seasons"), None, "trophy"),
    Destination("find_match", _("Find a match"), None, "qr-code"),
    Destination("rulebook", _("Rules of the game"), None, "file-text"),
    Destination("ruling", _("Position checker"), None, "circle-help"),
    Destination("draw_check", _("Verify a draw"), None, "circle-check"),
    Destination("help", _("Help"), None, "circle-help"),
    Destination("privacy", _("Privacy"), None, "eye"),
)
"""Pages of the club, in the order in which they are shown."""

OF_A_TOURNAMENT: Final = (
    Destination("tournament_desk", _("Desk"), Act.SEE, "board"),
    Destination("entries", _("Entries"), Act.SEE_PRIVATE, "users"),
    Destination("draw", _("Draw"), Act.DRAW, "dices", stage=FIRST),
    Destination(
        "tournament_desk",
        _("Print"),
        Act.PRINT,
        "printer",
        "papers",
        about="sheets",
    ),
    Destination("pace", _("Finish time"), Act.SET_UP, "hourglass"),
    Destination("tables", _("Tables"), Act.SET_UP, "board"),
    Destination("screens", _("Screens"), Act.ANNOUNCE, "monitor"),
    Destination("announce", _("Announce"), Act.ANNOUNCE, "megaphone"),
    Destination("round_clock", _("Round clock"), Act.ANNOUNCE, "clock"),
    Destination("money", _("Money"), Act.EVENT_MONEY, "list"),
    Destination("structure", _("Divisions and stages"), Act.SET_UP, "brackets"),
    Destination("settings", _("Settings of the tournament"), Act.SET_UP, "settings"),
    Destination("helpers", _("Helpers"), Act.INVITE, "user-plus"),
    Destination("log", _("Log"), Act.SEE_PRIVATE, "history"),
    Destination("tournament_copy", _("Copy this tournament"), Act.SET_UP, "copy"),
    Destination(
        "tournament_close", _("Close the tournament"), Act.SET_UP, "circle-check"
    ),
    Destination("tournament_delete", _("Delete this tournament"), Act.DELETE, "trash"),
    Destination("standings", _("Standings"), None, "list-ordered", stage=FIRST),
    Destination("entry_list", _("Players"), None, "users"),
    Destination("draw_list", _("Draws"), None, "dices", stage=FIRST),
    Destination("rules", _("Tournament rules"), None, "file-text"),
)
"""Pages of one tournament."""


def site_pages_found(
    request: HttpRequest, typed: str, events: Iterable[Tournament]
) -> list[tuple[Destination, str, str]]:
    """Return the pages with these words that the visitor may open, with addresses.

    The pages of `events` come first, one tournament after the other, with its name.
    """
    names = _named(typed)
    pages = []
    for event in events:
        acts = acts_at(request.user, event.pk)
        for page in OF_A_TOURNAMENT:
            if page.act_is_in(acts) and (page.view, page.part) in names:
                stage = () if page.stage is None else (page.stage,)
                url = reverse(page.view, args=[event.slug, *stage])
                part = f"#{page.part}" if page.part else ""
                pages.append((page, url + part, event.name))
    acts = acts_at(request.user)
    return pages + [
        (page, reverse(page.view), "")
        for page in CLUB
        if page.act_is_in(acts) and (page.view, page.part) in names
    ]


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
