"""The journal of every act."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from matches.columns.fields import DetailsField


class JournalEntry(models.Model):
    """An act with its actor, time and subject. Rows are only ever added."""

    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    act = models.CharField(max_length=40)
    match = models.ForeignKey(
        "matches.Match", models.CASCADE, null=True, related_name="journal_entries"
    )
    subject = models.CharField(max_length=40, blank=True)
    details = DetailsField(default=dict)

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "journal entries"
        indexes: ClassVar = [
            models.Index(fields=("subject", "-id"), name="journal_by_subject")
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.act}"

    @property
    def player(self) -> str:
        """The name of the player who acted; empty for a director."""
        return str(self.details.get("player", ""))

    @property
    def via(self) -> str:
        """The way in which a player was identified, empty for a director."""
        return str(self.details.get("via", ""))

    def parameters(self) -> dict[str, Any]:
        """The values a sentence about this act may name."""
        actor = str(self.actor) if self.actor else self.player
        return {**self.details, "actor": actor}
