"""Stored forecasts: the newest one for each round of a division."""

from typing import Any, ClassVar, NamedTuple

from django.db import models
from django.utils import timezone

from matches.columns.stored import StoredList
from tournaments.forecast.playing import Chances
from tournaments.structure.models import Division, Tournament


class EntryChances(NamedTuple):
    """The number of an entry, and its chances."""

    number: int
    chances: Chances


class ChancesField(StoredList[list[EntryChances], list[EntryChances]]):
    """The chances of all entries: number, then the four of `Chances`."""

    def typed(self, data: Any) -> list[EntryChances]:
        """Return the chances of each."""
        return [EntryChances(number, Chances(*rest)) for number, *rest in data]

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Return the column, with four decimals: more than the accuracy of the runs."""
        rows = [
            [row.number, *(round(chance, 4) for chance in row.chances)]
            if isinstance(row, EntryChances)
            else row
            for row in value
        ]
        return super().get_db_prep_save(rows, connection)


class ForecastProgress(models.Model):
    """The fingerprint of a tournament at its last forecast."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="forecast_progress"
    )
    fingerprint = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"forecasts of {self.tournament}"


class Forecast(models.Model):
    """The chances in one division while a certain round was the newest.

    `stage` and `round` are numbers: of the newest stage, and of its newest round;
    `results` is how many matches were decided. `made_of` is the hash of the input; with
    it as the seed, the same `runs` give the same chances. `first` and `paid` are the
    numbers of places that were counted. `ratings_of` is the name of the rating list,
    empty for the ratings of the directory.

    `is_final`: nothing is left to play.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="forecasts")
    division = models.ForeignKey(Division, models.CASCADE, related_name="forecasts")
    stage = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    results = models.PositiveIntegerField()
    made_of = models.CharField(max_length=64)
    runs = models.PositiveSmallIntegerField()
    first = models.PositiveSmallIntegerField()
    paid = models.PositiveSmallIntegerField()
    ratings_of = models.CharField(max_length=60, blank=True)
    unrated = models.PositiveIntegerField()
    rows = ChancesField(default=list)
    is_final = models.BooleanField(default=False)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("division", "results", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_forecast_per_round",
                fields=("division", "stage", "round", "is_final"),
            ),
        ]

    def __str__(self) -> str:
        return f"forecast {self.results} of {self.division}"
