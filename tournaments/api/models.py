"""Webhooks: addresses that get messages about rounds and results."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.web.columns import DetailsField, one_of
from tournaments.structure.models import Tournament


class Webhook(models.Model):
    """An address that gets messages when rounds are published and results change.

    `secret` signs the messages, so it is stored in plain text. `seen` is the
    fingerprint of the tournament at the last look, and `told` are the public facts
    then: news are the difference to them, so that nothing is lost while no worker runs.
    `failures` counts consecutive failures. Nothing is sent before `rests_until`: after
    a failure, and while a worker is sending.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    address = models.CharField(max_length=300)
    secret = models.CharField(max_length=64)
    is_on = models.BooleanField(default=True)
    seen = models.BigIntegerField(default=-1)
    told = DetailsField(default=dict)
    failures = models.PositiveSmallIntegerField(default=0)
    rests_until = models.DateTimeField(null=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_webhook_an_address", fields=("tournament", "address")
            )
        ]

    def __str__(self) -> str:
        return self.address

    @property
    def is_resting(self) -> bool:
        rests = self.rests_until is not None and self.rests_until > timezone.now()
        return self.is_on and rests and self.failures > 0


class DeliveryState(models.TextChoices):
    WAITING = "waiting", _("waits")
    DONE = "done", _("delivered")
    FAILED = "failed", _("given up")


class Delivery(models.Model):
    """One message to a webhook, tried again until it succeeds or is given up.

    `status` is the HTTP status of the last try, null without an answer.
    """

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    body = models.TextField()
    state = models.CharField(
        max_length=8, choices=DeliveryState, default=DeliveryState.WAITING
    )
    tries = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [one_of("delivery", "state", DeliveryState.values)]

    def __str__(self) -> str:
        return f"delivery {self.pk}"
