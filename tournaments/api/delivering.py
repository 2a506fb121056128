"""Messages to webhooks, each sent by a thread of the worker; who fails rests.

A message is a row, and whoever moves its `next_at` on has it until then: so a worker
that dies loses nothing, and two workers do not send it twice. No job waits for a
message: an address that takes its five seconds holds up only the next message to
itself. An address that fails `FAILURES` times in a row rests, each time longer; a
director may try it at once.
"""

import logging
import threading
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import F, Min, Q, QuerySet
from django.utils import timezone

from tournaments.api.models import Delivery, Webhook
from tournaments.api.sending import send_signed

PAUSES: Final = (10, 60, 300, 1800, 7200, 21600)
"""Seconds before each further try of a message."""
FAILURES: Final = 3
"""Tries without success in a row after which an address rests."""
RESTS: Final = (120, 600, 1800, 3600, 7200)
"""Seconds for which it rests, and after each failure that follows."""
AT_ONCE: Final = 8
"""Threads of one worker that send."""
LEASE: Final = timedelta(seconds=60)
"""Longer than a message can take, looking its address up included."""
KEPT: Final = 20
"""Deliveries of one webhook that are kept to look at."""

logger = logging.getLogger(__name__)
_busy: set[int] = set()
"""The webhooks to which this process is sending."""
_busy_lock: Final = threading.Lock()


def awake() -> Q:
    """Return which webhooks are told now: switched on, not resting, not in the bin."""
    rests_no_more = Q(rests_until=None) | Q(rests_until__lte=timezone.now())
    return rests_no_more & Q(is_on=True, tournament__deleted_at=None)


def send_due() -> None:
    """Begin to send what is due, one message to an address at a time."""
    for delivery in due():
        hook = delivery.webhook_id
        with _busy_lock:
            if hook in _busy or len(_busy) >= AT_ONCE:
                continue
            _busy.add(hook)
        is_claimed = False
        try:
            is_claimed = claim(delivery)
        finally:
            # Also if the database fails: an address that stayed busy would be told
            # nothing until the worker is started again.
            if not is_claimed:
                _busy.discard(hook)
        if is_claimed:
            name = f"webhook {hook}"
            threading.Thread(
                target=_send_alone, args=(delivery,), name=name, daemon=True
            ).start()


def claim(delivery: Delivery) -> bool:
    """Take a message to send it; return False if another process has it."""
    mine = Delivery.objects.filter(
        pk=delivery.pk, state=Delivery.State.WAITING, next_at=delivery.next_at
    )
    taken = mine.update(next_at=timezone.now() + LEASE, tries=F("tries") + 1)
    delivery.tries += 1
    return bool(taken)


def deliver(delivery: Delivery) -> None:
    """Send a message that was claimed, and write what became of it."""
    hook = delivery.webhook
    status = send_signed(hook.address, delivery.body, secret=hook.secret)
    is_taken = status is not None and status // 100 == HTTPStatus.OK // 100
    now = timezone.now()
    columns: dict[str, Any] = {"status": status}
    if is_taken:
        columns["state"] = Delivery.State.DONE
    elif delivery.tries > len(PAUSES):
        columns["state"] = Delivery.State.FAILED
    else:
        columns["next_at"] = now + timedelta(seconds=PAUSES[delivery.tries - 1])
    with transaction.atomic():
        row = Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING)
        row.update(**columns)
        if is_taken:
            wake(hook, failures=0)
        else:
            _count_failure(hook)
        _forget_old(hook)


def wake(webhook: Webhook, *, failures: int | None = None) -> None:
    """Let an address rest no more, and send what waits for it.

    `failures` is how many it has had in a row; None leaves them, so that one more
    failure lets it rest again.
    """
    columns: dict[str, Any] = {"rests_until": None}
    if failures is not None:
        columns["failures"] = failures
    slept = Webhook.objects.filter(pk=webhook.pk, failures__gt=0).update(**columns)
    if slept:
        waiting = _waiting().filter(webhook=webhook, tries__gt=0)
        waiting.update(next_at=timezone.now())


def due() -> list[Delivery]:
    """Return the oldest message that is due of each webhook that is told now."""
    hooks = Webhook.objects.filter(awake()).values("pk")
    due = _waiting().filter(next_at__lte=timezone.now(), webhook__in=hooks)
    first = due.order_by().values("webhook").annotate(first=Min("pk")).values("first")
    rows = Delivery.objects.filter(pk__in=first).select_related("webhook")
    return list(rows.order_by("pk"))


def _waiting() -> QuerySet[Delivery]:
    return Delivery.objects.filter(state=Delivery.State.WAITING)


def _count_failure(webhook: Webhook) -> None:
    """Note one more failure; from the third in a row on the address rests."""
    rows = Webhook.objects.filter(pk=webhook.pk)
    rows.update(failures=F("failures") + 1)
    failures = rows.values_list("failures", flat=True).first() or 0
    if failures >= FAILURES:
        rest = RESTS[min(failures - FAILURES, len(RESTS) - 1)]
        rows.update(rests_until=timezone.now() + timedelta(seconds=rest))


def _send_alone(delivery: Delivery) -> None:
    """Send in a thread of its own, which ends with its connection to the database."""
    try:
        deliver(delivery)
    except Exception:  # the message is due again when its lease is over
        logger.exception("message %s was not sent", delivery.pk)
    finally:
        with _busy_lock:
            _busy.discard(delivery.webhook_id)
        connection.close()


def _forget_old(webhook: Webhook) -> None:
    """Keep the last deliveries of a webhook, and those that wait."""
    over = Delivery.objects.filter(webhook=webhook).exclude(
        state=Delivery.State.WAITING
    )
    kept = list(over.order_by("-pk").values_list("pk", flat=True)[:KEPT])
    if len(kept) == KEPT:
        over.filter(pk__lt=kept[-1]).delete()
