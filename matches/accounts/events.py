"""Names of the events for which roles are given: `matches` knows no tournaments."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple


class NamedEvent(NamedTuple):
    name: str
    desk_url: str
    helpers_url: str


Namer = Callable[[Iterable[int]], Mapping[int, NamedEvent]]

_namers: Final[list[Namer]] = []


def register(namer: Namer) -> None:
    """Register the function that names events. Call once, at start-up."""
    if namer not in _namers:
        _namers.append(namer)


def named_events(events: Iterable[int]) -> dict[int, NamedEvent]:
    """Return the existing events by primary key. At most one query."""
    wanted = list(events)
    found: dict[int, NamedEvent] = {}
    for namer in _namers if wanted else ():
        found |= namer(wanted)
    return found


def named_event(event: int | None) -> NamedEvent | None:
    """Return an event, None for a role of the club. At most one query."""
    return None if event is None else named_events([event]).get(event)
