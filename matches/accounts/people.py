"""The people of a club: roles, access, sessions; there is always an owner."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from matches.accounts.access import may
from matches.accounts.models import Grant, Invitation, User
from matches.accounts.roles import Act, Role
from matches.rules.refusals import Refusal
from matches.web import journal
from matches.web.models import JournalEntry


class NamedEvent(NamedTuple):
    name: str
    desk_url: str
    helpers_url: str


Namer = Callable[[Iterable[int]], Mapping[int, NamedEvent]]

_namers: Final[list[Namer]] = []


def register_namer(namer: Namer) -> None:
    """Register the function that names events. Call once, at start-up."""
    if namer not in _namers:
        _namers.append(namer)


def named_events(events: Iterable[int]) -> dict[int, NamedEvent]:
    """Return the existing events by primary key. At most one query."""
    wanted = list(events)
    found: dict[int, NamedEvent] = {}
    for namer in _namers if wanted else ():
        found |= namer(wanted)
    return found


def named_event(event: int | None) -> NamedEvent | None:
    """Return an event, None for a role of the club. At most one query."""
    return None if event is None else named_events([event]).get(event)


LAST_OWNER = Refusal(
    "account.last_owner",
    "This is the only owner. Make someone else an owner first.",
    status=HTTPStatus.CONFLICT,
)
NO_LONGER_ALLOWED = Refusal(
    "account.no_longer_allowed",
    "Your own role has changed; you no longer have permission.",
    status=HTTPStatus.CONFLICT,
)

NO_ROLE: Final = ""
_SIGN_INS: Final = (
    *("signed_in", "sign_in_failed", "code_failed", "signed_out", "session_ended"),
    *("second_factor_on", "second_factor_off", "recovery_code_used"),
    *("app_removed", "passkey_added", "passkey_removed"),
)
_MOST_SHOWN: Final = 20


def change_role(person: User, *, role: str, by: User) -> bool:
    """Give a user another role for the club, NO_ROLE to take it away.

    Return False if they have it already. Raises LAST_OWNER, NO_LONGER_ALLOWED.
    """
    return _change(person, "role", role, by=by, act="role_changed", role=role or "–")


def end_access(person: User, *, by: User) -> bool:
    """Block an account; its sessions and links end at once.

    Return False if that was done before. Raises LAST_OWNER, NO_LONGER_ALLOWED.
    """
    return _change(person, "is_active", False, by=by, act="access_ended")


def give_access_back(person: User, *, by: User) -> bool:
    """Unblock an account, which keeps its former role."""
    return _change(person, "is_active", True, by=by, act="access_given_back")


def end_grant(grant: Grant, *, by: User) -> None:
    """Take away a role for one tournament. A user with no other is signed out."""
    with transaction.atomic():
        person = grant.user
        Grant.objects.filter(pk=grant.pk).delete()
        _withdraw_links(person)
        if not person.role and not grants_of(person):
            _end_sessions(UserSession.objects.filter(user=person))
        journal.record_act(act="role_ended", by=by, name=person.username)


def withdraw_invitation(invitation: Invitation, *, by: User) -> bool:
    """Make a link invalid. Return False if it already was."""
    with transaction.atomic():
        open_ones = Invitation.objects.filter(
            pk=invitation.pk, used_at=None, withdrawn_at=None
        )
        # Unused is part of the condition: a link cannot be used and withdrawn at once.
        if open_ones.update(withdrawn_at=timezone.now()) != 1:
            return False
        journal.record_act(act="link_withdrawn", by=by)
    return True


def end_session(person: User, pk: int, *, by: User) -> bool:
    with transaction.atomic():
        ended = _end_sessions(UserSession.objects.filter(user=person, pk=pk))
        if ended:
            journal.record_act(act="session_ended", by=by, name=person.username)
    return bool(ended)


def end_other_sessions(person: User, *, but: str | None) -> int:
    """End all sessions of a user but the one with this key. Return how many."""
    with transaction.atomic():
        others = UserSession.objects.filter(user=person).exclude(session_key=but)
        ended = _end_sessions(others)
        if ended:
            journal.record_act(act="browsers_logged_out", by=person, name=str(person))
    return ended


def _end_sessions(sessions: QuerySet[UserSession]) -> int:
    for session in (ended := list(sessions)):
        session.end()
    return len(ended)


def open_invitations(event: int | None = None) -> QuerySet[Invitation]:
    """Return the links that still work: of the club, or for one tournament."""
    rows = Invitation.objects.filter(
        used_at=None, withdrawn_at=None, expires_at__gt=timezone.now(), event=event
    )
    return rows.select_related("created_by").order_by("-created_at")


def grants_at(event: int) -> QuerySet[Grant]:
    """Return the roles of people, not of programs, for a tournament."""
    rows: QuerySet[Grant] = Grant.objects.running(timezone.now())
    people = rows.filter(event=event, user__api_token=None)
    return people.select_related("user").order_by("user__username")


def sessions_of(person: User) -> list[UserSession]:
    """Return the devices on which a user is signed in, the last used first."""
    running = UserSession.objects.purge_and_list(person)
    return sorted(running, key=lambda session: session.last_seen_at, reverse=True)


def all_people() -> QuerySet[User]:
    """Return the accounts that can sign in, and those whose access was ended.

    Left out are helpers for some hours, who had no password, and programs, which have
    tokens (`matches.api`).
    """
    helpers = {"role": "", "password__startswith": "!"}
    people = User.objects.filter(api_token=None)
    return people.exclude(**helpers).order_by("-is_active", "username")


def grants_of(person: User) -> list[Grant]:
    return list(Grant.objects.running(timezone.now()).filter(user=person))


def last_sign_ins() -> list[tuple[datetime, str]]:
    """Return the last sign-ins, sign-outs and failures of users, with their times."""
    rows = JournalEntry.objects.filter(act__in=_SIGN_INS).order_by("-pk")[:_MOST_SHOWN]
    return [(row.at, gettext(journal.ACTS[row.act]) % row.parameters()) for row in rows]


@transaction.atomic
def _change(
    person: User, column: str, value: str | bool, *, by: User, act: str, **details: Any
) -> bool:
    """Change one column of a person. Return False if they have the value already.

    All owners and this person are locked in one order: if two owners remove each other
    at the same time, the second waits for the lock and is then no owner any more.
    """
    owners = User.objects.select_for_update().filter(role=Role.OWNER, is_active=True)
    left = set(owners.order_by("pk").values_list("pk", flat=True))
    # Read again under the lock: `by` is as the request found them, perhaps before they
    # lost their role.
    if not may(User.objects.get(pk=by.pk), Act.PEOPLE):
        raise NO_LONGER_ALLOWED()
    locked = User.objects.select_for_update().get(pk=person.pk)
    if left == {locked.pk} and value not in {True, Role.OWNER}:
        raise LAST_OWNER()
    if getattr(locked, column) == value:
        return False
    setattr(locked, column, value)
    locked.save(update_fields=[column])
    if value is not True:
        _withdraw_links(locked)
    if value is False:
        _end_sessions(UserSession.objects.filter(user=locked))
    journal.record_act(act=act, by=by, name=locked.username, **details)
    return True


def _withdraw_links(person: User) -> None:
    made = Invitation.objects.filter(created_by=person, used_at=None, withdrawn_at=None)
    made.update(withdrawn_at=timezone.now())
