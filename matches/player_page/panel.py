"""The matches on the page of a player: all, against one opponent, or of one number."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, F, Q, QuerySet, Sum, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from matches.ledger.access import listed_for
from matches.ledger.lists import (
    PER_PAGE,
    HistoryRow,
    MatchNow,
    history_rows,
    signed_points,
)
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasions_of
from matches.ledger.queries import MOST_OPEN, matches_of, undecided_of
from matches.player_page import history as counting
from matches.player_page.history import MatchTally, PlayerMatch
from matches.player_page.queries import history_of, matches_with, recorded
from matches.player_page.summary import RECORDED, MatchFilter, read_filter, summary_of
from matches.players.models import Player
from matches.players.names import finder, fold
from matches.players.queries import PlayerVisit, players_at
from matches.rules import Side

SUGGESTED: Final = 30
"""The number of suggested opponents; others are found by typing a name."""
NEWEST: Final = 10
"""The number of matches on a player's page; its list has all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesPanel:
    """A player's matches: all, against one opponent, or those of one number.

    `typed` is the searched name of an opponent, `found` the opponents with this name.
    `title` says which matches are listed, empty where the whole player is shown with a
    `summary`, which is None before the first match.
    """

    listed: Page[PlayerMatch]
    rows: list[HistoryRow]
    query: str
    against: Player | None
    opponents: list[Player]
    typed: str
    found: list[Player]
    record: dict[str, Any] | None
    title: str
    tally: MatchTally
    summary: dict[str, object] | None

    @property
    def is_part(self) -> bool:
        """Whether only a list of the player's matches is shown."""
        return self.against is not None or bool(self.title)

    @property
    def has_more(self) -> bool:
        return not self.is_part and self.listed.has_other_pages()

    @property
    def sentence(self) -> str:
        """The record in one sentence, for the preview of a link."""
        if not self.tally.matches:
            return ""
        return _("%(won)s of %(matches)s matches won (%(percent)s%%).") % {
            "won": self.tally.won,
            "matches": self.tally.matches,
            "percent": self.tally.percent,
        }


def matches_now(visit: PlayerVisit) -> list[MatchNow]:
    """Return what the player plays now, as far as the visitor may know of it.

    One query for the matches, and one for their tables. Club matches and matches left
    open by files are left out: they are in the list of all matches.
    """
    player = visit.player
    if visit.against is not None:
        return []
    listed = list(listed_for(visit.request, undecided_of(player))[:MOST_OPEN])
    occasions = occasions_of(listed)
    return [
        MatchNow(match, player, occasions[match.pk])
        for match in listed
        if match.pk in occasions and not occasions[match.pk].is_closed
    ]


def matches_panel(page: PlayerVisit) -> MatchesPanel:
    player, asked = page.player, page.request.GET
    seen = listed_for(page.request, Match.objects.all())
    # A kind that is asked for must be one that the player has played with anybody.
    only = None if asked.get("kind") else page.against
    history = history_of(player, against=only, among=seen)
    typed = asked.get("opponent", "").replace("\x00", "").strip()[:80]
    found = _named(history, typed) if typed and page.against is None else []
    against = found[0] if len(found) == 1 else page.against
    match_filter = read_filter(asked, {one.kind for one in history}.__contains__)
    if against is None and match_filter.is_all and "page" not in asked:
        return _whole(player, history, typed=typed, found=found, seen=seen)
    filtered = _filtered(player, history, match_filter=match_filter, against=against)
    listed = Paginator(filtered, PER_PAGE).get_page(asked.get("page"))
    return MatchesPanel(
        listed=listed,
        rows=_rows(player, listed, _matches(listed.object_list)),
        query=_query(match_filter, against),
        against=against,
        opponents=[],
        typed=typed,
        found=found,
        record=head_to_head(player, against, among=seen) if against else None,
        title=match_filter.title or ("" if against else _("All matches")),
        tally=counting.tally(filtered),
        summary=None,
    )


def _whole(
    player: Player,
    history: list[PlayerMatch],
    *,
    typed: str,
    found: list[Player],
    seen: QuerySet[Match],
) -> MatchesPanel:
    """Return the newest matches, the suggested opponents and the summary of all."""
    listed = Paginator(history, NEWEST).get_page(1)
    counted, met = counting.counted(history), counting.met(history)[:SUGGESTED]
    keys = {*met, *counting.rivals(counted.against)}
    people = {other.pk: other for other in players_at(keys)}
    shown = [*listed.object_list, *counting.remembered(counted)]
    matches, summary = _matches(shown), None
    if counted.decided:
        summary = summary_of(
            player, counted, people=people, matches=matches, among=seen
        )
    return MatchesPanel(
        listed=listed,
        rows=_rows(player, listed, matches),
        query="",
        against=None,
        opponents=_by_name(people[one] for one in met if one in people),
        typed=typed,
        found=found,
        record=None,
        title="",
        tally=counting.tally(counted.decided),
        summary=summary,
    )


def head_to_head(
    player: Player, other: Player, *, among: QuerySet[Match] | None = None
) -> dict[str, Any]:
    """Return the record of two players against each other. One query.

    `among` are the matches that the reader may see, None for all.
    """
    is_one, is_money = Q(player_1=player), Q(length=0)
    is_decided = ~is_money & Q(winner__isnull=False) & ~Q(state=Match.State.DISPUTED)
    is_won = is_one & Q(winner=Side.ONE) | ~is_one & Q(winner=Side.TWO)
    signed_balance = Case(When(is_one, then="balance"), default=-F("balance"))
    found = matches_of(player, against=other, among=among).order_by()
    totals = found.aggregate(
        won=Count("pk", filter=is_decided & is_won),
        matches=Count("pk", filter=is_decided),
        sessions=Count("pk", filter=is_money),
        balance=Coalesce(Sum(signed_balance, filter=is_money), Decimal(0)),
    )
    lost, lead = totals["matches"] - totals["won"], signed_points(totals["balance"])
    return totals | {"lost": lost, "lead": lead}


def _filtered(
    player: Player,
    history: list[PlayerMatch],
    *,
    match_filter: MatchFilter,
    against: Player | None,
) -> list[PlayerMatch]:
    if against is not None:
        history = [one for one in history if one.opponent == against.pk]
    if match_filter.is_all:
        return history
    found = [one for one in history if match_filter.suits(one)]
    if not match_filter.of:
        return found
    is_all = match_filter.of == RECORDED
    keys = recorded(player) if is_all else matches_with(player, match_filter.of)
    return [one for one in found if one.match in keys]


def _query(match_filter: MatchFilter, against: Player | None) -> str:
    parts = [f"against={against.key}"] if against else []
    parts += [] if match_filter.is_all else [match_filter.query]
    return "".join(f"{part}&" for part in parts)


def _matches(played: Iterable[PlayerMatch]) -> dict[int, Match]:
    """Return the rows of some matches by primary key. One query."""
    rows = Match.objects.select_related("player_1", "player_2", "profile")
    return rows.in_bulk([one.match for one in played])


def _rows(
    player: Player, listed: Page[PlayerMatch], matches: Mapping[int, Match]
) -> list[HistoryRow]:
    """Return the rows of one page of a list; a match deleted since is left out."""
    found = [matches[one.match] for one in listed.object_list if one.match in matches]
    return history_rows(found, player=player)


def _named(history: Sequence[PlayerMatch], search: str) -> list[Player]:
    is_found = finder(search)
    others = players_at(counting.met(history))
    found = [other for other in others if is_found(other.name)]
    return [other for other in found if fold(other.name) == fold(search)] or found


def _by_name(players: Iterable[Player]) -> list[Player]:
    return sorted(players, key=lambda one: (one.sort_name, one.pk))
