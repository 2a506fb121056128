"""The present settings of the club, cached for half a second.

Every page shows the name of the club and times in its zone, so each process reads the
settings at most once in `SECONDS`.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import HttpRequest

from matches.web.models import Club

SECONDS: Final = 0.5
PRODUCT: Final = "Crawford"


@dataclass(frozen=True, slots=True)
class ClubFacts:
    """The settings of the club; `number` counts their changes, 0 before the first.

    `logo` is the digest of its picture, empty without one, `paper` the key of the paper
    in its printer.
    """

    name: str = ""
    town: str = ""
    contact: str = ""
    text: str = ""
    language: str = ""
    time_zone: str = ""
    paper: str = "a4"
    is_indexed: bool = False
    logo: str = ""
    number: int = 0

    @property
    def title(self) -> str:
        """The name of the club, or that of the product."""
        return self.name or PRODUCT

    @property
    def line(self) -> str:
        """Name and town on one line, empty without a name."""
        parts = [str(part) for part in (self.name, self.town) if part]
        return ", ".join(parts) if self.name else ""

    @property
    def zone(self) -> ZoneInfo | None:
        """The zone of all times; None for that of the server's settings."""
        return _zone(self.time_zone) if self.time_zone else None

    @property
    def zone_name(self) -> str:
        return self.time_zone or str(settings.TIME_ZONE)

    @property
    def usual_language(self) -> str:
        """The language for visitors who request none of ours."""
        return self.language or str(settings.LANGUAGE_CODE)


@lru_cache(maxsize=8)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def read() -> ClubFacts:
    """Return the settings of the newest row. One query."""
    rows = Club.objects.select_related("logo").defer("logo__content", "logo__icon")
    newest = rows.first()
    return ClubFacts() if newest is None else facts_of(newest)


def facts_of(row: Club) -> ClubFacts:
    return ClubFacts(
        name=row.name,
        town=row.town,
        contact=row.contact,
        text=row.text,
        language=row.language,
        time_zone=row.time_zone,
        paper=row.paper,
        is_indexed=row.is_indexed,
        logo=row.logo.digest if row.logo else "",
        number=row.number,
    )


class ClubCache:
    """The cache of one process.

    One thread reads, and the others get the former value meanwhile. If the database
    fails, the last value stays, so that error pages show the name of the club.
    """

    def __init__(
        self,
        ask: Callable[[], ClubFacts] = read,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._reading = threading.Lock()
        self._facts = ClubFacts()
        self._until = 0.0

    @property
    def latest(self) -> ClubFacts:
        """The cached value, without a query."""
        return self._facts

    def now(self) -> ClubFacts:
        """Return the value, at most `SECONDS` old. At most one query."""
        # While one thread reads, the others take the value that is half a second old.
        if self._clock() < self._until or not self._reading.acquire(blocking=False):
            return self._facts
        try:
            began = self._clock()
            self._facts = self._ask()
            self._until = began + SECONDS
        except DatabaseError:
            pass  # the queries of the page itself will report the failure
        finally:
            self._reading.release()
        return self._facts

    def keep(self, facts: ClubFacts, *, until: float | None = None) -> None:
        """Use this value without a query, for ever or until a moment."""
        self._facts = facts
        self._until = float("inf") if until is None else until

    def forget(self) -> None:
        """Drop the cached value, because something was changed."""
        self._until = 0.0

    def seen(self, number: int) -> None:
        """Drop the cached value if `number` is not that of the cached change."""
        if number != self._facts.number:
            self.forget()


CLUB: Final = ClubCache()


def club() -> ClubFacts:
    """Return the settings of the club. At most one query, mostly none."""
    return CLUB.now()


def for_templates(_request: HttpRequest) -> dict[str, object]:
    """Return the club for every template: a context processor.

    At most one query, mostly none.
    """
    return {"club": club()}
