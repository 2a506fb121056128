"""The panels of seasons on the home page, players' pages and screens."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.utils import timezone

from matches.players.panels import PlayerVisit
from tournaments.seasons import access as seasons_access
from tournaments.seasons.models import Season
from tournaments.seasons.page import TableRow, table_row
from tournaments.seasons.queries import lines_in_force, season_rows
from tournaments.seasons.state import SeasonState, state_of
from tournaments.structure.models import Tournament

LEADERS: Final = 3
MOST: Final = 4
"""The number of seasons on the home page, on a player's page, and on a screen."""


@dataclass(frozen=True, slots=True)
class Leaders:
    """A season that is on, with its first places."""

    season: Season
    leaders: Sequence[TableRow]
    is_provisional: bool


@dataclass(frozen=True, slots=True)
class PlayerSeason:
    """The place of a player in a season."""

    season: Season
    row: TableRow


def leaders_now() -> list[Leaders]:
    """Return the public seasons of today that are not closed, with who leads them.

    One query, and three for each season.
    """
    today = timezone.localdate()
    public = Season.objects.public().filter(from_day__lte=today, closed_at=None)
    found = [
        season for season in public if season.to_day is None or season.to_day >= today
    ]
    return [_leaders(state_of(season)) for season in found[:MOST]]


def _leaders(state: SeasonState) -> Leaders:
    first = [line for line in state.lines if 0 < line.place <= LEADERS and line.points]
    rows = season_rows(first)[:LEADERS] if first else []
    return Leaders(state.season, [table_row(row) for row in rows], state.is_provisional)


def seasons_with(tournament: Tournament) -> list[SeasonState]:
    """Return the public seasons for which a tournament counts.

    One query, and three for each season of its day.
    """
    day = tournament.date
    around = Q(from_day__lte=day) & (Q(to_day=None) | Q(to_day__gte=day))
    chosen = Q(evenings__tournament=tournament)
    seasons = Season.objects.public().filter(around | chosen).distinct()[:MOST]
    return [
        state for state in map(state_of, seasons) if tournament.pk in state.tournaments
    ]


def player_seasons(visit: PlayerVisit) -> list[PlayerSeason]:
    """Return the places of a player in the newest seasons.

    One query, and three for each season; none on the page about one opponent.
    """
    if visit.against is not None:
        return []
    seasons = seasons_access.seasons_for_viewer(visit.request)[:MOST]
    return [
        PlayerSeason(season, table_row(row))
        for season in seasons
        for row in season_rows(
            line
            for line in lines_in_force(state_of(season))
            if line.player == visit.player.pk
        )
    ]
