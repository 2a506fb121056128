"""Divisions and stages added, changed and removed, and what is fixed once drawn."""

import html
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from matches.models import Job, JournalEntry
from matches.rulebook.profiles import DEFAULT
from matches.rules.refusals import Refusal, RuleError
from tests import builders
from tests.examples import on_sqlite
from tests.refusals import raises, shows
from tournaments.draws.request import announce_draw, request_draw
from tournaments.models import Division, Draw, Entry, Stage, Tournament
from tournaments.setup.bin import KEPT_DAYS, empty_bin, move_to_bin
from tournaments.setup.errors import (
    DRAW_WAITING,
    LAST_DIVISION,
    LAST_STAGE,
    LOSERS_PLACED,
    NO_LOSERS,
    RULES_FROZEN,
    STAGE_DRAWN,
    STAGE_ENDLESS,
    STAGE_GONE,
    STAGE_NEEDED,
    TOO_FEW_ROUNDS,
)
from tournaments.setup.presets import preset_named
from tournaments.setup.queries import outline, plans_of, structure_of
from tournaments.setup.services import (
    change_tournament,
    close_tournament,
    create_tournament,
)
from tournaments.setup.stage_services import (
    add_branch,
    add_division,
    add_stage,
    change_division,
    change_stage,
    remove_division,
    remove_stage,
)
from tournaments.structure.errors import TOURNAMENT_CLOSED
from tournaments.structure.plan import (
    BRANCH,
    DivisionPlan,
    HouseRules,
    StagePlan,
    dropping_rounds,
    new_section_name,
    own_options,
    rounds_to_keep,
    with_tiebreaks,
)

pytestmark = pytest.mark.django_db

CONSOLATION = StagePlan(name="Consolation", format=BRANCH, match_length=5)
FINAL = StagePlan(name="Final", format="elimination", match_length=9, take=2)
RULES = HouseRules(profile=DEFAULT)


def of_card(key: str) -> Tournament:
    card = preset_named(key)
    assert card is not None
    plan = builders.plan(divisions=card.structure.divisions)
    return create_tournament(plan=plan, by=None)


def rows(of: Tournament) -> list[Stage]:
    found = Stage.objects.filter(tournament=of)
    return list(found.order_by("division__number", "number"))


def plan_of(stage: Stage, **changes: Any) -> StagePlan:
    """What the page of a stage sends, with something changed."""
    plan = plans_of(rows(stage.division.tournament))[stage.number - 1]
    values = {name: getattr(plan, name) for name in StagePlan.__slots__}
    return StagePlan(**values | changes)


def refused(act: Callable[[], Any], error: Refusal[RuleError], of: Tournament) -> str:
    """Refuse the act, change nothing, and return the sentence."""

    def facts() -> Any:
        return (
            list(Stage.objects.order_by("pk").values()),
            list(Division.objects.order_by("pk").values()),
            Tournament.objects.get(pk=of.pk).revision,
            JournalEntry.objects.count(),
        )

    before = facts()
    with raises(error) as caught:
        act()
    assert facts() == before
    return str(caught.value)


def text_of(answer: HttpResponse) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


def last_line() -> tuple[str, str]:
    line = JournalEntry.objects.order_by("-pk")[0]
    return line.act, line.details["name"]


# Values --------------------------------------------------------------------


def test_only_what_differs_and_counts_is_kept() -> None:
    given = {"lives": 3, "survivors": 4, "seeded": 8, "forbidden": [[1, 2]]}
    assert own_options("lives", given) == {"survivors": 4}
    assert own_options("elimination", given) == {"seeded": 8}
    assert own_options("elimination", {"apart": ("club",)}) == {"apart": ["club"]}
    assert own_options(BRANCH, {"pattern": "unshifted", "last": 3}) == {"last": 3}


@pytest.mark.parametrize(
    ("key", "asked", "kept"),
    [
        ("swiss", 5, 5),
        ("round_robin", 5, 5),
        ("round_robin", None, 99),
        ("lives", 5, 99),
        ("night", None, 99),
        ("elimination", 5, 1),
        (BRANCH, None, 1),
    ],
)
def test_rounds_are_kept_where_somebody_has_to_say(
    key: str, asked: int | None, kept: int
) -> None:
    assert rounds_to_keep(key, asked) == kept


def test_branches_of_one_root_have_names_of_their_own() -> None:
    assert new_section_name(True, ()) == "consolation"
    assert new_section_name(False, {"consolation"}) == "last"
    assert new_section_name(True, {"consolation", "consolation2"}) == "consolation3"


def test_losers_of_which_rounds_drop() -> None:
    assert 1 in dropping_rounds({}) and 9 in dropping_rounds({})
    assert list(dropping_rounds({"pattern": "first_loss"})) == [1, 2]
    assert list(dropping_rounds({"first": 2, "last": 3})) == [2, 3]


# Adding --------------------------------------------------------------------


@pytest.mark.database
def test_a_side_event_is_added_while_others_play() -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    card = preset_named("jackpot")
    assert card is not None
    stages = card.structure.divisions[0].stages
    made = add_division(
        tournament=evening, plan=DivisionPlan(name="Jackpot", stages=stages), by=None
    )
    stage = made.stages.get()
    assert (made.number, stage.number, stage.format) == (2, 2, "elimination")
    first = evening.divisions.get(number=1)
    assert (made.profile, made.reporting) == (first.profile, first.reporting)
    assert last_line() == ("division_added", "Jackpot")


def test_a_stage_is_added_after_another_and_names_the_first() -> None:
    evening = builders.tournament("swiss")
    made = add_stage(tournament=evening, after=1, plan=FINAL, by=None)
    first, final = rows(evening)
    assert final == made
    assert (first.name, final.source, final.take) == ("Swiss", first, 2)
    assert [line.depth for line in outline(evening)[0].lines] == [0, 1]
    assert outline(evening)[0].chain == "Swiss → Final"


def test_a_stage_can_follow_one_that_is_drawn() -> None:
    evening = builders.evening("swiss", 4)
    builders.played_round(evening)
    assert add_stage(tournament=evening, after=1, plan=FINAL, by=None).number == 2


def test_nothing_follows_a_night() -> None:
    night = builders.tournament("night")
    refused(
        lambda: add_stage(tournament=night, after=1, plan=FINAL, by=None),
        STAGE_ENDLESS,
        night,
    )


def test_brackets_of_losers_are_added_to_brackets() -> None:
    cup = builders.tournament("elimination")
    add_branch(tournament=cup, of=1, plan=CONSOLATION, by=None)
    last = add_branch(tournament=cup, of=2, plan=CONSOLATION, by=None)
    main, consolation, _last = rows(cup)
    assert [row.section for row in rows(cup)] == ["", "consolation", "last"]
    assert (consolation.parent, last.parent, last.root) == (main, consolation, main)
    assert [line.depth for line in outline(cup)[0].lines] == [0, 1, 2]


def test_losers_of_a_round_go_to_one_bracket_only() -> None:
    cup = builders.tournament("elimination")
    early = StagePlan(
        format=BRANCH, match_length=5, name="Early", options={"first": 1, "last": 2}
    )
    add_branch(tournament=cup, of=1, plan=early, by=None)
    sentence = refused(
        lambda: add_branch(tournament=cup, of=1, plan=CONSOLATION, by=None),
        LOSERS_PLACED,
        cup,
    )
    assert sentence.startswith("Losers of round 1 go to Early already.")
    late = StagePlan(format=BRANCH, match_length=5, options={"first": 3})
    added = add_branch(tournament=cup, of=1, plan=late, by=None)
    assert added.section == "consolation2"


@pytest.mark.database
def test_only_a_knock_out_that_is_not_drawn_gets_a_bracket_of_losers() -> None:
    swiss = builders.tournament("swiss")
    refused(
        lambda: add_branch(tournament=swiss, of=1, plan=CONSOLATION, by=None),
        NO_LOSERS,
        swiss,
    )
    cup = builders.evening("elimination", 4)
    builders.published_round(cup)
    refused(
        lambda: add_branch(tournament=cup, of=1, plan=CONSOLATION, by=None),
        STAGE_DRAWN,
        cup,
    )


def test_what_is_not_there_is_said() -> None:
    evening = builders.tournament()
    for act in (
        lambda: add_stage(tournament=evening, after=9, plan=FINAL, by=None),
        lambda: remove_stage(tournament=evening, number=9, by=None),
        lambda: remove_division(tournament=evening, number=9, by=None),
    ):
        refused(act, STAGE_GONE, evening)


def test_a_closed_tournament_stays_as_it_is() -> None:
    evening = builders.tournament()
    close_tournament(tournament=evening, by=None)
    for act in (
        lambda: add_stage(tournament=evening, after=1, plan=FINAL, by=None),
        lambda: add_division(
            tournament=evening, plan=DivisionPlan(stages=(FINAL,)), by=None
        ),
        lambda: change_division(
            tournament=evening, number=1, name="A", rules=RULES, by=None
        ),
    ):
        refused(act, TOURNAMENT_CLOSED, evening)


# Changing ------------------------------------------------------------------


def change(stage: Stage, *, source: int | None = None, **changes: Any) -> None:
    change_stage(
        tournament=stage.division.tournament,
        number=stage.number,
        plan=plan_of(stage, **changes),
        source=source,
        by=None,
    )


def test_everything_about_a_stage_can_change_before_it_is_drawn() -> None:
    stage = rows(builders.tournament("swiss"))[0]
    change(
        stage,
        name="Groups",
        format="round_robin",
        match_length=5,
        rounds=99,
        options={"groups": 4, "lives": 2},
    )
    stage.refresh_from_db()
    assert (stage.format, stage.name, stage.rounds) == ("round_robin", "Groups", 99)
    assert stage.options == with_tiebreaks("round_robin", {"groups": 4})
    assert last_line() == ("stage_changed", "Groups")


def test_pairs_kept_apart_survive_other_changes() -> None:
    stage = rows(builders.tournament("swiss"))[0]
    Stage.objects.filter(pk=stage.pk).update(options={"forbidden": [[1, 2]]})
    stage.refresh_from_db()
    change(stage, options={"legs": 2})
    stage.refresh_from_db()
    assert stage.options == {"legs": 2, "forbidden": [[1, 2]]}
    assert structure_of(stage.division.tournament).first.options == {"legs": 2}


def test_a_drawn_stage_changes_in_what_comes_later_only() -> None:
    evening = builders.evening("swiss", 4)
    for _round in range(2):
        builders.played_round(evening)
    stage = rows(evening)[0]
    later = {"apart": ["club"], "apart_rounds": 0}
    change(stage, name="Main", match_length=9, rounds=5, options=later)
    stage.refresh_from_db()
    kept = with_tiebreaks("swiss", later)
    assert (stage.match_length, stage.rounds, stage.options) == (9, 5, kept)
    other_order = {**later, "tiebreaks": ["difference:1"]}
    refused(lambda: change(stage, options=other_order), STAGE_DRAWN, evening)
    for changed in ({"format": "monrad"}, {"options": {**later, "legs": 2}}):
        refused(lambda to=changed: change(stage, **to), STAGE_DRAWN, evening)
    refused(lambda: change(stage, rounds=1), TOO_FEW_ROUNDS, evening)


def test_a_drawn_bracket_keeps_who_drops() -> None:
    cup = builders.tournament("elimination")
    add_branch(tournament=cup, of=1, plan=CONSOLATION, by=None)
    builders.entered(cup, 8)
    builders.published_round(cup)
    _main, branch = rows(cup)
    change(branch, match_length=3, name="B")
    branch.refresh_from_db()
    assert (branch.match_length, branch.name) == (3, "B")
    refused(lambda: change(branch, options={"pattern": "first_loss"}), STAGE_DRAWN, cup)


def test_a_bracket_with_losers_brackets_stays_a_bracket() -> None:
    cup = builders.tournament("elimination")
    add_branch(tournament=cup, of=1, plan=CONSOLATION, by=None)
    sentence = refused(lambda: change(rows(cup)[0], format="swiss"), STAGE_NEEDED, cup)
    assert "Remove Consolation first." in sentence


def test_a_stage_that_feeds_another_has_an_end() -> None:
    evening = of_card("swiss-final")
    refused(lambda: change(rows(evening)[0], format="night"), STAGE_ENDLESS, evening)


@pytest.mark.database
def test_who_goes_on_can_be_chosen() -> None:
    evening = of_card("swiss-final")
    add_stage(
        tournament=evening,
        after=1,
        plan=StagePlan(name="B", format="swiss", match_length=3, rounds=2, take_from=5),
        by=None,
    )
    first, final, third = rows(evening)
    assert outline(evening)[0].chain == "Swiss → (Final; B)"
    change(third, source=2, take=2, take_from=3)
    third.refresh_from_db()
    assert (third.source, third.take, third.take_from) == (final, 2, 3)
    change(final, source=3)
    final.refresh_from_db()
    assert final.source == first


def test_rules_of_one_division_change_alone() -> None:
    weekend = of_card("weekend-open")
    own = HouseRules(profile=DEFAULT.with_changes(jacoby=True), rated=False)
    change_division(tournament=weekend, number=2, name="B", rules=own, by=None)
    jacoby = [row.profile.profile.jacoby for row in weekend.divisions.all()]
    assert jacoby == [False, True, False]
    builders.entered(weekend, 4)
    builders.published_round(weekend)
    refused(
        lambda: change_division(
            tournament=weekend, number=1, name="A", rules=own, by=None
        ),
        RULES_FROZEN,
        weekend,
    )


def test_settings_reach_all_divisions_without_rules_of_their_own() -> None:
    weekend = of_card("weekend-open")
    own = HouseRules(profile=DEFAULT.with_changes(jacoby=True))
    change_division(tournament=weekend, number=2, name="B", rules=own, by=None)
    stage = rows(weekend)[0]
    plan = builders.plan(
        "elimination",
        match_length=stage.match_length,
        rounds=1,
        profile=DEFAULT.with_changes(beavers=1),
    )
    change_tournament(tournament=weekend, plan=plan, by=None)
    beavers = [row.profile.profile.beavers for row in weekend.divisions.all()]
    assert beavers == [1, 0, 1]


# Removing ------------------------------------------------------------------


def test_stages_are_removed_from_the_end() -> None:
    cup = of_card("cup-consolation")
    sentence = refused(
        lambda: remove_stage(tournament=cup, number=2, by=None), STAGE_NEEDED, cup
    )
    assert sentence.startswith("Last chance gets its players from this stage.")
    for number in (3, 2):
        remove_stage(tournament=cup, number=number, by=None)
    assert last_line() == ("stage_removed", "Consolation")
    refused(lambda: remove_stage(tournament=cup, number=1, by=None), LAST_STAGE, cup)


def test_what_was_drawn_is_not_removed() -> None:
    cup = of_card("cup-consolation")
    builders.entered(cup, 8)
    builders.published_round(cup)
    refused(lambda: remove_stage(tournament=cup, number=3, by=None), STAGE_DRAWN, cup)
    refused(
        lambda: remove_division(tournament=cup, number=1, by=None), LAST_DIVISION, cup
    )
    stages = (StagePlan(format="swiss", match_length=3, rounds=2),)
    add_division(tournament=cup, plan=DivisionPlan(stages=stages), by=None)
    refused(
        lambda: remove_division(tournament=cup, number=1, by=None), STAGE_DRAWN, cup
    )


@pytest.mark.database
def test_a_division_goes_with_its_entries_and_draws_called_off() -> None:
    weekend = of_card("weekend-open")
    builders.entered(weekend, 4)
    request_draw(tournament=weekend, by=None)
    refused(
        lambda: remove_division(tournament=weekend, number=1, by=None),
        DRAW_WAITING,
        weekend,
    )
    Draw.objects.update(state=Draw.State.DISCARDED)
    remove_division(tournament=weekend, number=1, by=None)
    assert [row.number for row in weekend.divisions.all()] == [2, 3]
    counts = [model.objects.count() for model in (Entry, Draw, Job)]
    assert counts == [0, 0, 0]
    assert [block.name for block in outline(weekend)] == ["Intermediate", "Beginners"]


@pytest.mark.database
def test_a_tournament_of_stages_that_feed_each_other_is_deleted() -> None:
    evening = of_card("swiss-final")
    move_to_bin(tournament=evening, by=None)
    empty_bin(timezone.now() + timedelta(days=KEPT_DAYS + 1))
    assert not Stage.objects.exists()


def test_an_announced_draw_is_outdated_by_a_change() -> None:
    evening = builders.evening("swiss", 4)
    announce_draw(tournament=evening, by=None)
    change(rows(evening)[0], options={"apart": ["club"]})
    with pytest.raises(RuleError):
        request_draw(tournament=evening, by=None)


# Pages ---------------------------------------------------------------------


def path_of(of: Tournament, rest: str = "") -> str:
    return f"/desk/{of.slug}/structure/{rest}"


def sent_of(client: Client, path: str) -> dict[str, Any]:
    """What a page would send if nothing on it was touched."""
    form = client.get(path).context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value not in (None, False)}


@pytest.mark.parametrize("key", ["weekend-open", "cup-consolation", "swiss-final"])
def test_the_page_shows_what_leads_where(ada: Client, key: str) -> None:
    made = of_card(key)
    page = text_of(ada.get(path_of(made)))
    for block in outline(made):
        assert block.chain in page
        for line in block.lines:
            assert line.facts in page
            path = path_of(made, f"stages/{line.stage.number}/")
            assert path in page
            assert (f"{path}remove/" in page) == line.can_remove
            assert (f"{path}losers/" in page) == line.can_branch


@pytest.mark.parametrize(
    ("key", "number"),
    [
        *(("cup-consolation", number) for number in (2, 1, 3)),
        *(("swiss-final", number) for number in (1, 2)),
        *((key, 1) for key in ("league", "three-lives", "doubles", "club-night")),
        *((key, 1) for key in ("double-elimination", "groups-final", "club-monrad")),
    ],
)
def test_a_stage_sent_untouched_stays_as_it_is(
    ada: Client, key: str, number: int
) -> None:
    made = of_card(key)
    before = structure_of(made)
    path = path_of(made, f"stages/{number}/")
    answer = ada.post(path, sent_of(ada, path))
    assert answer.status_code == 302, text_of(answer)
    assert structure_of(made) == before


def test_a_drawn_stage_sent_untouched_stays_as_it_is(ada: Client) -> None:
    made = of_card("cup-consolation")
    builders.entered(made, 8)
    builders.published_round(made)
    before = structure_of(made)
    for number in (1, 2, 3):
        path = path_of(made, f"stages/{number}/")
        sent = sent_of(ada, path)
        assert set(sent) <= {"name", "match_length", "lengths", "seen"}
        assert shows(ada.get(path), "drawn")
        assert ada.post(path, sent).status_code == 302
    assert structure_of(made) == before


def test_another_format_asks_for_something_else(ada: Client) -> None:
    made = builders.tournament("swiss")
    path = path_of(made, "stages/1/")
    sent = sent_of(ada, path) | {"format": "round_robin", "name": "Half typed"}
    answer = ada.post(path, sent | {"fill_in": "1"})
    assert answer.status_code == 200
    form = answer.context["form"]
    assert form["name"].value() == "Half typed"
    assert {"groups", "times", "legs"} <= set(form.fields)
    assert builders.stage(made).format == "swiss"
    again = {
        name: form[name].value() for name in form.fields if form[name].value() != ""
    }
    again = {name: value for name, value in again.items() if value is not None}
    assert ada.post(path, again | {"groups": 2, "rounds": ""}).status_code == 302
    stage = builders.stage(made)
    assert (stage.format, stage.options, stage.rounds) == (
        "round_robin",
        with_tiebreaks("round_robin", {"groups": 2}),
        99,
    )


@pytest.mark.database
@pytest.mark.parametrize(
    ("key", "number", "typed", "field"),
    [
        ("club-swiss", 1, {"rounds": "9" * 5000}, "rounds"),
        ("club-swiss", 1, {"name": "\x00"}, "name"),
        *map(
            on_sqlite,
            (
                ("club-swiss", 1, {"match_length": ""}, "match_length"),
                ("club-swiss", 1, {"match_length": "100"}, "match_length"),
                ("club-swiss", 1, {"rounds": ""}, "rounds"),
                ("club-swiss", 1, {"lengths": "seven"}, "lengths"),
                ("club-swiss", 1, {"lengths": "7 7 7 7 7"}, "lengths"),
                ("club-swiss", 1, {"format": "martian"}, "format"),
                ("club-swiss", 1, {"format": BRANCH}, "format"),
                ("club-swiss", 1, {"name": "x" * 61}, "name"),
                ("club-swiss", 1, {"apart": ["clubs"]}, "apart"),
                ("club-swiss", 1, {"legs": "6"}, "legs"),
                ("three-lives", 1, {"lives": "0"}, "lives"),
                ("league", 1, {"times": "-1"}, "times"),
                ("cup", 1, {"byes": "left"}, "byes"),
                ("cup", 1, {"seeded": "many"}, "seeded"),
                ("double-elimination", 1, {"reset": "maybe"}, "reset"),
                ("cup-consolation", 2, {"pattern": "zigzag"}, "pattern"),
                ("cup-consolation", 2, {"first": "3", "last": "2"}, "last"),
                ("swiss-final", 2, {"take": "-1"}, "take"),
                ("swiss-final", 2, {"take": "1"}, "take"),
                ("swiss-final", 2, {"take_from": "0"}, "take_from"),
                ("swiss-final", 2, {"source": "2"}, "source"),
                ("swiss-final", 2, {"source": "x"}, "source"),
            ),
        ),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    ada: Client, key: str, number: int, typed: dict[str, Any], field: str
) -> None:
    made = of_card(key)
    before = structure_of(made)
    path = path_of(made, f"stages/{number}/")
    answer = ada.post(path, sent_of(ada, path) | typed)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert structure_of(made) == before


def test_an_empty_form_keeps_what_was_chosen(ada: Client) -> None:
    made = of_card("doubles")
    path = path_of(made, "stages/1/")
    sent = {"match_length": 3, "rounds": 2, "format": "swiss", "name": ""}
    assert ada.post(path, sent).status_code == 302
    assert rows(made)[0].options == with_tiebreaks("swiss", {"legs": 2})
    assert ada.post(path, {}).status_code == 422


def test_stages_are_added_on_pages_and_undone(ada: Client) -> None:
    made = builders.tournament("elimination")
    for way, name in (("losers", "Consolation"), ("after", "Final")):
        path = path_of(made, f"stages/1/{way}/")
        sent = sent_of(ada, path)
        assert sent["name"] == name
        assert ada.post(path, sent).status_code == 302
        page = text_of(ada.get(path_of(made)))
        assert f"{name} is added." in page
    assert [row.name for row in rows(made)] == ["Knockout", "Consolation", "Final"]
    assert (rows(made)[2].take, rows(made)[2].options) == (4, {"seeded": 4})
    undo = path_of(made, "stages/3/remove/")
    assert "Remove Final?" in text_of(ada.get(undo))
    assert ada.post(undo).status_code == 302
    assert len(rows(made)) == 2
    answer = ada.post(path_of(made, "stages/1/remove/"))
    assert answer.status_code == 422
    assert "Remove Consolation first." in text_of(answer)


def test_a_second_bracket_of_losers_takes_the_later_rounds(ada: Client) -> None:
    made = builders.tournament("elimination")
    first = StagePlan(format=BRANCH, match_length=5, options={"last": 2})
    add_branch(tournament=made, of=1, plan=first, by=None)
    path = path_of(made, "stages/1/losers/")
    assert sent_of(ada, path)["first"] == 3
    answer = ada.post(path, sent_of(ada, path) | {"first": 2})
    assert answer.status_code == 422
    assert "Losers of round 2 go to" in text_of(answer)


def test_a_side_event_is_added_on_a_page(ada: Client) -> None:
    made = builders.evening("swiss", 4)
    builders.published_round(made)
    path = path_of(made, "divisions/new/")
    assert ada.post(path, {}).status_code == 422
    sent = {"name": "Jackpot", "template": "jackpot", "match_length": 11}
    assert ada.post(path, sent).status_code == 302
    assert (rows(made)[1].match_length, rows(made)[1].division.name) == (11, "Jackpot")
    page = text_of(ada.get(path_of(made)))
    assert "Jackpot is added." in page
    remove = path_of(made, "divisions/2/remove/")
    assert "Remove Jackpot?" in text_of(ada.get(remove))
    assert ada.post(remove).status_code == 302
    answer = ada.post(path_of(made, "divisions/1/remove/"))
    assert answer.status_code == 422


def test_a_division_is_changed_on_its_page(ada: Client) -> None:
    made = of_card("weekend-open")
    path = path_of(made, "divisions/2/")
    sent = sent_of(ada, path) | {"name": "Mellem", "beavers": 1}
    shown = ada.post(path, sent | {"fill_in": "1", "rules": "swedish"})
    assert (shown.status_code, shown.context["form"]["name"].value()) == (200, "Mellem")
    assert ada.post(path, sent).status_code == 302
    division = made.divisions.get(number=2)
    assert (division.name, division.profile.profile.beavers) == ("Mellem", 1)
    assert ada.post(path, sent | {"beavers": 99}).status_code == 422


@pytest.mark.database
def test_a_published_division_keeps_its_rules_on_its_page(ada: Client) -> None:
    made = builders.evening("swiss", 4)
    builders.published_round(made)
    path = path_of(made, "divisions/1/")
    page = text_of(ada.get(path))
    assert shows(page, "rules-fixed")
    assert ada.post(path, {"name": "A", "reporting": "agree"}).status_code == 302
    division = made.divisions.get()
    assert (division.name, division.reporting) == ("A", "agree")
    assert division.profile.profile == DEFAULT


def test_settings_of_several_stages_ask_for_none(ada: Client) -> None:
    made = of_card("weekend-open")
    before = structure_of(made)
    path = f"/desk/{made.slug}/settings/"
    page = ada.get(path)
    assert "format" not in page.context["form"].fields
    assert path_of(made) in text_of(page)
    sent = {"name": "Later", "date": "2026-11-27", "language": "en", "crawford": "on"}
    assert ada.post(path, sent).status_code == 302
    made.refresh_from_db()
    assert made.name == "Later"
    assert structure_of(made) == before


def test_a_closed_tournament_offers_no_changes(ada: Client) -> None:
    made = builders.tournament()
    close_tournament(tournament=made, by=None)
    page = text_of(ada.get(path_of(made)))
    assert path_of(made, "stages/1/") not in page
    answer = ada.post(path_of(made, "divisions/new/"), {"name": "A", "template": "cup"})
    assert answer.status_code == 422
    assert TOURNAMENT_CLOSED.english in text_of(answer)


@pytest.mark.parametrize("rest", ["stages/9/", "stages/9/remove/", "divisions/9/"])
def test_pages_of_nothing_are_not_found(ada: Client, rest: str) -> None:
    made = builders.tournament()
    assert ada.get(path_of(made, rest)).status_code == 404
