"""Webhooks: adding them, writing their messages, sending and retrying these.

The worker checks every second whether a tournament with a webhook has changed, and
compares the public facts with those of the last message. So no act has to know
webhooks, and a crash loses nothing. Messages are rows, sent one after the other to each
address by threads of the worker: a draw does not wait for a slow address.
"""

import hashlib
import hmac
import json
import logging
import secrets
import threading
import time
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final

from django.db import IntegrityError, connection, transaction
from django.db.models import F, Prefetch, Q, QuerySet
from django.utils import timezone

from matches.accounts.models import User
from matches.rules.refusals import Refusal
from matches.web import journal
from matches.web.sending import check_address, post
from tournaments.api.models import Delivery, DeliveryState, Webhook
from tournaments.rounds.models import DECIDED, Pairing
from tournaments.structure.marks import fingerprint
from tournaments.structure.models import Tournament

SIGNATURE: Final = "Crawford-Signature"
MOST: Final = 10
"""The most webhooks of one tournament."""
PAUSES: Final = (10, 60, 300, 1800, 7200, 21600)
"""Seconds before each further try; a message that fails after the last is given up."""
AT_ONCE: Final = 8
"""The number of sending threads of one worker."""
LEASE: Final = 60
"""Seconds for which a worker has an address: longer than a message can take."""
KEPT: Final = 20
"""The number of stored deliveries of one webhook."""
WEBHOOK_THERE = Refusal(
    "webhook.already_there", "This webhook already exists.", status=HTTPStatus.CONFLICT
)
TOO_MANY_WEBHOOKS = Refusal(
    "webhook.too_many",
    "A tournament can have up to %(most)s webhooks. Remove one first.",
)
_WAITING: Final = DeliveryState.WAITING
_free = threading.BoundedSemaphore(AT_ONCE)

logger = logging.getLogger(__name__)


def add_webhook(tournament: Tournament, address: str, *, by: User) -> Webhook:
    """Add a webhook. Raises WEBHOOK_THERE, TOO_MANY_WEBHOOKS, NOT_PUBLIC."""
    check_address(address)
    if Webhook.objects.filter(tournament=tournament).count() >= MOST:
        raise TOO_MANY_WEBHOOKS(most=MOST)
    webhook = Webhook(tournament=tournament, address=address, created_by=by)
    webhook.secret = secrets.token_hex(32)
    webhook.seen, webhook.told = fingerprint(tournament.pk), _public(tournament.pk)
    try:
        with transaction.atomic():
            webhook.save()
            _note("webhook_added", webhook, by=by)
    # The tournament has this address already; the constraint decides.
    except IntegrityError as error:
        raise WEBHOOK_THERE() from error
    return webhook


def webhooks_of(tournament: Tournament) -> QuerySet[Webhook]:
    last = Delivery.objects.order_by("-pk")[:5]
    shown = Prefetch("deliveries", last, to_attr="last_deliveries")
    return tournament.webhooks.order_by("pk").prefetch_related(shown)


def switch(webhook: Webhook, *, on: bool, by: User) -> None:
    """Switch a webhook off or on; it gets news from then on."""
    changed: dict[str, Any] = {"is_on": on, "failures": 0, "rests_until": None}
    if on:
        changed["seen"] = fingerprint(webhook.tournament_id)
        changed["told"] = _public(webhook.tournament_id)
    with transaction.atomic():
        if Webhook.objects.filter(pk=webhook.pk, is_on=not on).update(**changed):
            _note("webhook_on" if on else "webhook_off", webhook, by=by)


def remove_webhook(webhook: Webhook, *, by: User) -> None:
    with transaction.atomic():
        _note("webhook_removed", webhook, by=by)
        webhook.delete()


def send_test(webhook: Webhook) -> Delivery:
    """Send a test message without news; end a pause. Raises NOT_PUBLIC."""
    check_address(webhook.address)
    wake(webhook)
    return Delivery.objects.create(webhook=webhook, body=_body(webhook, "test"))


def wake(webhook: Webhook) -> None:
    """End the pause of an address; one more failure pauses it again."""
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)


def _note(act: str, webhook: Webhook, *, by: User) -> None:
    subject = f"tournament:{webhook.tournament_id}"
    journal.record_act(act=act, by=by, subject=subject, address=webhook.address)


# News ------------------------------------------------------------------------


def tell_due() -> list[int]:
    """Write messages with news, and start sending due ones; return no jobs to send."""
    write_news()
    send_due()
    return []


def awake() -> QuerySet[Webhook]:
    """Return the webhooks that are on, not paused, of a tournament not deleted."""
    rests_no_more = Q(rests_until=None) | Q(rests_until__lte=timezone.now())
    hooks = Webhook.objects.filter(rests_no_more, is_on=True)
    return hooks.filter(tournament__deleted_at=None).select_related("tournament")


def write_news() -> None:
    """Write a message for each active webhook whose public facts have changed.

    After a pause it gets one message with all news.
    """
    for webhook in awake():
        now = fingerprint(webhook.tournament_id)
        if now == webhook.seen:
            continue
        public = _public(webhook.tournament_id)
        news = _difference(webhook.told, public)
        with transaction.atomic():
            mine = Webhook.objects.filter(pk=webhook.pk, seen=webhook.seen)
            if mine.update(seen=now, told=public) and news:
                body = _body(webhook, "news", fingerprint=now, **news)
                Delivery.objects.create(webhook=webhook, body=body)


def _public(tournament_id: int) -> dict[str, Any]:
    """Return rounds and results as they are now: `rounds` and `results` by match.

    Only codes and numbers: names need a request to the API. Two queries.
    """
    live = Pairing.objects.live().filter(tournament=tournament_id)
    rounds = live.order_by().values_list("stage__number", "round_number").distinct()
    decided = live.with_match().filter(DECIDED)
    results = decided.values_list(
        *("match__code", "match_number", "match__score_1", "match__score_2"),
        *("match__winner", "match__how"),
    )
    return {
        "rounds": sorted(map(list, rounds)),
        "results": {code: row for code, *row in results},
    }


def _difference(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return the new rounds and results; empty if there are none."""
    rounds = [row for row in now["rounds"] if row not in before["rounds"]]
    was, results = before["results"], now["results"]
    changed = {
        code: results.get(code)
        for code in sorted(was.keys() | results.keys())
        if was.get(code) != results.get(code)
    }
    return (rounds or changed) and {
        "rounds": [{"stage": stage, "round": number} for stage, number in rounds],
        "results": [_result(code, row) for code, row in changed.items()],
    }


def _result(code: str, row: list[Any] | None) -> dict[str, object]:
    """Return a result as in messages; score and winner are null if it was removed."""
    number, one, two, winner, how = row or (None, None, None, None, "")
    return {
        "match": code,
        "label": f"M{number}" if row else "",
        "score": {"one": one, "two": two} if row else None,
        "winner": winner,
        "how": how,
    }


def _body(webhook: Webhook, kind: str, **news: object) -> str:
    at = timezone.localtime().isoformat(timespec="seconds")
    told = {"kind": kind, "tournament": webhook.tournament.slug, "at": at}
    return json.dumps(told | news)


# Deliveries ------------------------------------------------------------------


def send_due() -> None:
    """Start sending due messages, one at a time to each address."""
    for webhook in due():
        if not _free.acquire(blocking=False):
            return
        threading.Thread(target=_send_next, args=(webhook,), daemon=True).start()


def due() -> list[Webhook]:
    return list(awake().filter(deliveries__state=_WAITING).distinct().order_by("pk"))


def _send_next(webhook: Webhook) -> None:
    try:
        deliver_next(webhook)
    except Exception:  # the message is due again when the lease ends
        logger.exception("no message was sent to webhook %s", webhook.pk)
    finally:
        connection.close()
        _free.release()


def deliver_next(webhook: Webhook) -> None:
    """Send the oldest message that waits, unless another worker is sending one."""
    rows = Webhook.objects.filter(pk=webhook.pk)
    # `rests_until` as it was read is part of the condition: the worker that moves it
    # first has the address, and a worker that dies leaves it to others after the lease.
    mine = rows.filter(rests_until=webhook.rests_until)
    if not mine.update(rests_until=_in_seconds(LEASE)):
        return
    delivery = webhook.deliveries.filter(state=_WAITING).order_by("pk").first()
    if delivery is None:
        wake(webhook)
        return
    body = delivery.body.encode()
    status = post(webhook.address, body, _signed(body, secret=webhook.secret))
    delivery.status, delivery.tries = status, delivery.tries + 1
    is_taken = status is not None and status // 100 == HTTPStatus.OK // 100
    if is_taken:
        delivery.state = DeliveryState.DONE
    elif delivery.tries > len(PAUSES):
        delivery.state = DeliveryState.FAILED
    with transaction.atomic():
        delivery.save()
        if is_taken:
            rows.update(failures=0, rests_until=None)
        else:
            pause = PAUSES[min(webhook.failures, len(PAUSES) - 1)]
            rows.update(failures=F("failures") + 1, rests_until=_in_seconds(pause))
        over = webhook.deliveries.exclude(state=_WAITING).order_by("-pk")
        kept = list(over.values_list("pk", flat=True)[:KEPT])
        over.exclude(pk__in=kept).delete()


def _signed(body: bytes, *, secret: str) -> dict[str, str]:
    moment = int(time.time())
    signed = hmac.new(secret.encode(), b"%d." % moment + body, hashlib.sha256)
    return {
        "Content-Type": "application/json",
        SIGNATURE: f"t={moment},v1={signed.hexdigest()}",
    }


def _in_seconds(seconds: int) -> Any:
    return timezone.now() + timedelta(seconds=seconds)
