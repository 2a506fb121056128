"""Makes everything that was cached before unfindable."""

import secrets

from matches.web.models import CacheGeneration


def renew() -> str:
    """Begin a new generation of cached pages; return its value.

    Called at every start, and to be called by whatever replaces the data under a
    running site.
    """
    value = secrets.token_hex(4)
    CacheGeneration.objects.update_or_create(pk=1, defaults={"value": value})
    return value
