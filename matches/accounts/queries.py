"""Queries for people."""

from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from matches.accounts.models import Grant, User
from matches.journal import services as journal
from matches.journal.models import JournalEntry

_SIGN_INS: Final = (
    *("signed_in", "sign_in_failed", "code_failed", "signed_out", "session_ended"),
    *("second_factor_on", "second_factor_off", "recovery_code_used"),
    *("app_removed", "passkey_added", "passkey_removed"),
)
_MOST_SHOWN: Final = 20


def all_people() -> QuerySet[User]:
    """Return the accounts that can sign in, and those whose access was ended.

    Left out are helpers for some hours, who had no password, and programs, which have
    tokens (`matches.api`).
    """
    helpers = {"role": "", "password__startswith": "!"}
    people = User.objects.filter(api_token=None)
    return people.exclude(**helpers).order_by("-is_active", "username")


def grant_at(event: int, pk: int) -> Grant | None:
    """Return a role for one tournament, None if there is none."""
    rows = Grant.objects.filter(event=event, pk=pk, user__api_token=None)
    found: Grant | None = rows.select_related("user").first()
    return found


def grants_of(person: User) -> list[Grant]:
    """Return the roles of a user for single tournaments."""
    return list(Grant.objects.running(timezone.now()).filter(user=person))


def last_sign_ins() -> list[tuple[datetime, str]]:
    """Return the last sign-ins, sign-outs and failures of users, with their times."""
    rows = JournalEntry.objects.filter(act__in=_SIGN_INS).order_by("-pk")[:_MOST_SHOWN]
    return [(row.at, gettext(journal.ACTS[row.act]) % row.parameters()) for row in rows]
