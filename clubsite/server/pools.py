"""Pools of threads for Django: one for directors, one for all others.

Pages for phones never occupy the threads that save results. The number of waiting calls
is limited; further requests are answered with 503 at once.
"""

import asyncio
import itertools
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

STUCK_SECONDS: Final = 120.0
T = TypeVar("T")


class BusyError(Exception):
    """Too many requests wait for a thread of this pool."""


class ThreadPool:
    """A number of threads, and at most `most_waiting` calls that wait for one."""

    def __init__(self, name: str, *, threads: int, most_waiting: int) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._threads = threads
        self._most = threads + most_waiting
        self._present = 0
        self._numbers = itertools.count()
        self._started: dict[int, float] = {}

    async def run(self, function: Callable[[], T], *, begins: bool = True) -> T:
        """Call the function in a thread. Raises BusyError if too many wait.

        `begins`: the call begins a request. The rest of a long answer is never refused.
        """
        if begins and self._present >= self._most:
            raise BusyError
        self._present += 1
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor, self._timed, function)
        finally:
            self._present -= 1

    def _timed(self, function: Callable[[], T]) -> T:
        number = next(self._numbers)
        self._started[number] = time.monotonic()
        try:
            return function()
        finally:
            del self._started[number]

    @property
    def is_stuck(self) -> bool:
        """Whether every thread has been busy with one call for STUCK_SECONDS."""
        early = time.monotonic() - STUCK_SECONDS
        long = [started for started in tuple(self._started.values()) if started < early]
        return len(long) >= self._threads
