"""Doing what a form asks for once, however often it is sent."""

from http import HTTPStatus

from django.db import IntegrityError, models, transaction

from matches.form_keys.models import FormKey
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

OTHER_ACT = Refusal(
    "form.other_act",
    gettext_noop(
        "This form was already sent with different content. Load the page again "
        "and enter it once more."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The key of a form was already used for another act."""


def is_repeat(key: str, content: str) -> bool:
    """Return True if the form with this key has been carried out already.

    One query, none without a key. Two requests at the same time may both get False;
    then `use_key` stops the second one.

    Raises OTHER_ACT: the form with this key had other content.
    """
    if not key:
        return False
    known = FormKey.objects.filter(key=key).values_list("content", flat=True).first()
    if known is None:
        return False
    if known != content:
        raise OTHER_ACT()
    return True


def use_key(key: str, content: str, *, match: models.Model | None) -> None:
    """Store that a form was carried out; nothing is stored without a key.

    Raises OTHER_ACT: another transaction used the same key at the same time.
    """
    if not key:
        return
    try:
        # A savepoint: PostgreSQL aborts a transaction after an error.
        with transaction.atomic():
            FormKey.objects.create(
                key=key, content=content, match_id=None if match is None else match.pk
            )
    except IntegrityError as error:
        raise OTHER_ACT() from error


def match_of(key: str) -> int:
    """Return the primary key of the match that a form was about."""
    found = FormKey.objects.exclude(match=None).values_list("match_id", flat=True)
    return found.get(key=key)


def content_of(key: str) -> str:
    """Return what the form with this key asked for; "" if it was not carried out."""
    if not key:
        return ""
    found = FormKey.objects.filter(key=key).values_list("content", flat=True)
    return found.first() or ""
