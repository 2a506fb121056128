"""Amendments of one match: removed games and results, imported files."""

from typing import ClassVar

from django.db import models

from matches.amendments.models import AmendmentRecord
from matches.columns.constraints import side_of
from matches.ledger.models.match import Match


class MatchAmendment(AmendmentRecord):
    """The changes of one act on a match.

    It can be undone while `revision`, the revision of the match right after it, is
    still that of the match. `made_side` is the side of the player who did it, null for
    a director.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="amendments")
    revision = models.PositiveIntegerField()
    made_side = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [side_of("match_amendment", "made_side")]
