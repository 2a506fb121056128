"""Rows of the club's settings, and of its logos."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


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
