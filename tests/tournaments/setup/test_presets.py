"""Template cards: what they build, and the page that makes a tournament of one."""

import html
import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from matches.rulebook.profiles import DEFAULT
from tests import builders
from tournaments.engine import format_named
from tournaments.models import Division, Stage, Template, Tournament
from tournaments.setup.presets import GROUPS, PRESETS, Preset, preset_named, side_events
from tournaments.setup.queries import structure_of
from tournaments.setup.services import create_tournament
from tournaments.setup.templates import delete_template, save_template
from tournaments.structure.plan import (
    BRANCH,
    DivisionPlan,
    HouseRules,
    Structure,
    offered_options,
    own_options,
    with_tiebreaks,
)
from tournaments.structure.words import stage_facts

KEYS = [card.key for card in PRESETS]
each_card = pytest.mark.parametrize("card", PRESETS, ids=KEYS)


def text_of(answer: HttpResponse) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


def shown(client: Client, key: str) -> dict[str, Any]:
    """What the page of a card would send if nothing on it was touched."""
    initial = client.get(f"/desk/new/?template={key}").context["form"].initial
    kept = {name: value for name, value in initial.items() if value is not False}
    return kept | {"date": "2026-11-20"}


def created(client: Client, sent: dict[str, Any]) -> Tournament:
    answer = client.post("/desk/new/", sent)
    assert answer.status_code == 302, text_of(answer)
    return Tournament.objects.order_by("-pk")[0]


def rows(of: Tournament) -> list[Stage]:
    found = Stage.objects.filter(tournament=of)
    return list(found.order_by("division__number", "number"))


# The cards -----------------------------------------------------------------


def test_there_is_a_card_for_everything_directors_run() -> None:
    assert set(KEYS) == {
        *("club-monrad", "club-swiss", "club-night", "speed", "cup"),
        *("cup-consolation", "rebuys", "double-elimination"),
        *("jackpot", "weekend-open"),
        *("swiss-final", "groups-final", "three-lives", "league", "doubles"),
    }
    assert [card for _title, cards in GROUPS for card in cards] == list(PRESETS)
    assert len({str(card.title) for card in PRESETS}) == len(PRESETS)
    assert preset_named("club-swiss") is not None
    assert preset_named("no such card") is None


@each_card
def test_a_card_holds_together(card: Preset) -> None:
    for division in card.divisions:
        for place, stage in enumerate(division.stages):
            is_first = stage.parent is None and stage.source is None
            assert is_first == (place == 0)
            assert all(
                fed is None or fed < place for fed in (stage.parent, stage.source)
            )
            assert stage.is_branch == (stage.format == BRANCH) == bool(stage.section)
            assert stage.is_branch or format_named(stage.format)
            assert set(stage.options) <= set(offered_options(stage.format))
            assert own_options(stage.format, stage.options) == stage.options
            assert stage_facts(division, place)


@each_card
def test_a_structure_reads_back_what_it_wrote(card: Preset) -> None:
    rules = HouseRules(profile=DEFAULT.with_changes(jacoby=True), rated=False)
    structure = Structure(divisions=card.divisions, rules=rules)
    told = json.loads(json.dumps(structure.to_json()))
    assert Structure.from_json(told) == structure


def test_cards_say_in_one_line_what_they_build() -> None:
    lines = {card.key: card.line for card in PRESETS}
    assert lines["club-swiss"] == "4 rounds · to 7 points"
    assert lines["cup"] == "to 7 points"
    assert lines["cup-consolation"] == (
        "Main → Consolation → Last chance · to 9 / 7 / 5 points"
    )
    assert lines["weekend-open"] == (
        "3 divisions · each Main → Consolation → Last chance"
    )
    assert lines["swiss-final"] == "Swiss → Final · to 7 / 9 points"
    assert lines["three-lives"] == "3 lives · to 9 points"
    assert lines["league"] == "everyone meets everyone 2 times · to 11 points"
    assert lines["doubles"] == "4 rounds · 2 matches per pairing · to 5 points"


def test_names_of_stages_are_in_the_language_of_the_director() -> None:
    card = preset_named("cup-consolation")
    assert card is not None
    with translation.override("xx"):
        assert card.structure.divisions[0].stages[0].name == "Main"


def test_what_can_be_added_beside_has_one_division() -> None:
    keys = {card.key for card in side_events()}
    assert keys == set(KEYS) - {"weekend-open"}


# A tournament of a card ----------------------------------------------------


def with_usual_orders(card: Preset) -> tuple[DivisionPlan, ...]:
    """Return the divisions of a card with the order that every new stage has."""
    return tuple(
        replace(
            division,
            stages=tuple(
                replace(one, options=with_tiebreaks(one.format, one.options))
                for one in division.stages
            ),
        )
        for division in card.structure.divisions
    )


@pytest.mark.django_db
@each_card
def test_a_card_sent_untouched_builds_what_it_says(ada: Client, card: Preset) -> None:
    made = created(ada, shown(ada, card.key))
    assert structure_of(made).divisions == with_usual_orders(card)
    numbers = [stage.number for stage in rows(made)]
    assert numbers == list(range(1, len(numbers) + 1))
    divisions = Division.objects.filter(tournament=made)
    assert {row.reporting for row in divisions} == {card.reporting}
    assert [row.number for row in divisions] == list(range(1, len(divisions) + 1))


@pytest.mark.django_db
@each_card
def test_what_a_card_builds_can_be_drawn(card: Preset) -> None:
    plan = builders.plan(divisions=card.structure.divisions)
    made = create_tournament(plan=plan, by=None)
    builders.entered(made, 9)
    published = builders.published_round(made)
    legs = card.first.options.get("legs", 1)
    drawn = [pairing for pairing in builders.pairings(published) if pairing.entry_2]
    assert drawn
    assert {pairing.leg for pairing in drawn} == set(range(1, legs + 1))


@pytest.mark.django_db
def test_the_essentials_of_every_stage_can_be_changed(ada: Client) -> None:
    sent = shown(ada, "weekend-open") | {
        "d2_name": "Mellem",
        "s1_1_length": 13,
        "s2_2_length": 3,
        "s3_3_name": "Sidste chance",
        "s3_2_pattern": "first_loss",
    }
    stages = rows(created(ada, sent))
    assert [stage.match_length for stage in stages] == [13, 7, 5, 9, 3, 3, 7, 5, 3]
    assert [stage.division.name for stage in stages[3:5]] == ["Mellem"] * 2
    assert stages[8].name == "Sidste chance"
    assert stages[7].options == {"pattern": "first_loss"}
    assert [stage.parent_id for stage in stages[3:6]] == [
        None,
        stages[3].pk,
        stages[4].pk,
    ]


@pytest.mark.django_db
def test_rounds_and_finalists_can_be_changed(ada: Client) -> None:
    sent = shown(ada, "swiss-final")
    stages = rows(created(ada, sent | {"s1_1_rounds": 6, "s1_2_take": 2}))
    assert (stages[0].rounds, stages[1].take) == (6, 2)
    assert stages[1].options == {"seeded": 2}
    assert stages[1].source == stages[0]


@pytest.mark.django_db
def test_a_card_of_one_stage_can_become_another_format(ada: Client) -> None:
    sent = shown(ada, "doubles") | {"format": "elimination"}
    assert rows(created(ada, sent))[0].options == {}
    assert rows(created(ada, shown(ada, "three-lives") | {"s1_1_lives": 2}))[
        0
    ].options == {"lives": 2}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "typed", "field"),
    [
        ("weekend-open", {"s1_1_length": ""}, "s1_1_length"),
        ("weekend-open", {"s1_1_length": "0"}, "s1_1_length"),
        ("weekend-open", {"s2_1_length": "9" * 5000}, "s2_1_length"),
        ("weekend-open", {"d1_name": ""}, "d1_name"),
        ("weekend-open", {"d1_name": "x" * 61}, "d1_name"),
        ("weekend-open", {"s1_2_name": "\x00"}, "s1_2_name"),
        ("weekend-open", {"s1_2_pattern": "zigzag"}, "s1_2_pattern"),
        ("weekend-open", {"start_1": 3}, "start_1"),
        ("swiss-final", {"s1_1_rounds": ""}, "s1_1_rounds"),
        ("swiss-final", {"s1_2_take": "1"}, "s1_2_take"),
        ("three-lives", {"s1_1_lives": "99"}, "s1_1_lives"),
        ("club-swiss", {"rounds": ""}, "rounds"),
        ("league", {"s1_1_times": "many"}, "s1_1_times"),
        ("league", {"template": "x" * 61}, "template"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    ada: Client, key: str, typed: dict[str, Any], field: str
) -> None:
    sent = shown(ada, key) | typed
    answer = ada.post(f"/desk/new/?template={key}", sent)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_the_rules_can_be_looked_at_before_anything_is_saved(ada: Client) -> None:
    sent = shown(ada, "weekend-open") | {"s1_1_length": 15, "rules": "swedish"}
    answer = ada.post("/desk/new/", sent | {"fill_in": "1"})
    assert (answer.status_code, Tournament.objects.count()) == (200, 0)
    form = answer.context["form"]
    assert form["s1_1_length"].value() == "15"
    assert form["shown"].value() == "swedish"


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["own-", "own-x", "own-²", "own-99", "own-" + "9" * 40])
def test_a_card_that_is_not_there_leads_to_the_cards(ada: Client, key: str) -> None:
    answer = ada.get("/desk/new/", {"template": key})
    assert answer.status_code == 200
    assert "You can change everything on the next page." in text_of(answer)


# A club's own cards --------------------------------------------------------


@pytest.mark.django_db
@each_card
def test_a_tournament_kept_as_template_makes_its_like(
    ada: Client, card: Preset
) -> None:
    first = created(ada, shown(ada, card.key) | {"stake": "3"})
    own = save_template(tournament=first, name="Ours", by=None)
    page = ada.get("/desk/new/")
    assert f"template=own-{own.pk}" in page.text
    again = created(ada, shown(ada, f"own-{own.pk}"))
    assert again != first
    assert structure_of(again) == structure_of(first)
    assert {row.profile.profile.stake for row in again.divisions.all()} == {"3"}


@pytest.mark.django_db
def test_rules_of_one_division_are_kept_with_it(ada: Client) -> None:
    card = preset_named("weekend-open")
    assert card is not None
    one, two, three = card.structure.divisions
    other = HouseRules(profile=DEFAULT.with_changes(crawford=False), rated=False)
    plan = builders.plan(
        divisions=(one, type(two)(stages=two.stages, name="B", rules=other), three)
    )
    first = create_tournament(plan=plan, by=None)
    own = save_template(tournament=first, name="Ours", by=None)
    again = created(ada, shown(ada, f"own-{own.pk}"))
    crawford = [row.profile.profile.crawford for row in again.divisions.all()]
    assert crawford == [True, False, True]
    assert [row.rated for row in again.divisions.all()] == [True, False, True]


@pytest.mark.django_db
def test_templates_are_saved_and_deleted_on_pages(ada: Client) -> None:
    evening = builders.tournament()
    path = f"/desk/{evening.slug}/structure/template/"
    assert ada.get(path).status_code == 200
    assert ada.post(path, {"name": " "}).status_code == 422
    assert ada.post(path, {"name": "Ours"}).status_code == 302
    answer = ada.post(path, {"name": "Ours"})
    assert answer.status_code == 422
    assert "A template called Ours already exists." in text_of(answer)
    own = Template.objects.get()
    assert "Ours" in text_of(ada.get(f"/desk/{evening.slug}/log/"))
    delete = f"/desk/templates/{own.pk}/delete/"
    assert "Delete Ours?" in text_of(ada.get(delete))
    assert ada.post(delete).status_code == 302
    assert not Template.objects.exists()
    assert ada.get(delete).status_code == 404
    delete_template(template=own, by=None)


@pytest.mark.django_db
def test_a_plan_without_divisions_makes_one_stage() -> None:
    made = builders.tournament("swiss", date=date(2026, 11, 20))
    stage = Stage.objects.get(tournament=made)
    usual = with_tiebreaks("swiss", {})
    assert (stage.number, stage.name, stage.options) == (1, "", usual)
    assert usual["tiebreaks"][0] == "direct:2"
    assert usual["unplayed"] == "virtual"
    assert stage.division.number == 1
