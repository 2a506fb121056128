"""What a match was played in.

A match knows nothing of tournaments. Whoever opens matches may register two functions
here: one that says what a given match belongs to, so that its page can name and link
it, and one that is asked before a winner, once known, changes.
"""

from collections.abc import Callable
from dataclasses import dataclass

from matches.models import Match


@dataclass(frozen=True, slots=True)
class Occasion:
    """The surroundings of one match, ready for a page."""

    title: str
    url: str
    desk_url: str
    detail: str
    label: str
    table: int | None
    language: str


Provider = Callable[[Match], Occasion | None]
Guard = Callable[[Match], None]

_providers: list[Provider] = []
_guards: list[Guard] = []


def register(*, provider: Provider, winner_guard: Guard) -> None:
    """Be asked what a match belongs to, and before its winner changes.

    The guard runs inside the recording transaction and raises a RuleError to refuse.
    Called once, at start-up.
    """
    _providers.append(provider)
    _guards.append(winner_guard)


def occasion_of(match: Match) -> Occasion | None:
    """Return what `match` was played in, or None for a match of its own."""
    return next(filter(None, (ask(match) for ask in _providers)), None)


def guard_winner(match: Match) -> None:
    """Ask everybody who registered whether the winner of `match` may change."""
    for ask in _guards:
        ask(match)
