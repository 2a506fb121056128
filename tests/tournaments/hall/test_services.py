"""Calling, moving and taking back, and what is refused in one sentence."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import JournalEntry, Match
from matches.rules.refusals import Refusal, RuleError
from tests import builders
from tests.refusals import raises
from tournaments.entries.options.withdraw import withdraw
from tournaments.hall import services
from tournaments.hall.commands import CallCommand, read_command
from tournaments.hall.settings import HallPlan, TablePlan, set_hall, share_hall
from tournaments.models import Entry, Hall, Pairing, Stage, Tournament
from tournaments.results.amendments.services import redo, undo
from tournaments.structure.models import Visibility
from tournaments.tables import order
from tournaments.tables.calling import advance, match_moved
from tournaments.tables.errors import (
    CALLED_ALREADY,
    HAS_BEGUN,
    NEEDS_NO_TABLE,
    NO_FREE_TABLE,
    NO_SUCH_TABLE,
    NO_TABLE_NUMBER,
    NOT_CALLED,
    PLAYER_AT_TABLE,
    PLAYER_ELSEWHERE,
    TABLE_IN_USE,
    TABLE_OUT,
    TABLE_TAKEN,
)

pytestmark = pytest.mark.django_db

BY_HAND = HallPlan(count=3, calls_itself=False)


def hall(who: int = 12, plan: HallPlan = BY_HAND, key: str = "swiss") -> Tournament:
    """Return an evening of six matches and three tables, nothing called."""
    made = builders.evening(key, who)
    set_hall(made, plan, by=None)
    builders.published_round(made)
    return made


def at(made: Tournament) -> dict[int, int | None]:
    """Return the table of every called match that has no result, by match number."""
    return {row.match_number or 0: row.table for row in builders.called(made)}


def refused(refusal: Refusal[RuleError], act: Callable[[], object]) -> None:
    with raises(refusal):
        act()


def pairing(made: Tournament, number: int) -> Pairing:
    return Pairing.objects.select_related("match").get(
        tournament=made, match_number=number
    )


def win(made: Tournament, number: int) -> None:
    match = pairing(made, number).match
    assert match is not None
    builders.won(1, match)
    match_moved(match.pk)


def test_no_more_is_called_than_there_are_tables() -> None:
    made = hall(plan=HallPlan(count=4))
    assert at(made) == {1: 1, 2: 2, 3: 3, 4: 4}
    win(made, 2)
    assert at(made) == {1: 1, 3: 3, 4: 4, 5: 2}


def test_by_hand_the_next_are_called_and_one_button_takes_it_back() -> None:
    made = hall()
    assert at(made) == {}
    done = services.call_next(made, 2, by=None)
    assert at(made) == {1: 1, 2: 2}
    assert done.labels == ("M1", "M2")
    assert done.undo is not None
    assert undo(tournament=made, pk=done.undo, by=None)
    assert at(made) == {}
    assert redo(tournament=made, pk=done.undo, by=None)
    assert at(made) == {1: 1, 2: 2}
    assert services.call_next(made, by=None).labels == ("M3",)
    before = JournalEntry.objects.count()
    nothing = services.call_next(made, by=None)
    assert (nothing.labels, nothing.undo) == ((), None)
    assert JournalEntry.objects.count() == before


def test_a_match_moves_and_keeps_its_clock_until_that_is_undone() -> None:
    made = hall()
    services.call(made, 5, table=1, by=None)
    was = pairing(made, 5)
    done = services.call(made, 5, table=3, by=None)
    now = pairing(made, 5)
    assert (now.table, now.called_at) == (3, was.called_at)
    assert done.undo is not None
    services.call(made, 6, table=1, by=None)
    refused(TABLE_TAKEN, lambda: undo(tournament=made, pk=done.undo or 0, by=None))
    assert at(made) == {5: 3, 6: 1}
    services.call(made, 6, table=2, by=None)
    assert undo(tournament=made, pk=done.undo, by=None)
    assert at(made) == {5: 1, 6: 2}


def test_a_match_that_plays_can_move_and_move_back() -> None:
    made = hall()
    services.call(made, 1, by=None)
    match = pairing(made, 1).match
    assert match is not None
    builders.play(match, builders.game(1))
    match_moved(match.pk)
    assert pairing(made, 1).playing_at is not None
    done = services.call(made, 1, table=2, by=None)
    assert done.undo is not None
    undo(tournament=made, pk=done.undo, by=None)
    assert at(made) == {1: 1}
    refused(HAS_BEGUN, lambda: services.take_back(made, 1, by=None))


def test_a_call_that_is_taken_back_waits_until_it_is_called() -> None:
    made = hall(plan=HallPlan(count=6))
    services.take_back(made, 1, by=None)
    advance(made.pk)
    assert 1 not in at(made)
    done = services.call(made, 1, by=None)
    assert at(made)[1] == 1
    assert done.undo is not None
    undo(tournament=made, pk=done.undo, by=None)
    advance(made.pk)
    assert 1 not in at(made)


STREAM = HallPlan(count=2, tables={2: TablePlan(by_hand=True)})


def test_a_line_for_the_stream_table_is_called_one_after_the_other() -> None:
    made = hall(plan=STREAM)
    assert at(made) == {1: 1}
    services.line_up(made, 3, table=2, by=None)
    assert at(made) == {1: 1, 3: 2}  # at once, the table was free
    done = services.line_up(made, 5, table=2, by=None)
    assert at(made) == {1: 1, 3: 2}
    win(made, 1)
    assert at(made) == {2: 1, 3: 2}  # nobody else waits for the table of the stream
    win(made, 3)
    assert at(made) == {2: 1, 5: 2}
    assert pairing(made, 5).wanted_table is None
    assert done.undo is not None


def test_a_line_can_be_left_and_undone() -> None:
    made = hall(plan=STREAM)
    services.call(made, 6, table=2, by=None)
    done = services.line_up(made, 2, table=2, by=None)
    assert services.line_up(made, 2, table=2, by=None).undo is None
    assert done.undo is not None
    undo(tournament=made, pk=done.undo, by=None)
    assert pairing(made, 2).wanted_table is None
    services.line_up(made, 2, table=2, by=None)
    services.line_up(made, 2, table=None, by=None)
    win(made, 1)
    assert at(made) == {2: 1, 6: 2}


def test_a_line_that_cannot_be() -> None:
    made = hall(plan=STREAM)
    refused(CALLED_ALREADY, lambda: services.line_up(made, 1, table=2, by=None))
    refused(NO_SUCH_TABLE, lambda: services.line_up(made, 2, table=9, by=None))
    win(made, 1)
    refused(NEEDS_NO_TABLE, lambda: services.line_up(made, 1, table=2, by=None))


def test_who_is_lined_up_can_be_called_by_hand_to_another_table() -> None:
    made = hall(plan=replace(BY_HAND, count=3))
    services.line_up(made, 2, table=3, by=None)
    assert services.call(made, 2, by=None).table == 3
    services.line_up(made, 4, table=3, by=None)
    assert services.call(made, 4, by=None).table == 1
    assert pairing(made, 4).wanted_table is None


def test_calling_once_more_and_sitting_down_are_times() -> None:
    made = hall()
    services.call(made, 1, by=None)
    services.call(made, 1, by=None)
    assert pairing(made, 1).recalled_at is not None
    services.call(made, 2, by=None)
    assert services.sit(made, 1, by=None).undo is not None
    assert services.sit(made, 1, by=None).undo is None
    assert services.all_sit(made, by=None).labels == ("M2",)
    assert services.all_sit(made, by=None).labels == ()
    lines = [row.act for row in JournalEntry.objects.filter(subject=made.subject)[:3]]
    assert lines == ["matches_sit", "match_sits", "match_called"]


@pytest.mark.parametrize("table", [0, 99, -1, 10**9])
def test_a_table_that_is_not_there(table: int) -> None:
    made = hall()
    refused(NO_SUCH_TABLE, lambda: services.call(made, 1, table=table, by=None))
    assert at(made) == {}


@pytest.mark.parametrize("line", ["2 t0", "2 t99", "2 t1", "2 t", "2 q0", "2 q99"])
def test_a_table_typed_at_the_desk_that_cannot_be_is_refused_in_the_box(
    line: str,
) -> None:
    made = hall()
    services.call(made, 1, table=1, by=None)
    ada = builders.signed_in(builders.director())
    answer = ada.post(f"/desk/{made.slug}/results/", {"line": line})
    assert answer.status_code in {404, 409, 422}
    shown = answer.context["page"].line
    assert (shown.text, bool(shown.error)) == (line, True)
    assert at(made) == {1: 1}


def test_a_hall_whose_tables_are_not_counted_has_no_table_0() -> None:
    made = builders.evening("swiss", 4)
    builders.published_round(made)
    for table in (0, -1, 10**9):
        refused(NO_TABLE_NUMBER, partial(services.call, made, 1, table=table, by=None))
    services.call(made, 1, table=99, by=None)
    assert at(made)[1] == 99


def test_a_table_twice_and_one_out_of_order() -> None:
    tables = {2: TablePlan(is_out=True), 3: TablePlan(by_hand=True)}
    made = hall(plan=replace(BY_HAND, tables=tables))
    set_hall(made, replace(BY_HAND, tables=tables), by=None)
    services.call(made, 1, table=1, by=None)
    refused(TABLE_TAKEN, lambda: services.call(made, 2, table=1, by=None))
    refused(TABLE_OUT, lambda: services.call(made, 2, table=2, by=None))
    refused(NO_FREE_TABLE, lambda: services.call(made, 2, by=None))
    services.call(made, 2, table=3, by=None)  # the table of the stream
    assert at(made) == {1: 1, 2: 3}
    refused(NOT_CALLED, lambda: services.sit(made, 3, by=None))
    fewer = replace(BY_HAND, count=2)
    refused(TABLE_IN_USE, lambda: set_hall(made, fewer, by=None))


def test_who_has_left_is_named_when_the_match_is_called() -> None:
    made = hall()
    row = pairing(made, 1)
    withdraw(tournament=made, number=row.entry_1.number, by=None)
    called = services.call(made, 1, by=None)
    assert called.gone == (row.entry_1.player.name,)
    assert at(made) == {1: 1}
    assert services.call(made, 2, by=None).gone == ()


def test_a_match_whose_result_arrived_needs_no_table() -> None:
    made = hall()
    services.call(made, 1, by=None)
    win(made, 1)
    for act in (
        lambda: services.call(made, 1, table=2, by=None),
        lambda: services.take_back(made, 1, by=None),
        lambda: services.sit(made, 1, by=None),
    ):
        refused(NEEDS_NO_TABLE, act)
    match = pairing(made, 1).match
    assert match is not None
    assert match.winner == 1


@pytest.mark.parametrize("state", [Match.State.REPORTED, Match.State.DISPUTED])
def test_a_table_is_free_when_the_result_counts(state: Match.State) -> None:
    made = hall(plan=replace(BY_HAND, calls_itself=True))
    first = pairing(made, 1)
    Match.objects.filter(pk=first.match_id).update(state=state)
    assert not advance(made.pk)
    at_table = Pairing.objects.filter(table=first.table, called_at__isnull=False)
    assert at_table.count() == 1
    Match.objects.filter(pk=first.match_id).update(state=Match.State.READY)
    win(made, 1)
    advance(made.pk)
    assert at_table.count() == 2


def test_nobody_is_at_two_tables_in_two_tournaments_of_a_day() -> None:
    one = hall()
    two = builders.evening("swiss", 12)
    for mine, theirs in zip(builders.entries(one), builders.entries(two), strict=True):
        Entry.objects.filter(pk=theirs.pk).update(player=mine.player)
    share_hall(two, one, by=None)
    builders.published_round(two)
    services.call_next(one, 2, by=None)
    busy = {entry for row in builders.called(one) for entry in _people(row)}
    called = services.call_next(two, by=None)
    assert len(called.labels) == 1  # the third table of three
    (row,) = builders.called(two)
    assert row.table == 3
    assert not busy & set(_people(row))
    held = next(
        row.match_number or 0
        for row in Pairing.objects.live().filter(tournament=two, called_at=None)
        if busy & set(_people(row))
    )
    refused(PLAYER_AT_TABLE, lambda: services.call(two, held, by=None))
    Tournament.objects.filter(pk=one.pk).update(visibility=Visibility.PRIVATE)
    refused(PLAYER_ELSEWHERE, lambda: services.call(two, held, by=None))


def _people(row: Pairing) -> tuple[int, int]:
    assert row.entry_2 is not None
    return row.entry_1.player_id, row.entry_2.player_id


def test_a_stage_can_come_first_and_have_tables_of_its_own() -> None:
    made = builders.weekend(8)
    main, consolation, _last = Stage.objects.filter(tournament=made).order_by("number")
    builders.published_round(made)
    plan = HallPlan(
        count=4,
        calls_itself=False,
        tables={1: TablePlan(stage=consolation.pk)},
        ranks={consolation.pk: order.FIRST},
    )
    set_hall(made, replace(plan, tables={}), by=None)
    set_hall(made, plan, by=None)
    for number in (1, 2, 3, 4):
        win(made, number)
    done = services.call_next(made, 1, by=None)
    (row,) = builders.called(made)
    assert (row.stage_id, row.table) == (consolation.pk, 1)
    assert len(done.labels) == 1
    services.call_next(made, by=None)
    rows = builders.called(made)
    assert {row.table for row in rows if row.stage_id == main.pk} == {3, 4}


def test_who_has_just_played_rests() -> None:
    made = builders.weekend(4)
    builders.published_round(made)
    set_hall(made, HallPlan(count=2, rest_minutes=10), by=None)
    win(made, 1)
    win(made, 2)
    assert at(made) == {}
    Match.objects.update(finished_at=timezone.now() - timedelta(minutes=11))
    advance(made.pk)
    assert len(at(made)) == 2


def test_a_pause_holds_back_what_would_be_called() -> None:
    made = hall(plan=HallPlan(count=4))
    services.set_pause(made, paused=True, by=None)
    win(made, 1)
    assert at(made) == {2: 2, 3: 3, 4: 4}
    services.set_pause(made, paused=False, by=None)
    assert at(made)[5] == 1


def test_without_a_number_of_tables_a_pause_works_too() -> None:
    made = builders.evening("swiss", 12)
    services.set_pause(made, paused=True, by=None)
    builders.published_round(made)
    assert at(made) == {}
    services.call_next(made, 4, by=None)
    assert at(made) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert Hall.objects.get().is_paused


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("23 t7", CallCommand(23, "move", 7)),
        (" M23T 7 ", CallCommand(23, "move", 7)),
        ("23c", CallCommand(23, "call")),
        ("23 Q 7", CallCommand(23, "line_up", 7)),
        ("4 S", CallCommand(4, "sit")),
        ("4 b", CallCommand(4, "back")),
        ("23 7 5", None),
        ("23 t", None),
        ("23 q", None),
        ("t7", None),
        ("23 x", None),
    ],
)
def test_a_line_for_a_call(typed: str, read: CallCommand | None) -> None:
    assert read_command(typed) == read


def test_the_pages_and_their_buttons() -> None:
    made = hall()
    ada = builders.signed_in(builders.director())
    desk = f"/desk/{made.slug}/"
    page = ada.get(f"{desk}tables/")
    assert page.status_code == 200
    sent = {"count": 2, "calls_itself": "on", "name-1": "Stream", "kept-1": "hand"}
    assert ada.post(f"{desk}tables/", sent).status_code == 302
    assert at(made) == {1: 2}  # at once, and not at the stream table
    for number in ("-1", "x", "999999"):
        wrong = ada.post(f"{desk}tables/", {"count": number})
        assert wrong.status_code == 422
    answer = ada.post(f"{desk}matches/2/table/", {"do": "move", "table": "99"})
    assert answer.status_code == 422
    assert "99" in answer.content.decode()
    for bad in ({"do": "move"}, {"do": "move", "table": "ø"}, {"do": "dance"}, {}):
        assert ada.post(f"{desk}matches/2/table/", bad).status_code == 422
    assert ada.get(f"{desk}matches/77/table/").status_code == 404
    assert ada.post(f"{desk}call/", {"most": "0"}, follow=True).status_code == 200
    assert ada.post(f"{desk}matches/3/table/", {"do": "line_up"}).status_code == 422
    lined = ada.post(f"{desk}matches/3/table/", {"do": "line_up", "table": "2"})
    assert (lined.status_code, pairing(made, 3).wanted_table) == (302, 2)
    assert ada.get(f"{desk}matches/3/table/").context["pairing"].wanted_table == 2
    assert ada.post(f"{desk}matches/3/table/", {"do": "leave"}).status_code == 302
    assert pairing(made, 3).wanted_table is None
    moved = ada.post(f"{desk}matches/2/table/", {"do": "move", "table": "1"})
    assert (moved.status_code, at(made)) == (302, {1: 2, 2: 1})
    told = ada.get(desk).content.decode()
    assert "/undo/" in told
    assert Client().get(f"{desk}tables/").status_code in {302, 401, 403}


def test_no_two_tables_of_a_room_have_one_name() -> None:
    made = hall()
    ada = builders.signed_in(builders.director())
    path = f"/desk/{made.slug}/tables/"
    ada.post(path, {"count": 2, "calls_itself": "on"})

    def sent(**named: str) -> int:
        answer = ada.post(path, {"count": 2, "calls_itself": "on", **named})
        return answer.status_code

    assert sent(**{"name-1": "Stream", "name-2": "stream"}) == 422
    assert sent(**{"name-1": "2"}) == 422
    again = {"name-1": "Stream", "name-2": "Stream"}
    assert sent(**again, **{"room-2": "Bar"}) == 302
