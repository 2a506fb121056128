"""The cache in Redis; while Redis fails, the memory of this process takes its place."""

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError, ResponseError

AWAY_SECONDS: Final = 5.0
"""Seconds for which a Redis that did not answer is not asked again."""
SOCKET_SECONDS: Final = 0.25
"""Seconds that one answer of Redis may take; a page must not wait for a cache."""
_MISSING: Final = object()
logger = logging.getLogger(__name__)


class RedisOrMemoryCache(RedisCache):
    """A cache whose failures are misses, never errors.

    Redis may be dead, full, slow, restarted, or hold values of another version. Values
    that it cannot take are kept in memory instead. As on a site without Redis, pages
    are then rendered once in each process, and guesses are counted by each process.
    """

    _away_until = 0.0  # of the class: each thread has an instance of its own

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        options = {
            "socket_timeout": SOCKET_SECONDS,
            "socket_connect_timeout": SOCKET_SECONDS,
            **params.get("OPTIONS", {}),
        }
        most = {"OPTIONS": {"MAX_ENTRIES": options.pop("MAX_ENTRIES", 300)}}
        super().__init__(server, {**params, "OPTIONS": options})
        self._memory = LocMemCache(f"without-redis:{self.key_prefix}", most)

    def get(self, key: str, default: object = None, version: int | None = None) -> Any:
        """Return a value from Redis or, if Redis has none, from memory."""
        ask = super().get
        found = self._ask(lambda: ask(key, _MISSING, version), _MISSING)
        return self._memory.get(key, default, version) if found is _MISSING else found

    def set(  # noqa: PLR0917 - Django's order
        self,
        key: str,
        value: object,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Keep a value in Redis or, if Redis cannot take it, in memory."""
        ask = super().set

        def store() -> bool:
            ask(key, value, timeout, version)
            return True

        if not self._ask(store, default=False):
            self._memory.set(key, value, timeout, version)

    def add(  # noqa: PLR0917 - Django's order
        self,
        key: str,
        value: object,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Keep a value if there is none; return whether it was kept."""
        ask = super().add
        kept: bool | None = self._ask(lambda: ask(key, value, timeout, version), None)
        if kept is None:
            return self._memory.add(key, value, timeout, version)
        return kept

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Count up where the counter is. Raises ValueError if there is none."""
        ask = super().incr

        def count() -> int | None:
            try:
                return ask(key, delta, version)
            # No such counter in Redis: it may have been begun in memory while Redis was
            # away.
            except ValueError:
                return None

        counted: int | None = self._ask(count, None)
        if counted is None:
            return self._memory.incr(key, delta, version)
        return counted

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget a value; return whether there was one."""
        ask = super().delete
        forgotten: bool = self._ask(lambda: ask(key, version), default=False)
        # Both, always: a value kept in memory while Redis was away would come back
        # otherwise.
        return self._memory.delete(key, version) or forgotten

    def clear(self) -> None:
        """Forget everything."""
        self._memory.clear()
        self._ask(super().clear, default=None)

    def _ask(self, act: Callable[[], Any], default: object) -> Any:
        """Return what Redis answers; `default` if it fails, or did a moment ago."""
        if time.monotonic() < RedisOrMemoryCache._away_until:
            return default
        try:
            return act()
        except ResponseError as error:  # it answers: full or read-only
            logger.warning("The cache in Redis refused: %s", error)
        except (RedisError, OSError) as error:
            RedisOrMemoryCache._away_until = time.monotonic() + AWAY_SECONDS
            logger.warning("The cache in Redis does not answer: %s", error)
        except Exception as error:  # a pickle of another version
            logger.warning("The cache in Redis holds something else: %s", error)
        return default
