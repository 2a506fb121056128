"""Draws, the rounds they became, and their paper."""

import secrets
from typing import ClassVar, Final, Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.jobs.models import Job
from matches.ledger.models.match import Match
from matches.rules.text import gettext_noop
from tournaments.structure.models import Entry, Stage, Tournament


def new_seed() -> str:
    """Roll the seed of a draw: 64 random bits as sixteen hexadecimal digits."""
    return secrets.token_hex(8)


OPEN_STATES = ("announced", "drawing", "draft")
DECIDED: Final = (
    Q(match__winner__isnull=False) | Q(match__state=Match.State.DONE)
) & ~Q(match__state=Match.State.DISPUTED)
"""Pairings whose match has been decided, a double forfeit too, and is not disputed."""


class DrawQuerySet(models.QuerySet["Draw"]):
    """Draws of all states."""

    def open(self) -> Self:
        """Keep those that are neither published nor given up."""
        return self.filter(state__in=OPEN_STATES)


class PairingQuerySet(models.QuerySet["Pairing"]):
    """Pairings of drafts, of published rounds, and what was set aside."""

    def live(self) -> Self:
        """Keep those of published rounds: they are public and count."""
        return self.filter(draw__round__isnull=False)

    def with_match(self) -> Self:
        """Leave out byes, and pairings of drafts, which have no match yet."""
        return self.filter(match__isnull=False)


class Draw(models.Model):
    """The act and the record of deciding who meets whom in one round.

    `record` is everything the draw was made from, in canonical order, and
    `fingerprint` its digest: with `seed`, `algorithm` and `version` anybody can make
    the same draw again. An announced draw shows both before there is a seed;
    `seed_from` tells where that came from.
    """

    class State(models.TextChoices):
        ANNOUNCED = "announced", _("announced")
        DRAWING = "drawing", _("being drawn")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        DISCARDED = "discarded", _("discarded")
        FAILED = "failed", _("failed")
        WITHDRAWN = "withdrawn", _("taken back")

    class SeedFrom(models.TextChoices):
        MACHINE = "machine", _("taken by the machine")
        DICE = "dice", _("rolled with dice")
        TYPED = "typed", _("typed")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="draws")
    round_number = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.DRAWING
    )
    seed = models.CharField(max_length=64, blank=True, default=new_seed)
    seed_from = models.CharField(
        max_length=8, choices=SeedFrom.choices, default=SeedFrom.MACHINE
    )
    algorithm = models.CharField(max_length=20)
    version = models.PositiveSmallIntegerField()
    fingerprint = models.CharField(max_length=64, blank=True)
    record = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    job = models.OneToOneField(Job, models.CASCADE, null=True, related_name="draw")
    swaps = models.JSONField(default=list)
    requested_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    requested_at = models.DateTimeField(default=timezone.now)
    announced_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)

    objects = DrawQuerySet.as_manager()

    class Meta:
        ordering = ("round_number", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_draw_per_number", fields=("stage", "round_number", "number")
            ),
            models.UniqueConstraint(
                name="one_open_draw_per_stage",
                fields=("stage",),
                condition=Q(state__in=OPEN_STATES),
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.number} of round {self.round_number}"

    @property
    def is_draft(self) -> bool:
        """Whether only directors may see this draw."""
        return self.state == self.State.DRAFT


class Round(models.Model):
    """A published round. Without this row nothing of a draw is public."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="published_rounds")
    number = models.PositiveSmallIntegerField()
    draw = models.OneToOneField(Draw, models.CASCADE, related_name="round")
    published_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_round_per_number", fields=("stage", "number")
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class Pairing(models.Model):
    """Two entries that meet, or one with a bye, as a draw decided.

    `position` is the place in the list of the draw, `slot` the node of a bracket's
    plan, `leg` counts the matches of the same two. `stage` is where it is played: that
    of the draw or a branch of it. A match that is called has a `table`.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="pairings")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="pairings")
    draw = models.ForeignKey(Draw, models.CASCADE, related_name="pairings")
    round_number = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    leg = models.PositiveSmallIntegerField(default=1)
    slot = models.PositiveIntegerField(null=True)
    table = models.PositiveSmallIntegerField(null=True)
    called_at = models.DateTimeField(null=True)
    entry_1 = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    entry_2 = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="+")
    notes = models.JSONField(default=list)
    match = models.OneToOneField(
        Match, models.PROTECT, null=True, related_name="pairing"
    )
    match_number = models.PositiveIntegerField(null=True)

    objects = PairingQuerySet.as_manager()

    class Meta:
        ordering = ("position", "leg")
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_pairing_per_position", fields=("draw", "position", "leg")
            ),
            models.UniqueConstraint(
                name="one_match_per_number", fields=("tournament", "match_number")
            ),
            models.UniqueConstraint(
                name="once_as_first_per_draw",
                fields=("draw", "entry_1", "leg"),
                condition=Q(slot__isnull=True),
            ),
            models.UniqueConstraint(
                name="once_as_second_per_draw",
                fields=("draw", "entry_2", "leg"),
                condition=Q(slot__isnull=True),
            ),
            models.CheckConstraint(
                name="nobody_meets_himself", condition=~Q(entry_1=F("entry_2"))
            ),
        ]

    def __str__(self) -> str:
        return f"pairing {self.position} of {self.draw}"

    @property
    def is_bye(self) -> bool:
        """Whether nobody sits opposite."""
        return self.entry_2_id is None


SHELF: Final = Q(state=Draw.State.WITHDRAWN, seed="")
"""Keeps what a correction set aside; it never was a draw."""

SWAPPED = gettext_noop("Changed by the director.")
