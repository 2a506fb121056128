"""Announcements of draws, each with the digest of the one before it.

An announcement outlives its draw, its stage and its tournament: what was announced and
thrown away keeps its public address.
"""

import secrets
from datetime import datetime
from typing import ClassVar

from django.db import models

from matches.web.columns import DetailsField, TextsField
from tournaments.engine.record import shortened
from tournaments.structure.columns import NumbersField
from tournaments.structure.models import Tournament, Visibility


def new_secret() -> str:
    """Return 128 random bits as 32 hexadecimal digits."""
    return secrets.token_hex(16)


class DrawAnnouncement(models.Model):
    """The announcement of a draw: what was fixed before its seed existed.

    `content` is the announcement as `engine.record.announcement` describes it, `digest`
    the SHA-256 of it. `secret` is the server's part of the seed, and never public
    before the draw is. `names` are those that were announced, with `salts` and `hashes`
    by entrant number, and `people` the keys of the players. `witnessed`: this server
    announced it; False for one that came in a tournament file. `replaced_by` is the
    announcement for the same people that was made after this one was thrown away.
    """

    tournament = models.ForeignKey(
        Tournament, models.SET_NULL, null=True, related_name="draw_announcements"
    )
    place = models.PositiveIntegerField()
    stage_number = models.PositiveSmallIntegerField()
    round_number = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    content = DetailsField(default=dict)
    secret = models.CharField(max_length=32, blank=True)
    salts = TextsField(default=dict)
    hashes = TextsField(default=dict)
    names = TextsField(default=dict)
    people = NumbersField(default=list)
    witnessed = models.BooleanField(default=False)
    replaced_by = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="replaced"
    )

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
        return shortened(self.digest)

    @property
    def is_thrown_away(self) -> bool:
        """Whether its draw was removed with its stage. One query unless it is known."""
        return not hasattr(self, "draw")

    @property
    def is_private(self) -> bool:
        private = Tournament.everything.filter(visibility=Visibility.PRIVATE)
        return private.filter(draw_announcements=self).exists()

    @property
    def made_at(self) -> datetime:
        return datetime.fromisoformat(self.content["made"])

    @property
    def told(self) -> dict[str, object]:
        content: dict[str, object] = self.content
        return content
