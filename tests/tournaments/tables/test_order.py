"""Who is called next: nobody twice, kept tables for their stages, in the order said."""

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.tables import order
from tournaments.tables.order import (
    Call,
    FreeTable,
    Waiting,
    WaitReason,
    chosen,
    outlook,
)

people = st.frozensets(st.integers(1, 8), min_size=2, max_size=4)
matches = st.lists(
    st.builds(
        Waiting,
        number=st.integers(1, 40),
        people=people,
        stage=st.integers(1, 3),
        since=st.integers(0, 3),
        rank=st.integers(0, 2),
        rested=st.integers(0, 4),
        kept=st.none() | st.integers(1, 6),
        on_hold=st.booleans(),
        wants=st.none() | st.none() | st.integers(1, 9),
    ),
    unique_by=lambda one: one.number,
    max_size=12,
)
tables = st.lists(
    st.builds(
        FreeTable,
        number=st.integers(1, 9),
        stage=st.none() | st.integers(1, 3),
        by_hand=st.booleans(),
    ),
    unique_by=lambda one: one.number,
    max_size=8,
)
busy = st.frozensets(st.integers(1, 8), max_size=4)
NOW = 2


@settings(max_examples=40)
@given(matches, tables, busy, st.none() | st.integers(0, 5))
def test_nobody_sits_twice_and_tables_are_kept(
    waiting: list[Waiting],
    free: list[FreeTable],
    busy: frozenset[int],
    most: int | None,
) -> None:
    by_number = {one.number: one for one in waiting}
    places = {table.number: table for table in free}
    calls = chosen(waiting, free, busy=busy, at=NOW, most=most)
    assert most is None or len(calls) <= most
    assert len({call.table for call in calls}) == len(calls)
    seen = set(busy)
    for match, table in calls:
        called = by_number[match]
        assert not seen & called.people
        seen |= called.people
        assert not called.on_hold
        assert called.rested <= NOW
        assert called.wants in {None, table}
        if called.wants is None:
            assert not places[table].by_hand
            assert places[table].stage in {None, called.stage}


@settings(max_examples=40)
@given(matches, tables, busy)
def test_calls_are_in_order_and_none_is_left_out(
    waiting: list[Waiting], free: list[FreeTable], busy: frozenset[int]
) -> None:
    calls = chosen(waiting, free, busy=busy, at=NOW)
    said = [one.number for one in order.in_order(waiting)]
    called = [said.index(call.match) for call in calls]
    assert called == sorted(called)
    # Once more with what is left: whoever could still be called was forgotten.
    at_tables = {number: one.people for one in waiting for number in [one.number]}
    taken = set(busy).union(*(at_tables[call.match] for call in calls))
    left = [table for table in free if table.number not in {c.table for c in calls}]
    rest = [one for one in waiting if one.number not in {c.match for c in calls}]
    assert not chosen(rest, left, busy=taken, at=NOW)


@settings(max_examples=40)
@given(matches, tables, busy, st.integers(0, 6))
def test_some_at_a_time_begin_like_all(
    waiting: list[Waiting], free: list[FreeTable], busy: frozenset[int], most: int
) -> None:
    every = chosen(waiting, free, busy=busy, at=NOW)
    assert chosen(waiting, free, busy=busy, at=NOW, most=most) == every[:most]


@settings(max_examples=40)
@given(matches, busy)
def test_every_match_that_waits_says_why(
    waiting: list[Waiting], busy: frozenset[int]
) -> None:
    found = outlook(waiting, busy=busy, at=NOW)
    assert set(found) == {one.number for one in waiting}
    line = sorted(one.place for one in found.values() if one.why == order.IN_LINE)
    assert line == list(range(1, len(line) + 1))
    assert all(not one.place for one in found.values() if one.why != order.IN_LINE)


def pairs(*numbers: int) -> Iterator[Waiting]:
    for number in numbers:
        people = frozenset({2 * number, 2 * number + 1})
        yield Waiting(number, people, stage=1, since=100 - number)


def test_the_order_is_rank_then_waiting_time_then_number() -> None:
    one, two, three = pairs(1, 2, 3)
    free = [FreeTable(1)]
    ask = {"busy": (), "at": 0}
    assert chosen([one, two, three], free, **ask) == (Call(3, 1),)
    first = replace(one, rank=order.FIRST)
    assert chosen([first, two, three], free, **ask) == (Call(1, 1),)
    assert outlook([first, two], **ask) == {
        1: WaitReason(order.IN_LINE, 1, by_rank=True),
        2: WaitReason(order.IN_LINE, 2),
    }
    same = [replace(match, since=0) for match in (three, two, one)]
    assert chosen(same, free, **ask) == (Call(1, 1),)


def test_a_leg_keeps_its_table_and_others_leave_it() -> None:
    one, two = pairs(1, 2)
    two = replace(two, since=0, kept=None)
    kept = replace(one, kept=1)
    calls = chosen([kept, two], [FreeTable(1), FreeTable(2)], busy=(), at=0)
    assert set(calls) == {Call(1, 1), Call(2, 2)}


def test_a_table_of_a_stage_is_taken_before_the_free_ones() -> None:
    (one,) = pairs(1)
    free = [FreeTable(1), FreeTable(2, stage=1), FreeTable(3, stage=2)]
    assert chosen([one], free, busy=(), at=0) == (Call(1, 2),)
    assert chosen([one], [free[2]], busy=(), at=0) == ()
    assert chosen([one], [FreeTable(1, by_hand=True)], busy=(), at=0) == ()


def test_a_match_that_is_lined_up_waits_for_its_table() -> None:
    final = Waiting(1, frozenset({1, 2}), stage=1, wants=7)
    other = Waiting(2, frozenset({3, 4}), stage=1)
    stream = FreeTable(7, stage=9, by_hand=True)

    assert chosen([final, other], [FreeTable(1)], busy=(), at=0) == (Call(2, 1),)
    assert chosen([final, other], [stream], busy=(), at=0) == (Call(1, 7),)
    assert outlook([final, other], busy=(), at=0) == {
        1: WaitReason(order.LINED_UP, table=7),
        2: WaitReason(order.IN_LINE, 1),
    }


def test_others_get_the_table_of_a_line_last() -> None:
    later = Waiting(1, frozenset({1, 2}), stage=1, wants=1)
    now = Waiting(2, frozenset({3, 4}), stage=1)

    calls = chosen([later, now], [FreeTable(1), FreeTable(2)], busy={1}, at=0)

    assert calls == (Call(2, 2),)
