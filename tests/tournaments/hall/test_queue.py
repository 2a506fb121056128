"""The one list of a desk with several stages: which matches, counted by which chips."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, override

from matches.jobs import tasks
from matches.ledger.recording import record_final
from matches.ledger.reporter import SHEET, Reporter
from matches.models import Match
from matches.players.services import NewPlayer
from matches.rules import Side
from tests import builders
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.entries.services import add_entries
from tournaments.hall.queue import Queue, asked_of, queue_of
from tournaments.models import Pairing, Stage, Tournament
from tournaments.setup.presets import preset_named
from tournaments.setup.stage_services import add_division
from tournaments.structure.plan import DivisionPlan
from tournaments.tables.calls import HallState
from tournaments.tables.order import in_order
from tournaments.tables.progress import desk_of

pytestmark = pytest.mark.django_db

Shown = list[tuple[str, int, bool]]


def listed(made: Tournament, **address: str) -> Queue:
    """Return the list as an address shows it."""
    return queue_of(desk_of(made), asked_of(address))


def chips(queue: Queue) -> tuple[Shown, Shown]:
    """Return the chips of divisions and of stages: title, count, whether chosen."""
    one, two = (
        [(chip.title, chip.count, chip.is_chosen) for chip in shown]
        for shown in (queue.divisions, queue.stages)
    )
    return one, two


def two_divisions() -> Tournament:
    """Return a cup with consolation and last chance, and a jackpot, both drawn."""
    made = builders.weekend(8)
    builders.published_round(made)
    card = preset_named("jackpot")
    assert card is not None
    plan = DivisionPlan(name="Jackpot", stages=card.structure.divisions[0].stages)
    division = add_division(tournament=made, plan=plan, by=None)
    made.refresh_from_db()
    people = [NewPlayer(name) for name in ("Xi", "Yo", "Zu", "Wo")]
    add_entries(tournament=made, known=(), new=people, here=True, division=2, by=None)
    drawn = request_draw(tournament=made, stage=division.stages.get(), by=None)
    tasks.run_job(drawn.job_id)
    publish_round(draw_id=drawn.pk, tournament=made, by=None)
    made.refresh_from_db()
    return made


def test_one_division_has_chips_for_its_stages_alone() -> None:
    made = builders.weekend(8)
    builders.published_round(made)
    first = Match.objects.order_by("pk").first()
    assert first is not None
    builders.won(1, first)
    assert chips(listed(made)) == ([], [("All", 3, True), ("Main", 3, False)])


def test_divisions_are_chosen_first_and_then_their_stages() -> None:
    made = two_divisions()
    main, jackpot = (str(one) for one in made.divisions.order_by("number"))
    everything = listed(made)
    assert len(everything.rows) == 6
    assert chips(everything) == (
        [("All", 6, True), (main, 4, False), (jackpot, 2, False)],
        [],
    )
    of_one = listed(made, division="1", by="waiting")
    assert len(of_one.rows) == 4
    assert chips(of_one) == (
        [("All", 6, False), (main, 4, True), (jackpot, 2, False)],
        [("Main", 4, False)],
    )
    assert of_one.divisions[2].query == "?division=2&stage=0&by=waiting"
    stage = str(made.divisions.get(number=2).stages.get().number)
    of_stage = listed(made, stage=stage)
    assert {one.stage.number for one in of_stage.rows} == {int(stage)}
    assert [chip.is_chosen for chip in of_stage.divisions] == [False] * 3
    assert [chip.is_chosen for chip in of_stage.stages] == [True]
    assert of_stage.asked.division == 2


@pytest.mark.parametrize("odd", ["99", "-1", "x", "100000", ""])
def test_an_odd_address_shows_everything(odd: str) -> None:
    made = builders.weekend(4)
    builders.published_round(made)
    for name in ("division", "stage", "by", "opened"):
        found = listed(made, **{name: odd})
        assert len(found.rows) == 2
        assert (found.asked.division, found.asked.stage) == (0, 0)


def test_what_waits_is_listed_and_not_said_twice() -> None:
    made = builders.weekend(8)
    builders.published_round(made)
    Match.objects.update(reporting="agree")
    match = Match.objects.order_by("pk")[0]
    director: Client = builders.signed_in(builders.director())
    desk = f"/desk/{made.slug}/"
    assert 'id="waiting"' not in director.get(desk).content.decode()
    by = Reporter(side=Side.ONE, via=SHEET)
    record_final(match_id=match.pk, score_1=match.length, score_2=5, by=by)
    shown = director.get(desk).content.decode()
    assert 'id="waiting-first"' in shown
    assert "1 report to review" not in shown
    assert "1 report to review" in director.get(f"{desk}entries/").content.decode()


def test_those_that_wait_stand_in_the_order_in_which_they_are_called() -> None:
    made = two_divisions()
    Pairing.objects.filter(tournament=made).update(called_at=None, table=None)
    numbers = [row.row.match_number for row in listed(made).rows]
    late, early = numbers[0], numbers[-1]
    opened = {late: timedelta(minutes=5), early: timedelta(hours=1)}
    for number in numbers:
        ago = opened.get(number, timedelta(minutes=30))
        matches = Match.objects.filter(pairing__match_number=number)
        matches.update(created_at=timezone.now() - ago)
    expected = [early, *numbers[1:-1], late]
    assert [one.row.match_number for one in listed(made).rows] == expected
    calls = HallState.of(made).waiting
    assert [one.number for one in in_order(calls)] == expected

    first = listed(made).rows[1].stage
    Stage.objects.filter(pk=first.pk).update(call_rank=0)
    ranked = [one.row.match_number for one in listed(made).rows]
    assert ranked != expected
    assert [one.number for one in in_order(HallState.of(made).waiting)] == ranked


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_words_in_the_search_field_fit_its_width(language: str) -> None:
    with override(language):
        words = gettext("Find a name or a number")
    # Characters of the usual width that 14.5 rem with the padding of a field hold.
    assert len(words) <= len("Find a name or a number")
