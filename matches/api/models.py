"""Tokens, with which other programs act."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.roles import Role


class ApiTokens(models.QuerySet["ApiToken"]):
    def working(self) -> "ApiTokens":
        """Keep those that are neither expired nor withdrawn."""
        return self.filter(withdrawn_at=None, ends_at__gt=timezone.now())


class ApiToken(models.Model):
    """A token of another program. Only its hash is stored.

    `account` acts for the program: an account without a password, with `role` for the
    club or for the tournament `event`. It has the name of the token, which the log and
    the facts then show. The token is valid only as long as its maker may give this
    role.
    """

    token_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=40)
    account = models.OneToOneField(User, models.CASCADE, related_name="api_token")
    role = models.CharField(max_length=12, choices=Role.choices)
    event = models.BigIntegerField(null=True)
    ends_at = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.CASCADE, related_name="tokens_made")
    last_used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    objects = ApiTokens.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="api_token_ends_after_it_began",
                condition=Q(ends_at__gt=F("created_at")),
            )
        ]

    def __str__(self) -> str:
        return self.name
