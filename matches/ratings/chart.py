"""The course of a rating as a drawing, and as a table for screen readers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from matches.ratings.words import shown_rating
from matches.rules.ratings import POINT

WIDTH: Final = 640
HEIGHT: Final = 160
MOST_POINTS: Final = 60
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_LINES: Final = 4
_DAYS: Final = 3


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """The rating after the last match of a day."""

    day: date
    value: int

    @property
    def rating(self) -> str:
        """The rating in points."""
        return shown_rating(self.value)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line across the drawing at a round number of points."""

    y: float
    label: str


@dataclass(frozen=True, slots=True)
class ChartDay:
    """A day below the drawing; `anchor` keeps the first and the last inside it."""

    x: float
    day: date
    anchor: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A course of ratings: `points` in the order of days, two at least."""

    points: Sequence[ChartPoint]
    lines: Sequence[ChartLine]
    days: Sequence[ChartDay]
    path: str
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def first(self) -> ChartPoint:
        """The first point."""
        return self.points[0]

    @property
    def last(self) -> ChartPoint:
        """The last point."""
        return self.points[-1]

    @property
    def lowest(self) -> str:
        """The lowest rating shown, in points."""
        return shown_rating(min(point.value for point in self.points))

    @property
    def highest(self) -> str:
        """The highest rating shown, in points."""
        return shown_rating(max(point.value for point in self.points))


def chart_of(course: Sequence[ChartPoint]) -> Chart | None:
    """Draw a course of ratings; None for fewer than two days."""
    points = thinned(course)
    if len(points) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    low = min(point.value for point in points)
    high = max(point.value for point in points)
    step = next(
        (one for one in _STEPS if (high - low) / POINT <= one * _LINES), _STEPS[-1]
    )
    unit = step * POINT
    bottom = low // unit * unit
    top = max(bottom + unit, -(-high // unit) * unit)

    def y(value: int) -> float:
        return round(HEIGHT * (top - value) / (top - bottom), 1)

    begin, end = points[0].day.toordinal(), points[-1].day.toordinal()

    def x(day: int) -> float:
        return round(WIDTH * (day - begin) / (end - begin), 1)

    corners = (f"{x(point.day.toordinal())},{y(point.value)}" for point in points)
    lines = [
        ChartLine(y(value), f"{value // POINT}")
        for value in range(bottom, top + 1, unit)
    ]
    marked = sorted({begin + (end - begin) * n // (_DAYS - 1) for n in range(_DAYS)})
    anchors = {begin: "start", end: "end"}
    days = [
        ChartDay(x(day), date.fromordinal(day), anchors.get(day, "middle"))
        for day in marked
    ]
    return Chart(points, lines, days, " ".join(corners))


def thinned(course: Sequence[ChartPoint]) -> list[ChartPoint]:
    """Return the last point of each day; of many days only an even selection."""
    by_day = {point.day: point for point in course}
    points = [by_day[day] for day in sorted(by_day)]
    if len(points) <= MOST_POINTS:
        return points
    last = len(points) - 1
    return [points[last * n // (MOST_POINTS - 1)] for n in range(MOST_POINTS)]
