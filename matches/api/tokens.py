"""Tokens for other programs: making, recognising and withdrawing them."""

import hashlib
import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from matches.accounts.models import User
from matches.accounts.roles import Role
from matches.accounts.services import give_role, may_give
from matches.api.errors import TOKEN_UNKNOWN
from matches.api.models import ApiToken
from matches.journal import services as journal

FOR_A_PROGRAM: Final = (Role.RESULTS, Role.DESK, Role.VIEWER)
"""The roles that programs may have; none of them directs."""

_PREFIX: Final = "crawford_"
"""The prefix by which people and secret scanners recognise a token."""
_HEX_DIGITS: Final = 32
_TOKEN: Final = re.compile(f"{_PREFIX}[0-9a-f]{{{_HEX_DIGITS}}}")
_SALT: Final = "matches.api.tokens"


@dataclass(frozen=True, slots=True)
class TokenPlan:
    """The plan of a new token, for one tournament or for all."""

    name: str
    role: Role
    ends_at: datetime
    event: int | None = None


def make_token(plan: TokenPlan, *, by: User, op: str, subject: str = "") -> str:
    """Make a token and return it; it cannot be read again.

    `op` is the key of the form: sent twice by the same person, it makes one token.
    `subject` is what the line of the journal is about.
    """
    digits = secrets.token_hex(_HEX_DIGITS // 2)
    if op:
        # It cannot be computed without the secret key, even from the form.
        keyed = salted_hmac(_SALT, f"{by.pk} {plan.event} {op}", algorithm="sha256")
        digits = keyed.hexdigest()[:_HEX_DIGITS]
    token = _PREFIX + digits
    hashed = _hashed(token)
    with transaction.atomic():
        if ApiToken.objects.filter(token_hash=hashed).exists():
            return token
        account = User(username=f"program-{hashed[:16]}", first_name=plan.name)
        account.role = "" if plan.event is not None else plan.role
        account.set_unusable_password()
        account.save()
        if plan.event is not None:
            give_role(account, event=plan.event, role=plan.role, ends_at=plan.ends_at)
        ApiToken.objects.create(
            token_hash=hashed,
            name=plan.name,
            account=account,
            role=plan.role,
            event=plan.event,
            ends_at=plan.ends_at,
            created_by=by,
        )
        journal.record_act(
            act="token_made", by=by, subject=subject, name=plan.name, role=plan.role
        )
    return token


def withdraw_token(token: ApiToken, *, by: User, subject: str = "") -> bool:
    """Withdraw a token, at once. Return False if that was done before."""
    with transaction.atomic():
        working = ApiToken.objects.filter(pk=token.pk, withdrawn_at=None)
        if working.update(withdrawn_at=timezone.now()) != 1:
            return False
        # The account of the program with it, so that nothing else of it goes on either.
        User.objects.filter(pk=token.account_id).update(is_active=False)
        journal.record_act(
            act="token_withdrawn", by=by, subject=subject, name=token.name
        )
    return True


def token_in(header: str) -> ApiToken:
    """Return the token of an Authorization header. Raises TOKEN_UNKNOWN.

    One query; more where roles are held for single tournaments.
    """
    kind, _space, given = header.strip().partition(" ")
    if kind.lower() != "bearer" or not _TOKEN.fullmatch(given.strip()):
        raise TOKEN_UNKNOWN()
    rows = ApiToken.objects.working().select_related("account", "created_by")
    found: ApiToken | None = rows.filter(token_hash=_hashed(given.strip())).first()
    if found is None or not found.account.is_active:
        raise TOKEN_UNKNOWN()
    if not may_give(found.created_by, Role(found.role), found.event):
        raise TOKEN_UNKNOWN()
    ApiToken.objects.note_use(found)
    return found


def tokens_of(event: int | None) -> list[ApiToken]:
    """Return the tokens that work: for one tournament, or for all. One query."""
    rows = ApiToken.objects.working().filter(event=event)
    return list(rows.select_related("created_by").order_by("name", "pk"))


def token_at(event: int | None, pk: int) -> ApiToken | None:
    """Return a token of a tournament, or of those for all; None if there is none."""
    found: ApiToken | None = ApiToken.objects.filter(event=event, pk=pk).first()
    return found


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
