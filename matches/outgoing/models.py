"""People who get messages, their phones, the messages, and which site sends them."""

from typing import ClassVar, Self

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.outgoing.kinds import KINDS, Channel, Kind
from matches.players.links import LinkHashField, key_of, new_nonce
from matches.players.models import Player
from matches.web.columns import DetailsField, one_of

LONGEST_EMAIL = 120
LONGEST_ENDPOINT = 500


class Recipient(models.Model):
    """Somebody who gets messages: by e-mail, on phones, or both.

    `player` is set only by the personal link; a sign-up has a recipient of its own.
    `chosen` are the kinds that the person switched on or off. Whoever stops messages to
    an address stops them for every recipient with it. `refused_at`: the mail server
    says that there is no such address.
    """

    player = models.ForeignKey(
        Player, models.CASCADE, null=True, related_name="recipients"
    )
    email = models.EmailField(max_length=LONGEST_EMAIL, blank=True, db_index=True)
    language = models.CharField(max_length=5, blank=True)
    chosen = DetailsField(default=dict)
    stopped_at = models.DateTimeField(null=True)
    refused_at = models.DateTimeField(null=True)
    link_nonce = models.CharField(max_length=32, default=new_nonce)
    link_hash = LinkHashField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.email

    @property
    def link_key(self) -> str:
        return key_of(self.link_nonce, self.link_hash)

    def wants(self, kind: Kind) -> bool:
        """Return whether the person wants messages of a kind."""
        if not kind.label:
            return True
        return self.stopped_at is None and bool(
            self.chosen.get(kind.key, kind.is_usual)
        )


class Phone(models.Model):
    """A browser that shows messages: its push service's address and its keys."""

    recipient = models.ForeignKey(Recipient, models.CASCADE, related_name="phones")
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"phone {self.pk}"


class NotificationState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")
    EXPIRED = "expired", _("not sent in time")
    DROPPED = "dropped", _("no longer needed")


class NotificationQuerySet(models.QuerySet["Notification"]):
    def waiting(self) -> Self:
        return self.filter(state=NotificationState.WAITING)

    def end(self, state: NotificationState, answer: str = "") -> int:
        """End those of these messages that still wait."""
        return self.waiting().update(
            state=state, answer=answer[:200], ended_at=timezone.now()
        )


class Notification(models.Model):
    """One message to one person by one channel. The text is written when it leaves.

    `key` is unique, so that nothing is said twice. A newer message to the same person
    with the same `topic` takes the place of one that waits. `about` is the subject in
    the journal, `name` the person for the director's list, `values` are for its kind.
    Nothing is sent before `due_at` (which is moved while it is being sent, and after a
    failure) nor after `expires_at`. `answer` is what the other server said last.
    """

    recipient = models.ForeignKey(Recipient, models.CASCADE, related_name="messages")
    phone = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="+")
    channel = models.CharField(max_length=5, choices=Channel)
    kind = models.CharField(max_length=20)
    topic = models.CharField(max_length=60)
    key = models.CharField(max_length=120, unique=True)
    about = models.CharField(max_length=40, blank=True)
    name = models.CharField(max_length=80, blank=True)
    values = DetailsField(default=dict)
    state = models.CharField(
        max_length=8, choices=NotificationState, default=NotificationState.WAITING
    )
    due_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)

    objects = NotificationQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [
            one_of("notification", "state", NotificationState.values),
            one_of("notification", "channel", Channel.values),
        ]
        indexes: ClassVar = [
            models.Index(fields=("state", "due_at"), name="messages_to_send"),
            models.Index(fields=("about", "-id"), name="messages_by_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.state})"

    @property
    def kind_label(self) -> str:
        kind = KINDS.get(self.kind)
        return str(kind.label) if kind and kind.label else self.kind


class SendingSite(models.Model):
    """The installation that sends this database's messages; see `sender.identity`."""

    identity = models.CharField(max_length=64)
    since = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return self.identity
