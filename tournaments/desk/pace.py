"""The pace of a tournament at its desk: matches that are behind, expected ends."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo
from datetime import time as Time  # noqa: N812 - names of fields are small letters
from functools import lru_cache
from math import ceil
from typing import Final

from django.utils import timezone
from django.utils.formats import time_format

from matches.ledger.models.match import Match
from tournaments.engine import BracketCourse, Branch
from tournaments.pace.minutes import (
    Pace,
    Running,
    is_behind,
    minutes_left,
    pace_of,
)
from tournaments.pace.schedule import MOST, Block, ends
from tournaments.pace.stage_rounds import MAIN, rounds_of, rounds_to_come
from tournaments.progress.queries import Desk, DeskView
from tournaments.rounds.rows import PairingRow
from tournaments.structure.models import Stage, Tournament
from tournaments.tables.durations import measured_in, minutes_since

STEP: Final = 5
"""Times are rounded to steps of so many minutes, which is their accuracy."""

_LONGEST: Final = 6 * 60
"""Minutes after the call; an older match is not under way and is played later."""

_AFTER_MIDNIGHT: Final = Time(6)
"""The hour before which a time belongs to the evening of the day before."""

_TO_COME: Final = frozenset({Match.State.READY, Match.State.PLAYING})


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


@dataclass(frozen=True, slots=True)
class PaceChange:
    """A possible change: fewer rounds, fewer points for coming matches, other tables.

    `tables` None: as they are; 0: as many as are needed.
    """

    rounds: int = 0
    points: int = 0
    tables: int | None = None


AS_IT_IS: Final = PaceChange()


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


def forecast(
    desk: Desk, pace: Pace, *, tables: int, change: PaceChange = AS_IT_IS
) -> tuple[float | None, float | None]:
    """Return in how many minutes the rounds under way end, and everything.

    None for what is unknown: rounds under way without an open match, and the end of
    tournaments that last for days, have no end or end by their results.
    """
    plan = _Plan(desk, pace, change)
    if sum(block.matches for block in plan.blocks) > MOST:
        return None, None
    found = ends(plan.blocks, tables=tables if change.tables is None else change.tables)
    under_way = [found[place] for place in plan.under_way]
    current = max(under_way, default=None)
    is_endless = any(_has_no_end(view) for view in desk.views)
    if is_endless or _lasts_days(desk.tournament):
        return current, None
    return current, max(found, default=None)


def limit_of(tournament: Tournament) -> Limit | None:
    """Return when a tournament must be over: as directors set it, or as announced.

    Times after midnight belong to the evening before.
    """
    at, reason = tournament.over_by, tournament.over_by_reason
    if at is None and not _lasts_days(tournament):
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
        running = _at_table(row, now)
        if running is None:
            continue
        if running not in known:
            until = _rounded(minutes_left(running, pace))
            known[running] = MatchPace(until, is_behind(running, pace))
        found[row.match_number] = known[running]
    return found


def _at_table(row: PairingRow, now: datetime) -> Running | None:
    """Return a match that is played or called; None for all others."""
    since = row.playing_at or row.called_at
    if since is None or not row.is_open or row.state not in _TO_COME:
        return None
    minutes = minutes_since(since, now)
    if minutes > _LONGEST:
        return None
    return Running(row.length, row.score_1, row.score_2, minutes)


def _is_under_way(desk: Desk, matches: Mapping[int, MatchPace]) -> bool:
    """Return True if a match is at a table, or a round has just ended."""
    newest = max(
        (row.playing_at or row.called_at for row in desk.rows if row.called_at),
        default=None,
    )
    return bool(matches) or (
        newest is not None and minutes_since(newest) < _LONGEST / 2
    )


def _lasts_days(tournament: Tournament) -> bool:
    return tournament.end_date not in {None, tournament.date}


def _has_no_end(view: DeskView) -> bool:
    """Return True for a stage with an unknown number of rounds."""
    if view.is_endless:
        return True
    return view.round is not None and not view.stage.is_plan and not view.rounds_planned


def _by_round(
    views: Sequence[DeskView], course: BracketCourse, now: datetime
) -> dict[tuple[str, int], list[Running]]:
    """Return the matches of a bracket at tables, by section and round."""
    found: dict[tuple[str, int], list[Running]] = {}
    for row in (row for view in views if view.round for row in view.round.rows):
        # The position of a match of a bracket is the number of its node.
        slot, match = course.slots.get(row.position), _at_table(row, now)
        if slot is not None and match is not None:
            found.setdefault((slot.node.section, slot.node.round), []).append(match)
    return found


class _Plan:
    """The remaining matches as blocks; `under_way` are the places of running ones."""

    def __init__(self, desk: Desk, pace: Pace, change: PaceChange) -> None:
        self._pace, self._change = pace, change
        self._now = timezone.now()
        self.blocks: list[Block] = []
        self.under_way: list[int] = []
        self._last: dict[int, list[int]] = {}
        """The places of the blocks that end each stage, by the key of the stage."""
        roots: dict[int, list[DeskView]] = {}
        for view in desk.views:
            roots.setdefault(view.stage.root.pk, []).append(view)
        for views in roots.values():
            self._add(views, desk.courses.get(views[0].stage.root.pk))

    def _add(self, views: Sequence[DeskView], course: BracketCourse | None) -> None:
        first = views[0]
        after = tuple(self._last.get(first.stage.source_id or 0, ()))
        begins = len(self.blocks)
        if course is not None:
            self._bracket(views, course)
        elif first.round is not None:
            self._rounds(first)
        elif first.stage.is_branch or first.is_endless:
            return
        else:
            self._undrawn(views, after)
        waited = {before for block in self.blocks[begins:] for before in block.after}
        own = range(begins, len(self.blocks))
        self._last[first.stage.pk] = [place for place in own if place not in waited]

    def _bracket(self, views: Sequence[DeskView], course: BracketCourse) -> None:
        begins = len(self.blocks)
        stages = {view.stage.section or MAIN: view.stage for view in views}
        at_tables = _by_round(views, course, self._now)
        for coming in rounds_to_come(course):
            stage = stages.get(coming.section, views[0].stage)
            running = at_tables.get((coming.section, coming.number), [])
            if running or not coming.after:
                self.under_way.append(len(self.blocks))
            self.blocks.append(
                Block(
                    matches=max(coming.matches - len(running), 0),
                    minutes=self._minutes(stage, coming.number),
                    running=self._left(running),
                    after=tuple(begins + place for place in coming.after),
                )
            )

    def _rounds(self, view: DeskView) -> None:
        if view.round is None:
            return
        number = view.played_number
        ahead = view.round_number - number
        rows = [row for row in view.round.rows if row.two is not None]
        running = [match for row in rows if (match := _at_table(row, self._now))]
        waiting = sum(
            row.is_open and row.state in _TO_COME and not row.is_called for row in rows
        )
        before: tuple[int, ...] = ()
        if running or waiting:
            before = (len(self.blocks),)
            self.under_way.append(len(self.blocks))
            minutes = self._pace.of(view.stage.length_of(number))
            self.blocks.append(Block(waiting, minutes, self._left(running)))
        count = sum(row.round_number == number for row in rows)
        for to_come in range(1, max(view.undrawn + ahead - self._change.rounds, 0) + 1):
            minutes = self._minutes(view.stage, number + to_come)
            self.blocks.append(Block(count, minutes, after=before))
            before = (len(self.blocks) - 1,)

    def _undrawn(self, views: Sequence[DeskView], after: tuple[int, ...]) -> None:
        view, begins = views[0], len(self.blocks)
        stages = {view.stage.section or MAIN: view.stage for view in views}
        field = view.stage.take or view.here or view.entries
        options = replace(
            view.stage.chosen,
            branches=tuple(
                Branch(
                    section=stage.section,
                    of=(stage.parent.section if stage.parent else "") or MAIN,
                    **stage.options,
                )
                for stage in stages.values()
                if stage.is_branch
            ),
        )
        rounds = rounds_of(view.stage.format, field, view.stage.rounds, options=options)
        for one in rounds:
            minutes = self._minutes(stages.get(one.section, view.stage), one.number)
            before = tuple(begins + place for place in one.after) or after
            self.blocks.append(Block(one.matches, minutes, after=before))

    def _minutes(self, stage: Stage, number: int) -> float:
        length = max(stage.length_of(number) - self._change.points, 1)
        return self._pace.of(length)

    def _left(self, running: Sequence[Running]) -> tuple[float, ...]:
        return tuple(minutes_left(match, self._pace) for match in running)


@dataclass(frozen=True, slots=True)
class Help:
    """A possible change, the expected end with it, and whether that is in time."""

    change: PaceChange
    until: datetime
    in_time: bool

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
        found.append(Help(change, until, in_time))
    return sorted(found, key=lambda one: (not one.in_time, one.until))


def _changes(desk: Desk, tables: int) -> Iterator[PaceChange]:
    undrawn = max((view.undrawn for view in desk.views), default=0)
    longest = max((view.stage.match_length for view in desk.views), default=0)
    yield from (PaceChange(rounds=less) for less in (1, 2) if undrawn >= less)
    yield from (PaceChange(points=less) for less in (2, 4) if longest > less)
    if tables:
        yield PaceChange(tables=0)
