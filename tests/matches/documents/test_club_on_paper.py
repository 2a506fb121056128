"""Whose paper it is: the name of the club is on every document."""

import re
from typing import Final

import pytest

from matches.documents.registry import document_named
from matches.web.club import CLUB
from matches.web.models import Club
from tests import builders, paper, printed_worlds
from tests.matches.documents.test_two_languages import NAMES
from tests.printed_worlds import World
from tests.refusals import raises
from tournaments.models import Tournament
from tournaments.paper.signs import NO_SCHEDULE, schedule

pytestmark = pytest.mark.django_db

NAMED: Final = ("Sporvejens Brætspil", "Køge")
BY_DAY: Final = frozenset(
    {"badges", "pairings:a-z", "match-cards", "posters", "posters:schedule"}
)
"""One of each way in which documents are made."""


@pytest.fixture(scope="module")
def world(kept: None) -> World:
    """Return what everything is printed of, in a club with a name."""
    name, town = NAMED
    Club.objects.create(number=1, name=name, town=town)
    return printed_worlds.world(NAMES)


@pytest.fixture(autouse=True)
def _asked() -> None:
    paper.need_printing()
    CLUB.forget()


def unnamed(world: World, only: frozenset[str] | None = None) -> tuple[set[str], int]:
    """Return the documents without the name of the club, and how many there are."""
    seen, wrong = set(), set()
    for document, subject in printed_worlds.subjects(world):
        if only is None or document.key in only:
            seen.add(document.key)
            text = printed_worlds.text_of(printed_worlds.made(document, subject))
            if ", ".join(NAMED) not in re.sub(r"\s+", " ", text):
                wrong.add(document.key)
    return wrong, len(seen)


def test_the_club_is_on_each_kind_of_document(world: World) -> None:
    assert unnamed(world, BY_DAY) == (set(), len(BY_DAY))


@pytest.mark.nightly
def test_the_club_is_on_every_document(world: World) -> None:
    assert unnamed(world)[0] == set()


def test_the_schedule_says_what_players_want_to_know() -> None:
    evening = builders.evening("swiss", 2)
    with raises(NO_SCHEDULE):
        schedule(evening)
    Tournament.objects.filter(pk=evening.pk).update(
        place="Harbour Hall",
        fee="60 EUR",
        programme="Friday\n18:00 check-in\n\nSaturday",
        contact="bo@example.org",
    )
    evening.refresh_from_db()
    document = document_named("posters:schedule")
    text = printed_worlds.text_of(printed_worlds.made(document, evening))
    for told in ("Harbour Hall", "60 EUR", "18:00 check-in", "Saturday", "bo@example"):
        assert told in text
