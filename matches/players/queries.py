"""Lists of players."""

from typing import Final

from django.db.models import Q, QuerySet

from matches.players.models import Player

LISTED: Final = 300


def players_named(search: str) -> QuerySet[Player]:
    """Return the directory, or the players whose name or club contains `search`."""
    players: QuerySet[Player] = Player.objects.order_by("sort_name", "pk")
    if search:
        players = players.filter(
            Q(name__icontains=search)
            | Q(sort_name__icontains=search)
            | Q(club__icontains=search)
        )
    return players[:LISTED]
