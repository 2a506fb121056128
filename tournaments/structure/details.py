"""The details of a tournament: times, place, fee, contact, visibility."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date as Date  # noqa: N812 - names of fields are small letters
from datetime import datetime
from datetime import time as Time  # noqa: N812
from typing import Any, Final

from django.utils.formats import date_format, get_format, time_format
from django.utils.timezone import make_aware

from tournaments.structure.models import Tournament, Visibility


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDetails:
    """The details of a tournament for players; each may be unknown.

    Times are those of the club's zone. Without an `end_date` it ends on its first day.
    """

    start_time: Time | None = None
    end_date: Date | None = None
    end_time: Time | None = None
    place: str = ""
    fee: str = ""
    programme: str = ""
    contact: str = ""
    visibility: str = Visibility.PUBLIC

    @classmethod
    def of(cls, tournament: Tournament) -> "EventDetails":
        return cls(**{name: getattr(tournament, name) for name in DETAILS})

    @classmethod
    def typed(cls, values: Mapping[str, Any]) -> "EventDetails":
        """Return the details of a form, where what is empty is unknown."""
        return cls(**{name: value for name, value in values.items() if value})

    @property
    def shown(self) -> dict[str, Any]:
        return {
            name: "" if value is None else value for name, value in self.columns.items()
        }

    @property
    def columns(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in DETAILS}


DETAILS: Final = tuple(field.name for field in fields(EventDetails))

NO_DETAILS: Final = EventDetails()


def when_text(tournament: Tournament) -> str:
    begins = _moment(tournament.date, tournament.start_time)
    last = tournament.end_date or tournament.date
    if last != tournament.date:
        if tournament.start_time is None and tournament.end_time is None:
            return _days(tournament.date, last)
        return f"{begins} – {_moment(last, tournament.end_time)}"
    if tournament.end_time is None:
        return begins
    return f"{begins} – {_clock(tournament.end_time)}"


def about_lines(tournament: Tournament) -> tuple[str, ...]:
    return tuple(part for part in (when_text(tournament), tournament.place) if part)


def starts_at(tournament: Tournament) -> Date | datetime:
    """Return when it begins: a moment, or a day if no time is known."""
    if tournament.start_time is None:
        return tournament.date
    return make_aware(datetime.combine(tournament.date, tournament.start_time))


def ends_at(tournament: Tournament) -> Date | datetime | None:
    """Return when it ends, of the same kind as its start; None if that is unknown."""
    last = tournament.end_date or tournament.date
    if tournament.start_time is None:
        return last
    if tournament.end_time is None:
        return None
    return make_aware(datetime.combine(last, tournament.end_time))


def _days(first: Date, last: Date) -> str:
    """Return two days, the month and the year once where both share them."""
    whole = get_format("DATE_FORMAT")
    day = whole.partition(" ")[0]
    if day in {"j", "j."} and (first.year, first.month) == (last.year, last.month):
        return f"{date_format(first, day)}–{date_format(last, whole)}"
    return f"{date_format(first, whole)} – {date_format(last, whole)}"


def _moment(day: Date, time: Time | None) -> str:
    shown = date_format(day, "DATE_FORMAT")
    return shown if time is None else f"{shown}, {_clock(time)}"


def _clock(time: Time) -> str:
    return time_format(time, "H:i")
