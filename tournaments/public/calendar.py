"""Tournaments for the calendars of phones and computers (iCalendar, RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from datetime import date as Date  # noqa: N812 - `date` is a field of tournaments
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext

from matches.web.club import club
from tournaments.structure.details import ends_at, starts_at
from tournaments.structure.models import Tournament

if TYPE_CHECKING:
    from icalendar import Event

PRODUCT: Final = "-//Crawford//Tournaments//EN"
_FIRST: Final = datetime(1, 1, 1, tzinfo=UTC)
_LAST: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def calendar_of(tournaments: Iterable[Tournament]) -> bytes:
    """Return a calendar with one event for each tournament."""
    from icalendar import Calendar  # noqa: PLC0415 - 3 MB of each process otherwise

    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", club().title)
    for tournament in tournaments:
        calendar.add_component(_event(tournament))
    content: bytes = calendar.to_ical()
    return content


def _event(tournament: Tournament) -> "Event":
    from icalendar import Event  # noqa: PLC0415 - as said

    url = settings.SITE_URL + tournament.get_absolute_url()
    event = Event()
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    event.add("uid", f"tournament-{tournament.pk}@{host}")
    event.add("dtstamp", tournament.created_at.astimezone(UTC))
    event.add("sequence", tournament.revision)
    event.add("summary", tournament.name)
    event.add("url", url)
    event.add("dtstart", _moment(starts_at(tournament)))
    if (end := _end(tournament)) is not None:
        event.add("dtend", end)
    if tournament.place:
        event.add("location", tournament.place)
    event.add("description", "\n".join([*_told(tournament), url]))
    return event


def _end(tournament: Tournament) -> Date | datetime | None:
    """Return the end as calendars want it: after the last day, or that moment."""
    end = ends_at(tournament)
    if end is None:
        return None
    if isinstance(end, datetime):
        return _moment(end)
    return end + timedelta(days=1) if end < Date.max else None


def _moment(when: Date | datetime) -> Date | datetime:
    """Return a moment in universal time, which needs no table of zones; else a day.

    Where universal time has no such moment, it is the first or the last one.
    """
    if not isinstance(when, datetime):
        return when
    try:
        return when.astimezone(UTC)
    except OverflowError:
        return _FIRST if when.year == 1 else _LAST


def _told(tournament: Tournament) -> list[str]:
    told = []
    if tournament.fee:
        told.append(gettext("Entry fee") + f": {tournament.fee}")
    if tournament.contact:
        told.append(gettext("Contact") + f": {tournament.contact}")
    if tournament.programme:
        told += ["", tournament.programme, ""]
    return told
