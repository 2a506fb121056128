"""Ratings and PRs of entries: typed, taken from a list, taken back, and used."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from matches.ratings.models import ListedPlayer, RatingList
from matches.rules.ratings import POINT
from tests import builders
from tests.tournaments.setup.test_structure import path_of as stage_path
from tests.tournaments.setup.test_structure import sent_of
from tournaments import engine
from tournaments.entries.ratings import Strength
from tournaments.models import Entry, Stage, Tournament
from tournaments.rounds import engine_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Client:
    """A director who is signed in."""
    return builders.signed_in(builders.director())


def path_of(of: Tournament) -> str:
    return f"/desk/{of.slug}/entries/ratings/"


def strengths(of: Tournament) -> list[Strength]:
    rows = Entry.objects.filter(tournament=of).order_by("number")
    return list(rows.values_list("rating", "pr"))


def typed(of: Tournament, **values: str) -> dict[str, Any]:
    numbers = [entry.number for entry in builders.entries(of)]
    empty = {f"{kind}_{number}": "" for number in numbers for kind in ("rating", "pr")}
    return empty | values


def a_list(of: Tournament, *, missing: int) -> RatingList:
    """A list with all players but one; the last has little experience."""
    listing = RatingList.objects.create(
        key="club", name="Club", formula="fibs", start=1500 * POINT, provisional=50
    )
    entries = builders.entries(of)
    for place, entry in enumerate(entries):
        if entry.number != missing:
            ListedPlayer.objects.create(
                list=listing,
                player=entry.player,
                rating=(1600 + 10 * place) * POINT + 4321,
                experience=10 if entry == entries[-1] else 400,
            )
    return listing


def test_what_is_typed_is_kept_and_taken_back(ada: Client) -> None:
    evening = builders.evening("swiss", 3)
    path = path_of(evening)
    sent = typed(evening, rating_1="1650,5", pr_1="4.25", pr_3=" 11,1 ")
    assert ada.post(path, sent).status_code == 302
    kept = [
        (Decimal("1650.50"), Decimal("4.25")),
        *((None, None), (None, Decimal("11.10"))),
    ]
    assert strengths(evening) == kept
    undo = ada.session["undo_url"]
    shown = ada.get(path).context["form"]
    assert [rating.value() for _entry, rating, _pr in shown.rows()].count("1650.5") == 1
    assert ada.post(undo).status_code == 302
    assert strengths(evening) == [(None, None)] * 3
    assert ada.post(path, typed(evening)).status_code == 302  # nothing changes


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("rating_1", value) for value in ("1500?", "0", "9999", "-3", "1650.123")),
        *(("pr_1", value) for value in ("0", "100", "4,2,5", "NaN", "\x00", "9" * 40)),
    ],
)
def test_bad_numbers_are_refused_and_nothing_is_lost(
    ada: Client, field: str, value: str
) -> None:
    evening = builders.evening("swiss", 2)
    sent = typed(evening, rating_2="1700") | {field: value}
    answer = ada.post(path_of(evening), sent)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == [field]
    assert form["rating_2"].value() == "1700"
    assert strengths(evening) == [(None, None)] * 2


def test_a_rating_list_is_looked_at_and_taken(ada: Client) -> None:
    evening = builders.evening("swiss", 4)
    path, listing = path_of(evening), a_list(evening, missing=2)
    ada.post(path, typed(evening, rating_2="1444", pr_1="5"))
    page = ada.get(path, {"list": listing.key}).context
    assert (page["found"], page["missing"]) == (3, 1)
    assert sum(is_provisional for _entry, _rating, is_provisional in page["rows"]) == 1
    assert [rating for rating, _ in strengths(evening)].count(None) == 3
    assert ada.post(path, {"list": listing.key}).status_code == 302
    assert strengths(evening) == [
        *((Decimal("1600.43"), Decimal("5.00")), (Decimal("1444.00"), None)),
        *((Decimal("1620.43"), None), (Decimal("1630.43"), None)),
    ]
    assert ada.post(path, {"empty": "1"}).status_code == 302
    assert strengths(evening)[0] == (None, Decimal("5.00"))
    assert ada.get(path, {"list": "martian"}).status_code == 404
    assert ada.post(path, {"list": "\x00"}).status_code == 404


def test_seeds_and_places_go_by_them(ada: Client) -> None:
    evening = builders.evening("danish", 4)
    stage = builders.stage(evening)
    Stage.objects.filter(pk=stage.pk).update(
        options={**stage.options, "tiebreaks": ["pr:1", "rating:1"]}
    )
    ada.post(path_of(evening), typed(evening, rating_1="1700", pr_1="9.5", pr_2="3"))
    state = engine_state.to_draw(builders.stage(evening))
    by_number = {one.number: one for one in state.entrants}
    assert by_number[1].rating == 1700
    assert (by_number[1].pr, by_number[3].pr) == (Decimal("9.50"), None)
    first = builders.published_round(evening)
    assert [row for row in first.draw.record["state"]["entrants"] if len(row) == 12]
    ada.post(path_of(evening), typed(evening, pr_1="1"))
    later = engine_state.load(builders.stage(evening))
    assert next(one.pr for one in later.entrants if one.number == 1) == Decimal("9.50")


def test_seeds_go_by_pr_where_that_is_chosen(ada: Client) -> None:
    cup = builders.evening("elimination", 5)
    path = stage_path(cup, "stages/1/")
    sent = sent_of(ada, path) | {"seeds_by": "pr", "seeded": "4"}
    assert ada.post(path, sent).status_code == 302
    strong = {"pr_2": "4", "pr_4": "4", "pr_5": "9", "rating_1": "1500"}
    ada.post(path_of(cup), typed(cup, **strong, rating_3="1900"))
    state = engine_state.to_draw(builders.stage(cup))
    assert {one.number: one.seed for one in state.entrants} == {2: 1, 4: 1, 5: 2} | {
        3: 3,
        1: 4,
    }
    drawn = builders.drawn_round(cup)
    assert engine.audit(state, engine.draw(state, drawn.seed)) == ()
    first, second = sorted(drawn.record["lots"].items(), key=lambda one: one[1])[:2]
    assert first[0] in {"2", "4"}, second
    sent = sent_of(ada, path)
    assert sent["seeds_by"] == "pr"
    assert ada.post(path, sent | {"seeds_by": "elo"}).status_code == 422


def test_who_may_not_change_entries_sees_nothing(ada: Client) -> None:
    evening = builders.evening("swiss", 2)
    reader = builders.signed_in(builders.reader())
    assert reader.get(path_of(evening)).status_code in {302, 403, 404}
