"""Notes of the desk as rows."""

from typing import ClassVar, Self

from django.db import models
from django.utils import timezone

from matches.accounts.models import User
from tournaments.rounds.announcements.reversible import Reversible
from tournaments.structure.models import Tournament

LONGEST_TEXT = 2000
"""Letters of a note."""


class DeskNoteQuerySet(models.QuerySet["DeskNote"]):
    """Notes, also those that are done or gone."""

    def open(self) -> Self:
        """Keep the notes that stand on the desk, the newest first."""
        return self.filter(is_gone=False, done_at=None).order_by("-written_at", "-pk")

    def done(self) -> Self:
        """Keep the notes that are done, those that were done last first."""
        rows = self.filter(is_gone=False, done_at__isnull=False)
        return rows.order_by("-done_at", "-pk")


class DeskNote(Reversible):
    """A note at the desk for those who take over, until it is done.

    Only users with permission for private data of the tournament read it; it is not in
    the tournament's file. `changed_by` changed the text after `written_by` had written
    it.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="desk_notes"
    )
    text = models.TextField(max_length=LONGEST_TEXT)
    written_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    written_at = models.DateTimeField(default=timezone.now)
    changed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField(null=True)
    done_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    done_at = models.DateTimeField(null=True)

    objects = DeskNoteQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.CheckConstraint(
                name="desk_note_says_something", condition=~models.Q(text="")
            ),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"
