"""What a match was played in.

A match knows nothing of tournaments. Whoever opens matches may register three functions
here: one that says what a given match belongs to, so that its page can name and link
it, one that is asked before a winner, once known, changes, and one that is told when
what the directory says of a player has changed.
"""

from collections.abc import Callable
from dataclasses import dataclass

from matches.models import Match, Player


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
Listener = Callable[[Player], None]

_providers: list[Provider] = []
_guards: list[Guard] = []
_listeners: list[Listener] = []


def register(
    *, provider: Provider, winner_guard: Guard, player_listener: Listener
) -> None:
    """Be asked about matches and told of players.

    The guard runs inside the recording transaction and raises a RuleError to refuse;
    the listener runs inside the one that changes a player. Called once, at start-up.
    """
    _providers.append(provider)
    _guards.append(winner_guard)
    _listeners.append(player_listener)


def occasion_of(match: Match) -> Occasion | None:
    """Return what `match` was played in, or None for a match of its own."""
    return next(filter(None, (ask(match) for ask in _providers)), None)


def guard_winner(match: Match) -> None:
    """Ask everybody who registered whether the winner of `match` may change."""
    for ask in _guards:
        ask(match)


def tell_player_changed(player: Player) -> None:
    """Tell everybody who registered that a player's name, club or rating changed."""
    for tell in _listeners:
        tell(player)
