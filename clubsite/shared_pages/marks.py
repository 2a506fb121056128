"""The marks of tournaments, remembered for half a second."""

import threading
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from django.db import close_old_connections

from matches.club.known import CLUB
from tournaments.screens.queries import screen_mark
from tournaments.structure.marks import mark_at
from tournaments.structure.models import Tournament

SECONDS: Final = 0.5
LIST_SECONDS: Final = 2.0
"""Seconds: how old a list of tournaments may be; it has no mark of its own."""
_MOST: Final = 1000


class _Known(NamedTuple):
    mark: str | None
    until: float


class Marks:
    """The mark of the newest version of each tournament's pages.

    The database is queried at most once in `SECONDS` for each tournament, by one
    thread; other threads get the former mark meanwhile. A save in this process forgets
    all marks at once, one in another process is seen after `SECONDS`.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[str, _Known] = {}
        self._reading = threading.Lock()
        self._saves = 0

    def of(self, slug: str) -> str | None:
        """Return the mark of a tournament's pages, None if there is no such tournament.

        Without a slug that of the lists of tournaments. At most one query.
        """
        if not slug:
            club = CLUB.latest.number
            return f"{self._saves}.{int(self._clock() / LIST_SECONDS)}.{club}"
        known = self._known.get(slug)
        if known and self._clock() < known.until:
            return known.mark
        # One thread reads for all. The others answer with the former mark, and wait
        # only for a tournament of which there is none.
        if not self._reading.acquire(blocking=known is None):
            return known.mark if known else None
        try:
            again = self._known.get(slug)
            if again and self._clock() < again.until:
                return again.mark  # another thread has just read it
            return self._read(slug)
        finally:
            self._reading.release()

    def known(self, slug: str) -> str | None:
        """Return the mark if it is known without a query."""
        if not slug:
            return self.of(slug)
        known = self._known.get(slug)
        if known and (self._clock() < known.until or self._reading.locked()):
            return known.mark
        return None

    def forget(self) -> None:
        """Forget all marks, because something may have been saved."""
        self._saves += 1
        # A new dictionary, not `clear`: a thread in `_read` holds the former one and
        # would otherwise write a mark from before the save into it.
        self._known = {}

    def _read(self, slug: str) -> str | None:
        saves, known = self._saves, self._known
        close_old_connections()
        try:
            mark = _mark_now(slug)
        except Tournament.DoesNotExist:
            mark = None
        if saves == self._saves:  # else it may be that of before the save
            if len(known) >= _MOST:
                known.clear()
            known[slug] = _Known(mark, self._clock() + SECONDS)
        return mark


def _mark_now(slug: str) -> str | None:
    if slug.startswith("/"):
        return screen_mark(slug[1:])
    return mark_at(slug).text
