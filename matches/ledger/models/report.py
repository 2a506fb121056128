"""A player's report of how a match ended."""

from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.ledger.models.match import Match
from matches.ledger.versions import StillPlaying, Told, Version, game_results
from matches.rules import Side
from matches.web.columns import GamesField, one_of, side_of

OPEN_REPORTS = ("waiting", "disputed", "recorded")
"""The states of reports without an answer; each side has at most one such report."""


class ReportQuerySet(models.QuerySet["Report"]):
    def open(self) -> Self:
        return self.filter(state__in=OPEN_REPORTS)


class ReportState(models.TextChoices):
    """The state of a report: open (`OPEN_REPORTS`), or the answer that it got."""

    WAITING = "waiting", _("waiting for opponent")
    RECORDED = "recorded", _("recorded")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    CHOSEN = "chosen", _("decided by the director")
    REJECTED = "rejected", _("not chosen")
    REPLACED = "replaced", _("replaced by a newer report")


class ReportClaim(models.TextChoices):
    """The claim of a report: a result, that the match goes on, or only a remark."""

    RESULT = "result"
    PLAYING = "playing"
    REMARK = "remark"


class Report(models.Model):
    """One player's report about a match: a version, with its games if known.

    `claim` says whether it is a result, or, in a dispute, that the match is not over
    (PLAYING) or a remark without a version (REMARK); the last two have no winner,
    REMARK no score, and PLAYING a score only if the player gave one. `games` is a list
    of game values, see `matches.ledger.versions`.

    A report waits until the opponent or a director confirms it, or until the opponent
    disputes it with another report; then a director decides.
    """

    State = ReportState
    Claim = ReportClaim

    match = models.ForeignKey(Match, models.CASCADE, related_name="reports")
    side = models.PositiveSmallIntegerField()
    via = models.CharField(max_length=10, blank=True)
    device = models.CharField(max_length=6, blank=True)
    claim = models.CharField(max_length=8, choices=Claim.choices, default=Claim.RESULT)
    score_1 = models.PositiveSmallIntegerField(null=True)
    score_2 = models.PositiveSmallIntegerField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
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
            one_of("report", "claim", ReportClaim.values),
            models.CheckConstraint(
                name="report_winner_of_results_only",
                condition=Q(claim="result", winner__isnull=False)
                | ~Q(claim="result") & Q(winner__isnull=True),
            ),
            models.CheckConstraint(
                name="report_score_as_claimed",
                condition=Q(score_1__isnull=False, score_2__isnull=False)
                & ~Q(claim="remark")
                | Q(score_1__isnull=True, score_2__isnull=True) & ~Q(claim="result"),
            ),
            side_of("report", "side"),
            side_of("report", "winner"),
            side_of("report", "closed_side"),
        ]

    def __str__(self) -> str:
        return f"{self.claim} {self.score} by side {self.side} ({self.state})"

    @property
    def told(self) -> Told:
        if self.claim == self.Claim.REMARK:
            return None
        games = game_results(self.games)
        if self.claim == self.Claim.PLAYING:
            return StillPlaying(self.score_1, self.score_2, games)
        one, two, winner = self.score_1, self.score_2, self.winner
        if one is None or two is None:
            # The constraint `report_score_as_claimed` lets no such row in.
            message = f"report {self.pk} of a result has no score"
            raise ValueError(message)
        return Version(one, two, Side(winner or 0), games)

    @property
    def version(self) -> Version:
        """The reported result. Raises ValueError if the claim is not RESULT."""
        told = self.told
        if not isinstance(told, Version):
            message = f"report {self.pk} tells no result"
            raise ValueError(message)
        return told

    @property
    def tells_result(self) -> bool:
        return self.claim == self.Claim.RESULT

    @property
    def score(self) -> str:
        return "" if self.score_1 is None else f"{self.score_1}–{self.score_2}"

    @property
    def said(self) -> tuple[int | None, int | None, int | None]:
        return self.score_1, self.score_2, self.winner

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_REPORTS
