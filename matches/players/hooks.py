"""Listeners and ratings of players, registered by packages above this one."""

from collections.abc import Callable, Collection, Mapping
from decimal import Decimal

from matches.players.models import Player

Listener = Callable[[Player], None]
ListedRatings = Callable[[Collection[int]], Mapping[int, Decimal]]

_listeners: list[Listener] = []
_ratings: list[ListedRatings] = []


def register(listener: Listener) -> None:
    """Call `listener` inside each transaction that changes a player."""
    _listeners.append(listener)


def tell_player_changed(player: Player) -> None:
    """Call all listeners after a change of a player's name, club or rating."""
    for tell in _listeners:
        tell(player)


def register_ratings(listed: ListedRatings) -> None:
    """Register `listed`, which returns ratings of players by primary key."""
    if listed not in _ratings:
        _ratings.append(listed)


def listed_ratings(players: Collection[int]) -> Mapping[int, Decimal]:
    found: dict[int, Decimal] = {}
    for listed in _ratings:
        found |= listed(players)
    return found
