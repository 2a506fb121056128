"""The panels of rating lists on the pages of a match and of a player."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.ledger.models.match import Match
from matches.match_page.panels import MatchVisit
from matches.players.panels import PlayerVisit
from matches.ratings import access as ratings_access
from matches.ratings.chart import Chart, ChartPoint, chart_of
from matches.ratings.counting import first_moment
from matches.ratings.models import (
    GivenRating,
    ListedPlayer,
    RatedMatch,
    RatingList,
    day_of_moment,
)
from matches.ratings.queries import place_of


class PlayerRating(NamedTuple):
    """A player on one list, with the course of their rating.

    `place` says whether others share it; it is None for a player who has not played for
    a long time. `year` is the change since the last match of an earlier year, and
    `today` that since the last one before today; None without any.
    """

    listed: ListedPlayer
    place: tuple[int, bool] | None
    year: int | None
    chart: Chart | None
    today: int | None = None


def match_ratings(visit: MatchVisit) -> QuerySet[RatedMatch]:
    """Return the rating changes of a match; they need no query while it is played."""
    if visit.match.state != Match.State.DONE:
        return RatedMatch.objects.none()
    rows = visit.match.match_ratings.filter(list__in=RatingList.objects.public())
    return rows.select_related("list")


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
    course = course_of(row.list, row.player_id)
    today = timezone.localdate()
    return PlayerRating(
        row,
        place_of(row),
        _change_since(course, today.replace(month=1, day=1)),
        chart_of(course),
        _change_since(course, today),
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


def _change_since(course: Sequence[ChartPoint], day: date) -> int | None:
    earlier = [point.value for point in course if point.day < day]
    return course[-1].value - earlier[-1] if earlier else None


def rated_among(matches: Sequence[Match]) -> frozenset[int]:
    """Return those of these matches that a public list counts. One query."""
    keys = [match.pk for match in matches]
    is_shown = Q(match__in=keys, list__in=RatingList.objects.public())
    return frozenset(
        RatedMatch.objects.filter(is_shown).values_list("match_id", flat=True)
    )
