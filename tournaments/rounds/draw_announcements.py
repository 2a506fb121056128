"""Announcements of draws, each with the digest of the one before it.

An announcement outlives its draw: a stage that is deleted leaves no gap in the chain.
"""

import secrets
from datetime import datetime
from typing import ClassVar

from django.db import models

from matches.web.columns import DetailsField, TextsField
from tournaments.engine.record import shortened
from tournaments.structure.models import Tournament


def new_secret() -> str:
    """Return 128 random bits as 32 hexadecimal digits."""
    return secrets.token_hex(16)


class DrawAnnouncement(models.Model):
    """The announcement of a draw: what was fixed before its seed existed.

    `content` is the announcement as `engine.record.announcement` describes it, `digest`
    the SHA-256 of it. `secret` is the server's part of the seed, and never public
    before the draw is. `salts` and `hashes` are of the names, by entrant number.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="draw_announcements"
    )
    place = models.PositiveIntegerField()
    stage_number = models.PositiveSmallIntegerField()
    round_number = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    content = DetailsField(default=dict)
    secret = models.CharField(max_length=32, blank=True)
    salts = TextsField(default=dict)
    hashes = TextsField(default=dict)

    class Meta:
        ordering = ("place",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_announcement_per_place", fields=("tournament", "place")
            ),
        ]

    def __str__(self) -> str:
        return f"announcement {self.place}"

    @property
    def short(self) -> str:
        """The fingerprint as people compare it."""
        return shortened(self.digest)

    @property
    def made_at(self) -> datetime:
        """The time when it was made, to the second."""
        return datetime.fromisoformat(self.content["made"])

    @property
    def told(self) -> dict[str, object]:
        """The content, by a name that templates may read."""
        content: dict[str, object] = self.content
        return content
