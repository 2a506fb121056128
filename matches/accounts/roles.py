"""Roles and acts: what each role may do, as one table. Pure: no database.

A role is held for the whole club (`User.role`) or for one tournament (`Grant`). Only
`matches.accounts.access` asks this table.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Self

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Role(TextChoices):
    """The role of an account in the club, or in one tournament."""

    OWNER = "owner", _("Owner")
    DIRECTOR = "director", _("Director")
    ORGANISER = "organiser", _("Director of own tournaments")
    DESK = "desk", _("Desk helper")
    RESULTS = "results", _("Results only")
    VIEWER = "viewer", _("Viewer")


class Act(StrEnum):
    """One thing that can be done, to the club or to a tournament."""

    words: str
    """What it is, for the table in the manual."""

    def __new__(cls, value: str, words: str) -> Self:
        act = str.__new__(cls, value)
        act._value_, act.words = value, words
        return act

    # To the club
    PEOPLE = "people", "Invite anybody, change roles, end access and sessions"
    CLUB = "club", "Change the club's own settings"
    BACKUPS = "backups", "Make and download backups"
    NEW_TOURNAMENT = "new_tournament", "Make tournaments"
    TEMPLATES = "templates", "Delete templates"
    CLUB_MATCHES = "club_matches", "Open club matches"
    MONEY = "money", "Open and see money sessions of others, their stakes and debts"
    PLAYERS = "players", "Change players, give out and renew their personal links"
    FORGET = "forget", "Forget a person, whose name is then replaced everywhere"
    MERGE = "merge", "Merge two entries of one person, and undo that"
    ARCHIVES = "archives", "Import match files of a whole club"
    RATINGS = "ratings", "Make, change and fill rating lists; see those that are hidden"
    SEASONS = "seasons", "Make, change and close seasons; see those that are hidden"
    ACCOUNT = "account", "Open one's own desk and account"
    # To a tournament
    SEE = "see", "See the desk"
    SEE_PRIVATE = (
        "see_private",
        "See entries, log, history, notes, messages, reports, private rulings",
    )
    ENTER_RESULT = "enter_result", "Enter results and games, answer reports of players"
    CHECK_IN = "check_in", "Check players in"
    ADD_ENTRY = "add_entry", "Add players"
    CALL = "call", "Call matches to tables"
    ANNOUNCE = "announce", "Announce, run the clock, say what screens show"
    NOTES = "notes", "Write notes at the desk, mark notes and messages as done"
    PRINT = "print", "Print score sheets, see the codes on them"
    ENTRIES = "entries", "Change, remove, withdraw and bring back entries"
    DRAW = "draw", "Draw, swap, publish, take back"
    DECIDE = "decide", "Decide disputes, give points, end matches, keep rulings"
    CORRECT = "correct", "Correct results on which others depend"
    UNDO = "undo", "Undo and redo acts"
    SET_UP = "set_up", "Change settings, divisions and stages; close and reopen"
    EVENT_MONEY = "event_money", "Keep fees, pools and prizes; see who has paid what"
    DELETE = "delete", "Delete the tournament"
    INVITE = "invite", "Invite helpers to the tournament, end their access"


CLUB_ACTS: Final = frozenset(
    {
        Act.PEOPLE,
        Act.CLUB,
        Act.BACKUPS,
        Act.NEW_TOURNAMENT,
        Act.TEMPLATES,
        Act.CLUB_MATCHES,
        Act.MONEY,
        Act.PLAYERS,
        Act.FORGET,
        Act.MERGE,
        Act.ARCHIVES,
        Act.RATINGS,
        Act.SEASONS,
        Act.ACCOUNT,
    }
)
"""The acts that belong to no tournament."""

NONE: Final[frozenset[Act]] = frozenset()
_ALL: Final = frozenset(Act)
_OWN: Final = frozenset(
    {Act.NEW_TOURNAMENT, Act.CLUB_MATCHES, Act.PLAYERS, Act.ACCOUNT}
)
_SEE: Final = frozenset({Act.ACCOUNT, Act.SEE, Act.SEE_PRIVATE})
_DESK: Final = {
    *(Act.ENTER_RESULT, Act.CHECK_IN, Act.ADD_ENTRY, Act.CALL, Act.ANNOUNCE),
    *(Act.NOTES, Act.PRINT),
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

FOR_A_CLUB: Final = (
    Role.DIRECTOR,
    Role.ORGANISER,
    Role.DESK,
    Role.VIEWER,
    Role.OWNER,
)
"""The roles that can be held for the whole club; the first one is offered first."""

FOR_A_TOURNAMENT: Final = (Role.DESK, Role.RESULTS, Role.VIEWER, Role.DIRECTOR)
"""The roles that can be held for one tournament."""

_MEANINGS: Final[Mapping[Role, object]] = MappingProxyType(
    {
        Role.OWNER: _("May do everything, also change roles and settings."),
        Role.DIRECTOR: _("Runs all tournaments, with players, seasons and ratings."),
        Role.ORGANISER: _("Makes tournaments and runs these alone."),
        Role.DESK: _(
            "Enters results, checks players in and calls matches. Deletes nothing and "
            "invites nobody."
        ),
        Role.RESULTS: _("Enters results, until tomorrow morning."),
        Role.VIEWER: _("Sees what directors see, and changes nothing."),
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


def as_table() -> str:
    """Return the table of roles and acts in Markdown, for docs/manual/roles.md."""
    head = ["act", *(role.value for role in Role)]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for act in Act:
        asterisk = "" if act in CLUB_ACTS else " *"
        cells = ["yes" if act in TABLE[role] else "–" for role in Role]
        lines.append(f"| {act.words}{asterisk} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
