"""Choosing the order between equal wins on the page of a stage."""

from typing import Any

import pytest
from django.test import Client

from tests import builders
from tests.examples import on_sqlite
from tests.tournaments.setup.test_structure import path_of, sent_of
from tournaments.engine.standings.tiebreaks import SHARED_AT_ONCE, TIEBREAKS
from tournaments.models import Stage
from tournaments.setup import tiebreaks
from tournaments.structure.plan import with_tiebreaks

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def lists(*codes: str) -> dict[str, str]:
    shown = (*codes, *[""] * (tiebreaks.MOST - len(codes)))
    return dict(zip(tiebreaks.names(), shown, strict=True))


def order_of(stage: Stage) -> list[str]:
    found: list[str] = Stage.objects.get(pk=stage.pk).options["tiebreaks"]
    return found


def test_the_lists_show_the_order_and_keep_another_one(ada: Client) -> None:
    made = builders.tournament("swiss")
    stage, path = builders.stage(made), path_of(made, "stages/1/")
    sent = sent_of(ada, path)
    usual = with_tiebreaks("swiss", {})["tiebreaks"]
    assert [sent[name] for name in tiebreaks.names() if sent[name]] == usual
    again = sent | lists("difference:1", "", "direct:2", "lots:1")
    again |= {"tiebreak_end": "play_off", "unplayed": "own_score"}
    assert ada.post(path, again).status_code == 302
    assert order_of(stage) == ["difference:1", "direct:2", "lots:1", "play_off:1"]
    assert builders.stage(made).options["unplayed"] == "own_score"
    shown = sent_of(ada, path)
    assert shown["tiebreak_2"] == "direct:2"
    assert shown["tiebreak_end"] == "play_off"
    nothing = shown | lists() | {"tiebreak_end": "shared"}
    assert ada.post(path, nothing).status_code == 302
    assert order_of(stage) == [SHARED_AT_ONCE]
    assert not any(sent_of(ada, path)[name] for name in tiebreaks.names())


@pytest.mark.sqlite
def test_a_tie_break_chosen_twice_is_refused_and_nothing_is_lost(ada: Client) -> None:
    made = builders.tournament("swiss")
    stage, path = builders.stage(made), path_of(made, "stages/1/")
    before = order_of(stage)
    sent = sent_of(ada, path) | lists("koya:1", "median:1", "koya:1")
    answer = ada.post(path, sent | {"name": "Typed"})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == ["tiebreak_3"]
    assert form["name"].value() == "Typed"
    assert form["tiebreak_2"].value() == "median:1"
    assert order_of(stage) == before


@pytest.mark.parametrize(
    "code", ["\x00", *map(on_sqlite, ("buchholz", "martian:1", "direct:1", "9" * 99))]
)
def test_what_is_no_tie_break_is_refused_at_its_list(ada: Client, code: str) -> None:
    made = builders.tournament("swiss")
    path = path_of(made, "stages/1/")
    answer = ada.post(path, sent_of(ada, path) | lists(code))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["tiebreak_1"]


@pytest.mark.sqlite
def test_a_card_fills_in_the_lists_and_saves_nothing(ada: Client) -> None:
    made = builders.tournament("swiss")
    stage, path = builders.stage(made), path_of(made, "stages/1/")
    before = order_of(stage)
    sent = sent_of(ada, path) | {"name": "Half typed"}
    for card in tiebreaks.cards("swiss"):
        answer = ada.post(path, sent | {"fill_in": f"order:{card.key}"})
        assert answer.status_code == 200
        form = answer.context["form"]
        codes = [form[name].value() for name in tiebreaks.names()]
        assert tuple(filter(None, codes)) == card.codes
        assert form["name"].value() == "Half typed"
        assert card.line
    assert order_of(stage) == before
    unknown: Any = ada.post(path, sent | {"fill_in": "order:martian"})
    assert unknown.status_code == 200


@pytest.mark.sqlite
@pytest.mark.parametrize("key", ["swiss", "round_robin"])
def test_there_are_four_cards_and_the_lists_are_folded_below_them(
    ada: Client, key: str
) -> None:
    path = path_of(builders.tournament(key), "stages/1/")
    assert len(tiebreaks.cards(key)) == 4
    form = ada.get(path).context["form"]
    assert form.chosen_order == tiebreaks.cards(key)[0].codes
    assert not form.has_own_order
    own = ada.post(path, sent_of(ada, path) | lists("lots:1") | {"fill_in": "1"})
    assert own.context["form"].has_own_order


@pytest.mark.sqlite
def test_another_format_has_its_own_order(ada: Client) -> None:
    made = builders.tournament("swiss")
    path = path_of(made, "stages/1/")
    sent = sent_of(ada, path) | {"format": "round_robin"}
    form = ada.post(path, sent | {"fill_in": "1"}).context["form"]
    offered = {code for code, _ in form.fields["tiebreak_1"].choices}
    assert "buchholz:1" not in offered
    assert form["tiebreak_2"].value() == "sonneborn:1"
    assert ada.post(path, sent | {"rounds": ""}).status_code == 302
    options = builders.stage(made).options
    assert options == with_tiebreaks("round_robin", {})


def test_after_a_round_the_order_stays(ada: Client) -> None:
    evening = builders.evening("swiss", 4)
    stage, path = builders.stage(evening), path_of(evening, "stages/1/")
    sent = sent_of(ada, path)
    before = order_of(stage)
    builders.published_round(evening)
    assert "tiebreak_1" not in sent_of(ada, path)
    assert ada.post(path, sent).status_code == 302  # the same order: no quarrel
    answer = ada.post(path, sent | lists("koya:1"))
    assert answer.status_code == 422
    assert order_of(stage) == before


def test_a_stage_from_before_the_choice_keeps_its_order(ada: Client) -> None:
    evening = builders.evening("swiss", 4)
    stage = builders.stage(evening)
    Stage.objects.filter(pk=stage.pk).update(options={})
    builders.published_round(evening)
    path = path_of(evening, "stages/1/")
    assert ada.post(path, sent_of(ada, path) | {"rounds": 5}).status_code == 302
    kept = builders.stage(evening)
    assert (kept.rounds, kept.options) == (5, {})


@pytest.mark.sqlite
def test_an_older_version_is_shown_as_the_newest(ada: Client) -> None:
    made = builders.tournament("swiss")
    stage = builders.stage(made)
    Stage.objects.filter(pk=stage.pk).update(options={"tiebreaks": ["direct:1"]})
    newest = TIEBREAKS.get("direct")
    assert newest is not None
    assert sent_of(ada, path_of(made, "stages/1/"))["tiebreak_1"] == newest.code


@pytest.mark.sqlite
def test_brackets_have_no_order(ada: Client) -> None:
    made = builders.tournament("elimination")
    assert "tiebreak_1" not in sent_of(ada, path_of(made, "stages/1/"))
