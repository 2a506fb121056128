"""Which match is called next, and to which table.

Pure: it computes calls from waiting matches and free tables.

The order: stages that a director puts first, then the match that waits longest, then
the lower match number. A match whose players are busy or still rest is passed over, and
so is one on hold. A table that is kept for a stage goes to no other, and one that is
given by hand is never given here. A match that is lined up for a table goes there and
nowhere else, whatever the table is kept for.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

FIRST: Final = 0
NORMAL: Final = 1
LAST: Final = 2

HOLD: Final = "hold"
LINED_UP: Final = "lined up"
RESTS: Final = "rests"
BUSY: Final = "busy"
IN_LINE: Final = "line"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that is not called.

    `since` is when it began to wait, and `rested` when all its players have had their
    rest, both in seconds of one clock. `rank` is that of its stage: the lowest come
    first. `kept` is the table of the leg before, `wants` the one that it is lined up
    for.
    """

    number: int
    people: frozenset[int]
    stage: int
    since: int = 0
    rank: int = NORMAL
    rested: int = 0
    kept: int | None = None
    on_hold: bool = False
    wants: int | None = None


@dataclass(frozen=True, slots=True)
class FreeTable:
    """A free table; kept for one stage, or given only by hand."""

    number: int
    stage: int | None = None
    by_hand: bool = False


class Call(NamedTuple):
    match: int
    table: int


class WaitReason(NamedTuple):
    """Why a match waits. In line, `place` counts from 1.

    `by_rank`: the first is first because of its stage, and another waits longer.
    `table`: the one that it is lined up for.
    """

    why: str
    place: int = 0
    by_rank: bool = False
    table: int = 0


def in_order(waiting: Iterable[Waiting]) -> list[Waiting]:
    return sorted(waiting, key=lambda one: (one.rank, one.since, one.number))


def chosen(
    waiting: Iterable[Waiting],
    tables: Iterable[FreeTable],
    *,
    busy: Collection[int],
    at: int,
    most: int | None = None,
) -> tuple[Call, ...]:
    """Return the calls that can be made now, `most` of them at most.

    `tables` are the free ones, `busy` the people who are at a table.
    """
    free = {table.number: table for table in tables}
    taken = set(busy)
    line = [one for one in in_order(waiting) if not one.on_hold and one.rested <= at]
    # Tables that are reserved, by a further leg or by a director: no other match gets
    # them while another is free.
    promised = {one.kept for one in line if not taken & one.people}
    promised |= {one.wants for one in waiting if not one.on_hold}
    calls: list[Call] = []
    for one in line:
        if len(calls) == most:
            break
        if taken & one.people:
            continue
        number = _table_for(one, list(free.values()), promised)
        if number is None:
            continue
        calls.append(Call(one.number, number))
        # Within one pass, too: two matches of one person must not be called together.
        taken |= one.people
        del free[number]
    return tuple(calls)


def outlook(
    waiting: Sequence[Waiting], *, busy: Collection[int], at: int
) -> dict[int, WaitReason]:
    found: dict[int, WaitReason] = {}
    line = []
    for one in in_order(waiting):
        if set(busy) & one.people:
            found[one.number] = WaitReason(BUSY)
        elif one.on_hold:
            found[one.number] = WaitReason(HOLD)
        elif one.wants is not None:
            found[one.number] = WaitReason(LINED_UP, table=one.wants)
        elif one.rested > at:
            found[one.number] = WaitReason(RESTS)
        else:
            line.append(one)
            found[one.number] = WaitReason(IN_LINE, len(line))
    if line:
        by_rank = any(one.since < line[0].since for one in line)
        found[line[0].number] = WaitReason(IN_LINE, 1, by_rank)
    return found


def _table_for(
    one: Waiting, free: Sequence[FreeTable], promised: Collection[int | None]
) -> int | None:
    """Return the table for a match, None if there is none.

    The one that it is lined up for, else the one that it keeps, else one of its stage,
    else the lowest; tables that others keep or are lined up for come last.
    """
    if one.wants is not None:
        return one.wants if any(table.number == one.wants for table in free) else None
    fit = [
        table
        for table in free
        if not table.by_hand and table.stage in {None, one.stage}
    ]
    if any(table.number == one.kept for table in fit):
        return one.kept
    best = min(
        fit,
        key=lambda table: (table.number in promised, table.stage is None, table.number),
        default=None,
    )
    return None if best is None else best.number
