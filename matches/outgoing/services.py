"""Writes messages for the worker to send."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from matches.outgoing.kinds import KINDS, Channel, Kind
from matches.outgoing.models import Notification, NotificationState, Recipient
from matches.outgoing.sender import has_mail
from matches.web.club import club

NIGHT_BEGINS: Final = 22
NIGHT_ENDS: Final = 8
KEPT_DAYS: Final = 60
MOST_AN_HOUR: Final = 20
"""The most e-mails to one address: anybody can type the address of another."""


def tell(  # noqa: PLR0913 - what may be said of a message, by name
    recipient: Recipient,
    kind: str,
    *,
    topic: str,
    version: str,
    until: datetime,
    about: str = "",
    name: str = "",
    values: Mapping[str, Any] | None = None,
) -> int:
    """Write a message by each channel that a person has and wants; return how many.

    The same topic and version are said once to each person; another version replaces
    what still waits. `until` is when it is of no use any more.
    """
    wanted, now = KINDS[kind], timezone.now()
    if until <= now or not recipient.wants(wanted):
        return 0
    due = now if wanted.at_night else by_day(now, until=until)
    rows = [
        Notification(
            recipient=recipient,
            phone=phone,
            channel=channel,
            kind=kind,
            topic=topic,
            key=f"{topic}:{version}:{recipient.pk}:{phone.pk if phone else channel}",
            about=about,
            name=name,
            values=dict(values or {}),
            due_at=due,
            expires_at=until,
        )
        for channel, phone in _ways(recipient, wanted, now)
    ]
    known = Notification.objects.filter(key__in=[row.key for row in rows])
    known_keys = set(known.values_list("key", flat=True))
    rows = [row for row in rows if row.key not in known_keys]
    if rows:
        older = Notification.objects.filter(recipient=recipient, topic=topic)
        older.end(NotificationState.DROPPED)
        # Two workers may find the same news: the unique key decides.
        Notification.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def _ways(recipient: Recipient, kind: Kind, now: datetime) -> list[tuple[str, Any]]:
    ways: list[tuple[str, Any]] = []
    if Channel.EMAIL in kind.channels and recipient.email and has_mail():
        lately = Notification.objects.filter(
            recipient__email__iexact=recipient.email,
            channel=Channel.EMAIL,
            created_at__gt=now - timedelta(hours=1),
        )
        if recipient.refused_at is None and lately.count() < MOST_AN_HOUR:
            ways.append((Channel.EMAIL, None))
    if Channel.PUSH in kind.channels:
        ways += [(Channel.PUSH, phone) for phone in recipient.phones.all()]
    return ways


def by_day(now: datetime, *, until: datetime) -> datetime:
    """Return the moment, or the next morning in the club's zone if it is night.

    What would be too late in the morning is not held back.
    """
    with timezone.override(club().zone):
        here = timezone.localtime(now)
    if NIGHT_ENDS <= here.hour < NIGHT_BEGINS:
        return now
    day = here.date() + timedelta(days=here.hour >= NIGHT_BEGINS)
    morning = datetime(day.year, day.month, day.day, NIGHT_ENDS, tzinfo=here.tzinfo)
    return morning if morning < until else now


def forget_old(now: datetime) -> None:
    """Delete messages that ended long ago."""
    Notification.objects.filter(ended_at__lt=now - timedelta(days=KEPT_DAYS)).delete()
