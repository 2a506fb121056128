"""A club that already runs: its matches keep their rules, results and secrets."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = [("matches", "0001_initial"), ("tournaments", "0001_initial")]


@pytest.fixture
def old() -> Iterator[Any]:
    """The models of the first release, on an empty database of that release."""
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate(FIRST)
    yield MigrationExecutor(connection).loader.project_state(FIRST).apps
    executor = MigrationExecutor(connection)
    executor.migrate(newest)


def migrated() -> Any:
    """Migrate to the newest release and return its models."""
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate(newest)
    return MigrationExecutor(connection).loader.project_state(newest).apps


def test_matches_of_the_first_release_are_carried_over(old: Any) -> None:
    player, match = (
        old.get_model("matches", "Player"),
        old.get_model("matches", "Match"),
    )
    one, two, three = (
        player.objects.create(key=f"KEY{n}", name=f"Player {n}", sort_name=f"{n}")
        for n in range(3)
    )
    shared = {"length": 7, "player_1": one, "player_2": two, "revision": 1}
    done = {"winner": 1, "state": "done"}
    match.objects.create(code="PLAYED", **shared, **done, score_1=7, cube_cap=64)
    given = match.objects.create(
        code="GIVEN", **shared, **done, walkover=True, crawford=False
    )
    old.get_model("matches", "FinalScore").objects.create(
        match=given, score_1=0, score_2=0, winner=1, walkover=True
    )
    tournament = old.get_model("tournaments", "Tournament").objects.create(
        slug="evening", name="Evening", date=date(2026, 11, 20), language="en"
    )
    division = old.get_model("tournaments", "Division").objects.create(
        tournament=tournament
    )
    old.get_model("tournaments", "Stage").objects.create(
        division=division, format="swiss", rounds=3, match_length=7, crawford=False
    )
    assert three.pk

    new = migrated()
    match = new.get_model("matches", "Match")
    played, given = match.objects.get(code="PLAYED"), match.objects.get(code="GIVEN")
    assert (played.how, given.how) == ("played", "walkover")
    assert played.profile.values["crawford"] is True
    assert played.profile.values["cube_cap"] == 64
    assert given.profile.values["crawford"] is False
    assert given.profile.values["cube_cap"] is None
    assert (played.reporting, played.rated, played.equity_table) == (
        "director",
        True,
        "",
    )
    assert played.sheet_code != given.sheet_code
    assert {len(played.sheet_code), len(given.sheet_code)} == {8}
    links = new.get_model("matches", "Player").objects.values_list(
        "link_key", flat=True
    )
    assert len(set(links)) == 3
    final = new.get_model("matches", "FinalScore").objects.get()
    assert (final.how, final.winner) == ("walkover", 1)
    division = new.get_model("tournaments", "Division").objects.get()
    assert division.profile.values["crawford"] is False
    assert new.get_model("tournaments", "Stage").objects.get().lengths == []
