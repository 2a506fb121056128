"""Announcements of draws, each with the digest of the one before it, and numbers sent.

An announcement outlives its draw: a stage that is deleted leaves no gap in the chain.
"""

import secrets
from datetime import UTC, datetime
from typing import ClassVar

from django.db import models
from django.utils import timezone

from matches.columns.fields import DetailsField, TextsField
from tournaments.engine.record import shortened
from tournaments.engine.record.drand import BeaconRound, round_of
from tournaments.structure.models import Tournament


def new_secret() -> str:
    """Return 128 random bits as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def moment_of(beacon: BeaconRound | None) -> datetime | None:
    """Return when a round of drand is published."""
    return None if beacon is None else datetime.fromtimestamp(beacon.seconds, UTC)


class DrawAnnouncement(models.Model):
    """The announcement of a draw: what was fixed before its seed existed.

    `content` is the announcement as `engine.record.announcement` describes it, `digest`
    the SHA-256 of it. `secret` is the server's part of the seed, and never public
    before the draw is. `salts` and `hashes` are of the names, by entrant number. Phones
    may send numbers until `closes_at`, null if they are not asked.
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
    closes_at = models.DateTimeField(null=True)

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
    def sources(self) -> list[str]:
        """The sources of the seed."""
        found: list[str] = self.content["sources"]
        return found

    @property
    def is_collecting(self) -> bool:
        """Whether phones can send numbers now."""
        return self.closes_at is not None and timezone.now() < self.closes_at

    @property
    def beacon(self) -> BeaconRound | None:
        """The round of the beacon drand that is a source, if one is."""
        return round_of(self.content.get("public", ""))

    @property
    def beacon_at(self) -> datetime | None:
        """The time when that round is published."""
        return moment_of(self.beacon)

    @property
    def made_at(self) -> datetime:
        """The time when it was made, to the second."""
        return datetime.fromisoformat(self.content["made"])

    @property
    def told(self) -> dict[str, object]:
        """The content, by a name that templates may read."""
        content: dict[str, object] = self.content
        return content


class SentNumber(models.Model):
    """A number that a phone sent for a draw; `phone` is a hash of its random mark."""

    announcement = models.ForeignKey(
        DrawAnnouncement, models.CASCADE, related_name="numbers"
    )
    phone = models.CharField(max_length=64)
    number = models.PositiveBigIntegerField()
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_number_per_phone", fields=("announcement", "phone")
            ),
        ]

    def __str__(self) -> str:
        return f"number {self.number}"
