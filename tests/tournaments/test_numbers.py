"""What the database itself refuses, and the numbers that are never given twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from matches.models import Game, Match, Report
from tests import builders
from tournaments.entries.services import add_entries, remove_entry
from tournaments.models import Division, Draw, Entry, Pairing, Stage, Tournament
from tournaments.setup.presets import PRESETS
from tournaments.setup.stage_services import add_stage, remove_stage
from tournaments.structure.plan import StagePlan

pytestmark = pytest.mark.django_db


def refused(act: Callable[[], Any]) -> bool:
    """Say whether the database refuses a write."""
    try:
        with transaction.atomic():
            act()
    except IntegrityError:
        return True
    return False


def update(row: Model, **values: Any) -> Callable[[], Any]:
    """Return an act that writes columns without asking any of our code."""
    return lambda: type(row)._default_manager.filter(pk=row.pk).update(**values)


@pytest.fixture
def evening() -> Tournament:
    """A published round of five: two matches and a bye."""
    made = builders.evening(who=5)
    builders.published_round(made)
    return made


def other_division(of: Tournament) -> Division:
    first = Division.objects.get(tournament=of)
    return Division.objects.create(
        tournament=of, number=of.take_numbers("division"), profile=first.profile
    )


def test_stages_are_numbered_once_in_a_tournament(evening: Tournament) -> None:
    stage = builders.stage(evening)
    twin = Stage(
        tournament=evening,
        division=other_division(evening),
        number=stage.number,
        format="swiss",
        rounds=1,
        match_length=5,
    )
    assert refused(twin.save)
    twin.number = evening.take_numbers("stage")
    assert not refused(twin.save)


def test_entries_are_numbered_once_in_a_tournament(evening: Tournament) -> None:
    entry = builders.entries(evening)[0]
    twin = Entry(
        tournament=evening,
        division=other_division(evening),
        player=entry.player,
        number=entry.number,
    )
    assert refused(twin.save)
    twin.number = evening.take_numbers("entry")
    assert not refused(twin.save)


def test_the_number_of_an_entry_removed_is_not_given_again(db: None) -> None:
    made = builders.tournament()
    builders.entered(made, 3)
    remove_entry(tournament=made, number=3, by=None)
    late = builders.player("Late Comersen")
    added = add_entries(tournament=made, known=[late], new=(), here=True, by=None)
    assert [entry.number for entry in added.entries] == [4]


def test_the_number_of_a_stage_removed_is_not_given_again(db: None) -> None:
    made = builders.tournament()
    final = StagePlan(format="elimination", match_length=5, rounds=1, take=2)
    for number in (2, 3):
        row = add_stage(tournament=made, after=1, plan=final, by=None)
        assert row.number == number
        remove_stage(tournament=made, number=number, by=None)


def test_a_new_row_is_in_the_tournament_of_its_division(evening: Tournament) -> None:
    other = builders.tournament(name="Elsewhere")
    late = Entry(
        tournament=other,
        division=Division.objects.get(tournament=evening),
        player=builders.player("Late Comersen"),
        number=99,
    )
    late.save()
    late.refresh_from_db()
    assert late.tournament == evening


def test_what_is_written_twice_agrees(db: None) -> None:
    made = builders.weekend()
    builders.published_round(made)
    builders.play_on(made)
    for pairing in Pairing.objects.select_related("stage", "draw__stage"):
        assert pairing.tournament_id == pairing.stage.tournament_id
        assert pairing.stage.root == pairing.draw.stage
    for row in (*Stage.objects.all(), *Entry.objects.all()):
        assert row.tournament_id == row.division.tournament_id
    newest = Tournament.objects.get(pk=made.pk)
    stages = Stage.objects.values_list("number", flat=True)
    assert newest.last_stage_number == max(stages)
    assert newest.last_division_number == 1
    assert newest.last_entry_number == len(builders.entries(made))


def test_every_card_counts_its_stages(db: None) -> None:
    for card in PRESETS:
        made = builders.tournament(name=card.key, divisions=card.divisions)
        stages = made.stages.values_list("number", flat=True)
        assert sorted(stages) == list(range(1, made.last_stage_number + 1))
        divisions = made.divisions.values_list("number", flat=True)
        assert sorted(divisions) == list(range(1, made.last_division_number + 1))


def test_values_that_no_code_knows_are_refused(evening: Tournament) -> None:
    match = Match.objects.all()[0]
    draw = Draw.objects.get()
    assert refused(update(match, state="lost"))
    assert refused(update(match, how="sorcery"))
    assert refused(update(match, reporting="anybody"))
    assert refused(update(match, winner=3))
    assert refused(update(match, balance=2))
    assert refused(update(draw, state="torn"))
    assert refused(update(draw.job, state="asleep"))
    assert refused(update(Division.objects.get(), reporting="anybody"))
    builders.play(match, builders.game(1))
    game = Game.objects.all()[0]
    assert refused(update(game, kind="triple"))
    assert refused(update(game, ending="flood"))
    assert refused(update(game, reason="mercy"))
    report = {"match": match, "side": 1, "score_1": 5, "score_2": 3, "revision": 1}
    assert refused(lambda: Report.objects.create(**report, winner=1, state="lost"))
    assert refused(lambda: Report.objects.create(**report, winner=0))


def test_a_bye_has_neither_match_nor_number_nor_call(evening: Tournament) -> None:
    bye = Pairing.objects.get(entry_2=None)
    match = builders.match(people=("Somebody Elsesen", "Another Onesen"))
    assert refused(update(bye, match=match))
    assert refused(update(bye, match_number=99))
    assert refused(update(bye, called_at=builders.minutes_ago(1)))
    played = Pairing.objects.with_match()[0]
    assert refused(update(played, entry_2=None))
    assert refused(update(played, entry_2=played.entry_1))


def test_a_draw_has_its_job_and_seed_when_it_must(evening: Tournament) -> None:
    draw = Draw.objects.get()
    assert refused(update(draw, state="announced"))  # it has a job and a seed
    assert refused(update(draw, state="drawing", job=None))
    assert refused(update(draw, state="drawing", seed=""))
    announced = {"state": "announced", "job": None, "seed": ""}
    assert refused(update(draw, **announced))  # when?
    now = builders.minutes_ago(0)
    assert not refused(update(draw, **announced, announced_at=now))


@pytest.mark.django_db(transaction=True)
def test_numbers_taken_at_the_same_moment_differ() -> None:
    made = builders.tournament()
    start = Barrier(4)

    def take(_who: int) -> list[int]:
        connection.ensure_connection()
        start.wait(timeout=20)
        try:
            return [made.take_numbers("entry", 2) for _ in range(10)]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        taken = [first for each in pool.map(take, range(4)) for first in each]
    assert sorted(taken) == list(range(1, 80, 2))
    assert Tournament.objects.get().last_entry_number == 80
