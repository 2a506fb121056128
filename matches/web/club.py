"""The present settings of the club, cached for half a second.

Every page shows the name of the club and times in its zone, so each process reads the
settings at most once in `SECONDS`.
"""

import hashlib
import threading
import time
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from http import HTTPStatus
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import Error as DatabaseError
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from matches.rules.refusals import Refusal
from matches.web import journal
from matches.web.models import Club, Logo

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


def change_club(*, wanted: ClubFacts, seen: int, by: AbstractBaseUser | None) -> bool:
    """Store the settings of the club; return False if nothing changed.

    `seen` is the number of the change that the form showed. Raises CLUB_CHANGED.
    """
    wanted = replace(wanted, number=seen)
    try:
        with transaction.atomic():
            before = read()
            if before.number != seen:
                raise CLUB_CHANGED()
            if wanted == before:
                return False
            _write(wanted, by=by)
    except IntegrityError as error:  # another request saved at the same moment
        raise CLUB_CHANGED() from error
    CLUB.forget()
    return True


def keep_logo(content: bytes, icon: bytes) -> str:
    """Store a logo, once; return its digest. No page shows it before it is chosen."""
    # By its contents: the same picture sent twice is stored once, and another picture
    # never gets its address.
    digest = hashlib.sha256(content).hexdigest()[:16]
    Logo.objects.get_or_create(
        digest=digest, defaults={"content": content, "icon": icon}
    )
    return digest


def former_club() -> ClubFacts | None:
    """Return the settings before the last change, None if there was no change."""
    rows = Club.objects.select_related("logo").defer("logo__content", "logo__icon")
    found = list(rows[:2])
    if not found:
        return None
    return facts_of(found[1]) if len(found) > 1 else ClubFacts()


def bring_back(*, seen: int, by: AbstractBaseUser | None) -> None:
    """Undo the last change; a second call redoes it.

    Raises CLUB_CHANGED, NO_FORMER_CLUB.
    """
    former = former_club()
    if former is None:
        raise NO_FORMER_CLUB()
    change_club(wanted=former, seen=seen, by=by)


def name_club(name: str, *, by: AbstractBaseUser | None) -> None:
    """Set the name of the club when the site is set up; an existing name stays."""
    now = read()
    if name and not now.name:
        change_club(wanted=replace(now, name=name), seen=now.number, by=by)


def _write(wanted: ClubFacts, *, by: AbstractBaseUser | None) -> None:
    Club.objects.create(
        number=wanted.number + 1,
        name=wanted.name,
        town=wanted.town,
        contact=wanted.contact,
        text=wanted.text,
        language=wanted.language,
        time_zone=wanted.time_zone,
        paper=wanted.paper,
        is_indexed=wanted.is_indexed,
        logo=Logo.objects.filter(digest=wanted.logo).first(),
        made_by_id=None if by is None else by.pk,
    )
    journal.record_act(act="club_changed", by=by, name=wanted.title)


CLUB_CHANGED = Refusal(
    "club.changed",
    "Someone else has changed this. Your input is still here: check it, then save "
    "again.",
    status=HTTPStatus.CONFLICT,
)
NO_FORMER_CLUB = Refusal(
    "club.no_former",
    "There is no earlier version to restore.",
    status=HTTPStatus.CONFLICT,
)


def logo_content(digest: str, *, icon: bool = False) -> bytes | None:
    column = "icon" if icon else "content"
    found = Logo.objects.filter(digest=digest).values_list(column, flat=True).first()
    return None if found is None else bytes(found)


def logo_address(digest: str) -> str:
    """Return a logo as a data URL, for paper; "" if there is no such logo."""
    content = logo_content(digest) if digest else None
    if content is None:
        return ""
    return f"data:image/png;base64,{b64encode(content).decode()}"


def is_logo(digest: str) -> bool:
    """Return True if there is such a logo. One query."""
    return Logo.objects.filter(digest=digest).exists()
