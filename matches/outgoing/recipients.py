"""Who gets messages: addresses and phones, what they choose, and stopping all of it."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.outgoing.kinds import chosen_kinds
from matches.outgoing.models import NotificationState, Phone, Recipient
from matches.outgoing.services import tell
from matches.players.models import Player


def with_email(email: str, *, language: str) -> Recipient:
    """Return a new recipient; one who stopped messages to the address gets none."""
    recipient = Recipient(language=language)
    set_email(recipient, email)
    return recipient


def set_email(recipient: Recipient, email: str) -> None:
    """Change the address of a recipient, and save it."""
    if recipient.email != email or recipient.pk is None:
        same = Recipient.objects.filter(email__iexact=email, stopped_at__isnull=False)
        stopped = same.first() if email else None
        recipient.email, recipient.refused_at = email, None
        recipient.stopped_at = stopped.stopped_at if stopped else None
    recipient.save()


def choose(recipient: Recipient, kinds: list[str], *, language: str) -> None:
    """Keep which kinds a person wants, and in which language."""
    recipient.chosen = {kind.key: kind.key in kinds for kind in chosen_kinds()}
    recipient.language = language
    recipient.save()


def add_phone(recipient: Recipient, *, endpoint: str, p256dh: str, auth: str) -> Phone:
    """Add a browser, which shows the messages of one person only."""
    phone, _made = Phone.objects.update_or_create(
        endpoint=endpoint,
        defaults={"recipient": recipient, "p256dh": p256dh, "auth": auth},
    )
    return phone


def same_person(recipient: Recipient) -> QuerySet[Recipient]:
    """Return all recipients with the address of this one, itself included."""
    same = Q(pk=recipient.pk)
    if recipient.email:
        same |= Q(email__iexact=recipient.email)
    return Recipient.objects.filter(same)


def stop(recipient: Recipient) -> None:
    """Stop all messages to a person, and to everybody with this address."""
    with transaction.atomic():
        everybody = same_person(recipient)
        for row in everybody:
            row.messages.end(NotificationState.DROPPED)
        Phone.objects.filter(recipient__in=everybody).delete()
        everybody.update(stopped_at=timezone.now())
    recipient.refresh_from_db()


def start(recipient: Recipient) -> None:
    """Start messages again; only somebody who reads the address may ask for it."""
    same_person(recipient).update(stopped_at=None)
    recipient.refresh_from_db()


def ask_to_start(recipient: Recipient) -> None:
    """Send a link that starts the messages again, at most once a day."""
    now = timezone.now()
    tell(
        recipient,
        "restart",
        topic=f"restart:{recipient.pk}",
        version=f"{now:%Y-%m-%d}",
        until=now + timedelta(days=1),
    )


def own_part(player: Player) -> list[dict[str, object]]:
    """Return what is kept of a player's messages, for the player's own file."""
    return [
        {
            "email": row.email,
            "language": row.language,
            "chosen": row.chosen,
            "stopped_at": row.stopped_at and row.stopped_at.isoformat(),
            "phones": row.phones.count(),
            "sent": [
                {
                    "kind": message.kind,
                    "by": message.channel,
                    "at": message.created_at.isoformat(),
                    "state": message.state,
                }
                for message in row.messages.order_by("pk")
            ],
        }
        for row in recipients_of_player(player).order_by("pk")
    ]


def recipients_of_player(player: Player) -> QuerySet[Recipient]:
    """Return the rows that go when a person is forgotten."""
    return Recipient.objects.filter(player=player)
