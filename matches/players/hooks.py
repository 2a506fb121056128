"""Listeners for changes of players, registered by packages above this one."""

from collections.abc import Callable

from matches.players.models import Player

Listener = Callable[[Player], None]

_listeners: list[Listener] = []


def register(listener: Listener) -> None:
    """Call `listener` inside each transaction that changes a player."""
    _listeners.append(listener)


def tell_player_changed(player: Player) -> None:
    """Call all listeners after a change of a player's name, club or rating."""
    for tell in _listeners:
        tell(player)
