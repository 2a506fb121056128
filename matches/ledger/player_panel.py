"""The part of a player's page that lists matches, sessions and opponents."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.core.paginator import Page
from django.db.models import Case, Count, F, Q, Sum, When
from django.db.models.functions import Coalesce

from matches.ledger.lists import HistoryRow, page_of, signed
from matches.ledger.models.match import Match
from matches.ledger.queries import matches_of
from matches.players.models import Player
from matches.players.names import finder, fold
from matches.players.panels import PlayerVisit
from matches.players.queries import players_at
from matches.rules import Side

SUGGESTED: Final = 30
"""How many opponents are suggested; all others are found by typing a name."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Matches won and lost, and the lead in points over all sessions."""

    won: int
    lost: int
    sessions: int
    balance: Decimal

    @property
    def lead(self) -> str:
        """The lead in points as text."""
        return signed(self.balance)

    @property
    def matches(self) -> int:
        """The number of decided matches."""
        return self.won + self.lost


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesPanel:
    """A player's matches, all or against one opponent, and the opponents.

    `typed` is the name of an opponent that was looked for, `found` who has it.
    """

    listed: Page[Match]
    rows: list[HistoryRow]
    query: str
    against: Player | None
    opponents: list[Player]
    typed: str
    found: list[Player]
    record: HeadToHead | None


def matches_panel(page: PlayerVisit) -> MatchesPanel:
    """Return a player's matches, all or against one opponent, and the opponents."""
    player, against = page.player, page.against
    typed = page.request.GET.get("opponent", "").replace("\x00", "").strip()[:80]
    found = opponents_named(player, typed) if typed and against is None else []
    if len(found) == 1:
        against = found[0]
    played = matches_of(player, against=against)
    listed, rows = page_of(page.request, played, player=player)
    return MatchesPanel(
        listed=listed,
        rows=rows,
        query=f"against={against.key}&" if against else "",
        against=against,
        opponents=[] if against else opponents_of(player, most=SUGGESTED),
        typed=typed,
        found=found,
        record=head_to_head(player, against) if against else None,
    )


def opponents_of(player: Player, *, most: int | None = None) -> list[Player]:
    """Return a player's opponents by name, or those met most often. Two queries."""
    other = Case(When(player_1=player, then="player_2_id"), default="player_1_id")
    found = matches_of(player).order_by().values(other=other)
    met = found.annotate(times=Count("pk")).order_by("-times", "other")[:most]
    return players_at(row["other"] for row in met)


def opponents_named(player: Player, search: str) -> list[Player]:
    """Return the opponents whose name is found by `search`. Two queries.

    Of several, those called exactly so if there are such.
    """
    is_found = finder(search)
    found = [other for other in opponents_of(player) if is_found(other.name)]
    return [other for other in found if fold(other.name) == fold(search)] or found


def head_to_head(player: Player, other: Player) -> HeadToHead:
    """Return the record of two players against each other. One query."""
    is_one, is_money = Q(player_1=player), Q(length=0)
    is_decided = ~is_money & Q(winner__isnull=False) & ~Q(state=Match.State.DISPUTED)
    is_won = is_one & Q(winner=Side.ONE) | ~is_one & Q(winner=Side.TWO)
    signed_balance = Case(When(is_one, then="balance"), default=-F("balance"))
    found = matches_of(player, against=other).order_by()
    totals = found.aggregate(
        won=Count("pk", filter=is_decided & is_won),
        decided=Count("pk", filter=is_decided),
        sessions=Count("pk", filter=is_money),
        balance=Coalesce(Sum(signed_balance, filter=is_money), Decimal(0)),
    )
    return HeadToHead(
        won=totals["won"],
        lost=totals["decided"] - totals["won"],
        sessions=totals["sessions"],
        balance=totals["balance"],
    )
