"""Tokens for other programs: making, recognising and withdrawing them."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from matches.accounts.models import User
from matches.accounts.roles import Role
from matches.accounts.services import give_role, hashed, may_give
from matches.api.errors import TOKEN_ENDED, TOKEN_UNKNOWN
from matches.api.models import ApiToken
from matches.web import journal

_PREFIX: Final = "crawford_"
"""The prefix by which people and secret scanners recognise a token."""
_HEX_DIGITS: Final = 32
_SALT: Final = "matches.api.tokens"
_NOTED_EACH: Final = timedelta(minutes=1)


def make_token(plan: ApiToken, *, op: str = "", subject: str = "") -> str:
    """Save a token with its account and return it; it cannot be read again.

    `plan` has name, role, maker, end, and the tournament unless it is for all of them.
    `op` is the key of the form: sent twice by the same person, it makes one token.
    `subject` is what the line of the journal is about.
    """
    digits = secrets.token_hex(_HEX_DIGITS // 2)
    if op:
        # It cannot be computed without the secret key, even from the form.
        form = f"{plan.created_by_id} {plan.event} {op}"
        keyed = salted_hmac(_SALT, form, algorithm="sha256")
        digits = keyed.hexdigest()[:_HEX_DIGITS]
    plan.token_hash, role = hashed(_PREFIX + digits), Role(plan.role)
    with transaction.atomic():
        if ApiToken.objects.filter(token_hash=plan.token_hash).exists():
            return _PREFIX + digits
        account = User(username=f"program-{plan.token_hash[:16]}", first_name=plan.name)
        account.role = role if plan.event is None else ""
        account.set_unusable_password()
        account.save()
        if plan.event is not None:
            give_role(account, event=plan.event, role=role, ends_at=plan.ends_at)
        plan.account = account
        plan.save()
        journal.record_act(
            act="token_made",
            by=plan.created_by,
            subject=subject,
            name=plan.name,
            role=role,
        )
    return _PREFIX + digits


def tokens_of(event: int | None) -> Sequence[ApiToken]:
    """Return the tokens that work: for one tournament, or for all. One query."""
    rows = ApiToken.objects.working().filter(event=event)
    return list(rows.select_related("created_by").order_by("name", "pk"))


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


def token_named(text: str) -> ApiToken:
    """Return the token that a program has sent, and note its use once a minute.

    One query; more where roles are held for single tournaments. Raises TOKEN_UNKNOWN,
    TOKEN_ENDED.
    """
    rows = ApiToken.objects.select_related("account", "created_by")
    token = rows.filter(token_hash=hashed(text.strip())).first()
    if token is None:
        raise TOKEN_UNKNOWN()
    now = timezone.now()
    is_over = token.withdrawn_at or token.ends_at <= now or not token.account.is_active
    if is_over or not may_give(token.created_by, Role(token.role), token.event):
        raise TOKEN_ENDED()
    if token.last_used_at is None or now - token.last_used_at >= _NOTED_EACH:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token
