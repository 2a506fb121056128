"""Rows that store their values before the last change, so that it can be undone."""

from datetime import datetime
from typing import Self

from django.db import models

from matches.web.columns import DetailsField
from tournaments.rounds.announcements.errors import CHANGED_SINCE


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
