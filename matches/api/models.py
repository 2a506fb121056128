"""Tokens, with which other programs act."""

from datetime import timedelta
from typing import Any, ClassVar, Final

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.roles import Role

_NOTED_EACH: Final = timedelta(minutes=1)
"""The use of a token is stored at most once in this time."""


class ApiTokens(models.QuerySet["ApiToken"]):
    """Tokens of any state."""

    def working(self) -> "ApiTokens":
        """Keep those that are neither expired nor withdrawn."""
        return self.filter(withdrawn_at=None, ends_at__gt=timezone.now())

    def note_use(self, token: "ApiToken") -> None:
        """Store when a token was used, at most once in `_NOTED_EACH`."""
        now = timezone.now()
        if token.last_used_at is None or now - token.last_used_at >= _NOTED_EACH:
            self.filter(pk=token.pk).update(last_used_at=now)


class ApiToken(models.Model):
    """A token of another program. Only its hash is stored.

    `account` acts for the program: an account without a password, with `role` for the
    club or for the tournament `event`. It has the name of the token, which the log and
    the facts then show. The token is valid only as long as its maker may give this
    role.
    """

    objects: ClassVar[Any] = ApiTokens.as_manager()

    token_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=40)
    account = models.OneToOneField(
        User, on_delete=models.CASCADE, related_name="api_token"
    )
    role = models.CharField(max_length=12, choices=Role.choices)
    event = models.BigIntegerField(null=True)
    ends_at = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="tokens_made"
    )
    last_used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="api_token_ends_after_it_began",
                condition=Q(ends_at__gt=F("created_at")),
            )
        ]

    def __str__(self) -> str:
        return self.name
