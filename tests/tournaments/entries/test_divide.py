"""Entries put into divisions by their ratings: looked at, done, undone."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from tests import builders
from tests.refusals import codes_of
from tests.tournaments.entries.test_entries import in_division, two_divisions
from tests.tournaments.entries.test_ratings import a_list
from tournaments.entries.divide import number_of
from tournaments.entries.errors import DIVIDED_MEANWHILE
from tournaments.models import Division, Entry, Tournament

pytestmark = pytest.mark.django_db
BORDERS = {"from_1": "1600", "from_2": "", "ratings": "", "unrated": "0"}


@pytest.fixture
def ada() -> Client:
    return builders.signed_in(builders.director())


def rated(*ratings: str | None) -> Tournament:
    """Return Open and Beginners; all are entered in Open, with these ratings."""
    of = two_divisions()
    for entry, rating in zip(builders.entered(of, len(ratings)), ratings, strict=True):
        Entry.objects.filter(pk=entry.pk).update(rating=rating)
    return of


def path_of(of: Tournament) -> str:
    return f"/desk/{of.slug}/entries/divide/"


def look(ada: Client, of: Tournament, **typed: str) -> Any:
    answer = ada.get(path_of(of), BORDERS | typed)
    return answer.context


def test_entries_are_looked_at_divided_and_put_back(ada: Client) -> None:
    of = rated("1600", "1599.99", None, "1812")
    names = in_division(of, 1)
    assert path_of(of) in ada.get(f"/desk/{of.slug}/entries/").text
    page = look(ada, of)
    assert [count for _division, count in page["preview"].sizes] == [3, 1]
    assert [row.entry.player.name for row in page["preview"].moving] == [names[1]]
    assert [row.entry.player.name for row in page["preview"].unrated] == [names[2]]
    assert in_division(of, 1) == names
    mark = page["preview"].mark
    answer = ada.post(path_of(of), BORDERS | {"mark": mark})
    assert answer.status_code == 302
    undo = ada.session["undo_url"]
    assert in_division(of, 2) == [names[1]]
    assert not look(ada, of)["preview"].moving
    # Who looked before that would do something else now.
    assert DIVIDED_MEANWHILE.code in codes_of(
        ada.post(path_of(of), BORDERS | {"mark": mark})
    )
    assert ada.post(undo).status_code == 302
    assert in_division(of, 1) == names


def test_a_rating_list_divides_and_the_unrated_have_a_division(ada: Client) -> None:
    of = rated(None, None, "1900", None)
    names, listing = in_division(of, 1), a_list(of, missing=3)
    # On the list all but the third are from 1600 on; the rating here does not count.
    asked = {"ratings": listing.key, "from_1": "1620", "unrated": "2"}
    page = look(ada, of, **asked)
    ratings = [row.rating for row in page["preview"].rows]
    assert ratings == [*sorted(filter(None, ratings), reverse=True), None]
    ada.post(path_of(of), BORDERS | asked | {"mark": page["preview"].mark})
    assert in_division(of, 1) == [names[3]]
    assert in_division(of, 2) == names[:3]


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"from_1": ""}, ["from_2"]),
        ({"from_2": "1600.00"}, ["from_2"]),
        ({"from_1": "1500?"}, ["from_1"]),
        ({"from_1": "0", "from_2": "9999"}, ["from_1", "from_2"]),
        ({"unrated": "9"}, ["unrated"]),
        ({"ratings": "martian"}, ["ratings"]),
    ],
)
def test_borders_that_cannot_be(
    ada: Client, typed: dict[str, str], wrong: list[str]
) -> None:
    of = rated("1700")
    for answer in (
        ada.get(path_of(of), BORDERS | typed),
        ada.post(path_of(of), BORDERS | typed),
    ):
        assert answer.status_code == 422
        page = answer.context
        assert sorted(page["form"].errors) == wrong
        assert page["preview"] is None


def test_who_cannot_move_is_named(ada: Client) -> None:
    of = rated("1500", "1400", "1300")
    twice, out, low = builders.entries(of)
    Entry.objects.create(
        division=Division.objects.get(tournament=of, number=2),
        player=twice.player,
        number=9,
    )
    Entry.objects.filter(pk=out.pk).update(withdrawn_at=builders.minutes_ago(1))
    page = look(ada, of, from_2="1350")
    assert page["preview"].moving == []
    told = {row.entry.number: bool(row.why) for row in page["preview"].rows}
    assert all(told[one.number] for one in (twice, out, low))
    # A division that has begun stays as it is.
    builders.published_round(of)
    assert not look(ada, of)["can_divide"]


@pytest.mark.parametrize(
    ("rating", "number"),
    [("1700", 3), ("9000", 3), ("1699.99", 1), ("1500", 1), ("1499.99", 2)],
)
def test_a_rating_belongs_to_the_highest_border_that_it_reaches(
    rating: str, number: int
) -> None:
    borders = {1: Decimal(1500), 2: None, 3: Decimal(1700)}
    assert number_of(Decimal(rating), borders) == number
    above = {1: Decimal(1500), 3: Decimal(1700)}
    assert number_of(Decimal(rating), above) == (0 if number == 2 else number)
