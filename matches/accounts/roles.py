"""Roles and acts: what each role may do, as one table. Pure: no database.

A role is held for the whole club (`User.role`) or for one tournament (`Grant`). Only
`matches.accounts.access` asks this table.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import takewhile
from types import MappingProxyType
from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Role(TextChoices):
    OWNER = "owner", _("Owner")
    DIRECTOR = "director", _("Director")
    ORGANISER = "organiser", _("Director (own tournaments only)")
    DESK = "desk", _("Desk assistant")
    RESULTS = "results", _("Results only")
    VIEWER = "viewer", _("Read-only")


class Act(StrEnum):
    """One thing that can be done; docs/roles.md says it in words."""

    # To the club
    PEOPLE = "people"
    CLUB = "club"
    BACKUPS = "backups"
    NEW_TOURNAMENT = "new_tournament"
    TEMPLATES = "templates"
    CLUB_MATCHES = "club_matches"
    MONEY = "money"
    PLAYERS = "players"
    FORGET = "forget"
    MERGE = "merge"
    RATINGS = "ratings"
    SEASONS = "seasons"
    ACCOUNT = "account"
    # To a tournament
    SEE = "see"
    SEE_PRIVATE = "see_private"
    ENTER_RESULT = "enter_result"
    CHECK_IN = "check_in"
    ADD_ENTRY = "add_entry"
    CALL = "call"
    ANNOUNCE = "announce"
    NOTES = "notes"
    PRINT = "print"
    ENTRIES = "entries"
    DRAW = "draw"
    DECIDE = "decide"
    CORRECT = "correct"
    UNDO = "undo"
    SET_UP = "set_up"
    EVENT_MONEY = "event_money"
    DELETE = "delete"
    INVITE = "invite"


CLUB_ACTS: Final = frozenset(takewhile(lambda act: act is not Act.SEE, Act))
"""The acts that belong to no tournament: those above the first of a tournament."""

NONE: Final[frozenset[Act]] = frozenset()
_ALL: Final = frozenset(Act)
_OWN: Final = frozenset(
    {Act.NEW_TOURNAMENT, Act.CLUB_MATCHES, Act.PLAYERS, Act.ACCOUNT}
)
_SEE: Final = frozenset({Act.ACCOUNT, Act.SEE, Act.SEE_PRIVATE})
_DESK: Final = {
    Act.ENTER_RESULT,
    Act.CHECK_IN,
    Act.ADD_ENTRY,
    Act.CALL,
    Act.ANNOUNCE,
    Act.NOTES,
    Act.PRINT,
}

TABLE: Final[Mapping[Role, frozenset[Act]]] = MappingProxyType(
    {
        Role.OWNER: _ALL,
        Role.DIRECTOR: _ALL - {Act.PEOPLE, Act.CLUB, Act.BACKUPS, Act.MONEY},
        Role.ORGANISER: _OWN,
        Role.DESK: _SEE | _DESK,
        Role.RESULTS: frozenset({Act.ACCOUNT, Act.SEE, Act.ENTER_RESULT}),
        Role.VIEWER: _SEE,
    }
)
"""The acts of each role. A director of own tournaments is `DIRECTOR` in these."""

FOR_A_CLUB: Final = (Role.DIRECTOR, Role.ORGANISER, Role.DESK, Role.VIEWER, Role.OWNER)
"""The roles that can be held for the whole club; the first one is offered first."""

FOR_A_TOURNAMENT: Final = (Role.DESK, Role.RESULTS, Role.VIEWER, Role.DIRECTOR)
"""The roles that can be held for one tournament."""

_MEANINGS: Final[Mapping[Role, object]] = MappingProxyType(
    {
        Role.OWNER: _("Full access, including roles and settings."),
        Role.DIRECTOR: _("Runs all tournaments, plus players, seasons and ratings."),
        Role.ORGANISER: _("Creates tournaments and runs only those."),
        Role.DESK: _(
            "Enters results, checks players in and calls matches. Cannot delete or "
            "invite."
        ),
        Role.RESULTS: _("Enters results until tomorrow morning."),
        Role.VIEWER: _("Sees what directors see but cannot change anything."),
    }
)
_DIRECTS_ONE: Final = _("Runs this tournament.")


def meaning(role: Role, *, of_one: bool = False) -> str:
    """Return a sentence that explains a role; `of_one`: for one tournament."""
    is_own = of_one and role == Role.DIRECTOR
    return str(_DIRECTS_ONE if is_own else _MEANINGS[role])


def meanings(roles: Iterable[Role], *, of_one: bool = False) -> list[tuple[str, str]]:
    return [(str(role.label), meaning(role, of_one=of_one)) for role in roles]


def acts_of(role: str, *, of_one: bool = False) -> frozenset[Act]:
    """Return what a role may do; `of_one`: the role is for one tournament.

    A director of one tournament has, for the club, the acts of a director of own ones.
    """
    if role not in TABLE:
        return NONE
    acts = TABLE[Role(role)]
    if not of_one:
        return acts
    club = TABLE[Role.ORGANISER] if role == Role.DIRECTOR else acts
    return (acts - CLUB_ACTS) | (club & CLUB_ACTS)


def union_of(many: Iterable[frozenset[Act]]) -> frozenset[Act]:
    return frozenset().union(*many)
