"""The page of a row: every number with what made it; and the finishing order."""

import csv
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import builders
from tests.tournaments.setup.test_stages import published
from tests.tournaments.test_toy_format import text_of
from tournaments import engine
from tournaments.engine.bracket.places import EQUALLY_FAR
from tournaments.models import Entry, Stage, Tournament
from tournaments.rounds import engine_state
from tournaments.setup.presets import preset_named
from tournaments.standings import queries
from tournaments.standings.finishing import PLACE_BEFORE, PLAYED_ON, finishing_order
from tournaments.standings.working import working_of
from tournaments.structure.queries import stages_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def chosen(evening: Tournament, *codes: str, **options: Any) -> Stage:
    """Give the first stage another order, as before its first round."""
    stage = builders.stage(evening)
    stage.options = {**stage.options, "tiebreaks": list(codes), **options}
    stage.save()
    return builders.stage(evening)


@pytest.mark.sqlite
def test_a_direct_encounter_that_decides_nothing_says_so() -> None:
    """Nobody stands below equals whom the matches among them do not tell apart."""
    evening = builders.evening("round_robin", 4)
    stage = builders.stage(evening)

    def told(mark: str) -> list[tuple[bool, str]]:
        found = [
            working_of(stage, mark, row.number)
            for row in queries.standings_table(stage, mark).rows
        ]
        direct = [one["sums"][0] for one in found if one is not None]
        return [(one["value"] != queries.NOTHING, one["total"]) for one in direct]

    builders.played_round(evening)
    early = told("one")
    builders.played_round(evening)
    builders.played_round(evening)
    late = told("three")
    assert [decides for decides, _text in early] == [False] * 4
    assert len({text for _decides, text in early}) == 1  # two and two are equal
    decided = {text for decides, text in late if decides}
    assert decided
    assert decided.isdisjoint(text for decides, text in early + late if not decides)


@pytest.mark.sqlite
def test_every_number_of_a_row_opens_into_its_sum(client: Client) -> None:
    evening = builders.evening("swiss", 7)
    every = [one.code for one in engine.TIEBREAKS]
    stage = chosen(evening, *every)
    for _ in range(3):
        builders.played_round(evening)
    table = queries.standings_table(stage, "now")
    assert [column.key for column in table.columns] == [
        one.key for one in engine.TIEBREAKS
    ]
    for row in table.rows:
        shown = working_of(stage, "now", row.number)
        assert shown is not None
        assert [one["value"] for one in shown["sums"]] == [
            *map(queries.localized, row.values)
        ]
        assert len(shown["games"]) == 3
        assert shown["row"] == row
    page = client.get(f"/tournaments/{evening.slug}/stages/1/standings/1/")
    content = page.content.decode()
    assert content.count("<details") >= len(every)
    for path in ("standings/99/", "standings/0/"):
        gone = client.get(f"/tournaments/{evening.slug}/stages/1/{path}")
        assert gone.status_code == 404
    listed = client.get(f"/tournaments/{evening.slug}/standings/").content.decode()
    assert f'href="/tournaments/{evening.slug}/stages/1/standings/1/"' in listed


@pytest.mark.sqlite
def test_a_row_of_a_bracket_has_no_sums(client: Client) -> None:
    cup = builders.evening("elimination", 4)
    builders.published_round(cup)
    path = f"/tournaments/{cup.slug}/stages/1/standings/"
    assert client.get(f"{path}1/").status_code == 404
    # All four are still in: it is said once.
    assert [bool(row.why) for row in client.get(path).context["page"].table.rows] == [
        *(True, False, False, False)
    ]
    assert client.get(path).content.decode().count('<td class="is-why"></td>') == 3


def test_lots_and_ratings_are_those_of_the_first_round() -> None:
    evening = builders.evening("swiss", 6)
    stage = chosen(evening, "rating:1", "lots:1")
    Entry.objects.get(division=stage.division, number=1).player.save()
    before = engine_state.load(stage)
    assert before.lots_seed == ""
    draw = builders.published_round(evening)
    state = engine_state.load(stage)
    first = stage.draws.get(round__number=1)
    assert state.lots_seed == first.seed
    assert "lots_seed" not in first.record["state"]
    assert engine.to_record(state)["lots_seed"] == first.seed
    assert engine.from_record(engine.to_record(state)).lots_seed == first.seed
    player = Entry.objects.get(division=stage.division, number=1).player
    rated = player.rating
    player.rating = 1999
    player.save()
    again = {one.number: one.rating for one in engine_state.load(stage).entrants}
    assert again[1] == rated
    assert draw is not None


def test_equals_are_told_once_and_play_off_if_so_chosen() -> None:
    evening = builders.evening("swiss", 4)
    stage = chosen(evening, "play_off:1")
    builders.played_round(evening)
    table = queries.compute(stage)
    assert table.columns == ()
    assert table.has_play_off
    said = [row.why for row in engine_state.standings(stage).rows]
    assert [why.params.get("count") for why in said if why] == [2, None, 2]


def card(key: str) -> Tournament:
    found = preset_named(key)
    assert found is not None
    return builders.tournament(
        found.format, divisions=found.divisions, date=date(2026, 11, 20)
    )


def finals(stages: list[Stage]) -> list[list[tuple[str, list[str]]]]:
    return [
        [
            (event.title, [one.shown_place for one in event.finishers])
            for event in division.events
        ]
        for division in finishing_order(stages, "now")
    ]


@pytest.mark.sqlite
def test_a_final_decides_the_places_of_those_who_played_it(client: Client) -> None:
    made = builders.tournament("swiss", rounds=3)
    first = builders.stage(made)
    final = Stage.objects.create(
        division=first.division,
        number=2,
        name="Final",
        format="elimination",
        rounds=1,
        match_length=9,
        options={"seeded": 4},
        source=first,
        take=4,
    )
    builders.entered(made, 7)
    for _ in range(3):
        builders.played_round(made)
    before = finishing_order(stages_of(made), "before")
    (event,) = before[0].events
    swiss = [one.row.number for one in event.finishers]
    assert event.provisional
    published(made, Stage.objects.get(pk=final.pk))
    ((event,),) = [one.events for one in finishing_order(stages_of(made), "then")]
    assert event.stages == (first, final)
    numbers = [one.row.number for one in event.finishers]
    assert sorted(numbers[:4]) == sorted(swiss[:4])
    assert numbers[4:] == swiss[4:]
    assert [one.place for one in event.finishers[4:]] == [
        one.place for one in before[0].events[0].finishers[4:]
    ]
    said = [one.why[0] if one.why else None for one in event.finishers]
    assert said[:4] == [EQUALLY_FAR.english, None, None, PLAYED_ON]
    last = event.finishers[3]
    assert last.why is not None
    assert last.why[1]["other"] == event.finishers[4].row.name
    assert all(one.why == one.row.why for one in event.finishers[4:])
    page = text_of(client.get(f"/tournaments/{made.slug}/finishing-order/"))
    assert "Final ranking" in page
    assert last.why_text in page
    answer = client.get(f"/tournaments/{made.slug}/finishing-order.csv")
    rows = list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == 8
    assert [row[2] for row in rows[1:]] == [str(one.place) for one in event.finishers]
    assert [row[-1] for row in rows[1:]] == [one.why_text for one in event.finishers]


@pytest.mark.sqlite
def test_who_did_not_play_on_stands_above_by_the_stage_before() -> None:
    """The second of the first stage has left: the first and the third play on."""
    made = builders.tournament("swiss", rounds=3)
    first = builders.stage(made)
    final = Stage.objects.create(
        division=first.division,
        number=2,
        name="Final",
        format="elimination",
        rounds=1,
        match_length=9,
        options={"seeded": 2},
        source=first,
        take=2,
    )
    builders.entered(made, 6)
    for _ in range(3):
        builders.played_round(made)
    before = [row.number for row in queries.standings_table(first, "before").rows]
    Entry.objects.filter(division=first.division, number=before[1]).update(
        withdrawn_at=timezone.now()
    )
    published(made, Stage.objects.get(pk=final.pk))
    builders.play_on(made)
    ((event,),) = [one.events for one in finishing_order(stages_of(made), "then")]
    assert {event.finishers[0].row.number, event.finishers[2].row.number} == {
        before[0],
        before[2],
    }
    said = [one.why[0] if one.why else None for one in event.finishers]
    assert said[:3] == [PLAYED_ON, PLACE_BEFORE, PLAYED_ON]


@pytest.mark.sqlite
def test_main_and_losers_stand_side_by_side() -> None:
    made = card("weekend-open")
    builders.entered(made, 8)
    builders.played_round(made)
    main, consolation = finals(stages_of(made))[0]
    assert main[1] == ["=1"] * 4 + ["=5"] * 4
    assert consolation[1] == ["=1"] * 4
    rules = queries.rules_of_places(
        [(stage, queries.standings_table(stage, "now")) for stage in stages_of(made)]
    )
    assert len(rules) == 1  # nine tables, one explanation
    ada = builders.signed_in(builders.director())
    pages = [f"stages/{stage.number}/standings/" for stage in stages_of(made)]
    told = [ada.get(f"/tournaments/{made.slug}/{path}") for path in pages]
    told.append(ada.get(f"/desk/{made.slug}/close/"))
    for page in told:
        assert page.content.decode().count('class="explain"') == 1
