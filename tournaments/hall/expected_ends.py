"""Expected ends of rounds and of a tournament, from its remaining matches."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils import timezone

from matches.ledger.models.match import Match
from tournaments.engine import BracketCourse, Branch
from tournaments.rounds.rows import PairingRow
from tournaments.structure.models import Stage, Tournament
from tournaments.tables.durations import minutes_since
from tournaments.tables.minutes import (
    MOST,
    Block,
    Pace,
    Running,
    ends,
    minutes_left,
)
from tournaments.tables.progress import Desk, DeskView
from tournaments.tables.stage_rounds import MAIN, rounds_of, rounds_to_come

LONGEST_UNDER_WAY: Final = 6 * 60
"""Minutes after the call; an older match is not under way and is played later."""

_TO_COME: Final = frozenset({Match.State.READY, Match.State.PLAYING})


@dataclass(frozen=True, slots=True)
class PaceChange:
    """A possible change: fewer rounds, fewer points for coming matches, other tables.

    `tables` None: as they are; 0: as many as are needed. `losers_only`: the matches of
    the main brackets stay as long as they are.
    """

    rounds: int = 0
    points: int = 0
    tables: int | None = None
    losers_only: bool = False

    def points_less(self, stage: Stage) -> int:
        """Return by how much the coming matches of a stage are shorter."""
        return self.points if stage.is_branch or not self.losers_only else 0


AS_IT_IS: Final = PaceChange()


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
    if is_endless or lasts_days(desk.tournament):
        return current, None
    return current, max(found, default=None)


def lasts_days(tournament: Tournament) -> bool:
    """Return True if a tournament lasts for several days."""
    return tournament.end_date not in {None, tournament.date}


def at_table(row: PairingRow, now: datetime) -> Running | None:
    """Return a match that is played or called; None for all others."""
    since = row.playing_at or row.called_at
    if since is None or not row.is_open or row.state not in _TO_COME:
        return None
    minutes = minutes_since(since, now)
    if minutes > LONGEST_UNDER_WAY:
        return None
    return Running(row.length, row.score_1, row.score_2, minutes)


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
        slot, match = course.slots.get(row.position), at_table(row, now)
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
        running = [match for row in rows if (match := at_table(row, self._now))]
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
        length = max(stage.length_of(number) - self._change.points_less(stage), 1)
        return self._pace.of(length)

    def _left(self, running: Sequence[Running]) -> tuple[float, ...]:
        return tuple(minutes_left(match, self._pace) for match in running)
