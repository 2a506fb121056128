"""The sign of life of the worker, for `/readyz` and the desks.

With Redis it is in the cache, since the worker may be on another machine. Without, it
is a file with the time of the machine's own counter, which no clock sets back.
"""

import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.cache import cache

LATE_SECONDS: Final = 60.0
_KEY: Final = "worker-heartbeat"
_KEPT_SECONDS: Final = 24 * 3600


def beat() -> None:
    """Leave a sign of life."""
    if settings.REDIS_URL:
        cache.set(_KEY, time.time(), _KEPT_SECONDS)
        return
    with suppress(OSError):  # a full disk is told elsewhere
        _file().write_text(f"{time.monotonic()}\n", encoding="ascii")


def age() -> float | None:
    """Return the seconds since the last sign of life, None if there was none."""
    if settings.REDIS_URL:
        last = cache.get(_KEY)
        return None if last is None else max(0.0, time.time() - float(last))
    with suppress(OSError, ValueError):
        seconds = time.monotonic() - float(_file().read_text(encoding="ascii"))
        # The counter begins anew when the machine starts.
        return seconds if seconds >= 0 else None
    return None


def _file() -> Path:
    return Path(settings.DATA_DIR) / "worker-heartbeat"
