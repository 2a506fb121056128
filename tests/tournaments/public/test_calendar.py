"""Tournaments in the calendars of others."""

from datetime import date, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from matches.web.club import CLUB, ClubFacts
from tests import builders
from tests.builders import EVENING
from tournaments.models import Tournament
from tournaments.public.calendar import calendar_of


def event_of(**columns: object) -> dict[str, object]:
    """Return what a calendar reads of a tournament."""
    named = {"slug": "a", "name": "A; b,\\ c", "date": EVENING} | columns
    tournament = Tournament(pk=7, **named)
    (event,) = Calendar.from_ical(calendar_of([tournament])).walk("VEVENT")
    return {name: event.get(name) for name in event}


def when(event: dict[str, object]) -> list[str]:
    ends = [event[name] for name in ("DTSTART", "DTEND") if name in event]
    return [end.to_ical().decode() for end in ends]  # type: ignore[attr-defined]


def test_a_day_ends_where_the_next_begins() -> None:
    assert when(event_of()) == ["20261120", "20261121"]
    assert when(event_of(end_date=date(2026, 11, 22))) == ["20261120", "20261123"]


def test_times_are_those_of_the_club() -> None:
    times = {"start_time": time(19), "end_time": time(23, 30)}
    assert when(event_of(**times)) == ["20261120T180000Z", "20261120T223000Z"]
    assert when(event_of(start_time=time(19))) == ["20261120T180000Z"]
    with timezone.override("Pacific/Auckland"):
        assert when(event_of(**times))[0] == "20261120T060000Z"


def test_the_first_and_the_last_day_that_there_are() -> None:
    whole_day = {"start_time": time(0), "end_time": time(23, 59)}
    assert when(event_of(date=date.max)) == ["99991231"]
    assert when(event_of(date=date.min)) == ["00010101", "00010102"]
    assert when(event_of(date=date.min, **whole_day))[0] == "00010101T000000Z"
    with timezone.override("America/New_York"):
        assert when(event_of(date=date.max, **whole_day))[1] == "99991231T235959Z"


def test_texts_are_read_as_they_were_written() -> None:
    event = event_of(place="Storgade 1; Køge", programme="18:30, sign-in\n19:00 play")
    assert event["SUMMARY"] == "A; b,\\ c"
    assert event["LOCATION"] == "Storgade 1; Køge"
    assert "18:30, sign-in\n19:00 play" in str(event["DESCRIPTION"])


@pytest.mark.django_db
def test_the_calendar_of_the_club(client: Client) -> None:
    CLUB.keep(ClubFacts(name="Ælnoth", number=1))
    old, new = (builders.evening("swiss", 2) for _ in range(2))
    today = timezone.localdate()
    Tournament.objects.filter(pk=old.pk).update(date=today - timedelta(days=400))
    Tournament.objects.filter(pk=new.pk).update(date=today + timedelta(days=9))
    answer = client.get("/tournaments.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(answer.content)
    assert calendar["X-WR-CALNAME"] == "Ælnoth"
    (event,) = calendar.walk("VEVENT")
    assert str(event["URL"]).endswith(new.get_absolute_url())
    again = client.get("/tournaments.ics", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert client.get("/tournaments/none/calendar.ics").status_code == 404
    assert (
        new.slug
        in client.get(f"/tournaments/{new.slug}/calendar.ics")["Content-Disposition"]
    )
