"""The row of a practice."""

from django.db import models
from django.utils import timezone

from matches.columns.fields import DetailsField
from tournaments.structure.models import Tournament


class Practice(models.Model):
    """A tournament that plays itself, with invented people.

    `speed`: so many seconds pass in it while one passes on the wall. `seconds` have
    passed until `turned_at`; those of a pause, and those in which nobody looked, do not
    count. `does_desk`: what nobody does at the desk is done after a while. `marks` say
    when what happened to each match, and `late` who is to come (JSON): see `acting`.
    `paused_at` and `ended_at`: nothing happens by itself.
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
    marks = DetailsField(default=dict)

    def __str__(self) -> str:
        return f"practice of {self.tournament}"

    @property
    def is_on(self) -> bool:
        """Whether something happens by itself."""
        return self.paused_at is None and self.ended_at is None
