"""The row of a practice."""

from django.db import models
from django.utils import timezone

from tournaments.structure.columns import SecondsField
from tournaments.structure.models import Tournament


class Practice(models.Model):
    """A tournament that plays itself, with invented people.

    `speed` is the number of its seconds in one real second. `seconds` have passed until
    `turned_at`; pauses, and times without a worker, do not count. With `does_desk` the
    practice does the tasks of the desk that the director leaves. `marks` are the times
    of events, in seconds, by match or entry: see `turns`. With `paused_at` or
    `ended_at` nothing happens automatically.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="practice"
    )
    seed = models.CharField(max_length=16)
    speed = models.PositiveSmallIntegerField(default=30)
    does_desk = models.BooleanField(default=True)
    seconds = models.PositiveIntegerField(default=0)
    turned_at = models.DateTimeField(default=timezone.now)
    paused_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    marks = SecondsField(default=dict)

    def __str__(self) -> str:
        return f"practice of {self.tournament}"

    @property
    def is_on(self) -> bool:
        """Whether something happens by itself."""
        return self.paused_at is None and self.ended_at is None
