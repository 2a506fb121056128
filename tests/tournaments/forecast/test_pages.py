"""Forecasts of real tournaments: the job, the pages, what became of them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.jobs import tasks
from matches.models import Job, Player
from matches.ratings.models import ListedPlayer, RatingList
from matches.rules.ratings import POINT
from tests import builders
from tests.tournaments.setup.test_stages import published
from tournaments.forecast import job, playing
from tournaments.forecast.models import Forecast, ForecastProgress
from tournaments.forecast.queries import forecast_tables, percent
from tournaments.forecast.services import show_forecasts
from tournaments.forecast.views import FIRST
from tournaments.models import Entry, Stage, Tournament
from tournaments.money import services as money
from tournaments.rounds import engine_state
from tournaments.setup.services import close_tournament
from tournaments.standings.finishing import finishing_order
from tournaments.structure.marks import mark_of
from tournaments.structure.queries import stages_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_RUNS", 20)
    monkeypatch.setattr(playing, "FEWEST_RUNS", 20)


def evening(who: int = 4, **changes: Any) -> Tournament:
    """Return an evening with forecasts; the first of its players is the best."""
    made = builders.evening("swiss", who, **{"rounds": 2} | changes)
    show_forecasts(made, 2, by=None)
    best = builders.entries(made)[0].player
    Player.objects.filter(pk=best.pk).update(rating=1900)
    others = Player.objects.filter(entries__tournament=made).exclude(pk=best.pk)
    others.filter(pk__gt=others.order_by("pk")[0].pk).update(rating=1500)
    made.refresh_from_db()
    return made


def work() -> int:
    """Do what a worker does about forecasts; return how many jobs there were."""
    found = job.queue_due()
    for pk in found:
        tasks.run_job(pk)
    return len(found)


def address(of: Tournament) -> str:
    return reverse("forecast", args=[of.slug])


def shown(of: Tournament) -> Any:
    return Client().get(address(of)).context["page"]


def test_nothing_is_made_before_a_round_is_public() -> None:
    made = evening()

    assert not work()
    assert not shown(made).tables


@pytest.mark.database
def test_after_each_result_the_forecast_is_made_anew() -> None:
    made = evening()
    published = builders.published_round(made)
    assert work() == 1
    assert not work()  # nothing changed
    first = Forecast.objects.get()
    assert first.results == 0
    assert first.unrated == 1
    assert {row.number for row in first.rows} == {
        entry.number for entry in builders.entries(made)
    }

    builders.won(1, builders.matches(published)[0])
    assert shown(made).is_waiting
    assert work() == 1

    page = shown(made)
    assert not page.is_waiting
    assert page.newest == first.pk  # of the same round: the newest is kept
    assert [table.forecast.results for table in page.tables] == [1]
    rows = page.tables[0].rows
    assert rows[0].win == max(row.win for row in rows)
    assert sum(row.win for row in rows) == pytest.approx(1)


def test_the_next_round_says_how_chances_moved() -> None:
    made = evening(rounds=3)
    builders.played_round(made)
    work()
    builders.published_round(made)
    work()

    table = forecast_tables(made)[0]

    assert table.has_moved
    assert Forecast.objects.count() == 2


@pytest.mark.database
def test_the_forecast_of_an_event_that_is_over_is_its_result() -> None:
    made = evening()
    for _round in range(2):
        published = builders.published_round(made)
        work()
        for match in builders.matches(published):
            builders.won(1, match)
    close_tournament(tournament=made, by=None)
    assert work() == 1  # the last result of an event that was closed at once

    final = Forecast.objects.get(is_final=True)
    winner = next(row for row in final.rows if row.chances.win == 1)
    assert winner.chances.place == 1
    page = shown(made)
    assert page.poll_url == ""
    assert page.tables[0].forecast.is_final


def test_nobody_waits_for_a_forecast() -> None:
    made = evening()
    builders.published_round(made)
    found = job.queue_due()
    Job.objects.create(kind="draw", key="waits")

    tasks.run_job(found[0])

    assert not Forecast.objects.exists()
    assert not ForecastProgress.objects.exists()
    assert work() == 0 or not Forecast.objects.exists()
    Job.objects.filter(key="waits").delete()
    assert work() == 1
    assert Forecast.objects.count() == 1


@pytest.mark.database
def test_the_best_list_of_the_club_gives_the_ratings() -> None:
    made = evening()
    known = RatingList.objects.create(
        key="own", name="Own list", formula="fibs", start=0
    )
    for entry in builders.entries(made)[1:]:
        ListedPlayer.objects.create(
            list=known,
            player=entry.player,
            rating=17_000_000,
            experience=100,
            matches=10,
            wins=5,
            last_day=timezone.localdate(),
        )
    builders.published_round(made)
    work()

    row = Forecast.objects.get()
    assert row.ratings_of == "Own list"
    assert row.unrated == 1


def listed(name: str, entries: list[Entry], *ratings: int) -> RatingList:
    """A public rating list with these ratings, in whole points."""
    found = RatingList.objects.create(
        key=name.lower(), name=name, formula="imported", start=0
    )
    ListedPlayer.objects.bulk_create(
        ListedPlayer(
            list=found,
            player=entry.player,
            rating=rating * POINT,
            experience=100,
            matches=10,
            wins=5,
            last_day=timezone.localdate(),
        )
        for entry, rating in zip(entries, ratings, strict=True)
    )
    return found


@pytest.mark.database
def test_groups_and_their_knock_out_are_forecast_as_one() -> None:
    made = builders.tournament("round_robin", rounds=99)
    groups = builders.stage(made)
    Stage.objects.filter(pk=groups.pk).update(options={"groups": 2})
    final = Stage.objects.create(
        division=groups.division,
        number=2,
        name="Final",
        format="elimination",
        rounds=1,
        match_length=9,
        source=groups,
        take=4,
    )
    everybody = builders.entered(made, 8)
    # One is far better than all others by the list, and the worst by the directory.
    best = everybody[5]
    Player.objects.filter(pk=best.player_id).update(rating=1000)
    listed(
        "Federation", everybody, *(2400 if one == best else 1500 for one in everybody)
    )
    show_forecasts(made, 4, by=None)

    forecasts = []
    for _round in range(3):
        drawn_round = builders.published_round(made)
        work()
        forecasts.append(Forecast.objects.latest("made_at", "pk"))
        for match in builders.matches(drawn_round):
            mine = (match.player_1_id, match.player_2_id)
            builders.won(2 if mine[1] == best.player_id else 1, match)
    work()
    between = Forecast.objects.latest("made_at", "pk")
    inside = {one.number for one in engine_state.load(stage_now(final)).entrants}
    published(made, stage_now(final))
    work()
    drawn = Forecast.objects.latest("made_at", "pk")

    for one in (*forecasts, between, drawn):
        assert one.ratings_of == "Federation"
        assert {row.number for row in one.rows} == set(range(1, 9))
        assert sum(row.chances.win for row in one.rows) == pytest.approx(1)
        assert sum(row.chances.first for row in one.rows) == pytest.approx(4)
        assert sum(row.chances.place for row in one.rows) == pytest.approx(36)
        favourite = max(one.rows, key=lambda row: row.chances.win)
        assert favourite.number == best.number
    assert len(inside) == 4
    for one in (between, drawn):
        for row in one.rows:
            assert (row.chances.first > 0) == (row.number in inside)
    # Who is out has the place of the groups for good.
    places = {row.number: row.chances.place for row in drawn.rows}
    (division,) = finishing_order(stages_of(made), mark_of(made).text)
    order = division.events[0].finishers
    out = [one for one in order if one.row.number not in inside]
    assert len(out) == 4
    for one in out:
        shared = sum(other.place == one.place for other in order)
        assert places[one.row.number] == one.place + (shared - 1) / 2


def stage_now(stage: Stage) -> Stage:
    return Stage.objects.get(pk=stage.pk)


def test_a_list_that_knows_less_than_half_of_the_field_is_not_asked() -> None:
    made = evening(5)
    entries = builders.entries(made)
    listed("Few", entries[:2], 1800, 1700)
    builders.published_round(made)
    work()
    assert Forecast.objects.get().ratings_of == ""

    listed("More", entries[:3], 1800, 1700, 1600)
    RatingList.objects.filter(name="More").update(is_public=False)
    Forecast.objects.all().delete()  # a list is no fact of the tournament
    ForecastProgress.objects.all().delete()
    work()
    assert Forecast.objects.get().ratings_of == ""  # nobody is told of a hidden list

    RatingList.objects.filter(name="More").update(is_public=True)
    Forecast.objects.all().delete()  # a list is no fact of the tournament
    ForecastProgress.objects.all().delete()
    work()
    row = Forecast.objects.get()
    assert (row.ratings_of, row.unrated) == ("More", 2)


def test_an_evening_without_a_last_round_has_no_forecast() -> None:
    made = builders.evening("night", 4)
    show_forecasts(made, 2, by=None)
    builders.published_round(made)
    work()
    assert not Forecast.objects.exists()


def test_prizes_that_are_public_give_a_chance_to_reach_the_money() -> None:
    made = evening(4)
    money.keep_money(made, currency="EUR", by=None)
    pool = {"kind": "fees", "fee": 2000, "shares": {"1": [6000, 3000, 1000]}}
    money.make_pool(made, pool, by=None)
    builders.published_round(made)
    work()
    assert Forecast.objects.get().paid == 0

    money.show_prizes(made, shows=True, by=None)
    work()
    row = Forecast.objects.get()
    assert row.paid == 3
    assert sum(one.chances.paid for one in row.rows) == pytest.approx(3)


def test_without_forecasts_there_is_no_page() -> None:
    made = builders.evening("swiss", 4)
    builders.published_round(made)

    assert Client().get(address(made)).status_code == 404
    assert not work()


def test_a_director_switches_forecasts_on_and_off() -> None:
    made = builders.evening("swiss", 4)
    director = builders.signed_in(builders.director())
    settings = reverse("forecast_settings", args=[made.slug])

    assert director.get(settings).context["page"].form.initial == {"first": FIRST}
    refused = director.post(settings, {"first": "0"})
    assert refused.status_code == 422
    assert refused.context["page"].form["first"].value() == "0"
    director.post(settings, {"first": "3"})
    made.refresh_from_db()
    assert made.forecast_first == 3
    director.post(settings, {"first": "", "off": "1"})
    made.refresh_from_db()
    assert made.forecast_first is None


def test_a_poll_learns_only_of_what_is_new() -> None:
    made = evening()
    builders.published_round(made)
    work()
    poll = shown(made).poll_url
    phone = Client(headers={"HX-Request": "true"})

    assert phone.get(poll).status_code == 204
    Forecast.objects.all().delete()
    assert phone.get(poll).status_code == 200


@pytest.mark.parametrize(
    ("share", "shown_as"),
    [
        (0, "0 %"),
        (0.001, "< 1 %"),
        (0.253, "25 %"),
        (0.997, "> 99 %"),
        (1, "100 %"),
    ],
)
def test_percent(share: float, shown_as: str) -> None:
    assert percent(share) == shown_as
