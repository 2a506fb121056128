"""Names of the events for which roles are given: `matches` knows no tournaments."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

Named = Mapping[int, tuple[str, str]]
"""The name of each event by its primary key, and the address of its helpers."""

_namers: Final[list[Callable[[Iterable[int]], Named]]] = []


def register(namer: Callable[[Iterable[int]], Named]) -> None:
    """Register who knows the names of events. Call once, at start-up."""
    if namer not in _namers:
        _namers.append(namer)


def names_of(events: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Return name and address of events that are there."""
    wanted = list(events)
    found: dict[int, tuple[str, str]] = {}
    for namer in _namers if wanted else ():
        found |= namer(wanted)
    return found
