"""Who gets the free places of a list. Pure: no rows, no clock.

Whoever signs up while others wait, waits behind them. A place that is offered is kept
until the answer is due; who does not answer goes to the end of the queue, and the
second time off the list.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

MISSES_ALLOWED: Final = 1


class State(StrEnum):
    """Where somebody who signed up stands."""

    ASKED = "asked"
    WAITING = "waiting"
    OFFERED = "offered"
    IN = "in"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    LAPSED = "lapsed"


LIVE: Final = (State.ASKED, State.WAITING, State.OFFERED, State.IN)
"""The states of people who still want to play."""


@dataclass(frozen=True, slots=True)
class Place:
    """What the queue knows of a person: `rank` orders those who wait."""

    key: int
    state: State
    rank: datetime
    answer_by: datetime | None = None
    missed: int = 0


def moved(
    people: Sequence[Place],
    *,
    left: int | None,
    now: datetime,
    answer_within: timedelta | None,
) -> list[Place]:
    """Return the people whose place changes now.

    `left` is the number of places without an entry, None for any number; offers that
    still stand count against it. With `answer_within` a place is offered for that time,
    else it is given.
    """
    changed = {person.key: person for person in _overdue(people, now)}
    present = [changed.get(person.key, person) for person in people]
    if left is not None:
        left -= sum(person.state == State.OFFERED for person in present)
    waiting = [person for person in present if person.state == State.WAITING]
    waiting.sort(key=lambda person: (person.rank, person.key))
    for person in waiting if left is None else waiting[: max(left, 0)]:
        if answer_within is None:
            changed[person.key] = replace(person, state=State.IN)
        else:
            changed[person.key] = replace(
                person, state=State.OFFERED, answer_by=now + answer_within
            )
    return list(changed.values())


def _overdue(people: Sequence[Place], now: datetime) -> Iterator[Place]:
    for person in people:
        due = person.answer_by
        if person.state == State.OFFERED and due is not None and due <= now:
            is_out = person.missed >= MISSES_ALLOWED
            yield replace(
                person,
                state=State.LAPSED if is_out else State.WAITING,
                rank=now,
                answer_by=None,
                missed=person.missed + 1,
            )
