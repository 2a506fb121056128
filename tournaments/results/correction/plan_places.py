"""Changes of places and of qualifiers that a correction causes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.engine import StageState, Standings
from tournaments.results.correction import effects
from tournaments.results.correction.case import Case, PlaceMoves
from tournaments.rounds import engine_state
from tournaments.rounds.models import Round
from tournaments.structure.models import Entry, Stage
from tournaments.structure.queries import PlannedLine, StageTitle

PrizesMoved = Callable[[Stage, Standings, Standings], Iterable[str]]
PRIZES: list[PrizesMoved] = []
"""Says which prizes move if the standings of a stage change; `money` registers it."""

MOST = 10
"""The largest number of moves that are named, the widest first; others are counted."""


@dataclass(frozen=True, slots=True)
class Fed:
    """A stage drawn from standings that a correction changes.

    `rounds` are its published rounds and those of what it feeds (primary keys), in
    the order in which they can be taken back.
    """

    stage: Stage
    lines: tuple[PlannedLine, ...]
    rounds: tuple[int, ...]

    @property
    def redrawn(self) -> PlannedLine:
        return PlannedLine(effects.STAGE_REDRAWN, {"stage": StageTitle(self.stage)})


class Tables:
    def __init__(self, case: Case) -> None:
        self.case = case
        self.stages = list(_with_branches(case.root))
        self.before = self._standings(case.before)
        self.gone = set(
            Entry.objects.withdrawn()
            .filter(division=case.root.division_id)
            .values_list("number", flat=True)
        )

    def moves(self, after: StageState) -> PlaceMoves:
        """Return the changes of places from before the correction to `after`."""
        tables = self._standings(after)
        moves = [self._moved(stage, tables[stage.pk]) for stage in self.stages]
        return PlaceMoves(
            lines=tuple(line for part in moves for line in part.lines),
            count=sum(part.count for part in moves),
            prizes=tuple(
                line
                for stage, part in zip(self.stages, moves, strict=True)
                for moved in PRIZES
                if part.count
                for line in moved(stage, self.before[stage.pk], tables[stage.pk])
            ),
        )

    def fed(self, after: StageState) -> list[Fed]:
        """Return the drawn stages whose qualifiers would differ."""
        tables = self._standings(after)
        found = []
        for stage in self.stages:
            for target in _drawn_from(stage):
                was = self._qualified(target, self.before[stage.pk])
                now = self._qualified(target, tables[stage.pk])
                undone = (
                    tables[stage.pk].provisional > self.before[stage.pk].provisional
                )
                if was != now or undone:
                    lines = tuple(self._swapped(target, was, now))
                    found.append(Fed(target, lines, tuple(_rounds(target))))
        return found

    def _standings(self, state: StageState) -> dict[int, Standings]:
        return {
            stage.pk: engine_state.standings_in(stage, state) for stage in self.stages
        }

    def _moved(self, stage: Stage, after: Standings) -> PlaceMoves:
        before = _places(self.before[stage.pk])
        now = _places(after)
        moved = [
            number for number in now if before.get(number, now[number]) != now[number]
        ]
        moved.sort(key=lambda number: (-abs(now[number] - before[number]), now[number]))
        lines = self._told(stage, moved, before=before, now=now)
        return PlaceMoves(tuple(lines), len(moved))

    def _told(
        self,
        stage: Stage,
        moved: list[int],
        *,
        before: Mapping[int, int],
        now: Mapping[int, int],
    ) -> Iterator[PlannedLine]:
        for number in moved[:MOST]:
            values = {
                "stage": effects.StageName(stage),
                "name": self.case.names[number],
                "before": before[number],
                "after": now[number],
            }
            yield PlannedLine(
                effects.PLACE_IN_STAGE if len(self.stages) > 1 else effects.PLACE,
                values,
            )
        if len(moved) > MOST:
            yield PlannedLine(effects.OTHER_PLACES, {"count": len(moved) - MOST})

    def _qualified(self, target: Stage, standings: Standings) -> list[int]:
        first = target.take_from - 1
        last = first + target.take if target.take else None
        placed = [row.entrant for row in standings.rows]
        return [number for number in placed if number not in self.gone][first:last]

    def _swapped(
        self, target: Stage, was: list[int], now: list[int]
    ) -> Iterator[PlannedLine]:
        stage, names = StageTitle(target), self.case.names
        for message, first, second in (
            (effects.WOULD_HAVE_QUALIFIED, now, was),
            (effects.WOULD_NOT_HAVE_QUALIFIED, was, now),
        ):
            for number in first:
                if number not in second:
                    yield PlannedLine(message, {"stage": stage, "name": names[number]})
        if set(was) == set(now):
            yield PlannedLine(effects.DRAWN_FROM_STANDINGS, {"stage": stage})


def _with_branches(root: Stage) -> Iterator[Stage]:
    yield root
    if not root.is_plan:
        return
    known = {root.pk: root}
    rows = Stage.objects.filter(division=root.division_id, parent__isnull=False)
    for row in rows.order_by("number"):
        parent = known.get(row.parent_id or 0)
        if parent is not None:
            row.parent, row.division = parent, root.division
            known[row.pk] = row
            yield row


def _drawn_from(stage: Stage) -> list[Stage]:
    drawn = Stage.objects.filter(source=stage, published_rounds__isnull=False)
    found = drawn.select_related("division__tournament").distinct()
    return list(found.order_by("number"))


def _rounds(stage: Stage) -> Iterator[int]:
    for under in _with_branches(stage):
        for target in _drawn_from(under):
            yield from _rounds(target)
    rounds = Round.objects.filter(stage=stage).order_by("-number")
    yield from rounds.values_list("pk", flat=True)


def _places(standings: Standings) -> Mapping[int, int]:
    return {row.entrant: row.place for row in standings.rows}
