"""The heartbeat of the worker, which `/readyz` and the desks read.

With Redis it is in the cache, because the worker may run on another machine. Without
Redis it is a file with the machine's monotonic time, which a changed clock does not
affect.
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
    """Write the heartbeat."""
    if settings.REDIS_URL:
        cache.set(_KEY, time.time(), _KEPT_SECONDS)
        return
    with suppress(OSError):  # a full disk is reported by others
        _file().write_text(f"{time.monotonic()}\n", encoding="ascii")


def age() -> float | None:
    """Return the seconds since the last heartbeat, None if there was none."""
    if settings.REDIS_URL:
        last = cache.get(_KEY)
        return None if last is None else max(0.0, time.time() - float(last))
    with suppress(OSError, ValueError):
        seconds = time.monotonic() - float(_file().read_text(encoding="ascii"))
        # Monotonic time restarts with the machine.
        return seconds if seconds >= 0 else None
    return None


def _file() -> Path:
    return Path(settings.DATA_DIR) / "worker-heartbeat"
