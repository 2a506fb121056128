"""A player's report of how a match ended."""

from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.columns.constraints import one_of, side_of
from matches.columns.fields import GamesField
from matches.ledger.models.match import Match
from matches.ledger.versions import Version, game_results
from matches.rules import Side

OPEN_REPORTS = ("waiting", "disputed", "recorded")


class ReportQuerySet(models.QuerySet["Report"]):
    """Reports of players."""

    def open(self) -> Self:
        """Keep the reports that have no answer yet."""
        return self.filter(state__in=OPEN_REPORTS)


class ReportState(models.TextChoices):
    WAITING = "waiting", _("waiting for the opponent")
    RECORDED = "recorded", _("recorded")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    CHOSEN = "chosen", _("chosen by the director")
    REJECTED = "rejected", _("not chosen")
    REPLACED = "replaced", _("replaced by a newer one")


class Report(models.Model):
    """How one player says a match ended: a version, with its games if known.

    `games` is a list of game values, see `matches.ledger.versions`. A report waits
    until the opponent or a director confirms it, or until the opponent disputes it with
    another report; then a director decides.
    """

    State = ReportState

    match = models.ForeignKey(Match, models.CASCADE, related_name="reports")
    side = models.PositiveSmallIntegerField()
    via = models.CharField(max_length=10, blank=True)
    device = models.CharField(max_length=6, blank=True)
    score_1 = models.PositiveSmallIntegerField()
    score_2 = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField()
    games = GamesField(default=list)
    comment = models.CharField(max_length=500, blank=True)
    revision = models.PositiveIntegerField()
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.WAITING
    )
    at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    closed_side = models.PositiveSmallIntegerField(null=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_live_report_per_side",
                fields=("match", "side"),
                condition=Q(state__in=OPEN_REPORTS),
            ),
            one_of("report", "state", ReportState.values),
            side_of("report", "side"),
            side_of("report", "winner"),
            side_of("report", "closed_side"),
        ]

    def __str__(self) -> str:
        return f"{self.score_1}–{self.score_2} by side {self.side} ({self.state})"

    @property
    def version(self) -> Version:
        """What was reported, as a value."""
        return Version(
            self.score_1, self.score_2, Side(self.winner), game_results(self.games)
        )

    @property
    def is_open(self) -> bool:
        """Whether the report has no answer yet."""
        return self.state in OPEN_REPORTS
