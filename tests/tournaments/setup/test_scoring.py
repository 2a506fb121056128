"""Choosing what a match counts on the page of a stage, and the pages that follow."""

import json
from typing import Any

import pytest
from django.test import Client

from tests import builders
from tests.tournaments.setup.test_structure import path_of, sent_of
from tournaments.engine import SCHEMES
from tournaments.models import Stage, Tournament
from tournaments.rounds import engine_state
from tournaments.standings.queries import compute

pytestmark = pytest.mark.django_db


def choose(ada: Client, made: Tournament, code: str, **more: Any) -> Any:
    path = path_of(made, "stages/1/")
    return ada.post(path, sent_of(ada, path) | {"scoring": code} | more)


def test_a_scheme_is_chosen_kept_and_taken_back(ada: Client) -> None:
    made = builders.tournament("monrad")
    stage, path = builders.stage(made), path_of(made, "stages/1/")
    before = stage.options
    assert sent_of(ada, path)["scoring"] == "wins:1"
    for scheme in SCHEMES:
        assert choose(ada, made, scheme.code, legs="2").status_code == 302
        assert builders.stage(made).chosen.scoring == scheme.code
        assert sent_of(ada, path)["scoring"] == scheme.code
    assert choose(ada, made, "wins:1", legs="1").status_code == 302
    assert Stage.objects.get(pk=stage.pk).options == before


@pytest.mark.parametrize("code", ["two_one", "martian:1", "two_one:2", "\x00"])
def test_what_is_no_scheme_is_refused(ada: Client, code: str) -> None:
    made = builders.tournament("swiss")
    answer = choose(ada, made, code)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["scoring"]
    assert builders.stage(made).chosen.scoring == "wins:1"


@pytest.mark.parametrize(
    ("key", "more", "is_kept"),
    [
        ("swiss", {}, False),
        ("swiss", {"legs": "2"}, True),
        ("round_robin", {"times": "3"}, False),
        ("round_robin", {"times": "2"}, True),
    ],
)
def test_pairs_of_matches_need_two_matches(
    ada: Client, key: str, more: dict[str, str], is_kept: bool
) -> None:
    made = builders.tournament(key)
    answer = choose(ada, made, "three_two_one:1", **more)
    assert (answer.status_code == 302) == is_kept
    if not is_kept:
        assert list(answer.context["form"].errors) == ["scoring"]


def test_what_only_rounds_can_have_is_not_offered_where_all_meet(ada: Client) -> None:
    made = builders.tournament("round_robin")
    assert choose(ada, made, "hundred:1").status_code == 422


def test_another_format_begins_with_wins(ada: Client) -> None:
    made = builders.tournament("swiss")
    assert choose(ada, made, "hundred:1").status_code == 302
    again = choose(ada, made, "hundred:1", format="round_robin", rounds="")
    assert again.status_code == 302
    assert builders.stage(made).chosen.scoring == "wins:1"


def test_after_a_round_the_scheme_stays_and_every_page_has_its_points(
    ada: Client,
) -> None:
    evening = builders.evening("monrad", 5)
    path = path_of(evening, "stages/1/")
    assert choose(ada, evening, "hundred:1").status_code == 302
    sent = sent_of(ada, path)
    builders.played_round(evening, loser=2)
    assert ada.post(path, sent | {"scoring": "two_one:1"}).status_code == 422
    stage = builders.stage(evening)
    assert stage.chosen.scoring == "hundred:1"
    lead = stage.match_length - 2
    table = compute(stage)
    assert [row.points for row in table.rows] == [
        *(str(100 + lead), str(100 + lead), "100", f"−{lead}", f"−{lead}")
    ]
    assert table.bye_points == "100"
    assert not table.is_drawn_by_wins
    slug = evening.slug
    page = ada.get(f"/tournaments/{slug}/standings/")
    assert page.status_code == 200
    assert page.content.decode().count(f"{100 + lead}</td>") == 2
    winner, stages = table.rows[0], f"/tournaments/{slug}/stages/1/"
    sums = ada.get(f"{stages}standings/{winner.number}/")
    (points, *_) = sums.context["page"].shown["sums"]
    assert (points["key"], points["value"], len(points["terms"])) == (
        *("hundred", str(100 + lead), 1),
    )
    file = json.loads(ada.get(f"{stages}standings.json").content)
    assert str(100 + lead) in json.dumps(file)
    assert engine_state.to_draw(stage).options.scoring == "hundred:1"
