"""Corrections of results, with what they changed."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from matches.accounts.models import User
from matches.columns.constraints import one_of
from matches.ledger.models.match import Match
from tournaments.rounds.models import CorrectionMode
from tournaments.structure.columns import SentencesField, UndoField
from tournaments.structure.models import Tournament


class Correction(models.Model):
    """A corrected result on which later pairings depended, and the facts for its undo.

    `undo` has the facts of before (`structure.saved.SavedCorrection`): the former
    result, the pins, and what was set aside. `effects` are the sentences that the
    director saw.
    """

    Mode = CorrectionMode

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="corrections"
    )
    match = models.ForeignKey(Match, models.CASCADE, related_name="corrections")
    mode = models.CharField(max_length=8, choices=Mode.choices)
    reason = models.CharField(max_length=200, blank=True)
    effects = SentencesField(default=list)
    undo = UndoField(default=dict)
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    undone_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [one_of("correction", "mode", CorrectionMode.values)]

    def __str__(self) -> str:
        return f"correction of {self.match} ({self.mode})"
