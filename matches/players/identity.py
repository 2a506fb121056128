"""Identifies the player of a browser, without accounts.

A personal link assigns the browser to its player; the code on a score sheet assigns it
to one side of that match. Both are stored in the session.
"""

from typing import Final

from django.http import HttpRequest

from matches.players.codes import new_code
from matches.players.models import Player

PLAYER_KEY: Final = "player"

_DEVICE: Final = "device"

DEVICE_LENGTH: Final = 4


def become_player(request: HttpRequest, player: Player) -> None:
    """Assign this browser to the player; a new personal link ends the assignment."""
    known = [player.pk, player.link_hash]
    if request.session.get(PLAYER_KEY) != known:
        # A person who knew the old session key must not act as this player.
        request.session.cycle_key()
    request.session[PLAYER_KEY] = known
    give_device_label(request)


def player_at(request: HttpRequest) -> int | None:
    """Return the primary key of the player this browser belongs to, or None.

    One query if the session has a player: a replaced link no longer counts.
    """
    known = request.session.get(PLAYER_KEY)
    if not known:
        return None
    pk, link_hash = known
    valid = Player.objects.filter(pk=pk, link_hash=link_hash).exists()
    return int(pk) if valid else None


def device_of(request: HttpRequest) -> str:
    """Return the label of this browser, "" if it has never reported."""
    return str(request.session.get(_DEVICE, ""))


def give_device_label(request: HttpRequest) -> None:
    """Give the browser its label, unless its session has one already."""
    if _DEVICE not in request.session:
        request.session[_DEVICE] = new_code(DEVICE_LENGTH)
