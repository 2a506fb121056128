"""Public pages of seasons: all seasons, the table of one, the sum of a player."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.documents.registry import Offer, offers
from matches.exports.answers import tables_as
from matches.players.models import Player
from matches.web import answers
from matches.web.answers import Page
from tournaments.seasons import access as seasons_access
from tournaments.seasons.models import Season
from tournaments.seasons.page import (
    EveningLine,
    ShownMove,
    ShownTable,
    SumEvening,
    TableRow,
    TonightTable,
    evening_lines,
    season_table,
    shown_move,
    shown_table,
    sum_of,
    tonight_tables,
)
from tournaments.seasons.queries import lines_in_force
from tournaments.seasons.state import SeasonState, state_of
from tournaments.seasons.words import (
    rules_text,
    season_points,
    shown_days,
    shown_place,
)


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season in the list of all."""

    season: Season
    days: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonsPage(Page):
    """All seasons, the newest first."""

    template = "tournaments/seasons/seasons.html"

    seasons: Sequence[SeasonLine]
    removed: Sequence[Season]
    may_edit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPage(Page):
    """A season: the effect of tonight, its table, its evenings and its rules."""

    template = "tournaments/seasons/season.html"
    fragment = "tournaments/seasons/_season.html"

    state: SeasonState
    table: ShownTable
    tonight: Sequence[TonightTable]
    evenings: Sequence[EveningLine]
    offers: Sequence[Offer]
    may_edit: bool

    @property
    def season(self) -> Season:
        """The season."""
        return self.state.season

    @property
    def days(self) -> str:
        """The first and the last day, as text."""
        return shown_days(self.season)

    @property
    def leaders(self) -> Sequence[TableRow]:
        """The first three, for the preview of a link."""
        return self.table.rows[:3]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the season in sentences: what counts, and what it pays."""
        return rules_text(self.season)

    @property
    def corrected(self) -> list[ShownMove]:
        """The changes by corrections after the closing."""
        return [shown_move(move) for move in self.table.corrected]

    @property
    def is_live(self) -> bool:
        """Whether an evening of the season is being played."""
        return self.state.is_provisional

    @property
    def poll_url(self) -> str:
        """The address that the page polls, "" if nothing is being played."""
        if not self.is_live:
            return ""
        return f"{self.season.get_absolute_url()}?f={self.state.mark}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlayerPage(Page):
    """How the sum of one player came about."""

    template = "tournaments/seasons/player.html"

    season: Season
    player: Player
    place: str
    points: str
    carried: str
    evenings: Sequence[SumEvening]
    is_corrected: bool

    @property
    def counted(self) -> int:
        """The number of evenings that count."""
        return sum(not evening.is_dropped for evening in self.evenings)


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """Show all seasons."""
    found = seasons_access.seasons_for_viewer(request)
    page = SeasonsPage(
        seasons=[SeasonLine(season, shown_days(season)) for season in found],
        removed=list(seasons_access.removed_seasons(request)),
        may_edit=seasons_access.may_edit(request),
    )
    return answers.show_page(request, page)


@require_safe
def season(request: HttpRequest, key: str) -> HttpResponse:
    """Show the table of a season, for the wall and the phone."""
    of = seasons_access.season_for_viewer(request, key)
    state = state_of(of)
    if answers.polled_mark(request) == state.mark:
        return answers.unchanged()
    page = SeasonPage(
        state=state,
        table=shown_table(state),
        tonight=tonight_tables(state),
        evenings=evening_lines(state),
        offers=offers("season", of),
        may_edit=seasons_access.may_edit(request),
    )
    is_over = answers.is_fragment(request) and not page.is_live
    return answers.show_page(request, page, status=answers.OVER if is_over else 200)


@require_safe
def season_file(
    request: HttpRequest, key: str, kind: str, *, full: bool = False
) -> HttpResponse:
    """Return the table of a season as a file.

    `full`: as in `matches.players.views.player_file`.
    """
    if full:
        accounts_access.allowed(request, Act.PLAYERS)
    of = seasons_access.season_for_viewer(request, key)
    return tables_as(kind, of.key, lambda: [season_table(state_of(of))])


@require_safe
def season_player(request: HttpRequest, key: str, player: str) -> HttpResponse:
    """Show how the sum of one player came about."""
    of = seasons_access.season_for_viewer(request, key)
    person = seasons_access.player_for_viewer(player)
    state = state_of(of)
    now = {line.player: line for line in state.lines}
    valid = {line.player: line for line in lines_in_force(state)}
    shown, line = valid.get(person.pk), now.get(person.pk)
    if shown is None or line is None:
        raise Http404
    page = SeasonPlayerPage(
        season=of,
        player=person,
        place=shown_place(shown.place, shared=shown.shared),
        points=season_points(shown.points),
        carried=season_points(shown.carried) if shown.carried else "",
        evenings=sum_of(state, line),
        is_corrected=shown.points != line.points,
    )
    return answers.show_page(request, page)
