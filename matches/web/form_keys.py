"""Carries out the act of a form once, even if it is sent several times."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

from django.db import IntegrityError, models, transaction

from matches.rules.refusals import Refusal, RuleError
from matches.web.models import FormKey

RowT = TypeVar("RowT", bound=models.Model)

OTHER_ACT = Refusal(
    "form.other_act",
    "This form was already sent with different content. Reload the page and enter it "
    "again.",
    status=HTTPStatus.CONFLICT,
)


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


def made_once(key: str, model: type[RowT], make: Callable[[], RowT]) -> RowT:
    """Return the row that `make` creates, or the one that the same form made before.

    A row that was deleted since is made again.

    Raises OTHER_ACT, and what `make` raises.
    """
    kind = f"made {model._meta.label_lower} "
    content = content_of(key)
    # The key belongs to a form that made something of another kind: a repeat cannot be
    # that.
    if content and not content.startswith(kind):
        raise OTHER_ACT()
    if content:
        pk = content.removeprefix(kind)
        made = model._default_manager.filter(pk=pk).first()
        if made is not None:
            return made
    try:
        with transaction.atomic():
            FormKey.objects.filter(key=key, content=content).delete()
            made = make()
            use_key(key, f"{kind}{made.pk}", match=None)
            return made
    except RuleError as error:
        # The same form was sent at the same moment, and the other request made the row.
        if error.refusal is not OTHER_ACT or content_of(key) == content:
            raise
    return made_once(key, model, make)


def match_of(key: str) -> int:
    found = FormKey.objects.exclude(match=None).values_list("match_id", flat=True)
    return found.get(key=key)


def content_of(key: str) -> str:
    """Return the content of the form with this key; "" if it was not carried out."""
    if not key:
        return ""
    found = FormKey.objects.filter(key=key).values_list("content", flat=True)
    return found.first() or ""
