"""Lists of players."""

from typing import Final

from matches.players.models import Player
from matches.players.names import is_found

LISTED: Final = 300


def players_named(search: str) -> list[Player]:
    """Return the directory, or the players whose name or club is found by `search`.

    Spellings are compared as `fold` compares them, which no database does. One query.
    """
    players = Player.objects.order_by("sort_name", "pk")
    if not search:
        return list(players[:LISTED])
    found = [one for one in players if is_found(search, one.name, one.club)]
    return found[:LISTED]
