"""Seasons on other pages: the home page, tournaments', players' pages, screens."""

from typing import Final

from django.db.models import Q
from django.utils import timezone

from matches.players.queries import PlayerVisit
from tournaments.seasons import access as seasons_access
from tournaments.seasons.models import Season, SeasonEvening
from tournaments.seasons.scoring import ScoredLine
from tournaments.seasons.state import (
    SeasonRow,
    SeasonState,
    fits,
    state_of,
    with_players,
)
from tournaments.structure.models import Tournament, Visibility

LEADERS: Final = 3
MOST: Final = 4
"""The number of seasons on the home page, on a player's page, and on a screen."""

SeasonLeaders = tuple[SeasonState, list[SeasonRow]]
"""A season that is on, with its first places."""


def leaders_now() -> list[SeasonLeaders]:
    """Return the public seasons of today that are not closed, with who leads them.

    One query, and three for each season.
    """
    today = timezone.localdate()
    goes_on = Q(to_day=None) | Q(to_day__gte=today)
    seasons = Season.objects.public().filter(goes_on, from_day__lte=today)
    return [
        _leaders(state_of(season)) for season in seasons.filter(closed_at=None)[:MOST]
    ]


def _leaders(state: SeasonState) -> SeasonLeaders:
    first = [line for line in state.lines if 0 < line.place <= LEADERS and line.points]
    return state, with_players(first)[:LEADERS]


def seasons_counting(tournament: Tournament) -> list[Season]:
    """Return the public seasons in which a tournament counts. At most two queries."""
    seasons = list(Season.objects.public())
    never = {Visibility.PRIVATE, Visibility.PRACTICE}
    if not seasons or tournament.visibility in never:
        return []
    rows = SeasonEvening.objects.filter(tournament=tournament, season__in=seasons)
    decided = dict(rows.values_list("season", "counts"))
    return [
        season for season in seasons if decided.get(season.pk, fits(season, tournament))
    ]


def seasons_with(tournament: Tournament) -> list[SeasonState]:
    """Return the public seasons for which a tournament counts.

    One query, and three for each season of its day.
    """
    day = tournament.date
    around = Q(from_day__lte=day) & (Q(to_day=None) | Q(to_day__gte=day))
    chosen = Q(evenings__tournament=tournament)
    seasons = Season.objects.public().filter(around | chosen).distinct()[:MOST]
    return [
        state
        for state in map(state_of, seasons)
        if any(one.tournament == tournament for one in state.counting)
    ]


def player_seasons(visit: PlayerVisit) -> list[tuple[Season, ScoredLine]]:
    """Return the places of a player in the newest seasons.

    One query, and two for each season; none on the page about one opponent.
    """
    if visit.against is not None:
        return []
    seasons = seasons_access.seasons_for_viewer(visit.request)[:MOST]
    return [
        (season, line)
        for season in seasons
        for line in state_of(season).in_force
        if line.player == visit.player.pk
    ]
