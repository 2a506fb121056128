"""Amendments of one match: removed games and results, imported files."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from matches.ledger.changes import Change
from matches.ledger.models.match import Match
from matches.web.columns import DetailsField, StoredList, side_of


class ChangesField(StoredList[Iterable[Change], tuple[Change, ...]]):
    """The changes of an amendment, as `Change.to_json` writes them."""

    def typed(self, data: Any) -> tuple[Change, ...]:
        return tuple(Change.from_json(stored) for stored in data)

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if hasattr(value, "as_sql"):
            return super().get_db_prep_save(value, connection)
        stored = [change.to_json() for change in value]
        return super().get_db_prep_save(stored, connection)


class AmendmentRecord(models.Model):
    """The changes of one act, who did it, and who undid it.

    `changes` are the facts before and after, `params` the values that a sentence about
    the act names. A redo clears `undone_at` and `undone_by`; the journal keeps every
    undo.
    """

    act = models.CharField(max_length=40)
    params = DetailsField(default=dict)
    changes = ChangesField(default=list)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d %H:%M} {self.act}"

    @property
    def is_undone(self) -> bool:
        return self.undone_at is not None


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
