"""Notices about the server for directors, shown on desks.

A package with such facts (age of the last backup, free space) registers a function; the
desks show the notices that it returns.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence in the reader's language, and the page that helps."""

    text: str
    url: str = ""
    link: str = ""
    is_warning: bool = False
    """A warning is shown above everything; another notice among the links."""


_sources: list[Callable[[], Iterable[Notice]]] = []


def register(source: Callable[[], Iterable[Notice]]) -> None:
    """Register a function that returns notices; a second call changes nothing."""
    if source not in _sources:
        _sources.append(source)


def notices() -> dict[str, list[Notice]]:
    """Return the warnings and the other notices of all sources, for a template."""
    found = [notice for source in _sources for notice in source()]
    return {
        "warnings": [notice for notice in found if notice.is_warning],
        "notices": [notice for notice in found if not notice.is_warning],
    }
