"""Announcements and the round clock as rows."""

from datetime import datetime
from typing import ClassVar, Self

from django.db import models
from django.utils import timezone

from matches.web.columns import DetailsField, TextsField
from tournaments.rounds.announcements.errors import CHANGED_SINCE
from tournaments.structure.models import Tournament


class Reversible(models.Model):
    """A row whose last change can be undone and redone.

    `former` are the columns before that change, where they differ; `version` counts the
    changes. `is_gone`: the row was removed, or its making was undone.
    """

    is_gone = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    former = DetailsField(default=dict)

    class Meta:
        abstract = True

    @classmethod
    def make(cls, **values: object) -> Self:
        """Insert a row; undoing that removes it."""
        return cls.objects.create(former={"is_gone": True}, **values)  # type: ignore[attr-defined,no-any-return]  # of the real model

    def change(self, **values: object) -> bool:
        """Set columns and store the former values; return False if nothing differs."""
        before = {name: getattr(self, name) for name in values}
        if before == values:
            return False
        self._write(values, before)
        return True

    def undo_change(self, version: int) -> None:
        """Exchange the columns with their former values. Raises CHANGED_SINCE."""
        if version != self.version:
            raise CHANGED_SINCE()
        values = {name: _read(value) for name, value in self.former.items()}
        self._write(values, {name: getattr(self, name) for name in values})

    def _write(self, values: dict[str, object], before: dict[str, object]) -> None:
        for name, value in values.items():
            setattr(self, name, value)
        self.former = {name: _stored(value) for name, value in before.items()}
        self.version += 1
        self.save(update_fields=[*values, "former", "version"])


def _stored(value: object) -> object:
    return {"moment": value.isoformat()} if isinstance(value, datetime) else value


def _read(value: object) -> object:
    if isinstance(value, dict) and "moment" in value:
        return datetime.fromisoformat(value["moment"])
    return value


class Announcement(Reversible):
    """An announcement by directors, from a moment on, with or without an end.

    `texts` are by language; readers of another language get the first of the hall.
    `on_screens`, `on_pages`, `on_phones`: where it is shown. Phones are the pages of
    players and matches.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="announcements"
    )
    texts = TextsField(default=dict)
    on_screens = models.BooleanField(default=True)
    on_pages = models.BooleanField(default=True)
    on_phones = models.BooleanField(default=True)
    shown_from = models.DateTimeField(default=timezone.now)
    shown_until = models.DateTimeField(null=True)

    class Meta:
        ordering = ("shown_from", "pk")

    def __str__(self) -> str:
        return f"announcement {self.pk}"


class RoundClock(Reversible):
    """The clock of a tournament: it runs until `ends_at`, or is held with `left`.

    `left` are seconds. Without both there is no clock.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="round_clock"
    )
    title = models.CharField(max_length=40, blank=True)
    ends_at = models.DateTimeField(null=True)
    left = models.PositiveIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="clock_runs_or_is_held",
                condition=models.Q(ends_at__isnull=True) | models.Q(left__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"clock of {self.tournament}"
