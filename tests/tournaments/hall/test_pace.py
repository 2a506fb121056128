"""The pace at the desk: ends of matches and rounds, who is behind, what would help."""

from datetime import datetime, time, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import JournalEntry, Match
from tests import builders
from tournaments.hall.pace import DeskPace, helps, pace_at_desk
from tournaments.hall.settings import set_over_by
from tournaments.models import Announcement, Pairing, Tournament
from tournaments.tables.progress import desk_of

pytestmark = pytest.mark.django_db

AT_EIGHT = time(20)


@pytest.fixture(autouse=True)
def at_eight(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Let it be eight o'clock all the time, in the zone of the club."""
    now = timezone.make_aware(datetime.combine(builders.EVENING, AT_EIGHT))
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


def begun(made: Tournament, minutes: float, *, number: int = 0) -> None:
    """Let the open matches, or one of them, have begun so many minutes ago."""
    rows = Pairing.objects.filter(tournament=made, match__winner=None)
    if number:
        rows = rows.filter(match_number=number)
    rows.update(called_at=timezone.now() - timedelta(minutes=minutes))


def pace_of(made: Tournament, tables: int = 0) -> DeskPace:
    made.refresh_from_db()
    return pace_at_desk(desk_of(made), tables)


def test_before_the_first_draw_nothing_is_said_and_nothing_asked() -> None:
    made = builders.evening()
    desk = desk_of(made)
    with CaptureQueriesContext(connection) as captured:
        assert not pace_at_desk(desk, 0).is_known
    assert not captured


def test_the_round_and_the_rounds_after_it_have_an_end() -> None:
    made = builders.evening(who=8)
    builders.published_round(made)
    begun(made, 10)
    shown = pace_of(made)
    assert shown.round_number == 1
    assert shown.rounds_until is not None
    assert shown.until is not None
    assert timezone.now() < shown.rounds_until < shown.until
    assert len(shown.matches) == 4
    assert shown.behind == 0
    assert all(one.until.minute % 5 == 0 for one in shown.matches.values())


def test_few_tables_make_it_later() -> None:
    made = builders.evening(who=8)
    builders.published_round(made)
    Pairing.objects.filter(tournament=made).update(called_at=None, table=None)
    begun(made, 10, number=1)
    many, few = pace_of(made, 4).until, pace_of(made, 1).until
    assert many is not None
    assert few is not None
    assert few > many


def test_a_match_that_takes_much_longer_than_others_is_behind() -> None:
    made = builders.evening()
    builders.published_round(made)
    begun(made, 5)
    begun(made, 90, number=1)
    shown = pace_of(made)
    assert [number for number, one in shown.matches.items() if one.behind] == [1]


def test_the_event_is_measured_by_its_own_matches() -> None:
    made = builders.evening(who=8)
    published = builders.published_round(made)
    for one in builders.matches(published)[:3]:
        builders.won(1, one)
    usual = pace_of(made).pace
    ended = timezone.now()
    decided = Pairing.objects.filter(tournament=made, match__state=Match.State.DONE)
    decided.update(called_at=ended - timedelta(minutes=20))
    shown = pace_of(made).pace
    assert usual.matches == 0
    assert shown.matches == 3
    assert shown.per_point < usual.per_point


def test_a_match_called_days_ago_says_nothing() -> None:
    made = builders.evening("round_robin")
    builders.published_round(made)
    begun(made, 3 * 24 * 60)
    shown = pace_of(made)
    assert not shown.is_known
    assert not shown.matches


def test_what_lasts_days_has_no_end_tonight() -> None:
    made = builders.evening()
    builders.published_round(made)
    begun(made, 5)
    made.end_date = made.date + timedelta(days=1)
    made.save()
    shown = pace_of(made)
    assert shown.rounds_until is not None
    assert shown.until is None


@pytest.mark.parametrize(
    ("over_by", "is_too_late"), [(time(20, 30), True), (time(1, 30), False)]
)
def test_a_bus_after_midnight_is_one_of_this_evening(
    over_by: time, is_too_late: bool
) -> None:
    made = builders.evening()
    builders.published_round(made)
    begun(made, 5)
    set_over_by(made, over_by, "last bus", by=None)
    shown = pace_of(made)
    assert shown.limit is not None
    assert shown.limit.reason == "last bus"
    assert shown.is_too_late == is_too_late
    assert JournalEntry.objects.filter(act="over_by_set").exists()


def test_fewer_rounds_and_shorter_matches_help() -> None:
    made = builders.evening(who=8)
    builders.published_round(made)
    begun(made, 5)
    set_over_by(made, time(22, 0), "", by=None)
    shown = pace_of(made, 2)
    desk = desk_of(made)
    found = helps(desk, shown, 2)
    assert {one.change.rounds for one in found} == {0, 1, 2}
    assert {one.change.points for one in found} == {0, 2, 4}
    assert shown.until is not None
    assert all(one.until < shown.until for one in found)
    assert found == sorted(found, key=lambda one: not one.in_time)


def test_the_rounds_under_way_end_after_what_waits_for_a_table() -> None:
    made = builders.evening(who=16)
    builders.published_round(made)
    begun(made, 5)
    waiting = Pairing.objects.filter(tournament=made, match_number__gt=2)
    waiting.update(called_at=None, table=None)
    shown = pace_of(made, tables=2)
    assert len(shown.matches) == 2
    assert shown.rounds_until is not None
    assert shown.rounds_until > max(one.until for one in shown.matches.values())


@pytest.mark.parametrize("key", ["elimination", "double_elimination"])
def test_a_bracket_has_an_end_and_fewer_rounds_do_not_help(key: str) -> None:
    made = builders.evening(key, 8)
    builders.published_round(made)
    begun(made, 5)
    shown = pace_of(made)
    assert shown.until is not None
    assert shown.rounds_until is not None
    assert shown.until > shown.rounds_until
    assert not any(one.change.rounds for one in helps(desk_of(made), shown, 0))


def test_a_weekend_is_over_after_all_its_brackets() -> None:
    made = builders.weekend()
    builders.published_round(made)
    begun(made, 5)
    shown = pace_of(made)
    assert shown.until is not None
    ways = helps(desk_of(made), shown, 0)
    assert ways
    for way in ways:
        main = [] if way.change.losers_only else ["Main"]
        assert list(way.stages) == [*main, "Consolation", "Last"]


def test_the_page_saves_by_when_all_must_be_over_and_says_what_would_help() -> None:
    made = builders.evening(who=8)
    builders.published_round(made)
    begun(made, 5)
    ada = builders.signed_in(builders.director())
    path = f"/desk/{made.slug}/pace/"
    assert ada.post(path, {"at": "25:70"}).status_code == 422
    assert ada.post(path, {"at": "22:10", "reason": "x" * 61}).status_code == 422
    assert ada.post(path, {"at": "22:10", "reason": "last bus"}).status_code == 302
    page = ada.get(path).context["page"]
    assert page.pace.is_too_late
    assert page.helps
    desk = ada.get(f"/desk/{made.slug}/").context["page"]
    assert desk.pace.is_too_late
    assert "pace=" in desk.poll_url
    ada.post(path, {"at": "", "reason": "last bus"})
    made.refresh_from_db()
    assert (made.over_by, made.over_by_reason) == (None, "")
    assert Client().post(path, {"at": "22:10"}).status_code == 302
    made.refresh_from_db()
    assert made.over_by is None


def test_shorter_matches_from_the_next_round_are_applied_announced_and_undone() -> None:
    made = builders.evening(who=8)
    builders.published_round(made)
    begun(made, 5)
    ada = builders.signed_in(builders.director())
    path = f"/desk/{made.slug}/pace/"
    stage = made.divisions.get().stages.get()
    before = stage.match_length
    plan = {"rounds": 0, "points": 2, "announce": 1}
    undo = ada.post(f"{path}apply/", plan, follow=True).context["undo_url"]
    stage.refresh_from_db()
    assert [stage.length_of(1), stage.length_of(2)] == [before, before - 2]
    assert Announcement.objects.get().texts["en"].startswith("Matches 2 points")
    assert ada.post(undo).status_code == 302
    stage.refresh_from_db()
    assert stage.length_of(2) == before
    ada.post(f"{path}undo/?key=forged")
    stage.refresh_from_db()
    assert stage.length_of(2) == before
