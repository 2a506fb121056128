"""Lists of players and records of one player against another."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db.models import Q, QuerySet

from matches.ledger.queries import matches_of
from matches.players.models import Player
from matches.rules import Side

LISTED: Final = 300


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Decided matches won and lost, and the points ahead after so many sessions."""

    won: int
    lost: int
    sessions: int
    balance: Decimal

    @property
    def matches(self) -> int:
        """How many matches were decided."""
        return self.won + self.lost


def players_named(search: str) -> QuerySet[Player]:
    """Return the directory, or those whose name or club contains `search`."""
    players: QuerySet[Player] = Player.objects.order_by("sort_name", "pk")
    if search:
        players = players.filter(
            Q(name__icontains=search)
            | Q(sort_name__icontains=search)
            | Q(club__icontains=search)
        )
    return players[:LISTED]


def opponents_of(player: Player) -> list[Player]:
    """Return everybody a player has played, in alphabetical order. Two queries."""
    pairs = matches_of(player).order_by().values_list("player_1_id", "player_2_id")
    met = {each for pair in pairs for each in pair} - {player.pk}
    return list(Player.objects.filter(pk__in=met).order_by("sort_name", "pk"))


def head_to_head(player: Player, other: Player) -> HeadToHead:
    """Sum up what two players have played against each other. One query."""
    won = lost = sessions = 0
    balance = Decimal(0)
    for match in matches_of(player, against=other):
        is_one = match.player_1_id == player.pk
        if match.is_money:
            sessions += 1
            balance += match.balance if is_one else -match.balance
        elif match.winner is not None:
            mine = match.winner == (Side.ONE if is_one else Side.TWO)
            won, lost = won + mine, lost + (not mine)
    return HeadToHead(won, lost, sessions, balance)
