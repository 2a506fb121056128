"""The tables of a hall, and how matches are called to them."""

from typing import ClassVar

from django.db import models

from tournaments.structure.models import Stage, Tournament


class Hall(models.Model):
    """The tables that tournaments of one day play at, and how they are called.

    A tournament without a hall has as many tables as it needs, and calls its matches by
    itself. So does a hall without tables, which keeps only the way of calling.

    `calls_itself`: a match is called as soon as its players and a table are free.
    `is_paused` stops that for a while. `rest_minutes` is the rest of a player between
    two matches.
    """

    calls_itself = models.BooleanField(default=True)
    is_paused = models.BooleanField(default=False)
    rest_minutes = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"hall {self.pk}"


class HallUse(models.Model):
    """That a tournament is played in a hall. Several can share one."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="hall_use"
    )
    hall = models.ForeignKey(Hall, models.CASCADE, related_name="uses")

    def __str__(self) -> str:
        return f"{self.tournament} in {self.hall}"


class HallTable(models.Model):
    """One table of a hall.

    A table that is kept for a `stage` gets matches of no other one, and one that is
    `by_hand` (for a stream, or a final) only those that a director sends there.
    """

    hall = models.ForeignKey(Hall, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=30, blank=True)
    room = models.CharField(max_length=30, blank=True)
    stage = models.ForeignKey(Stage, models.SET_NULL, null=True, related_name="+")
    by_hand = models.BooleanField(default=False)
    is_out = models.BooleanField(default=False)

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_table_per_number", fields=("hall", "number")
            )
        ]

    def __str__(self) -> str:
        return f"table {self.number} of {self.hall}"
