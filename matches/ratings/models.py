"""Rating lists: rows of directors' decisions, and rows computed from results."""

from collections.abc import Sequence
from datetime import date
from typing import ClassVar, Final

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.ledger.models.match import Match
from matches.players.models import Player
from matches.rules import Side
from matches.rules.ratings import FORMULAS, POINT, Formula, formula_of
from matches.web.columns import one_of, side_of

MOMENT_BITS: Final = 42
"""The low bits of a moment: milliseconds since 1970, until the year 2109."""


def day_of_moment(moment: int) -> date:
    """Return the day of a place in the order of results: see `RatedMatch`."""
    return date.fromordinal(moment >> MOMENT_BITS)


class RatingListQuerySet(models.QuerySet["RatingList"]):
    def live(self) -> "RatingListQuerySet":
        return self.filter(removed_at__isnull=True)

    def removed(self) -> "RatingListQuerySet":
        return self.filter(removed_at__isnull=False)

    def public(self) -> "RatingListQuerySet":
        return self.live().filter(is_public=True)


class RatingList(models.Model):
    """A list of ratings, and which matches count on it.

    `start` is in 1/10,000 point. With `own` the match just played counts as experience.
    Players with less experience than `provisional` are marked. Players without a match
    for `active_months` are shown only where the reader asks for them.

    `revision` grows whenever the list was computed or its rules changed, so a
    computation that began before another one ended is not written. A list that
    `is_stale` must be computed from the first match on.
    """

    key = models.SlugField(max_length=50, unique=True, allow_unicode=True)
    name = models.CharField(_("name"), max_length=60)
    formula = models.CharField(max_length=20)
    version = models.PositiveSmallIntegerField(default=1)
    start = models.IntegerField()
    own = models.BooleanField(default=False)
    provisional = models.PositiveIntegerField(default=0)
    active_months = models.PositiveSmallIntegerField(default=12)
    from_day = models.DateField(null=True)
    least_length = models.PositiveSmallIntegerField(default=1)
    most_length = models.PositiveSmallIntegerField(default=99)
    takes_tournaments = models.BooleanField(default=True)
    takes_club = models.BooleanField(default=True)
    takes_retired = models.BooleanField(default=True)
    takes_penalties = models.BooleanField(default=False)
    takes_walkovers = models.BooleanField(default=False)
    members_only = models.BooleanField(default=False)
    is_public = models.BooleanField(default=True)
    revision = models.PositiveIntegerField(default=0)
    is_stale = models.BooleanField(default=True)
    matches = models.PositiveIntegerField(default=0)
    computed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    removed_at = models.DateTimeField(null=True)

    objects = RatingListQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            one_of("rating_list", "formula", [formula.code for formula in FORMULAS])
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("rating_list", args=[self.key])

    @property
    def rule(self) -> Formula:
        return formula_of(self.formula, self.version)


class RatingImport(models.Model):
    """Ratings that a director pasted or sent together; they can be taken back."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="rating_imports")
    day = models.DateField()
    count = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.list_id}: {self.count} on {self.day}"


class GivenRatingQuerySet(models.QuerySet["GivenRating"]):
    def valid(self) -> "GivenRatingQuerySet":
        """Keep the ratings whose import was not taken back."""
        return self.filter(source__taken_back_at__isnull=True)


class GivenRating(models.Model):
    """A rating that was imported: it holds from the beginning of a day on.

    Of two for one day the later import counts. A player with an imported rating is a
    member of the list.
    """

    source = models.ForeignKey(
        RatingImport, models.CASCADE, related_name="given_ratings"
    )
    list = models.ForeignKey(RatingList, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    day = models.DateField()
    rating = models.IntegerField()
    experience = models.PositiveIntegerField(default=0)

    objects = GivenRatingQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("source", "player"), name="one_rating_in_an_import"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating / POINT}"


class RatedMatch(models.Model):
    """A match on a list with its rating changes. Rows are computed.

    `moment` is its place in the order of results: the ordinal of its day, then the
    milliseconds since 1970 when it ended; the match decides between equal ones.
    """

    list = models.ForeignKey(
        RatingList, models.CASCADE, related_name="rated_matches", db_index=False
    )
    match = models.ForeignKey(Match, models.CASCADE, related_name="match_ratings")
    moment = models.BigIntegerField()
    player_1 = models.ForeignKey(
        Player, models.CASCADE, related_name="+", db_index=False
    )
    player_2 = models.ForeignKey(
        Player, models.CASCADE, related_name="+", db_index=False
    )
    length = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField()
    before_1 = models.IntegerField()
    after_1 = models.IntegerField()
    before_2 = models.IntegerField()
    after_2 = models.IntegerField()

    class Meta:
        constraints: ClassVar = [
            side_of("rated_match", "winner"),
            models.UniqueConstraint(
                fields=("list", "match"), name="a_match_counts_once_on_a_list"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=("list", "moment", "match"), name="rated_in_order"),
            models.Index(fields=("list", "player_1", "moment"), name="rated_as_1"),
            models.Index(fields=("list", "player_2", "moment"), name="rated_as_2"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} on {self.list_id}"

    @property
    def changes(self) -> Sequence[tuple[Player, int, int, int]]:
        """Both players, with their rating before and after, and the change."""
        rows = (
            (self.match.player_1, self.before_1, self.after_1),
            (self.match.player_2, self.before_2, self.after_2),
        )
        return [(player, was, now, now - was) for player, was, now in rows]


class ListedPlayer(models.Model):
    """The present rating of a player on a list. Rows are computed.

    `place` is set by `matches.ratings.queries`, with whether others share it; None for
    a player who has not played for a long time.
    """

    place: tuple[int, bool] | None

    list = models.ForeignKey(
        RatingList, models.CASCADE, related_name="listed_players", db_index=False
    )
    player = models.ForeignKey(Player, models.CASCADE, related_name="player_ratings")
    rating = models.IntegerField()
    experience = models.PositiveIntegerField()
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    last_day = models.DateField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("list", "player"), name="a_player_is_listed_once"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=("list", "-rating", "player"), name="listed_by_rating")
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating / POINT}"

    @property
    def is_provisional(self) -> bool:
        return self.experience < self.list.provisional


class RecalculationReason(models.TextChoices):
    """The reason why matches were rated again."""

    RESULTS = "results", _("results changed")
    RULES = "rules", _("the rules of the list changed")
    GIVEN = "given", _("ratings were imported")
    PEOPLE = "people", _("entries of one person were merged")


class Recalculation(models.Model):
    """A public record of a recalculation: matches were rated again."""

    Reason = RecalculationReason

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="recalculations")
    at = models.DateTimeField(default=timezone.now)
    reason = models.CharField(max_length=8, choices=RecalculationReason.choices)
    from_day = models.DateField(null=True)
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [
            one_of("recalculation", "reason", RecalculationReason.values)
        ]

    def __str__(self) -> str:
        return f"{self.list_id}: {self.reason}"

    def get_absolute_url(self) -> str:
        return reverse("rating_change", args=[self.list.key, self.pk])


class RecalculationCause(models.Model):
    """A match that began or ceased to count, or has another winner, length or place.

    `winner_was` and `winner_is` are sides; null where it did not count.
    """

    recalculation = models.ForeignKey(
        Recalculation, models.CASCADE, related_name="causes"
    )
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    winner_was = models.PositiveSmallIntegerField(null=True)
    winner_is = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            side_of("recalculation_cause", "winner_was"),
            side_of("recalculation_cause", "winner_is"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.winner_was} → {self.winner_is}"

    @property
    def text(self) -> str:
        if self.winner_is is None:
            return gettext("no longer counts")
        winner = self.match.player(Side(self.winner_is)).name
        if self.winner_was is None:
            return gettext("counts now: %(name)s won") % {"name": winner}
        if self.winner_was == self.winner_is:
            return gettext("has a different length or position")
        loser = self.match.player(Side(self.winner_was)).name
        return gettext("%(winner)s won, not %(loser)s") % {
            "winner": winner,
            "loser": loser,
        }


class RecalculationMove(models.Model):
    """A player whose rating changed; null where they were not on the list."""

    recalculation = models.ForeignKey(
        Recalculation, models.CASCADE, related_name="moves"
    )
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    before = models.IntegerField(null=True)
    after = models.IntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.before} → {self.after}"

    @property
    def change(self) -> int | None:
        """The change; None for a player who was added or removed."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before
