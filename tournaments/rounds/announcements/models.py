"""Announcements and the round clock as rows."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from matches.web.columns import TextsField
from tournaments.rounds.announcements.reversible import Reversible
from tournaments.structure.models import Tournament


class Announcement(Reversible):
    """An announcement by directors, from a moment on, with or without an end.

    `texts` are by language; readers of another language get the first of the hall.
    `on_screens`, `on_pages`, `on_phones`: where it is shown. Phones are the pages of
    players and matches.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="announcements"
    )
    texts = TextsField(default=dict)
    on_screens = models.BooleanField(default=True)
    on_pages = models.BooleanField(default=True)
    on_phones = models.BooleanField(default=True)
    shown_from = models.DateTimeField(default=timezone.now)
    shown_until = models.DateTimeField(null=True)

    class Meta:
        ordering = ("shown_from", "pk")

    def __str__(self) -> str:
        return f"announcement {self.pk}"


class RoundClock(Reversible):
    """The clock of a tournament: it runs until `ends_at`, or is held with `left`.

    `left` are seconds. Without both there is no clock.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="round_clock"
    )
    title = models.CharField(max_length=40, blank=True)
    ends_at = models.DateTimeField(null=True)
    left = models.PositiveIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="clock_runs_or_is_held",
                condition=models.Q(ends_at__isnull=True) | models.Q(left__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"clock of {self.tournament}"
