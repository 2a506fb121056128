"""Makes everything that was cached before unfindable."""

import secrets

from django.db.models import F

from matches.web.models import CacheGeneration


def write_again() -> None:
    """Write the row as it is, to see whether a write is possible."""
    CacheGeneration.objects.filter(pk=1).update(value=F("value"))


def renew() -> str:
    """Begin a new generation of cached pages; return its value.

    Called at every start, and to be called by whatever replaces the data under a
    running site.
    """
    value = secrets.token_hex(4)
    CacheGeneration.objects.update_or_create(pk=1, defaults={"value": value})
    return value
