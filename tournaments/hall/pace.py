"""The pace of a tournament at its desk: matches that are behind, times, help."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from datetime import time as Time  # noqa: N812 - names of fields are small letters
from functools import lru_cache
from math import ceil
from typing import Final

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext, ngettext

from tournaments.hall.expected_ends import (
    LONGEST_UNDER_WAY,
    PaceChange,
    at_table,
    forecast,
    lasts_days,
)
from tournaments.structure.models import Tournament
from tournaments.tables.durations import measured_in, minutes_since
from tournaments.tables.minutes import (
    Pace,
    Running,
    is_behind,
    minutes_left,
    pace_of,
)
from tournaments.tables.progress import Desk

STEP: Final = 5
"""Times are rounded to steps of so many minutes, which is their accuracy."""

_AFTER_MIDNIGHT: Final = Time(6)
"""The hour before which a time belongs to the evening of the day before."""


@dataclass(frozen=True, slots=True)
class MatchPace:
    """The expected end of a match at a table; `behind`: much later than others."""

    until: datetime
    behind: bool = False

    @property
    def clock(self) -> str:
        """The time of day."""
        return clock(self.until)


@dataclass(frozen=True, slots=True)
class Limit:
    """The time when everything must be over, and the reason if one was given."""

    at: datetime
    reason: str = ""

    @property
    def clock(self) -> str:
        """The time of day."""
        return clock(self.at)


@dataclass(frozen=True, slots=True)
class DeskPace:
    """The pace of a tournament.

    `matches` has those at tables, by their number. `rounds_until` is the expected end
    of the rounds under way, `until` that of the tournament; both are None if unknown.
    `round_number` is that of the only stage, 0 if there are several.
    """

    pace: Pace = field(default_factory=Pace)
    matches: Mapping[int, MatchPace] = field(default_factory=dict)
    rounds_until: datetime | None = None
    until: datetime | None = None
    round_number: int = 0
    limit: Limit | None = None

    @property
    def is_known(self) -> bool:
        """Whether any expected end is known."""
        return self.rounds_until is not None or self.until is not None

    @property
    def behind(self) -> int:
        """The number of matches that are behind."""
        return sum(one.behind for one in self.matches.values())

    @property
    def is_too_late(self) -> bool:
        """Whether it will end too late."""
        last = self.until or self.rounds_until
        return last is not None and self.limit is not None and last > self.limit.at

    @property
    def rounds_clock(self) -> str:
        """The time of day at which the rounds under way are over."""
        return "" if self.rounds_until is None else clock(self.rounds_until)

    @property
    def round_clock(self) -> str:
        """The time of day at which the round is over, "" if there are several."""
        return self.rounds_clock if self.round_number else ""

    @property
    def clock(self) -> str:
        """The time of day at which everything is over, "" if it is the round's."""
        if self.until is None or self.until == self.rounds_until:
            return ""
        return clock(self.until)


def pace_at_desk(desk: Desk, tables: int) -> DeskPace:
    """Return the pace. `tables`: how many there are, 0 for enough. One query.

    No query for a tournament that is closed, or of which nothing is drawn.
    """
    if desk.tournament.is_closed or not desk.shown:
        return DeskPace()
    pace = pace_of(measured_in(desk.tournament))
    matches = _running(desk, pace)
    limit = limit_of(desk.tournament)
    if not _is_under_way(desk, matches):
        return DeskPace(pace, limit=limit)
    current, last = forecast(desk, pace, tables=tables)
    single = desk.views[0] if len(desk.views) == 1 else None
    return DeskPace(
        pace=pace,
        matches=matches,
        rounds_until=None if current is None else _rounded(current),
        until=None if last is None else _rounded(last),
        round_number=single.played_number if single and single.counts_rounds else 0,
        limit=limit,
    )


def limit_of(tournament: Tournament) -> Limit | None:
    """Return when a tournament must be over: as directors set it, or as announced.

    Times after midnight belong to the evening before.
    """
    at, reason = tournament.over_by, tournament.over_by_reason
    if at is None and not lasts_days(tournament):
        at, reason = tournament.end_time, ""
    if at is None:
        return None
    now = timezone.localtime()
    evening = (now - timedelta(hours=_AFTER_MIDNIGHT.hour)).date()
    day = evening + timedelta(days=int(at < _AFTER_MIDNIGHT))
    return Limit(timezone.make_aware(datetime.combine(day, at)), reason)


def clock(moment: datetime) -> str:
    """Return the time of day of a moment, in the club's time zone."""
    return _clock(moment, timezone.get_current_timezone())


@lru_cache(maxsize=1024)
def _clock(moment: datetime, zone: tzinfo) -> str:
    # Times are rounded, so hundreds of matches have only a few of them.
    return time_format(timezone.localtime(moment, zone), "H:i")


def this_step() -> int:
    """Return the number of the current step; a desk with times shows it."""
    return int(timezone.now().timestamp()) // (60 * STEP)


def _rounded(minutes: float) -> datetime:
    """Return the moment in so many minutes, at the next full step."""
    at = timezone.now().timestamp() + 60 * minutes
    step = 60 * STEP
    return datetime.fromtimestamp(
        ceil(at / step) * step, timezone.get_current_timezone()
    )


def _running(desk: Desk, pace: Pace) -> dict[int, MatchPace]:
    found: dict[int, MatchPace] = {}
    now = timezone.now()
    known: dict[Running, MatchPace] = {}  # a whole round was called at one moment
    for row in desk.rows:
        running = at_table(row, now)
        if running is None:
            continue
        if running not in known:
            until = _rounded(minutes_left(running, pace))
            known[running] = MatchPace(until, is_behind(running, pace))
        found[row.match_number] = known[running]
    return found


def _is_under_way(desk: Desk, matches: Mapping[int, MatchPace]) -> bool:
    """Return True if a match is at a table, or a round has just ended."""
    newest = max(
        (row.playing_at or row.called_at for row in desk.rows if row.called_at),
        default=None,
    )
    return bool(matches) or (
        newest is not None and minutes_since(newest) < LONGEST_UNDER_WAY / 2
    )


@dataclass(frozen=True, slots=True)
class Help:
    """A possible change, the expected end with it, and whether that is in time.

    `stages` are the titles of those that it touches, where there are several.
    """

    change: PaceChange
    until: datetime
    in_time: bool
    stages: Sequence[str] = ()

    @property
    def words(self) -> str:
        """The change in words."""
        return change_words(self.change)

    @property
    def is_applied_here(self) -> bool:
        """Whether one button applies it: tables are counted on their own page."""
        return self.change.tables is None

    @property
    def clock(self) -> str:
        """The time of day."""
        return clock(self.until)


def helps(desk: Desk, shown: DeskPace, tables: int) -> list[Help]:
    """Return the changes that would end a tournament earlier, sufficient ones first.

    One forecast for each change that can be made.
    """
    if shown.until is None:
        return []
    found = []
    for change in _changes(desk, tables):
        _now, last = forecast(desk, shown.pace, tables=tables, change=change)
        if last is None or (until := _rounded(last)) >= shown.until:
            continue
        in_time = shown.limit is not None and until <= shown.limit.at
        found.append(Help(change, until, in_time, _touched(desk, change)))
    return sorted(found, key=lambda one: (not one.in_time, one.until))


def _touched(desk: Desk, change: PaceChange) -> list[str]:
    """Return the titles of the stages that a change touches; none of a single one."""
    views = desk.views if len(desk.views) > 1 else ()
    return [
        view.title
        for view in views
        if not view.is_over
        and ((change.rounds and view.undrawn) or change.points_less(view.stage))
    ]


def _changes(desk: Desk, tables: int) -> Iterator[PaceChange]:
    undrawn = max((view.undrawn for view in desk.views), default=0)
    longest = max((view.stage.match_length for view in desk.views), default=0)
    yield from (PaceChange(rounds=less) for less in (1, 2) if undrawn >= less)
    yield from (PaceChange(points=less) for less in (2, 4) if longest > less)
    losers = [view.stage.match_length for view in desk.views if view.stage.is_branch]
    yield from (
        PaceChange(points=less, losers_only=True)
        for less in (2, 4)
        if max(losers, default=0) > less
    )
    if tables:
        yield PaceChange(tables=0)


def change_words(change: PaceChange) -> str:
    """Return a possible change in words."""
    if change.rounds:
        text = ngettext(
            "%(count)s round fewer", "%(count)s rounds fewer", change.rounds
        )
        return text % {"count": change.rounds}
    if change.losers_only:
        text = ngettext(
            "Consolation matches %(count)s point shorter from the next round",
            "Consolation matches %(count)s points shorter from the next round",
            change.points,
        )
        return text % {"count": change.points}
    if change.points:
        text = ngettext(
            "Matches %(count)s point shorter from the next round",
            "Matches %(count)s points shorter from the next round",
            change.points,
        )
        return text % {"count": change.points}
    return gettext("One table per match")
