"""Forecasts as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.formats import number_format

from tournaments.forecast.models import Forecast, ForecastProgress
from tournaments.forecast.playing import margin
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Division, Entry, Tournament

_SURE: Final = 0.995
_NEVER: Final = 0.005
_MOVED: Final = 0.005
_NEWEST: Final = ("division__number", "-made_at", "-pk")


@dataclass(frozen=True, slots=True)
class ForecastRow:
    """One entrant: the chances as shares of 1, and by how much the first one moved."""

    name: str
    key: str
    win: float
    first: float
    paid: float
    place: float
    moved: float | None

    @property
    def win_text(self) -> str:
        """The chance to win."""
        return percent(self.win)

    @property
    def first_text(self) -> str:
        """The chance to be among the first."""
        return percent(self.first)

    @property
    def paid_text(self) -> str:
        """The chance to get a prize."""
        return percent(self.paid)

    @property
    def place_text(self) -> str:
        """The mean of the places."""
        return str(number_format(round(self.place, 1), decimal_pos=1))

    @property
    def moved_text(self) -> str:
        """By how many points the chance to win has moved, empty if it has not."""
        if self.moved is None or abs(self.moved) < _MOVED:
            return ""
        points = round(100 * self.moved)
        return f"+{points}" if points > 0 else f"−{-points}"


@dataclass(frozen=True, slots=True)
class ForecastTable:
    """The newest forecast of a division."""

    division: Division
    forecast: Forecast
    rows: Sequence[ForecastRow]

    @property
    def margin(self) -> int:
        """The error of a chance in percentage points, which is seldom exceeded."""
        return -int(-100 * margin(self.forecast.runs) // 1)

    @property
    def has_moved(self) -> bool:
        """Whether there was a forecast before this one."""
        return any(row.moved is not None for row in self.rows)


def percent(share: float) -> str:
    """Return a chance in percent, rounded to the accuracy of a few hundred runs."""
    if share >= 1:
        return "100 %"
    if share > _SURE:
        return "> 99 %"
    if 0 < share < _NEVER:
        return "< 1 %"
    return f"{round(100 * share)} %"


def is_up_to_date(tournament: Tournament, mark: TournamentMark) -> bool:
    """Return True if the forecasts belong to the shown facts. One query."""
    done = ForecastProgress.objects.filter(
        tournament=tournament, fingerprint=mark.fingerprint
    )
    return done.exists()


def newest_forecast(tournament_id: int) -> int:
    """Return the primary key of the newest forecast, 0 without one. One query."""
    rows = Forecast.objects.filter(tournament=tournament_id).order_by("-made_at", "-pk")
    return rows.values_list("pk", flat=True).first() or 0


def forecast_tables(tournament: Tournament) -> list[ForecastTable]:
    """Return the newest forecast of each division. Two queries."""
    rows = list(
        Forecast.objects.filter(tournament=tournament)
        .select_related("division__tournament")
        .order_by(*_NEWEST)
    )
    people = {
        number: (name, key)
        for number, name, key in Entry.objects.filter(
            tournament=tournament
        ).values_list("number", "player__name", "player__key")
    }
    tables = []
    for division in dict.fromkeys(row.division for row in rows):
        own = [row for row in rows if row.division_id == division.pk]
        tables.append(_table(division, own, people))
    return tables


def _table(
    division: Division, rows: Sequence[Forecast], people: dict[int, tuple[str, str]]
) -> ForecastTable:
    newest = rows[0]
    before = {row.number: row.chances.win for row in rows[1].rows} if rows[1:] else {}
    found = [
        ForecastRow(
            *people[number],
            chances.win,
            chances.first,
            chances.paid,
            chances.place,
            chances.win - before[number] if number in before else None,
        )
        for number, chances in newest.rows
        if number in people
    ]
    found.sort(key=lambda row: (-row.win, -row.first, row.place, row.name))
    return ForecastTable(division, newest, found)
