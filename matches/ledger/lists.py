"""Rows for lists of matches and money sessions: players, event, result."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion, day_of, occasions_of
from matches.players.models import Player
from matches.rulebook.switches import CURRENCY, STAKE
from matches.rules import Side

_UNPLAYED: Final = {
    Match.State.READY.value: "unplayed",
    Match.State.PLAYING.value: "unfinished",
}
"""The keys of the states in which no match of a closed tournament is."""
_ON_THE_BOARD: Final = frozenset({"", Match.How.PLAYED.value})


def state_tag(
    state: str, how: str, *, is_called: bool | None, is_locked: bool = False
) -> str:
    """Return the key of a state for the template of state tags.

    `is_called`: whether a match that is ready has a table; None for a match that is
    not called to tables. `is_locked`: its tournament is closed.
    """
    if is_locked and state in _UNPLAYED:
        return _UNPLAYED[state]
    if state == Match.State.READY and is_called is not None:
        return "called" if is_called else "waiting"
    if state == Match.State.DONE and how not in _ON_THE_BOARD:
        return how
    return state


def tag_of(match: Match, occasion: Occasion | None) -> str:
    is_called = None if occasion is None else occasion.table is not None
    is_locked = match.locked_at is not None
    tag = state_tag(match.state, match.how, is_called=is_called, is_locked=is_locked)
    is_playing = occasion is not None and occasion.is_playing
    return "playing" if tag == "called" and is_playing else tag


@dataclass(frozen=True, slots=True)
class MatchNow:
    match: Match
    player: Player
    occasion: Occasion | None

    @property
    def opponent(self) -> Player:
        match = self.match
        is_one = match.player_1_id == self.player.pk
        return match.player_2 if is_one else match.player_1

    @property
    def tag(self) -> str:
        return tag_of(self.match, self.occasion)

    @property
    def called_at(self) -> datetime | None:
        """The time when the players were called, None once they sit there."""
        if self.occasion is None or self.tag != "called":
            return None
        return self.occasion.called_at

    @property
    def call(self) -> str:
        """What tells one call of the match from another, "" if it is not called."""
        at = self.called_at
        return "" if at is None else f"{self.match.code} {at:%H%M%S%f}"


PER_PAGE: Final = 50
_STANDING: Final = {
    Match.State.REPORTED: gettext_lazy("reported, not confirmed yet"),
    Match.State.DISPUTED: gettext_lazy("the players disagree"),
    Match.State.UNFINISHED: gettext_lazy("adjourned, to be finished later"),
}
_ENDINGS: Final = {
    Match.How.WALKOVER: gettext_lazy("walkover"),
    Match.How.FORFEIT: gettext_lazy("forfeit"),
    Match.How.RETIRED: gettext_lazy("retirement"),
    Match.How.PENALTY: gettext_lazy("decided by penalty"),
    Match.How.TIME: gettext_lazy("decided on time"),
    Match.How.NOBODY: gettext_lazy("double forfeit"),
}
RatedAmong = Callable[[Sequence[Match]], Collection[int]]
_rated: list[RatedAmong] = []


def register_rated(among: RatedAmong) -> None:
    """Register `among`, which returns the rated ones of some matches."""
    if among not in _rated:
        _rated.append(among)


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One match of a list. `side` is the side of the player whose list it is.

    `result` is "won" or "lost" for that player, empty if neither player won.
    `is_rated`: a rating list counts it.
    """

    match: Match
    occasion: Occasion | None
    side: Side | None = None
    is_rated: bool = False

    @property
    def day(self) -> date:
        """The day of the event, or else when the match ended or was opened."""
        return day_of(self.match, self.occasion)

    @property
    def opponent(self) -> Player:
        return self.match.player(Side.TWO if self.side is None else self.side.other)

    @property
    def result(self) -> str:
        if self.side is None or self.match.winner is None or not self._is_settled:
            return ""
        return "won" if self.match.winner == self.side else "lost"

    @property
    def score(self) -> str:
        """The score, points of the list's player first; empty before the first game."""
        match = self.match
        if match.is_money:
            return self._balance
        unplayed = match.is_walkover and not (match.score_1 or match.score_2)
        unplayed = unplayed or not self._is_settled
        if match.state == Match.State.READY or unplayed:
            return ""
        scores = (match.score_1, match.score_2)
        mine, other = reversed(scores) if self.side == Side.TWO else scores
        return f"{mine}–{other}"

    @property
    def tag(self) -> str:
        """The result or the state of the match, for the template of state tags."""
        if self.match.state == Match.State.UNFINISHED:
            return "aside"
        is_done = self.match.state == Match.State.DONE
        return (is_done and self.result) or tag_of(self.match, self.occasion)

    @property
    def words(self) -> tuple[str, ...]:
        """The short texts below the names."""
        match = self.match
        where = (self.occasion.title, self.occasion.detail()) if self.occasion else ()
        parts = (
            *(where or (_("club match") if not match.is_money else "",)),
            terms_of(match),
            ending_of(match),
            _("rated") if self.is_rated else "",
        )
        return tuple(part for part in parts if part)

    @property
    def _is_settled(self) -> bool:
        return self.match.shows_score

    @property
    def _balance(self) -> str:
        match = self.match
        if match.state == Match.State.READY:
            return ""
        balance = -match.balance if self.side == Side.TWO else match.balance
        return signed_points(balance)


def terms_of(match: Match) -> str:
    """Return the length of a match, or the stake of a session, in words."""
    if not match.is_money:
        text = ngettext("to %(length)s point", "to %(length)s points", match.length)
        return text % {"length": match.length}
    rules = match.profile.profile
    amount = f"{number_format(rules[STAKE])} {rules[CURRENCY]}".strip()
    return _("money session, %(amount)s per point") % {"amount": amount}


def ending_of(match: Match) -> str:
    """Return in words how a match ended if it was not played out, or its state."""
    if match.is_money:
        return _session_ending(match)
    if match.is_over:
        return str(_ENDINGS.get(Match.How(match.how), ""))
    return str(_STANDING.get(Match.State(match.state), ""))


def signed_points(points: Decimal) -> str:
    number = number_format(f"{abs(points).normalize():f}")
    if not points:
        return "0"
    return f"+{number}" if points > 0 else f"−{number}"


def page_of(
    request: HttpRequest, matches: QuerySet[Match], *, player: Player | None = None
) -> tuple[Page[Match], list[HistoryRow]]:
    page = Paginator(matches, PER_PAGE).get_page(request.GET.get("page"))
    return page, history_rows(list(page.object_list), player=player)


def history_rows(
    matches: Sequence[Match], *, player: Player | None = None
) -> list[HistoryRow]:
    occasions = occasions_of(matches)
    rated = {pk for among in _rated for pk in among(matches)} if matches else set()
    return [
        HistoryRow(
            match, occasions.get(match.pk), _side(match, player), match.pk in rated
        )
        for match in matches
    ]


def _side(match: Match, player: Player | None) -> Side | None:
    if player is None:
        return None
    return Side.ONE if match.player_1_id == player.pk else Side.TWO


def _session_ending(match: Match) -> str:
    if match.state == Match.State.READY:
        return ""
    if match.state == Match.State.UNFINISHED:
        return _("adjourned, to be finished later")
    if not match.balance:
        return _("no one is ahead")
    ahead = match.player_1 if match.balance > 0 else match.player_2
    rules = match.profile.profile
    amount = abs(match.balance) * Decimal(rules[STAKE])
    money = number_format(f"{amount.normalize():f}")
    return _("%(name)s is %(amount)s ahead") % {
        "name": ahead.name,
        "amount": f"{money} {rules[CURRENCY]}".strip(),
    }
