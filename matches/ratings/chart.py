"""The course of a rating as a drawing, and as a table for screen readers."""

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from matches.rules.ratings import POINT

WIDTH: Final = 640
HEIGHT: Final = 160
MOST_POINTS: Final = 60
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_LINES: Final = 4
_DAYS: Final = 3


class ChartPoint(NamedTuple):
    """The rating after the last match of a day."""

    day: date
    value: int


class Chart(NamedTuple):
    """A course of ratings: `points` in the order of days, two at least.

    `lines` cross the drawing at round numbers of points: y and the number. `days` are
    below it: x, the day and its anchor, which keeps the first and the last inside.
    """

    points: Sequence[ChartPoint]
    lines: Sequence[tuple[float, int]]
    days: Sequence[tuple[float, date, str]]
    path: str
    low: int
    high: int
    width: int = WIDTH
    height: int = HEIGHT


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
    lines = [(y(value), value // POINT) for value in range(bottom, top + 1, unit)]
    marked = sorted({begin + (end - begin) * n // (_DAYS - 1) for n in range(_DAYS)})
    anchors = {begin: "start", end: "end"}
    days = [
        (x(day), date.fromordinal(day), anchors.get(day, "middle")) for day in marked
    ]
    return Chart(points, lines, days, " ".join(corners), low, high)


def thinned(course: Sequence[ChartPoint]) -> list[ChartPoint]:
    """Return the last point of each day; of many days only an even selection."""
    by_day = {point.day: point for point in course}
    points = [by_day[day] for day in sorted(by_day)]
    if len(points) <= MOST_POINTS:
        return points
    last = len(points) - 1
    return [points[last * n // (MOST_POINTS - 1)] for n in range(MOST_POINTS)]
