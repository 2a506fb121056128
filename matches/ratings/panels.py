"""The panels of rating lists on the pages of a match and of a player."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Final

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.columns.places import marked_place
from matches.ledger.models.match import Match
from matches.match_page.panels import MatchVisit
from matches.players.models import Player
from matches.players.panels import PlayerVisit
from matches.ratings import access as ratings_access
from matches.ratings.chart import Chart, ChartPoint, chart_of
from matches.ratings.counting import first_moment, suits
from matches.ratings.models import (
    GivenRating,
    ListedPlayer,
    RatedMatch,
    RatingList,
    day_of_moment,
)
from matches.ratings.queries import place_of
from matches.ratings.what_if import Stakes, stakes_of
from matches.ratings.words import shown_change, shown_rating

PLACES: Final = 4
_ENDS: Final = {Match.State.DONE}


@dataclass(frozen=True, slots=True)
class PlayerWorth:
    """The rating of one player before and after a match, and the change, in points."""

    player: Player
    before: str
    after: str
    change: str


@dataclass(frozen=True, slots=True)
class MatchWorth:
    """The worth of a match on one list, for both players."""

    of: RatingList
    players: tuple[PlayerWorth, PlayerWorth]


@dataclass(frozen=True, slots=True)
class MatchRatings:
    """The rating changes of a match; before it begins, the possible ones."""

    worth: Sequence[MatchWorth]
    stakes: Sequence[Stakes]


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player on one list, with the course of their rating.

    `place` is empty for a player who has not played for a long time.
    """

    of: RatingList
    listed: ListedPlayer
    place: str
    year: str
    chart: Chart | None

    @property
    def rating(self) -> str:
        """The rating in points."""
        return shown_rating(self.listed.rating)

    @property
    def caption(self) -> str:
        """The content of the drawing in one sentence; "" without a drawing."""
        if self.chart is None:
            return ""
        day = partial(date_format, format="SHORT_DATE_FORMAT")
        return _(
            "Rating of %(name)s from %(first)s to %(last)s: between %(low)s and "
            "%(high)s."
        ) % {
            "name": self.listed.player.name,
            "first": day(self.chart.first.day),
            "last": day(self.chart.last.day),
            "low": self.chart.lowest,
            "high": self.chart.highest,
        }

    @property
    def is_provisional(self) -> bool:
        """Whether the player has little experience."""
        return self.listed.experience < self.of.provisional


def match_ratings(visit: MatchVisit) -> MatchRatings:
    """Return the rating changes of a match; before it begins, the possible ones.

    One query after the end, none while it is played.
    """
    match = visit.match
    if match.is_money:
        return MatchRatings((), ())
    if match.state == Match.State.READY:
        return MatchRatings((), _stakes(match))
    if match.state not in _ENDS:
        return MatchRatings((), ())
    rows = RatedMatch.objects.filter(match=match, list__in=RatingList.objects.public())
    return MatchRatings([_worth(match, row) for row in rows.select_related("list")], ())


def _stakes(match: Match) -> list[Stakes]:
    """Return the possible rating changes on each list that will count the match."""
    rows = Match.objects.filter(pk=match.pk)
    today = timezone.localdate()
    return [
        stakes_of(of, match.player_1, match.player_2, length=match.length)
        for of in RatingList.objects.public()
        if not of.rule.imported
        and (of.from_day is None or of.from_day <= today)
        and rows.filter(suits(of)).exists()
    ]


def _worth(match: Match, row: RatedMatch) -> MatchWorth:
    one = _player_worth(match.player_1, row.before_1, row.after_1)
    two = _player_worth(match.player_2, row.before_2, row.after_2)
    return MatchWorth(row.list, (one, two))


def _player_worth(player: Player, before: int, after: int) -> PlayerWorth:
    return PlayerWorth(
        player,
        shown_rating(before, PLACES),
        shown_rating(after, PLACES),
        shown_change(after - before, PLACES),
    )


def player_ratings(visit: PlayerVisit) -> list[PlayerRating]:
    """Return a player's ratings, unless the page is about one opponent.

    One query, and four for each list.
    """
    if visit.against is not None:
        return []
    lists = ratings_access.lists_for_viewer(visit.request)
    rows = ListedPlayer.objects.filter(player=visit.player, list__in=lists)
    return [
        _player_rating(row)
        for row in rows.select_related("list", "player").order_by("list")
    ]


def _player_rating(row: ListedPlayer) -> PlayerRating:
    of = row.list
    course = course_of(of, row.player_id)
    found = place_of(row)
    return PlayerRating(
        of,
        row,
        "" if found is None else marked_place(found[0], shared=found[1]),
        _this_year(course, timezone.localdate()),
        chart_of(course),
    )


def course_of(of: RatingList, player: int) -> list[ChartPoint]:
    """Return a player's rating after each match, and as imported. Three queries."""
    rows = RatedMatch.objects.filter(list=of)
    columns = ("moment", "match_id")
    found = [
        *rows.filter(player_1=player).values_list(*columns, "after_1"),
        *rows.filter(player_2=player).values_list(*columns, "after_2"),
    ]
    given = GivenRating.objects.valid().filter(list=of, player=player)
    found += [
        (first_moment(day), 0, rating)
        for day, rating in given.values_list("day", "rating")
    ]
    return [
        ChartPoint(day_of_moment(moment), rating)
        for moment, _match, rating in sorted(found)
    ]


def _this_year(course: Sequence[ChartPoint], today: date) -> str:
    """Return the change since the last match of an earlier year, else ""."""
    earlier = [point.value for point in course if point.day.year < today.year]
    if not earlier or earlier[-1] == course[-1].value:
        return ""
    return shown_change(course[-1].value - earlier[-1])


def rated_among(matches: Sequence[Match]) -> frozenset[int]:
    """Return those of these matches that a public list counts. One query."""
    keys = [match.pk for match in matches]
    is_shown = Q(match__in=keys, list__in=RatingList.objects.public())
    return frozenset(
        RatedMatch.objects.filter(is_shown).values_list("match_id", flat=True)
    )
