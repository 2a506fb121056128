"""Notes of the desk and messages of players as rows."""

from typing import ClassVar, Self

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.web.columns import one_of
from tournaments.rounds.announcements.models import Reversible
from tournaments.structure.models import Entry, Tournament

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


class MessageKind(models.TextChoices):
    """The messages that a player can send to the director, in the player's words."""

    LATE = "late", _("I’m running late")
    BREAK = "break", _("I need a break")
    WITHDRAW = "withdraw", _("I want to withdraw")
    REENTER = "reenter", _("I want to re-enter")


class PlayerMessageQuerySet(models.QuerySet["PlayerMessage"]):
    """Messages, also those that are done or taken back."""

    def standing(self) -> Self:
        """Keep messages that wait for a director; those of withdrawn entries do not."""
        return self.filter(
            is_gone=False, done_at=None, entry__withdrawn_at=None
        ).order_by("sent_at", "pk")


class PlayerMessage(Reversible):
    """The last message of an entry to the desk; the next one replaces it.

    Only the player and users with permission for private data of the tournament read
    it; it is not in the tournament's file. `is_gone`: the player has taken it back.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="message")
    kind = models.CharField(max_length=8, choices=MessageKind)
    sent_at = models.DateTimeField(default=timezone.now)
    done_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    done_at = models.DateTimeField(null=True)

    objects = PlayerMessageQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [one_of("player_message", "kind", MessageKind.values)]

    def __str__(self) -> str:
        return f"message {self.pk}"

    @property
    def is_standing(self) -> bool:
        """Whether it waits for a director."""
        return not self.is_gone and self.done_at is None

    @property
    def is_withdrawal(self) -> bool:
        """Whether its player wants to withdraw."""
        return self.kind == MessageKind.WITHDRAW

    @property
    def is_reentry(self) -> bool:
        return self.kind == MessageKind.REENTER
