"""The page of statistics from match files of a player."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.players import access as players_access
from matches.players.models import Player
from matches.players.panels import PlayerVisit
from matches.statistics.match_filter import MatchFilter
from matches.statistics.moves import CountedPlay, MoveStatistics, moves_shown
from matches.statistics.panel import MatchNow, matches_now
from matches.web import answers
from matches.web.answers import Page


@dataclass(frozen=True, slots=True)
class DoublesLine:
    """The answers to doubles: those of the player, and those of opponents."""

    label: str
    own: int
    own_query: str
    other: int
    other_query: str


@dataclass(frozen=True, slots=True)
class PlayLink:
    """A play, how often it was made, and the query of the matches behind it."""

    told: CountedPlay
    query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerNowPage(Page):
    """The present matches of a player, with the title of the page that shows them."""

    template = "matches/statistics/_now_news.html"
    fragment = template

    player: Player
    now: Sequence[MatchNow]


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesPage(Page):
    """The statistics from the match files of a player."""

    template = "matches/statistics/moves.html"

    player: Player
    told: MoveStatistics

    @property
    def all_games(self) -> str:
        """The query of the matches whose moves are known."""
        return MatchFilter(of="moves").query

    @property
    def doubles(self) -> list[DoublesLine]:
        """Doubles that were turned, taken and dropped."""
        return [
            self._line(_("Turned"), "doubled", "offered"),
            self._line(_("Taken"), "doubled-taken", "offered-taken"),
            self._line(_("Dropped"), "doubled-dropped", "offered-dropped"),
        ]

    @property
    def clock(self) -> DoublesLine | None:
        """Games won and lost by the clock, None if there are none."""
        line = self._line(_("Games decided by the clock"), "clock-won", "clock-lost")
        return line if line.own or line.other else None

    @property
    def openings(self) -> list[tuple[str, list[PlayLink]]]:
        """The opening plays by their dice."""
        return [
            (f"{dice[0]}-{dice[1]}", _links(plays))
            for dice, plays in self.told.by_dice()
        ]

    @property
    def replies(self) -> list[PlayLink]:
        """The replies, the most frequent first."""
        return _links(self.told.replies)

    def _line(self, label: str, own: str, other: str) -> DoublesLine:
        numbers = self.told.numbers
        return DoublesLine(
            label,
            numbers[own],
            MatchFilter(of=own).query,
            numbers[other],
            MatchFilter(of=other).query,
        )


@require_safe
def player_moves(request: HttpRequest, key: str) -> HttpResponse:
    """Show opening plays, replies and doubles from the match files of a player."""
    try:
        player = players_access.player_for_viewer(key)
    except Http404:
        return redirect("player_moves", key=players_access.merged_into(key).key)
    page = MovesPage(player=player, told=moves_shown(request, player))
    return answers.show_page(request, page)


def _links(plays: Sequence[CountedPlay]) -> list[PlayLink]:
    return [PlayLink(play, MatchFilter(play=play.key).query) for play in plays]


@never_cache
@require_safe
def player_now(request: HttpRequest, key: str) -> HttpResponse:
    """Show what a player plays now, for the page of the player that asks for news."""
    player = players_access.player_for_viewer(key)
    if not answers.is_fragment(request):
        return redirect("player", key=player.key)
    now = matches_now(PlayerVisit(request, player, None))
    return answers.show_page(request, PlayerNowPage(player=player, now=now))
