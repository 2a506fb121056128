"""Sends messages to webhooks in threads of the worker; failing addresses are paused.

A message is a row. A process claims it by moving `next_at` forward, so a worker that
dies loses nothing and two workers do not send it twice. No job waits for a message: a
slow address delays only its own next message. An address that fails `FAILURES` times in
a row is paused, longer each time; a director may try it at once.
"""

import logging
import threading
from datetime import timedelta
from http import HTTPStatus
from typing import Final

from django.db import connection, transaction
from django.db.models import F, Min, Q, QuerySet
from django.utils import timezone

from tournaments.api.models import Delivery, Webhook
from tournaments.api.sending import send_signed

PAUSES: Final = (10, 60, 300, 1800, 7200, 21600)
"""Seconds before each further try of a message."""
FAILURES: Final = 3
"""Consecutive failures after which an address is paused."""
RESTS: Final = (120, 600, 1800, 3600, 7200)
"""Seconds of the pause, after the first one and after each further failure."""
AT_ONCE: Final = 8
"""The number of sending threads of one worker."""
LEASE: Final = timedelta(seconds=60)
"""Seconds of a claim: longer than a message can take, DNS included."""
KEPT: Final = 20
"""The number of stored deliveries of one webhook."""

logger = logging.getLogger(__name__)
_busy: set[int] = set()
"""The webhooks to which this process is sending."""
_busy_lock: Final = threading.Lock()


def awake() -> Q:
    """Return the active webhooks: switched on, not paused, tournament not deleted."""
    rests_no_more = Q(rests_until=None) | Q(rests_until__lte=timezone.now())
    return rests_no_more & Q(is_on=True, tournament__deleted_at=None)


def send_due() -> None:
    """Start sending due messages, one at a time to each address."""
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
            # Also if the database fails: otherwise the address would stay busy until
            # the worker restarts.
            if not is_claimed:
                _busy.discard(hook)
        if is_claimed:
            name = f"webhook {hook}"
            threading.Thread(
                target=_send_alone, args=(delivery,), name=name, daemon=True
            ).start()


def claim(delivery: Delivery) -> bool:
    """Claim a message; return False if another process has it."""
    mine = Delivery.objects.filter(
        pk=delivery.pk, state=Delivery.State.WAITING, next_at=delivery.next_at
    )
    # `next_at` as it was read is part of the condition: the worker that moves it first
    # has the message, and a worker that dies leaves one that is due again after the
    # lease.
    taken = mine.update(next_at=timezone.now() + LEASE, tries=F("tries") + 1)
    delivery.tries += 1
    return bool(taken)


def deliver(delivery: Delivery) -> None:
    """Send a claimed message, and store the result."""
    hook = delivery.webhook
    status = send_signed(hook.address, delivery.body, secret=hook.secret)
    is_taken = status is not None and status // 100 == HTTPStatus.OK // 100
    now = timezone.now()
    columns: dict[str, object] = {"status": status}
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
    """End the pause of an address, and make its messages due.

    `failures` is the new count of consecutive failures; None keeps it, so that one more
    failure pauses it again.
    """
    columns: dict[str, object] = {"rests_until": None}
    if failures is not None:
        columns["failures"] = failures
    slept = Webhook.objects.filter(pk=webhook.pk, failures__gt=0).update(**columns)
    if slept:
        waiting = _waiting().filter(webhook=webhook, tries__gt=0)
        waiting.update(next_at=timezone.now())


def due() -> list[Delivery]:
    """Return the oldest due message of each active webhook."""
    hooks = Webhook.objects.filter(awake()).values("pk")
    due = _waiting().filter(next_at__lte=timezone.now(), webhook__in=hooks)
    first = due.order_by().values("webhook").annotate(first=Min("pk")).values("first")
    rows = Delivery.objects.filter(pk__in=first).select_related("webhook")
    return list(rows.order_by("pk"))


def _waiting() -> QuerySet[Delivery]:
    return Delivery.objects.filter(state=Delivery.State.WAITING)


def _count_failure(webhook: Webhook) -> None:
    """Count one more failure; after `FAILURES` in a row pause the address."""
    rows = Webhook.objects.filter(pk=webhook.pk)
    # Added by the database, because two workers may fail with the same address at once.
    rows.update(failures=F("failures") + 1)
    failures = rows.values_list("failures", flat=True).first() or 0
    if failures >= FAILURES:
        rest = RESTS[min(failures - FAILURES, len(RESTS) - 1)]
        rows.update(rests_until=timezone.now() + timedelta(seconds=rest))


def _send_alone(delivery: Delivery) -> None:
    """Send a message in a thread, and close the database connection of the thread."""
    try:
        deliver(delivery)
    except Exception:  # the message is due again when its claim ends
        logger.exception("message %s was not sent", delivery.pk)
    finally:
        with _busy_lock:
            _busy.discard(delivery.webhook_id)
        connection.close()


def _forget_old(webhook: Webhook) -> None:
    """Delete old deliveries of a webhook; keep the newest and the waiting ones."""
    over = Delivery.objects.filter(webhook=webhook).exclude(
        state=Delivery.State.WAITING
    )
    kept = list(over.order_by("-pk").values_list("pk", flat=True)[:KEPT])
    if len(kept) == KEPT:
        over.filter(pk__lt=kept[-1]).delete()
