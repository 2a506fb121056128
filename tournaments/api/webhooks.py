"""Webhooks: adding them, writing their messages, switching them off.

Once a second the worker checks whether a tournament with a webhook has changed, and
compares the public facts with those of the last message. So no act has to know
webhooks, and a crash loses nothing. Module `delivering` sends the messages.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.journal import services as journal
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.api import delivering
from tournaments.api.models import Delivery, Webhook
from tournaments.rounds.models import DECIDED, Pairing
from tournaments.structure.marks import fingerprint
from tournaments.structure.models import Tournament

MOST: Final = 10
"""The most webhooks of one tournament."""
_NEWS, _TEST = "news", "test"

WEBHOOK_THERE = Refusal(
    "webhook.already_there",
    gettext_noop("This address gets messages already."),
    status=HTTPStatus.CONFLICT,
)
"""Two webhooks of a tournament with one address."""

TOO_MANY_WEBHOOKS = Refusal(
    "webhook.too_many",
    gettext_noop(
        "A tournament sends messages to %(most)s addresses at most: remove one first."
    ),
)
"""More webhooks than a tournament may have."""


def add_webhook(tournament: Tournament, address: str, *, by: User) -> Webhook:
    """Add a webhook. Raises WEBHOOK_THERE, TOO_MANY_WEBHOOKS."""
    if Webhook.objects.filter(tournament=tournament).count() >= MOST:
        raise TOO_MANY_WEBHOOKS(most=MOST)
    try:
        with transaction.atomic():
            made = Webhook.objects.create(
                tournament=tournament,
                address=address,
                secret=secrets.token_hex(32),
                seen=fingerprint(tournament.pk),
                told=_public(tournament.pk),
                created_by=by,
            )
            _note("webhook_added", made, by=by)
    # The tournament has this address already; the constraint decides.
    except IntegrityError as error:
        raise WEBHOOK_THERE() from error
    return made


def switch(webhook: Webhook, *, on: bool, by: User) -> None:
    """Switch a webhook off or on; it gets news from then on."""
    with transaction.atomic():
        changed: dict[str, object] = {"is_on": on}
        if on:
            changed["seen"] = fingerprint(webhook.tournament_id)
            changed["told"] = _public(webhook.tournament_id)
            changed |= {"failures": 0, "rests_until": None}
        rows = Webhook.objects.filter(pk=webhook.pk, is_on=not on)
        if rows.update(**changed):
            _note("webhook_on" if on else "webhook_off", webhook, by=by)


def remove_webhook(webhook: Webhook, *, by: User) -> None:
    """Delete a webhook with its deliveries."""
    with transaction.atomic():
        _note("webhook_removed", webhook, by=by)
        Webhook.objects.filter(pk=webhook.pk).delete()


def send_test(webhook: Webhook) -> Delivery:
    """Send a test message without news; end a pause."""
    delivering.wake(webhook)
    return Delivery.objects.create(webhook=webhook, body=_body(webhook, _TEST, {}))


def webhooks_of(tournament: Tournament) -> list[tuple[Webhook, list[Delivery]]]:
    """Return the webhooks of a tournament with their last deliveries. Two queries."""
    found = list(Webhook.objects.filter(tournament=tournament).order_by("pk"))
    rows = Delivery.objects.filter(webhook__in=found).order_by("-pk")[
        : MOST * delivering.KEPT
    ]
    sent: dict[int, list[Delivery]] = {hook.pk: [] for hook in found}
    for row in rows:
        sent[row.webhook_id].append(row)
    return [(hook, sent[hook.pk][:5]) for hook in found]


def webhook_at(tournament: Tournament, pk: int) -> Webhook | None:
    """Return a webhook of this tournament, None if there is none."""
    return Webhook.objects.filter(tournament=tournament, pk=pk).first()


def _note(act: str, webhook: Webhook, *, by: User) -> None:
    subject = f"tournament:{webhook.tournament_id}"
    journal.record_act(act=act, by=by, subject=subject, address=webhook.address)


# The worker -----------------------------------------------------------------


def tell_due() -> list[int]:
    """Write messages with news, and start sending due ones; return no jobs to send."""
    write_news()
    delivering.send_due()
    return []


def write_news() -> None:
    """Write a message for each active webhook with news.

    After a pause it gets one message with all news.
    """
    hooks = Webhook.objects.filter(delivering.awake())
    for webhook in hooks.select_related("tournament"):
        _write_news(webhook)


def _write_news(webhook: Webhook) -> None:
    """Write a message if public facts have changed since the last one."""
    now = fingerprint(webhook.tournament_id)
    if now == webhook.seen:
        return
    public = _public(webhook.tournament_id)
    news = _difference(webhook.told, public)
    with transaction.atomic():
        mine = Webhook.objects.filter(pk=webhook.pk, seen=webhook.seen)
        if mine.update(seen=now, told=public) and news:
            body = _body(webhook, _NEWS, {"fingerprint": now, **news})
            Delivery.objects.create(webhook=webhook, body=body)


def _public(tournament_id: int) -> dict[str, object]:
    """Return rounds and results as they are now: `rounds` and `results` by match.

    Only codes and numbers: names need a request to the API. Two queries.
    """
    live = Pairing.objects.live().filter(tournament=tournament_id)
    rounds: Any = live.values_list("stage__number", "round_number")
    results = (
        live.with_match()
        .filter(DECIDED)
        .values_list(
            *("match__code", "match_number", "match__score_1", "match__score_2"),
            *("match__winner", "match__how"),
        )
    )
    return {
        "rounds": sorted(map(list, rounds.order_by().distinct())),
        "results": {row[0]: list(row[1:]) for row in results},
    }


def _difference(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return the new rounds and results; empty if there are none."""
    rounds = [one for one in now["rounds"] if one not in before["rounds"]]
    was, is_now = before["results"], now["results"]
    changed = {code: row for code, row in is_now.items() if was.get(code) != row} | {
        code: None for code in was if code not in is_now
    }
    if not rounds and not changed:
        return {}
    return {
        "rounds": [{"stage": stage, "round": number} for stage, number in rounds],
        "results": [_result(code, row) for code, row in sorted(changed.items())],
    }


def _result(code: str, row: Sequence[object] | None) -> dict[str, object]:
    """Return a result as in messages; `winner` is null if it was removed."""
    if row is None:
        return {"match": code, "label": "", "score": None, "winner": None, "how": ""}
    number, one, two, winner, how = row
    return {
        "match": code,
        "label": f"M{number}",
        "score": {"one": one, "two": two},
        "winner": winner,
        "how": how,
    }


def _body(webhook: Webhook, kind: str, more: Mapping[str, object]) -> str:
    at = timezone.localtime().isoformat(timespec="seconds")
    told = {"kind": kind, "tournament": webhook.tournament.slug, "at": at, **more}
    return json.dumps(told)
