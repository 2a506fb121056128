"""Players, matches and their games; accounts and the journal of every act."""

from datetime import timedelta
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.codes import new_match_code, new_player_key
from matches.rules import Ending, GameResult, Kind, MatchRules, Side


class User(AbstractUser):
    """An account. Players need none; directors have one."""

    is_director = models.BooleanField(_("director"), default=False)

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Invitation(models.Model):
    """A one-time link that makes its user a director. Only the hash is stored.

    `only_first`: printed at start-up, and worthless as soon as there is a director.
    """

    LIFETIME: ClassVar = timedelta(hours=1)

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, related_name="invitations"
    )
    only_first = models.BooleanField(default=False)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class Player(models.Model):
    """A person the club knows."""

    key = models.CharField(max_length=10, unique=True, default=new_player_key)
    name = models.CharField(_("name"), max_length=80)
    sort_name = models.CharField(_("sort as"), max_length=90, db_index=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    rating = models.DecimalField(
        _("rating"), max_digits=6, decimal_places=2, null=True, blank=True
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("sort_name", "pk")

    def __str__(self) -> str:
        return self.name


class Match(models.Model):
    """A race to `length` points between two players.

    `score_1`, `score_2`, `winner` and `state` are consequences of the games and final
    scores, written in the same transaction as the fact that changed them.
    """

    class State(models.TextChoices):
        READY = "ready", _("Ready")
        PLAYING = "playing", _("Playing")
        DONE = "done", _("Done")
        VOID = "void", _("Cancelled")

    code = models.CharField(max_length=6, unique=True, default=new_match_code)
    length = models.PositiveSmallIntegerField()
    crawford = models.BooleanField(default=True)
    cube_cap = models.PositiveIntegerField(null=True)
    player_1 = models.ForeignKey(Player, models.PROTECT, related_name="matches_as_1")
    player_2 = models.ForeignKey(Player, models.PROTECT, related_name="matches_as_2")
    score_1 = models.PositiveSmallIntegerField(default=0)
    score_2 = models.PositiveSmallIntegerField(default=0)
    winner = models.PositiveSmallIntegerField(null=True)
    walkover = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.READY)
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    locked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "matches"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="match_length_1_to_99", condition=Q(length__range=(1, 99))
            ),
            models.CheckConstraint(
                name="match_between_two_players",
                condition=~Q(player_1=F("player_2")),
            ),
            models.CheckConstraint(
                name="match_winner_1_or_2", condition=Q(winner__in=(1, 2))
            ),
            models.CheckConstraint(
                name="match_done_has_winner",
                condition=~Q(state="done") | Q(winner__isnull=False),
            ),
            models.CheckConstraint(
                name="match_score_within_length",
                condition=Q(score_1__lte=F("length"), score_2__lte=F("length")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.player_1} – {self.player_2}"

    @property
    def rules(self) -> MatchRules:
        """The rules this match is scored by."""
        return MatchRules(
            length=self.length, crawford=self.crawford, cube_cap=self.cube_cap
        )

    @property
    def is_over(self) -> bool:
        """Whether the match has a winner."""
        return self.winner is not None


class Game(models.Model):
    """One game as it was reported. Corrections void a row and add another."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=[(k.value, k.value) for k in Kind])
    cube = models.PositiveIntegerField(default=1)
    ending = models.CharField(
        max_length=8, choices=[(e.value, e.value) for e in Ending]
    )
    reported_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    reported_at = models.DateTimeField(default=timezone.now)
    voided_at = models.DateTimeField(null=True)
    voided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("number", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_live_game_per_number",
                fields=("match", "number"),
                condition=Q(voided_at__isnull=True),
            ),
            models.CheckConstraint(
                name="game_winner_1_or_2", condition=Q(winner__in=(1, 2))
            ),
            models.CheckConstraint(name="game_cube_from_1", condition=Q(cube__gte=1)),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of match {self.match_id}"

    @property
    def result(self) -> GameResult:
        """The game as the rules see it."""
        return GameResult(
            winner=Side(self.winner),
            kind=Kind(self.kind),
            cube=self.cube,
            ending=Ending(self.ending),
        )


class FinalScore(models.Model):
    """A result reported as two numbers, or a walk-over. At most one is valid."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="final_scores")
    score_1 = models.PositiveSmallIntegerField()
    score_2 = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField()
    walkover = models.BooleanField(default=False)
    reported_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    reported_at = models.DateTimeField(default=timezone.now)
    voided_at = models.DateTimeField(null=True)
    voided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_live_final_score",
                fields=("match",),
                condition=Q(voided_at__isnull=True),
            ),
            models.CheckConstraint(
                name="final_winner_1_or_2", condition=Q(winner__in=(1, 2))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.score_1}–{self.score_2} in match {self.match_id}"


class JournalEntry(models.Model):
    """One act: who did what, when, to what. Rows are only ever added."""

    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    act = models.CharField(max_length=40)
    match = models.ForeignKey(
        Match, models.CASCADE, null=True, related_name="journal_entries"
    )
    subject = models.CharField(max_length=40, blank=True)
    details = models.JSONField(default=dict)

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "journal entries"
        indexes: ClassVar = [
            models.Index(fields=("subject", "-id"), name="journal_by_subject")
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.act}"

    def parameters(self) -> dict[str, Any]:
        """The values a sentence about this act may name."""
        return {**self.details, "actor": str(self.actor) if self.actor else ""}
