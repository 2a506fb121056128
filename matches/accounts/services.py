"""Invitations: a one-time link makes a director; there is no default password."""

import hashlib
import secrets
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from matches.accounts.models import Invitation, User
from matches.journal import services as journal
from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop

_LINK_SALT: Final = "matches.accounts.services.invitation"


class LinkUsedUpError(RuleError):
    """The one-time link is unknown, used or too old."""


LINK_USED_UP = Refusal(
    "account.link_used_up",
    gettext_noop(
        "This link no longer works: it was used or is too old. Ask for a new one."
    ),
    LinkUsedUpError,
)


class NameTakenError(RuleError):
    """Another account has this name."""


NAME_TAKEN = Refusal(
    "account.name_taken",
    gettext_noop("This name is taken. Add your surname or choose another."),
    NameTakenError,
)


def setup_path() -> str | None:
    """Return a new set-up link if there is no director yet, else None.

    Earlier set-up links become invalid: only the newest one works.
    """
    if User.objects.filter(is_director=True).exists():
        return None
    Invitation.objects.filter(only_first=True).delete()
    return new_invitation_path(by=None, only_first=True)


def new_invitation_path(
    *, by: User | None, only_first: bool = False, op: str = ""
) -> str:
    """Create a link that makes its user a director, once, within an hour.

    `op` is the key of the form: sent twice by the same director, it makes one link.
    """
    token = secrets.token_urlsafe(32)
    if op and by is not None:
        # Nobody can compute it without the secret key, not even who knows the form.
        token = salted_hmac(_LINK_SALT, f"{by.pk} {op}", algorithm="sha256").hexdigest()
    Invitation.objects.get_or_create(
        token_hash=_hashed(token),
        defaults={"created_by": by, "only_first": only_first},
    )
    return f"/setup/{token}/"


def invitation_for(token: str) -> Invitation:
    """Return the invitation behind a link. Raises LinkUsedUpError."""
    try:
        invitation = Invitation.objects.get(token_hash=_hashed(token), used_at=None)
    except Invitation.DoesNotExist as error:
        raise LINK_USED_UP() from error
    if not _is_good(invitation):
        raise LINK_USED_UP()
    return invitation


def accept_invitation(*, token: str, username: str, password: str) -> User:
    """Create a director's account and invalidate the link, in one transaction.

    Raises LinkUsedUpError: also for the second of two people who use the same link at
    the same time.
    """
    found = invitation_for(token)
    with transaction.atomic():
        used = Invitation.objects.filter(pk=found.pk, used_at=None).update(
            used_at=timezone.now()
        )
        if used != 1 or not _is_good(found):
            raise LINK_USED_UP()
        if User.objects.named(username) is not None:
            raise NAME_TAKEN()
        user = User.objects.create_user(
            username=username, password=password, is_director=True
        )
        journal.record_act(act="director_joined", by=user, name=username)
    return user


def rename(user: User, *, username: str) -> None:
    """Give an account another name. Raises NameTakenError."""
    before = user.username
    with transaction.atomic():
        found = User.objects.named(username)
        if found is not None and found != user:
            raise NAME_TAKEN()
        User.objects.filter(pk=user.pk).update(username=username)
        user.username = username
        journal.record_act(act="director_renamed", by=user, old=before, name=username)


def change_password(user: User, *, password: str) -> None:
    """Store a password anew, which ends all sessions of the account.

    The same password ends them too, since it is stored with another salt.
    """
    is_same = user.check_password(password)
    act = "browsers_logged_out" if is_same else "password_changed"
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        journal.record_act(act=act, by=user, name=user.username)


def _is_good(invitation: Invitation) -> bool:
    too_old = timezone.now() - invitation.created_at > Invitation.LIFETIME
    first_is_late = (
        invitation.only_first and User.objects.filter(is_director=True).exists()
    )
    return not too_old and not first_is_late


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
