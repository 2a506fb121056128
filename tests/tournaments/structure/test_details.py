"""When a tournament is, in words, and what cannot be an end."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

import pytest
from django.utils import translation

from tests import builders
from tests.builders import EVENING
from tournaments.models import Tournament
from tournaments.rounds.tournament_list import current_tournaments
from tournaments.setup.base_forms import TournamentForm
from tournaments.structure.details import (
    EventDetails,
    about_lines,
    ends_at,
    starts_at,
    when_text,
)
from tournaments.structure.queries import stages_of


def event(**columns: object) -> Tournament:
    return Tournament(name="A", date=EVENING, **columns)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({}, "20 November 2026"),
        ({"start_time": time(19, 30)}, "20 November 2026, 19:30"),
        (
            {"start_time": time(19, 30), "end_time": time(23)},
            "20 November 2026, 19:30 – 23:00",
        ),
        (
            {"end_date": date(2026, 11, 22), "end_time": time(18)},
            "20 November 2026 – 22 November 2026, 18:00",
        ),
        ({"end_date": EVENING}, "20 November 2026"),
        ({"end_date": date(2026, 11, 22)}, "20–22 November 2026"),
        ({"end_date": date(2026, 12, 1)}, "20 November 2026 – 1 December 2026"),
    ],
)
def test_when_it_is(columns, words) -> None:
    assert when_text(event(**columns)) == words


def test_when_it_is_in_danish() -> None:
    with translation.override("da"):
        assert when_text(event(start_time=time(9))) == "20. november 2026, 09:00"
        weekend = event(end_date=date(2026, 11, 22))
        assert when_text(weekend) == "20.–22. november 2026"


def test_the_ends_for_a_calendar() -> None:
    assert starts_at(event()) == ends_at(event()) == EVENING
    timed = event(start_time=time(19), end_date=date(2026, 11, 21), end_time=time(1))
    assert starts_at(timed) == datetime(2026, 11, 20, 18, tzinfo=UTC)
    assert ends_at(timed) == datetime(2026, 11, 21, 0, tzinfo=UTC)
    assert ends_at(event(start_time=time(19))) is None
    assert about_lines(event(place="Køge")) == ("20 November 2026", "Køge")


DETAILS = {
    "start_time": "19:00",
    "end_date": "2026-11-21",
    "end_time": "01:00",
    "place": "Storgade 1, Køge",
    "fee": "100 kr",
    "programme": "18:30 sign-in\n19:00 round 1",
    "contact": "ada@example.org",
}


@pytest.mark.django_db
def test_details_are_changed_in_the_browser_and_shown_to_all() -> None:
    ada = builders.signed_in(builders.director())
    evening = builders.evening("swiss", 4)
    stage = stages_of(evening)[0]
    sent = {
        **{"name": evening.name, "date": "2026-11-20", "language": "en"},
        **{"format": "swiss", "match_length": 7, "rounds": stage.rounds},
        **DETAILS,
    }
    path = f"/desk/{evening.slug}/settings/"
    assert ada.post(path, sent).status_code == 302
    evening.refresh_from_db()
    details = EventDetails.of(evening)
    assert details.end_time == time(1)
    assert ada.get(path).context["form"]["place"].value() == "Storgade 1, Køge"
    page = ada.get(f"/tournaments/{evening.slug}/").content.decode()
    for words in ("20 November 2026, 19:00", "Storgade 1", "100 kr", "sign-in"):
        assert words in page, words
    assert "mailto:ada@example.org" in page
    assert "Storgade 1" in ada.get("/tournaments/").content.decode()
    # A form without these fields leaves them as they are.
    assert ada.post(path, {**sent, "place": "Køge"}).status_code == 302
    kept = {name: value for name, value in sent.items() if name not in DETAILS}
    assert ada.post(path, kept).status_code == 302
    evening.refresh_from_db()
    assert EventDetails.of(evening) == replace(details, place="Køge")
    # It is on as long as it lasts.
    assert current_tournaments(date(2026, 11, 21), Tournament.objects.listed()) == [
        evening
    ]
    assert current_tournaments(date(2026, 11, 22), Tournament.objects.listed()) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("end_date", "2026-11-19"),
        ("end_date", "2062-11-20"),
        ("end_date", "tomorrow"),
        ("end_time", "18:59"),
        ("start_time", "25:00"),
        ("place", "x" * 200),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(field, typed) -> None:
    evening = builders.evening("swiss", 2)
    sent = {
        **{"name": evening.name, "date": "2026-11-20", "language": "en"},
        **{"format": "swiss", "match_length": 7, "rounds": 3},
        **DETAILS,
        "end_date": "",
        "end_time": "23:00",
        field: typed,
    }
    form = TournamentForm.of(evening, stages_of(evening), posted=sent, drawn=False)
    assert not form.is_valid()
    assert list(form.errors) == [field]
