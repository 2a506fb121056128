"""The people of a club: roles, access, sessions; there is always an owner."""

from datetime import datetime
from http import HTTPStatus
from typing import Final

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from matches.accounts.access import may
from matches.accounts.models import Grant, Invitation, User
from matches.accounts.roles import Act, Role
from matches.journal import services as journal
from matches.journal.models import JournalEntry
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

LAST_OWNER = Refusal(
    "account.last_owner",
    gettext_noop("This is the only owner. Make someone else an owner first."),
    status=HTTPStatus.CONFLICT,
)
"""At least one owner always remains."""

NO_LONGER_ALLOWED = Refusal(
    "account.no_longer_allowed",
    gettext_noop("Your own role has changed; you no longer have permission."),
    status=HTTPStatus.CONFLICT,
)
"""The acting user has lost the role meanwhile."""

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
    with transaction.atomic():
        locked = _lock(person, by=by, stays_owner=role == Role.OWNER)
        if locked.role == role:
            return False
        locked.role = role
        locked.save(update_fields=["role"])
        _withdraw_links(locked)
        journal.record_act(
            act="role_changed", by=by, name=locked.username, role=role or "–"
        )
    return True


def end_access(person: User, *, by: User) -> bool:
    """Block an account; its sessions and links end at once.

    Return False if that was done before. Raises LAST_OWNER, NO_LONGER_ALLOWED.
    """
    with transaction.atomic():
        locked = _lock(person, by=by, stays_owner=False)
        if not locked.is_active:
            return False
        locked.is_active = False
        locked.save(update_fields=["is_active"])
        _withdraw_links(locked)
        _end_sessions(UserSession.objects.filter(user=locked))
        journal.record_act(act="access_ended", by=by, name=locked.username)
    return True


def give_access_back(person: User, *, by: User) -> bool:
    """Unblock an account, which keeps its former role."""
    with transaction.atomic():
        locked = _lock(person, by=by, stays_owner=True)
        if locked.is_active:
            return False
        locked.is_active = True
        locked.save(update_fields=["is_active"])
        journal.record_act(act="access_given_back", by=by, name=locked.username)
    return True


def end_grant(grant: Grant, *, by: User) -> None:
    """Take away a role for one tournament. A user with no other is signed out."""
    with transaction.atomic():
        person = grant.user
        Grant.objects.filter(pk=grant.pk).delete()
        _withdraw_links(person)
        left = Grant.objects.running(timezone.now()).filter(user=person)
        if not person.role and not left.exists():
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
    """End one session of a user. Return False if it was over."""
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


def open_invitations(event: int | None = None) -> list[Invitation]:
    """Return the links that still work: of the club, or for one tournament."""
    rows = Invitation.objects.filter(
        used_at=None, withdrawn_at=None, expires_at__gt=timezone.now(), event=event
    )
    return list(rows.select_related("created_by").order_by("-created_at"))


def invitation_at(pk: int) -> Invitation | None:
    return Invitation.objects.filter(pk=pk).first()


def grants_at(event: int) -> list[Grant]:
    rows = Grant.objects.running(timezone.now()).filter(event=event)
    people = rows.filter(user__api_token=None)  # programs have a list of their own
    return list(people.select_related("user").order_by("user__username"))


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


def grant_at(event: int, pk: int) -> Grant | None:
    rows = Grant.objects.filter(event=event, pk=pk, user__api_token=None)
    found: Grant | None = rows.select_related("user").first()
    return found


def grants_of(person: User) -> list[Grant]:
    return list(Grant.objects.running(timezone.now()).filter(user=person))


def last_sign_ins() -> list[tuple[datetime, str]]:
    """Return the last sign-ins, sign-outs and failures of users, with their times."""
    rows = JournalEntry.objects.filter(act__in=_SIGN_INS).order_by("-pk")[:_MOST_SHOWN]
    return [(row.at, gettext(journal.ACTS[row.act]) % row.parameters()) for row in rows]


def _lock(person: User, *, by: User, stays_owner: bool) -> User:
    """Lock all owners and this person, in one order, and return the person.

    If two owners remove each other at the same time, the second waits for the lock and
    is then no owner any more.
    """
    owners = {
        owner.pk: owner
        for owner in User.objects.select_for_update()
        .filter(role=Role.OWNER, is_active=True)
        .order_by("pk")
    }
    # Read again under the lock: `by` is as the request found them, perhaps before they
    # lost their role.
    if not may(User.objects.get(pk=by.pk), Act.PEOPLE):
        raise NO_LONGER_ALLOWED()
    locked = User.objects.select_for_update().get(pk=person.pk)
    if not stays_owner and set(owners) == {locked.pk}:
        raise LAST_OWNER()
    return locked


def _withdraw_links(person: User) -> None:
    made = Invitation.objects.filter(created_by=person, used_at=None, withdrawn_at=None)
    made.update(withdrawn_at=timezone.now())
