"""The row of the check-in by players themselves."""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from matches.players.codes import new_match_code
from matches.players.links import key_of
from tournaments.rounds.announcements.models import Reversible
from tournaments.structure.models import Tournament


class WindowPhase(StrEnum):
    """Whether phones can check in now."""

    SHUT = "shut"
    BEFORE = "before"
    OPEN = "open"
    AFTER = "after"


class ArrivalWindow(Reversible):
    """The time in which players check in by phone, and the code of the hall.

    The row is made when a director first uses it. Without `opens_at` phones cannot
    check in. `door_key` opens the page of a tablet at the door, which checks people in
    at any time and can do nothing else. It is computed from the stored nonce
    (`matches.players.links`), which is empty while there is no link.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="arrival_window"
    )
    code = models.CharField(max_length=6, unique=True, default=new_match_code)
    opens_at = models.DateTimeField(null=True)
    closes_at = models.DateTimeField(null=True)
    door_nonce = models.CharField(max_length=32, blank=True)
    door_hash = models.CharField(max_length=64, blank=True)

    came_by = ""
    """The key of the link with which the page was opened, if any."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_door_per_hash",
                fields=("door_hash",),
                condition=~Q(door_hash=""),
            ),
            models.CheckConstraint(
                name="arrivals_have_both_ends_or_none",
                condition=Q(opens_at__isnull=True, closes_at__isnull=True)
                | Q(opens_at__isnull=False, closes_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"check-in of {self.tournament}"

    @property
    def door_key(self) -> str:
        """The key of the tablet's link; "" without one, or if it is not known."""
        return self.came_by or key_of(self.door_nonce, self.door_hash)

    @property
    def phase(self) -> WindowPhase:
        """Whether phones can check in at this moment."""
        return self.phase_at(timezone.now())

    def phase_at(self, moment: datetime) -> WindowPhase:
        """Return whether phones can check in at a moment."""
        if self.opens_at is None or self.closes_at is None:
            return WindowPhase.SHUT
        if moment < self.opens_at:
            return WindowPhase.BEFORE
        return WindowPhase.OPEN if moment < self.closes_at else WindowPhase.AFTER
