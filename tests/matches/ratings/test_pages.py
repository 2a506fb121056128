"""The pages of rating lists, as visitors and directors use them."""

from collections.abc import Iterator

import pytest
from django.test import Client

from matches.models import ListedPlayer, Match, RatingList
from matches.ratings.computing import bring_up_to_date
from matches.ratings.services import ListRules, make_list
from tests import builders

pytestmark = pytest.mark.django_db
TYPED = {
    "name": "Club",
    "formula": "fibs",
    "active_months": "12",
    "least_length": "1",
    "most_length": "99",
    "takes_tournaments": "on",
    "takes_club": "on",
    "is_public": "on",
}


@pytest.fixture(scope="module")
def of(kept: None) -> RatingList:
    """A list with one match."""
    builders.won(1, builders.match())
    made = make_list(rules=ListRules(name="Club", provisional=100), by=None)
    bring_up_to_date()
    return made


@pytest.fixture
def ada(of: RatingList) -> Client:
    return builders.signed_in(builders.director())


@pytest.fixture
def anybody(of: RatingList) -> Iterator[Client]:
    yield Client()


def test_one_list_alone_is_shown_at_once(anybody: Client, ada: Client) -> None:
    assert anybody.get("/ratings/").headers["Location"] == "/ratings/club/"
    assert ada.get("/ratings/").status_code == 200


def test_the_list_shows_who_stands_where(anybody: Client) -> None:
    page = anybody.get("/ratings/club/").context["page"]
    assert [(row.place, row.rating, row.is_provisional) for row in page.rows] == [
        (1, "1526.46", True),
        (2, "1473.54", True),
    ]
    assert not page.may_edit


def test_the_list_is_searched_and_filtered(anybody: Client) -> None:
    def places(query: str) -> list[int]:
        page = anybody.get(f"/ratings/club/?{query}").context["page"]
        return [row.place for row in page.rows]

    assert places("q=brink") == [2]
    assert places("q=nobody") == []
    assert places("settled=1") == []
    ListedPlayer.objects.filter(wins=0).update(last_day="2020-01-01")
    assert places("") == [1]
    assert places("all=1") == [1, 2]
    assert anybody.get("/ratings/club/").context["page"].inactive == 1
    for odd in ("page=x", "page=99", "q=%00", "all=7"):
        assert anybody.get(f"/ratings/club/?{odd}").status_code == 200
    assert anybody.get("/ratings/%00/").status_code == 404


def test_a_hidden_list_is_not_there_for_others(anybody: Client, ada: Client) -> None:
    RatingList.objects.update(is_public=False)
    assert anybody.get("/ratings/club/").status_code == 404
    assert ada.get("/ratings/club/").status_code == 200
    assert not anybody.get("/ratings/").context["page"].lists


def test_a_director_makes_a_list(ada: Client) -> None:
    typed = TYPED | {"formula": "japan", "op": "one"}
    answers = [ada.post("/ratings/new/", typed) for _ in range(2)]
    assert {answer.headers["Location"] for answer in answers} == {"/ratings/club-2/"}
    made = RatingList.objects.get(key="club-2")
    assert (made.start, made.provisional, made.takes_retired) == (10_000_000, 0, False)
    assert ada.post("/ratings/new/", TYPED | {"name": "new"}).status_code == 302
    assert RatingList.objects.filter(key="new-2").exists()


@pytest.mark.parametrize(
    "odd",
    [
        {"name": ""},
        {"formula": "elo"},
        {"start": "0"},
        {"start": "9999"},
        {"start": "1500?"},
        {"least_length": "9", "most_length": "5"},
        {"takes_tournaments": "", "takes_club": ""},
        {"from_day": "31.31.2026"},
        {"active_months": "0"},
        {"name": "\x00"},
    ],
)
def test_rules_that_cannot_be_are_refused(ada: Client, odd: dict[str, str]) -> None:
    answer = ada.post("/ratings/new/", TYPED | odd)
    assert answer.status_code == 422
    assert answer.context["page"].form.errors
    assert RatingList.objects.count() == 1


def test_rules_are_changed_after_a_look_at_what_moves(ada: Client) -> None:
    path = "/ratings/club/rules/"
    shown = ada.get(path).context["page"].form
    typed = TYPED | {"formula": "steady", "start": "1500", "provisional": "100"}
    typed |= {"takes_retired": "on", "known": shown.initial["known"], "save": "1"}
    looked = ada.post(path, typed)  # not seen yet
    moves = looked.context["page"].moves
    assert (moves.count, moves.matches) == (2, 1)
    assert [(move.was, move.now) for move in moves.shown] == [
        ("1526.46", "1505.29"),
        ("1473.54", "1494.71"),
    ]
    assert RatingList.objects.get().formula == "fibs"
    seen = looked.context["page"].form.data["seen"]
    assert ada.post(path, typed | {"seen": seen, "known": "old"}).status_code == 409
    assert ada.post(path, typed | {"seen": seen}).status_code == 302
    assert RatingList.objects.get().is_stale
    bring_up_to_date()
    assert RatingList.objects.get().formula == "steady"


def test_a_list_is_removed_and_put_back(ada: Client, anybody: Client) -> None:
    assert ada.post("/ratings/club/remove/").status_code == 302
    assert anybody.get("/ratings/club/").status_code == 404
    assert ada.get("/ratings/").context["page"].removed
    assert ada.post("/ratings/club/restore/").status_code == 302
    bring_up_to_date()
    assert anybody.get("/ratings/club/").context["page"].rows


def test_matches_are_due_until_the_lists_know_them(of: RatingList) -> None:
    assert not Match.objects.filter(ratings_due=True).exists()
