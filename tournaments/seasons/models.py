"""Seasons: decisions of directors. Tables are computed, and stored at closing."""

from typing import Any, ClassVar, Final

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from matches.accounts.models import User
from matches.players.models import Player
from matches.web.columns import StoredField, StoredList
from tournaments.seasons.scoring import UNIT, EveningResult, ScoredLine, SeasonScoring
from tournaments.structure.models import Tournament

LONGEST_NAME: Final = 80

KeptResult = tuple[int, int]
"""The primary key of a tournament, and the points got there in units."""


class ScoringField(StoredField[SeasonScoring, SeasonScoring]):
    """A scoring, stored as the values that are not usual."""

    def typed(self, data: Any) -> SeasonScoring:
        """Return the scoring; lists of JSON become tuples."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in data.items()
        }
        return SeasonScoring(**values)

    def get_db_prep_save(self, value: object, connection: Any) -> object:
        if isinstance(value, SeasonScoring):
            usual = SeasonScoring()
            value = {
                name: getattr(value, name)
                for name in SeasonScoring.__slots__
                if getattr(value, name) != getattr(usual, name)
            }
        return super().get_db_prep_save(value, connection)


class ResultsField(StoredList[list[KeptResult], list[KeptResult]]):
    """Results of one player: tournament and points of each."""

    def typed(self, data: Any) -> list[KeptResult]:
        """Return the results as pairs, which JSON stores as lists."""
        return [(tournament, points) for tournament, points in data]


class SeasonQuerySet(models.QuerySet["Season"]):
    def live(self) -> "SeasonQuerySet":
        return self.filter(removed_at__isnull=True)

    def removed(self) -> "SeasonQuerySet":
        """Keep the seasons that were removed and can be restored."""
        return self.filter(removed_at__isnull=False)

    def public(self) -> "SeasonQuerySet":
        return self.live().filter(is_public=True)

    def locked(self, pk: int) -> "Season":
        """Return a season that was not removed, with its row locked."""
        return self.live().select_for_update().get(pk=pk)


class Season(models.Model):
    """A season: its tournaments, and its scoring.

    With `by_rule` every tournament counts that is played from `from_day` to `to_day`
    (null: without an end) and has `named` in its name; a `SeasonEvening` is a decision
    of a director against this rule. `divisions` has the stored names of the divisions
    that count, empty for all. With `opt_in` only players with a `SeasonMember` row have
    a place.

    `revision` grows with every change, also of those rows. The table of a closed season
    is stored with its `SeasonClosing`. `final` is the tournament in which the best
    players of the season meet.
    """

    key = models.SlugField(max_length=60, unique=True, allow_unicode=True)
    name = models.CharField(max_length=LONGEST_NAME)
    from_day = models.DateField()
    to_day = models.DateField(null=True)
    by_rule = models.BooleanField(default=True)
    named = models.CharField(max_length=60, blank=True)
    divisions = models.CharField(max_length=200, blank=True)
    scoring = ScoringField(default=SeasonScoring)
    opt_in = models.BooleanField(default=False)
    is_public = models.BooleanField(default=True)
    final = models.ForeignKey(
        Tournament, models.SET_NULL, null=True, related_name="final_of"
    )
    previous = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="following"
    )
    closed_at = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    removed_at = models.DateTimeField(null=True)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering = ("-from_day", "-pk")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="season_ends_after_it_begins",
                condition=Q(to_day__isnull=True) | Q(to_day__gte=models.F("from_day")),
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.key])

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    def closing(self) -> "SeasonClosing | None":
        return SeasonClosing.objects.filter(season=self, reopened_at=None).first()


class SeasonEvening(models.Model):
    """A director's decision about one tournament in a season, against the rule.

    `weight` is in units: what everything there pays is multiplied by it.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="evenings")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    counts = models.BooleanField(default=True)
    weight = models.PositiveIntegerField(default=UNIT)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_decision_per_evening", fields=("season", "tournament")
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} in {self.season_id}"


class SeasonMember(models.Model):
    """A player who takes part in a season for which one signs up."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_membership_in_a_season", fields=("season", "player")
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.season_id}"


class SeasonCarried(models.Model):
    """Points that a player brings from the season before, in units."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="carried")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    points = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_sum_carried_into_a_season", fields=("season", "player")
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.season_id}: {self.points}"


class SeasonClosing(models.Model):
    """The closing of a season; `digest` is that of its table.

    It is in force until `reopened_at`. If another closing has this same moment as its
    `at`, results were corrected and the season was closed anew: the other closing
    replaced this one.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="closings")
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    reopened_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_closing_in_force",
                fields=("season",),
                condition=Q(reopened_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.at}"

    def replaced(self) -> "SeasonClosing | None":
        """Return the closing that this one replaced, None if none. One query."""
        of_season = SeasonClosing.objects.filter(season=self.season_id)
        return of_season.filter(pk__lt=self.pk, reopened_at=self.at).first()


class SeasonPlace(models.Model):
    """A row of the table with which a season was closed; points are in units."""

    closing = models.ForeignKey(SeasonClosing, models.CASCADE, related_name="places")
    row = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    place = models.PositiveIntegerField()
    shared = models.BooleanField(default=False)
    points = models.PositiveBigIntegerField()
    carried = models.PositiveBigIntegerField(default=0)
    counted = ResultsField(default=list)
    dropped = ResultsField(default=list)

    class Meta:
        ordering = ("row",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_place_per_row_of_a_closing", fields=("closing", "row")
            )
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.player_id}"

    @property
    def line(self) -> ScoredLine:
        """The row as a line of a table; its results have no terms and no days."""
        counted, dropped = (
            tuple(EveningResult((0, pk), points, ()) for pk, points in kept)
            for kept in (self.counted, self.dropped)
        )
        return ScoredLine(
            *(self.place, self.shared, self.player_id, self.points, self.carried),
            *(counted, dropped),
        )
