"""The club is read rarely, and never at the price of a page."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from matches.web import club as known
from matches.web.club import (
    CLUB,
    CLUB_CHANGED,
    NO_FORMER_CLUB,
    SECONDS,
    ClubCache,
    ClubFacts,
    bring_back,
    change_club,
    former_club,
    name_club,
)
from matches.web.club_language import asked_language, club_language
from tests.refusals import raises


class Asked:
    """A database that counts questions, and may be down."""

    def __init__(self):
        self.facts = ClubFacts(name="First", number=1)
        self.questions = 0
        self.is_down = False
        self.now = 100.0

    def __call__(self):
        self.questions += 1
        if self.is_down:
            raise DatabaseError
        return self.facts

    def known(self):
        return ClubCache(self, lambda: self.now)


def test_it_is_asked_once_in_a_while():
    asked = Asked()
    club = asked.known()
    assert [club.now().name for _ in range(3)] == ["First"] * 3
    assert asked.questions == 1
    asked.facts = ClubFacts(name="Second", number=2)
    assert club.now().name == "First"
    asked.now += SECONDS
    assert club.now().name == "Second"


def test_a_mark_with_another_number_makes_it_asked_at_once():
    asked = Asked()
    club = asked.known()
    club.now()
    asked.facts = ClubFacts(name="Second", number=2)
    club.seen(1)
    assert club.now().name == "First"
    club.seen(2)
    assert club.now().name == "Second"


def test_the_last_value_stays_while_the_database_is_down():
    asked = Asked()
    club = asked.known()
    club.now()
    asked.is_down = True
    club.forget()
    assert club.now().name == club.latest.name == "First"


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        ("", "", ""),
        ("sv", "da", "sv"),
        ("xx", "da-DK,en;q=0.5", "da"),
        ("", "fr,nn-NO;q=0.8", "nb"),
        ("", "fr,*;q=0.1", ""),
        ("\0", "\0", ""),
    ],
)
def test_a_language_that_was_asked_for(chosen, accepted, language):
    assert asked_language(chosen, accepted) == language


def answer_of(path, kind="text/html"):
    """Return an answer, and the language and the zone that its view saw."""
    seen = []

    def view(_request):
        night = datetime(2026, 1, 1, 23, tzinfo=UTC)
        seen.extend([translation.get_language(), f"{timezone.localtime(night):%H}"])
        return HttpResponse(content_type=kind)

    request = HttpRequest()
    request.path_info = path
    return club_language(view)(request), seen[0], seen[1]


def test_the_zone_and_the_language_of_the_club():
    CLUB.keep(ClubFacts(language="nl", time_zone="Pacific/Auckland", number=1))
    answer, language, hour = answer_of("/")
    assert (language, hour) == ("nl", "12")
    assert answer["Content-Language"] == "nl"
    assert timezone.get_current_timezone_name() == "Europe/Copenhagen"


def test_files_are_indexed_only_if_the_club_wants_it():
    assert "X-Robots-Tag" in answer_of("/x", "application/pdf")[0].headers
    assert "X-Robots-Tag" not in answer_of("/x")[0].headers
    CLUB.keep(ClubFacts(is_indexed=True))
    assert "X-Robots-Tag" not in answer_of("/x", "application/pdf")[0].headers


@pytest.mark.django_db
@pytest.mark.database
def test_a_change_and_the_way_back():
    with raises(NO_FORMER_CLUB):
        bring_back(seen=0, by=None)
    name_club("Ælnoth", by=None)
    name_club("Another", by=None)  # it has a name
    assert known.read().name == known.club().name == "Ælnoth"
    wanted = replace(known.read(), town="Køge", time_zone="Europe/Oslo")
    assert change_club(wanted=wanted, seen=1, by=None)
    assert not change_club(wanted=wanted, seen=2, by=None)
    with raises(CLUB_CHANGED):
        change_club(wanted=replace(wanted, town="Oslo"), seen=1, by=None)
    former = former_club()
    assert former.town == ""
    bring_back(seen=2, by=None)
    assert (known.read().town, known.read().number) == ("", 3)
    bring_back(seen=3, by=None)
    assert known.read().town == "Køge"
