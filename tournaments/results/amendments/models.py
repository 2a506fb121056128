"""Amendments of a tournament: acts that can be undone and redone, and corrections."""

from typing import ClassVar

from django.db import models

from matches.ledger.models.amendment import AmendmentRecord
from matches.ledger.models.match import Match
from matches.web.columns import one_of
from tournaments.rounds.models import CorrectionMode
from tournaments.structure.columns import EffectsField, NumbersField, SomeNumbersField
from tournaments.structure.models import Stage, Tournament


class Amendment(AmendmentRecord):
    """The changes of one act in a tournament.

    `live` are the published draws (primary keys) of `stage`, its branches and what they
    feed, right after the act. It is null if later rounds do not depend on the act;
    otherwise the act can be undone while these draws are the published ones.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="amendments"
    )
    stage = models.ForeignKey(Stage, models.SET_NULL, null=True, related_name="+")
    live = SomeNumbersField(null=True)

    class Meta:
        ordering = ("-pk",)


class Correction(models.Model):
    """A corrected result on which later pairings depended.

    `effects` are codes with values, as the director saw them; `opened` are the pairings
    (primary keys) that got a match by the correction.
    """

    Mode = CorrectionMode

    amendment = models.OneToOneField(
        Amendment, models.CASCADE, related_name="correction"
    )
    match = models.ForeignKey(Match, models.CASCADE, related_name="corrections")
    mode = models.CharField(max_length=8, choices=Mode.choices)
    reason = models.CharField(max_length=200, blank=True)
    effects = EffectsField(default=list)
    opened = NumbersField(default=list)

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [one_of("correction", "mode", CorrectionMode.values)]

    def __str__(self) -> str:
        return f"correction of {self.match} ({self.mode})"
