"""The part of a player's page that lists matches, sessions and opponents."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from matches.ledger.lists import page_of, signed
from matches.ledger.queries import matches_of
from matches.players.models import Player
from matches.players.panels import PlayerPage
from matches.rules import Side


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Matches won and lost, and the lead in points over all sessions."""

    won: int
    lost: int
    sessions: int
    balance: Decimal

    @property
    def matches(self) -> int:
        """The number of decided matches."""
        return self.won + self.lost


def matches_panel(page: PlayerPage) -> dict[str, Any]:
    """Return a player's matches, all or against one opponent, and the opponents."""
    player, against = page.player, page.against
    played = matches_of(player, against=against)
    listed, rows = page_of(page.request, played, player=player)
    return {
        "page": listed,
        "rows": rows,
        "query": f"against={against.key}&" if against else "",
        "opponents": opponents_of(player),
        **_record(player, against),
    }


def _record(player: Player, against: Player | None) -> dict[str, Any]:
    if against is None:
        return {}
    record = head_to_head(player, against)
    return {"record": record, "balance": signed(record.balance)}


def opponents_of(player: Player) -> list[Player]:
    """Return all opponents of a player, in alphabetical order. Two queries."""
    pairs = matches_of(player).order_by().values_list("player_1_id", "player_2_id")
    met = {pk for pair in pairs for pk in pair} - {player.pk}
    return list(Player.objects.filter(pk__in=met).order_by("sort_name", "pk"))


def head_to_head(player: Player, other: Player) -> HeadToHead:
    """Return the record of two players against each other. One query."""
    won = lost = sessions = 0
    balance = Decimal(0)
    for match in matches_of(player, against=other):
        is_one = match.player_1_id == player.pk
        if match.is_money:
            sessions += 1
            balance += match.balance if is_one else -match.balance
        elif match.winner is not None and match.shows_score:
            mine = match.winner == (Side.ONE if is_one else Side.TWO)
            won, lost = won + mine, lost + (not mine)
    return HeadToHead(won, lost, sessions, balance)
