"""Rows of every room: the generation of caches, the journal, form keys, the club."""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils import timezone

from matches.web.columns import DetailsField


class CacheGeneration(models.Model):
    """A random value, part of every cache key and of what phones say they have seen.

    There is one row. It is changed at every start: after a restore the revisions reach
    the same numbers again, and pages cached before must not be found.
    """

    value = models.CharField(max_length=16)

    def __str__(self) -> str:
        return self.value


class JournalEntry(models.Model):
    """An act with its actor, time and subject. Rows are only ever added."""

    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    act = models.CharField(max_length=40)
    match = models.ForeignKey(
        "matches.Match", models.CASCADE, null=True, related_name="journal_entries"
    )
    subject = models.CharField(max_length=40, blank=True)
    details = DetailsField(default=dict)

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "journal entries"
        indexes: ClassVar = [
            models.Index(fields=("subject", "-id"), name="journal_by_subject")
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.act}"

    @property
    def player(self) -> str:
        """The name of the player who acted; empty for a director."""
        return str(self.details.get("player", ""))

    @property
    def via(self) -> str:
        """The way in which a player was identified, empty for a director."""
        return str(self.details.get("via", ""))

    def parameters(self) -> dict[str, Any]:
        """The values a sentence about this act may name."""
        actor = str(self.actor) if self.actor else self.player
        return {**self.details, "actor": actor}


class FormKey(models.Model):
    """The key of a form that was carried out, and what the form asked for.

    `content` describes the act, so that the same key with another content is refused.
    `match` is null for acts that are about something else.

    Rows may be deleted once no page with their key can be open any more.
    """

    key = models.CharField(max_length=36, unique=True)
    content = models.TextField()
    match = models.ForeignKey(
        "matches.Match", models.CASCADE, null=True, related_name="form_keys"
    )
    used_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.key


class Logo(models.Model):
    """A logo of the club as a picture and as a square icon, both PNG."""

    digest = models.CharField(max_length=32, unique=True)
    content = models.BinaryField()
    icon = models.BinaryField()

    def __str__(self) -> str:
        return self.digest


class Club(models.Model):
    """The settings of the club after one change; the newest row counts.

    A change adds a row, so that the former one can be restored. `number` counts them
    from 1. `paper` is the key of the usual size of paper. An empty language or zone is
    that of the server's settings.
    """

    number = models.PositiveIntegerField(unique=True)
    name = models.CharField(max_length=80, blank=True)
    town = models.CharField(max_length=80, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    text = models.TextField(max_length=2000, blank=True)
    language = models.CharField(max_length=5, blank=True)
    time_zone = models.CharField(max_length=60, blank=True)
    paper = models.CharField(max_length=12, default="a4")
    is_indexed = models.BooleanField(default=False)
    logo = models.ForeignKey(Logo, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar = ("-number",)

    def __str__(self) -> str:
        return self.name


def write_again() -> None:
    """Write the row unchanged, to test whether the database can be written."""
    CacheGeneration.objects.filter(pk=1).update(value=F("value"))


def renew() -> str:
    """Begin a new generation of cached pages; return its value.

    Called at every start; code that replaces the data of a running site must call it.
    """
    # By chance and not counted up: after a restore a counter would repeat the values of
    # pages that browsers still keep.
    value = secrets.token_hex(4)
    CacheGeneration.objects.update_or_create(pk=1, defaults={"value": value})
    return value
