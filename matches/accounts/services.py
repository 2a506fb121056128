"""Invitations: a one-time link gives a role; there is no default password."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.mfa.models import Authenticator
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from matches.accounts.access import may
from matches.accounts.models import Grant, Invitation, User
from matches.accounts.roles import FOR_A_TOURNAMENT, Act, Role, acts_of
from matches.rules.refusals import Refusal
from matches.web import journal

_LINK_SALT: Final = "matches.accounts.services.invitation"


LINK_INVALID = Refusal(
    "account.link_invalid", "This link is not valid or has expired. Ask for a new one."
)
LINK_WAS_USED = Refusal(
    "account.link_was_used",
    "This link has already been used. Each link works once, on one device. Ask for a "
    "new one.",
)
NAME_TAKEN = Refusal(
    "account.name_taken", "This name is taken. Add your surname or choose another name."
)


def setup_path() -> str | None:
    """Return a new set-up link if there is no owner yet, else None.

    Earlier set-up links become invalid: only the newest one works.
    """
    if has_owner():
        return None
    Invitation.objects.filter(only_first=True).delete()
    return new_invitation_path(by=None, only_first=True)


def has_owner() -> bool:
    return User.objects.filter(role=Role.OWNER, is_active=True).exists()


def new_invitation_path(
    *,
    by: User | None,
    lifetime: timedelta = Invitation.LIFETIME,
    op: str = "",
    **offer: Any,
) -> str:
    """Create a one-time link that gives a role: for the club, or for one tournament.

    `offer` are columns of the invitation. Without a role it makes a director, and an
    owner if the link has no maker. `op` is the key of the form: sent twice by the same
    person, it makes one link.
    """
    offer = {"role": Role.DIRECTOR if by else Role.OWNER, "created_by": by} | offer
    token = secrets.token_urlsafe(32)
    if op and by is not None:
        # It cannot be computed without the secret key, even from the form.
        token = salted_hmac(_LINK_SALT, f"{by.pk} {op}", algorithm="sha256").hexdigest()
    with transaction.atomic():
        _invitation, is_new = Invitation.objects.get_or_create(
            token_hash=hashed(token),
            defaults={"expires_at": timezone.now() + lifetime, **offer},
        )
        if is_new and by is not None:
            journal.record_act(act="person_invited", by=by, role=offer["role"])
    return reverse("setup", args=[token])


def invitation_for(token: str) -> Invitation:
    """Return the invitation behind a link. Raises a LINK refusal."""
    rows = Invitation.objects.select_related("created_by", "for_user")
    invitation = rows.filter(token_hash=hashed(token)).first()
    if invitation is None:
        raise LINK_INVALID()
    _check_good(invitation)
    return invitation


def _role_behind(token: str) -> Invitation:
    found = invitation_for(token)
    if found.for_user is not None:
        raise LINK_INVALID()
    return found


def accept_invitation(*, token: str, username: str, password: str | None) -> User:
    """Create an account with the role of a link, and use the link up, in one step.

    Without a password the account lasts as long as its sessions. Raises a LINK refusal,
    also for the second of two people who use the same link at the same time.
    """
    found = _role_behind(token)
    with transaction.atomic():
        _use_up(found)
        user = User()
        user.set_password(password)
        _save_as(user, username)
        _take_role(user, found)
        journal.record_act(act="director_joined", by=user, name=username)
    return user


def take_invitation(user: User, *, token: str) -> None:
    """Give the role of a link to an account that exists. Raises a LINK refusal."""
    found = _role_behind(token)
    with transaction.atomic():
        _use_up(found, by=user)
        _take_role(user, found)
        journal.record_act(act="role_taken", by=user, name=user.username)


def rename(user: User, *, username: str) -> None:
    """Give an account another name. Raises NAME_TAKEN."""
    before = user.username
    with transaction.atomic():
        _save_as(user, username)
        journal.record_act(act="director_renamed", by=user, old=before, name=username)


def change_password(user: User, *, password: str) -> None:
    """Store another password, which ends all sessions of the account."""
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        journal.record_act(act="password_changed", by=user, name=user.username)


def new_password_path(person: User, *, by: User) -> str:
    """Create a link to choose a new password, once, within an hour.

    It is an invitation for `person`: an older one works no more.
    """
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        Invitation.objects.filter(for_user=person, used_at=None).delete()
        Invitation.objects.create(
            token_hash=hashed(token),
            created_by=by,
            for_user=person,
            role=person.role,
            expires_at=timezone.now() + Invitation.LIFETIME,
        )
        journal.record_act(act="password_link", by=by, name=person.username)
    return reverse("setup", args=[token])


def use_password_link(*, token: str, password: str) -> User:
    """Give the person of a link a new password, which ends all their sessions.

    A second factor is off then: its device may be the one that was lost. Raises
    a LINK refusal.
    """
    found = invitation_for(token)
    person = found.for_user
    if person is None:
        raise LINK_INVALID()
    with transaction.atomic():
        _use_up(found, by=person)
        change_password(person, password=password)
        if Authenticator.objects.filter(user=person).delete()[0]:
            journal.record_act(act="second_factor_off", by=person, name=person.username)
    return person


def _save_as(user: User, username: str) -> None:
    other = User.objects.looking_like(username)
    if other is not None and other != user:
        raise NAME_TAKEN()
    user.username = username
    try:
        with transaction.atomic():
            user.save(update_fields=["username"] if user.pk else None)
    except IntegrityError as error:  # another request took it at the same moment
        raise NAME_TAKEN() from error


def _use_up(found: Invitation, *, by: User | None = None) -> None:
    used = Invitation.objects.filter(pk=found.pk, used_at=None, withdrawn_at=None)
    # One statement looks and uses up: of two people with one link the second finds it
    # used.
    if used.update(used_at=timezone.now(), used_by=by) != 1:
        raise LINK_INVALID()
    # The time is no part of the condition above; an expired link rolls the claim back.
    _check_good(found)


def _take_role(user: User, found: Invitation) -> None:
    """Give the role of a link, which takes nothing away that the user has."""
    Invitation.objects.filter(pk=found.pk).update(used_by=user)
    role = Role(found.role)
    if found.event is None:
        if acts_of(user.role) < acts_of(role):
            user.role = role
            user.save(update_fields=["role"])
        return
    running = Grant.objects.running(timezone.now())
    held = running.filter(user=user, event=found.event).first()
    covers = held is not None and acts_of(held.role) >= acts_of(role)
    if held is None or not covers or _lasts(found, held):
        give_role(user, event=found.event, role=role, ends_at=found.ends_at)


def _lasts(found: Invitation, held: Grant) -> bool:
    """Return True if a link gives the role that is `held` already, for longer."""
    if found.role != held.role or held.ends_at is None:
        return False
    return found.ends_at is None or found.ends_at > held.ends_at


def give_role(
    user: User, *, event: int, role: Role, ends_at: datetime | None = None
) -> None:
    """Give a user a role for one tournament; it replaces the one they have there."""
    Grant.objects.update_or_create(
        user=user, event=event, defaults={"role": role, "ends_at": ends_at}
    )


def make_director_of(user: User | None, event: int) -> None:
    """Make the creator of a tournament its director, unless they direct all of them."""
    if user is not None and Act.SET_UP not in acts_of(user.role):
        give_role(user, event=event, role=Role.DIRECTOR)


def end_roles_at(event: int) -> None:
    Grant.objects.filter(event=event).delete()
    Invitation.objects.filter(event=event, used_at=None).delete()


def _check_good(invitation: Invitation) -> None:
    """Raise a LINK refusal if a link does not work any more."""
    if invitation.used_at is not None:
        raise LINK_WAS_USED()
    now, maker = timezone.now(), invitation.created_by
    has_ended = invitation.ends_at is not None and invitation.ends_at <= now
    if invitation.for_user is not None:
        is_good = maker is not None and may(maker, Act.PEOPLE)
    else:
        role, event = Role(invitation.role), invitation.event
        is_good = maker is None or may_give(maker, role, event)
    if (
        invitation.withdrawn_at is not None
        or invitation.expires_at <= now
        or has_ended
        or (invitation.only_first and has_owner())
        or not is_good
    ):
        raise LINK_INVALID()


def may_give(maker: User, role: Role, event: int | None) -> bool:
    is_here = event is not None and role in FOR_A_TOURNAMENT
    return may(maker, Act.PEOPLE) or (is_here and may(maker, Act.INVITE, event))


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
