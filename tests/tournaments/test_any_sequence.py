"""Any sequence of what a director does ends, and everybody has one place.

Late entries, re-buys, withdrawals, no-shows, walk-overs and corrections, in any order,
in every format; the money balances after each.
"""

from collections import Counter
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from matches.ledger.adjust import record_ending
from matches.ledger.amendments import Wanted
from matches.models import Match
from matches.rules import Side
from matches.rules.refusals import RuleError
from tests import builders
from tests.examples import in_a_world
from tournaments.engine import FORMATS, format_named, standings
from tournaments.entries.options.apply import apply_option
from tournaments.entries.options.plan import options_of
from tournaments.models import Division, Entry, Pairing, Stage, Tournament
from tournaments.money.models import Pool, PoolKind, Till
from tournaments.money.queries import sheet_of
from tournaments.results.correction.services import Chosen, correct, preview
from tournaments.rounds import engine_state
from tournaments.structure.models import Placing
from tournaments.tables.calling import advance

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.nightly]

ACTS = ("result", "result", "result", "late", "option", "correct", "ending", "draw")
MOST_LATE = 3
MOST_ROUNDS = 40
"""No stage of eight players lasts so long."""


def open_matches(event: Tournament) -> list[Pairing]:
    rows = Pairing.objects.live().with_match().select_related("match")
    states = (Match.State.READY, Match.State.PLAYING)
    return list(rows.filter(tournament=event, match__state__in=states).order_by("pk"))


def done_matches(event: Tournament) -> list[Pairing]:
    rows = Pairing.objects.live().with_match().select_related("match")
    return list(
        rows.filter(tournament=event, match__state=Match.State.DONE).order_by("pk")
    )


def give_result(event: Tournament, data: st.DataObject) -> None:
    if rows := open_matches(event):
        pairing = data.draw(st.sampled_from(rows))
        builders.won(data.draw(st.sampled_from([1, 2])), pairing.opened_match)
        advance(event.pk)


def end_otherwise(event: Tournament, data: st.DataObject) -> None:
    if rows := open_matches(event):
        match = data.draw(st.sampled_from(rows)).opened_match
        how = data.draw(st.sampled_from(["walkover", "forfeit", "nobody"]))
        winner = None if how == "nobody" else Side(data.draw(st.sampled_from([1, 2])))
        record_ending(match_id=match.pk, how=how, winner=winner, by=None)
        advance(event.pk)


def come_late(event: Tournament, data: st.DataObject) -> None:
    if event.entries.count() < 8 + MOST_LATE:
        name = f"Late {builders.names(30)[event.entries.count()]}"
        builders.entered(event, [name])


def choose(event: Tournament, data: st.DataObject) -> None:
    entry = data.draw(st.sampled_from(builders.entries(event)))
    if choices := options_of(entry).choices:
        choice = data.draw(st.sampled_from(choices))
        apply_option(
            tournament=event,
            number=entry.number,
            chosen=choice.value,
            reason="Because" if choice.needs_reason else "",
            by=None,
        )
        advance(event.pk)


def correct_one(event: Tournament, data: st.DataObject) -> None:
    if rows := done_matches(event):
        match = data.draw(st.sampled_from(rows)).opened_match
        winner = Side(data.draw(st.sampled_from([1, 2])))
        wanted = Wanted(how="played", winner=winner, points=1)
        effects = preview(match=match, wanted=wanted)
        mode = data.draw(st.sampled_from([way.mode for way in effects.ways] or [""]))
        chosen = Chosen(wanted=wanted, mode=mode, reason="Wrong", mark=effects.mark)
        correct(tournament=event, match=match, chosen=chosen, by=None)
        advance(event.pk)


def draw_next(event: Tournament, data: st.DataObject | None = None) -> None:
    if not open_matches(event):
        builders.published_round(event)
        advance(event.pk)


DOES: dict[str, Any] = {
    "result": give_result,
    "late": come_late,
    "option": choose,
    "correct": correct_one,
    "ending": end_otherwise,
    "draw": draw_next,
}


def finish(event: Tournament) -> None:
    """Play on to the end: each round is drawn as long as there is one."""
    for _ in range(MOST_ROUNDS):
        while rows := open_matches(event):
            builders.won(1, rows[0].opened_match)
            advance(event.pk)
        try:
            with transaction.atomic():
                draw_next(event)
        except RuleError:
            return
    raise AssertionError("it never ends")


def check_places(event: Tournament) -> None:
    """Everybody who counts has one row, nobody else, and places have no holes."""
    state = engine_state.load(builders.stage(event))
    rows = standings(state).rows
    placed = event.entries.exclude(placing=Placing.WAITS)
    counted = Counter(row.entrant for row in rows)
    assert counted == Counter(placed.values_list("number", flat=True))
    places = Counter(row.place for row in rows)
    expected = 1
    for place in sorted(places):
        assert place == expected
        expected += places[place]
    at_once = Counter(
        (row.round_number, row.leg, number)
        for row in Pairing.objects.live().filter(tournament=event, slot=None)
        for number in {row.entry_1_id, row.entry_2_id} - {None}
    )
    if not format_named(state.format).is_endless:
        assert set(at_once.values()) <= {1}


def check_money(event: Tournament, till: Till) -> None:
    """What comes in is what goes out: to players, to the club, or still undecided."""
    sheet = sheet_of(event, till)
    waiting = set(
        event.entries.filter(placing=Placing.WAITS).values_list("number", flat=True)
    )
    owing = [account.payer.number for account in sheet.accounts if account.dues]
    assert not waiting & set(owing)
    assert len(owing) == len(set(owing))
    assert sheet.balance.there == sheet.balance.wanted


@pytest.mark.parametrize(
    ("format_key", "options"),
    [*((one.key, {}) for one in FORMATS), ("elimination", {"legs": 3})],
)
@in_a_world(1)
@given(data=st.data())
def test_any_sequence_ends_and_nobody_is_lost(
    format_key: str, options: dict[str, int], data: st.DataObject
) -> None:
    with transaction.atomic():
        play(format_key, options, data)
        transaction.set_rollback(True)


def play(format_key: str, options: dict[str, int], data: st.DataObject) -> None:
    event = builders.evening(format_key, data.draw(st.integers(4, 8)), rounds=3)
    Stage.objects.filter(division__tournament=event).update(options=options)
    till = Till.make(tournament=event, currency="EUR")
    Pool.make(tournament=event, kind=PoolKind.FEES, division=1, fee=2000)
    draw_next(event)
    for _ in range(data.draw(st.integers(3, 8))):
        act = data.draw(st.sampled_from(ACTS))
        try:
            with transaction.atomic():
                DOES[act](event, data)
        except RuleError:
            continue  # refused, which leaves everything as it was
        check_places(event)
        check_money(event, till)
    if not format_named(format_key).is_endless:
        finish(event)
    check_places(event)
    check_money(event, till)
    assert Division.objects.filter(tournament=event).count() == 1
    assert Stage.objects.filter(division__tournament=event).count() == 1
    assert Entry.objects.filter(tournament=event).count() >= 4
