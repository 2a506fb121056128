"""Groups: a table for each, letters in place of numbers, and the knock-out after."""

import pytest
from django.test import Client

from tests import builders
from tests.examples import once_on_postgresql
from tests.refusals import shows
from tests.tournaments.setup.test_stages import published
from tournaments.engine import LotPlace
from tournaments.engine.formats.round_robin.pairing import group_of
from tournaments.models import Entry, Pairing, Stage, Tournament
from tournaments.rounds import engine_state
from tournaments.standings.queries import NOTHING, compute
from tournaments.structure.plan import DivisionPlan, StagePlan
from tournaments.structure.words import stage_facts
from tournaments.templatetags.tournament_tags import lot_cell, lot_text

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def groups_into_cup(who: int, *, groups: int, take: int) -> tuple[Tournament, Stage]:
    """Groups whose best play a knock-out; all rounds of the groups are played."""
    made = builders.tournament("round_robin", rounds=99)
    first = builders.stage(made)
    Stage.objects.filter(pk=first.pk).update(options={"groups": groups})
    final = Stage.objects.create(
        division=first.division,
        number=2,
        name="Final",
        format="elimination",
        rounds=1,
        match_length=9,
        options={"seeded": take},
        source=first,
        take=take,
    )
    builders.entered(made, who)
    largest = -(-who // groups)
    for _ in range(largest - 1 + largest % 2):
        builders.played_round(made)
    return made, Stage.objects.get(pk=final.pk)


@pytest.mark.parametrize(
    ("who", "groups", "take"),
    once_on_postgresql((8, 4, 8), (8, 2, 4), (12, 4, 8), (6, 3, 6)),
)
def test_who_was_in_one_group_does_not_meet_at_once(
    who: int, groups: int, take: int
) -> None:
    made, final = groups_into_cup(who, groups=groups, take=take)
    source = builders.stage(made)
    group = {number: group_of(lot) for number, lot in source.lot_of.items()}
    known = {one.number: one.group for one in engine_state.load(final).entrants}
    assert known == {number: str(group[number]) for number in known}
    published(made, final)
    rows = Pairing.objects.filter(stage=final, entry_2__isnull=False)
    met = list(rows.values_list("entry_1__number", "entry_2__number"))
    assert met
    assert all(group[one] != group[two] for one, two in met)


@pytest.mark.sqlite
def test_one_group_is_no_group() -> None:
    _, final = groups_into_cup(4, groups=1, take=4)
    assert {one.group for one in engine_state.load(final).entrants} == {""}


@pytest.mark.sqlite
def test_each_group_has_its_own_standings(client: Client) -> None:
    made, _ = groups_into_cup(8, groups=2, take=4)
    table = compute(builders.stage(made))
    assert [group.number for group in table.groups] == [1, 2]
    assert [len(group.rows) for group in table.groups] == [4, 4]
    assert all(group.rows[0].place == 1 for group in table.groups)
    assert len(table.rows) == 8
    page = client.get(f"/tournaments/{made.slug}/standings/").content.decode()
    assert page.count("Group A") == page.count("Group B") == 1
    cross = client.get(f"/tournaments/{made.slug}/stages/1/").content.decode()
    assert "Group A" in cross
    entries = client.get(f"/tournaments/{made.slug}/entries/").content.decode()
    assert "A 1<" in entries
    assert "10001" not in page + cross + entries


@pytest.mark.sqlite
def test_who_is_in_no_group_comes_last() -> None:
    made, _ = groups_into_cup(8, groups=2, take=4)
    stage = builders.stage(made)
    Entry.objects.create(
        division=stage.division, number=99, player=builders.player("Late Larsen")
    )
    table = compute(stage)
    assert [group.number for group in table.groups] == [1, 2, 0]
    assert [row.name for row in table.groups[-1].rows] == ["Late Larsen"]


@pytest.mark.sqlite
def test_lots_in_words() -> None:
    league, swiss = Stage(format="round_robin"), Stage(format="monrad")
    groups = Stage(format="round_robin", options={"groups": 3})
    assert lot_text(swiss, 12) == "no. 12"
    assert lot_text(league, 10_004) == "no. 4"
    assert lot_text(groups, 30_002) == "Group C, no. 2"
    assert lot_cell(None, in_groups=True) == ""
    assert lot_cell(LotPlace(0, 7), in_groups=True) == "7"
    assert lot_cell(LotPlace(1, 4), in_groups=False) == "4"
    assert lot_cell(LotPlace(3, 2), in_groups=True) == "C 2"


@pytest.mark.sqlite
def test_the_direct_encounter_is_blank_where_it_does_not_apply() -> None:
    """After one round of four nobody has met whoever has as many wins."""
    evening = builders.evening("swiss", 4)
    builders.played_round(evening)
    table = compute(builders.stage(evening))
    assert table.columns[0].key == "direct"
    assert {row.values[0] for row in table.rows} == {NOTHING}
    made, _ = groups_into_cup(6, groups=2, take=2)
    for group in compute(builders.stage(made)).groups:
        for row in group.rows:
            alone = sum(other.wins == row.wins for other in group.rows) == 1
            assert (row.values[0] == NOTHING) == alone


@pytest.mark.sqlite
def test_a_bye_of_two_matches_is_told() -> None:
    evening = builders.evening("swiss", 3)
    stage = builders.stage(evening)
    assert compute(stage).legs == 1
    Stage.objects.filter(pk=stage.pk).update(options={"legs": 2})
    builders.played_round(evening)
    stage.refresh_from_db()
    table = compute(stage)
    page = Client().get(f"/tournaments/{evening.slug}/standings/").content.decode()
    assert shows(page, "bye-per-leg")
    assert shows(page, "with-byes")
    assert table.legs == 2
    assert sorted(row.wins for row in table.rows) == [1, 1, 2]


@pytest.mark.sqlite
def test_the_structure_says_how_many_players_groups_need() -> None:
    def facts(take: int, **options: int) -> str:
        groups = StagePlan(format="round_robin", match_length=5, options=options)
        final = StagePlan(format="elimination", match_length=9, source=0, take=take)
        return stage_facts(DivisionPlan(stages=(groups, final)), 1)

    needed = "with fewer than 12 players, whole groups advance"
    assert needed in facts(8, groups=4)
    assert needed in facts(5, groups=4)
    assert "whole groups" not in facts(0, groups=4) + facts(4)
