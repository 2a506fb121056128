"""Invalidates all cached pages by a random value in their keys."""

import secrets

from django.db.models import F

from matches.web.models import CacheGeneration


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
