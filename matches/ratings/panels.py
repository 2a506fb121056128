"""Rating lists in words, and on the pages of a match and of a player."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Final, TypeAlias

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from matches.ledger.models.match import Match
from matches.match_page.page import MatchVisit
from matches.players.queries import PlayerVisit
from matches.ratings import queries as ratings_access
from matches.ratings.computing import first_moment
from matches.ratings.models import (
    GivenRating,
    ListedPlayer,
    RatedMatch,
    RatingList,
    day_of_moment,
)
from matches.ratings.queries import place_of
from matches.rules.ratings import LONGEST, POINT
from matches.web.sentences import sentence_of


def shown_rating(rating: int | None, places: int = 2) -> str:
    """Return a rating in points as text: 1712.34."""
    if rating is None:
        return ""
    points = round(Decimal(rating) / POINT, places)
    return number_format(points, decimal_pos=places)


def shown_change(change: int | None, places: int = 2) -> str:
    """Return a change with its sign as text: +4.01, −2.50, 0.00."""
    if not change:
        return shown_rating(change, places)
    text = shown_rating(abs(change), places)
    return f"+{text}" if change > 0 else f"−{text}"


def rules_text(of: RatingList) -> tuple[str, ...]:
    return tuple(_sentences(of))


def _sentences(of: RatingList) -> Iterator[str]:
    yield _("Formula: %(formula)s.") % {"formula": sentence_of(of.rule)}
    if of.rule.source:
        yield _("Source: %(source)s.") % {"source": of.rule.source}
    if of.rule.imported:
        return
    start = shown_rating(of.start)
    yield _("A new player begins at %(rating)s.") % {"rating": start}
    if of.rule.ramp > 1 and of.own:
        yield _("Experience includes the current match.")
    elif of.rule.ramp > 1:
        yield _("Experience is counted before the match.")
    if of.takes_tournaments and of.takes_club:
        yield _("Tournament matches and club matches count.")
    elif of.takes_tournaments:
        yield _("Tournament matches count; club matches do not.")
    else:
        yield _("Club matches count; tournament matches do not.")
    if (of.least_length, of.most_length) != (1, LONGEST):
        yield _("Match length: %(least)s to %(most)s points.") % {
            "least": of.least_length,
            "most": of.most_length,
        }
    if of.from_day is not None:
        yield _("Results from %(day)s onwards count.") % {
            "day": date_format(of.from_day, "DATE_FORMAT")
        }
    if of.members_only:
        yield _("Only matches between list members count.")
    yield from _endings(of)
    if of.provisional:
        yield _("A rating is provisional below an experience of %(count)s.") % {
            "count": of.provisional
        }


def _endings(of: RatingList) -> Iterator[str]:
    if not of.takes_retired:
        yield _("Retired matches do not count.")
    if of.takes_penalties:
        yield _("Matches decided by penalty or on time count.")
    if of.takes_walkovers:
        yield _("Walkovers and forfeits count.")
    else:
        yield _("Walkovers and forfeits do not count.")


WIDTH: Final = 640
HEIGHT: Final = 160
MOST_POINTS: Final = 60
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_LINES: Final = 4
_DAYS: Final = 3


Point: TypeAlias = tuple[date, int]
"""A day, and the rating after its last match."""


def match_ratings(visit: MatchVisit) -> QuerySet[RatedMatch]:
    """Return the rating changes of a match; they need no query while it is played."""
    if visit.match.state != Match.State.DONE:
        return RatedMatch.objects.none()
    rows = visit.match.match_ratings.filter(list__in=RatingList.objects.public())
    return rows.select_related("list")


def player_ratings(visit: PlayerVisit) -> list[dict[str, object]]:
    """Return a player's ratings, unless the page is about one opponent.

    `year` is the change since the last match of an earlier year. One query, and four
    for each list.
    """
    if visit.against is not None:
        return []
    lists = ratings_access.lists_for_viewer(visit.request)
    rows = ListedPlayer.objects.filter(player=visit.player, list__in=lists)
    ratings: list[dict[str, object]] = []
    for row in rows.select_related("list", "player").order_by("list"):
        course = course_of(row.list, row.player_id)
        row.place = place_of(row)
        today = timezone.localdate()
        new_year = today.replace(month=1, day=1)
        ratings.append(
            {
                "listed": row,
                "today": _change_since(course, today),
                "year": _change_since(course, new_year),
                "chart": chart_of(course),
            }
        )
    return ratings


def course_of(of: RatingList, player: int) -> list[Point]:
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
    return [(day_of_moment(moment), rating) for moment, _match, rating in sorted(found)]


def _change_since(course: Sequence[Point], start: date) -> int | None:
    """Return the change since the last match before a day, None without one."""
    earlier = [rating for day, rating in course if day < start]
    return course[-1][1] - earlier[-1] if earlier else None


def rated_among(matches: Sequence[Match]) -> frozenset[int]:
    """Return those of these matches that a public list counts. One query."""
    keys = [match.pk for match in matches]
    is_shown = Q(match__in=keys, list__in=RatingList.objects.public())
    return frozenset(
        RatedMatch.objects.filter(is_shown).values_list("match_id", flat=True)
    )


def chart_of(course: Sequence[Point]) -> dict[str, object] | None:
    """Draw a course of ratings; None for fewer than two days.

    `lines` cross the drawing at round numbers of points: y and the number. `days` are
    below it: x, the day and its anchor, which keeps the first and the last inside.
    """
    points = thinned(course)
    if len(points) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    low = min(rating for _day, rating in points)
    high = max(rating for _day, rating in points)
    step = next(
        (one for one in _STEPS if (high - low) / POINT <= one * _LINES), _STEPS[-1]
    )
    unit = step * POINT
    bottom = low // unit * unit
    top = max(bottom + unit, -(-high // unit) * unit)

    def y(value: int) -> float:
        return round(HEIGHT * (top - value) / (top - bottom), 1)

    begin, end = points[0][0].toordinal(), points[-1][0].toordinal()

    def x(day: int) -> float:
        return round(WIDTH * (day - begin) / (end - begin), 1)

    corners = (f"{x(day.toordinal())},{y(rating)}" for day, rating in points)
    lines = [(y(value), value // POINT) for value in range(bottom, top + 1, unit)]
    marked = sorted({begin + (end - begin) * n // (_DAYS - 1) for n in range(_DAYS)})
    anchors = {begin: "start", end: "end"}
    days = [
        (x(day), date.fromordinal(day), anchors.get(day, "middle")) for day in marked
    ]
    return {
        "points": points,
        "lines": lines,
        "days": days,
        "path": " ".join(corners),
        "low": low,
        "high": high,
        "width": WIDTH,
        "height": HEIGHT,
    }


def thinned(course: Sequence[Point]) -> list[Point]:
    """Return the last point of each day; of many days only an even selection."""
    points = sorted(dict(course).items())
    if len(points) <= MOST_POINTS:
        return points
    last = len(points) - 1
    return [points[last * n // (MOST_POINTS - 1)] for n in range(MOST_POINTS)]
