"""The finishing order: everybody of a tournament, first to last, in each of its events.

A stage that was played by the best of another one decides the places of those who
played there. A bracket of losers has an order of its own, side by side with the main.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.standings.queries import StandingRow, StandingsTable, standings_table
from tournaments.structure.models import Division, Stage
from tournaments.structure.queries import stage_label


@dataclass(frozen=True, slots=True)
class Finisher:
    """One place: shared with others if `shared`."""

    place: int
    shared: bool
    row: StandingRow

    @property
    def shown_place(self) -> str:
        """The place, marked where it is shared."""
        return f"={self.place}" if self.shared else str(self.place)


@dataclass(frozen=True, slots=True)
class EventOrder:
    """The order of one event: a first stage with those it feeds, or a branch.

    `stages` are those that decided it, in the order of play. `provisional`: places can
    still change, because a match or a stage is missing.
    """

    title: str
    stages: tuple[Stage, ...]
    finishers: tuple[Finisher, ...]
    provisional: bool


@dataclass(frozen=True, slots=True)
class DivisionOrder:
    """The events of a division, the main one first."""

    name: str
    division: Division
    events: tuple[EventOrder, ...]


_Tied = tuple[tuple[int, int], StandingRow]
"""What those who share a place have in common, and the row."""


def finishing_order(stages: Sequence[Stage], mark: str) -> list[DivisionOrder]:
    """Return the order of every event as of `mark`, by division.

    Three queries for each stage, none if the standings are cached.
    """
    tables = {stage.pk: standings_table(stage, mark) for stage in stages}
    divisions: dict[int, list[Stage]] = {}
    for stage in stages:
        divisions.setdefault(stage.division_id, []).append(stage)
    orders = []
    for own in divisions.values():
        events = tuple(_events(own, tables))
        if events:
            division = own[0].division
            orders.append(DivisionOrder(str(division), division, events))
    return orders


def _events(
    stages: Sequence[Stage], tables: Mapping[int, StandingsTable]
) -> Iterator[EventOrder]:
    for stage in stages:
        if stage.source_id is not None:
            continue  # it decides places of the stage that feeds it
        chain = tuple(_chain(stage, stages))
        order = _order(stage, stages, tables)
        if order:
            yield EventOrder(
                stage_label(stage),
                chain,
                tuple(_placed(order)),
                any(
                    tables[one.pk].provisional
                    or (one.source_id is not None and one.field is None)
                    for one in chain
                ),
            )


def _chain(stage: Stage, stages: Sequence[Stage]) -> Iterator[Stage]:
    yield stage
    for fed in stages:
        if fed.source_id == stage.pk:
            yield from _chain(fed, stages)


def _order(
    stage: Stage, stages: Sequence[Stage], tables: Mapping[int, StandingsTable]
) -> list[_Tied]:
    """Return the rows of a stage in order, with those of the stages that it feeds."""
    rows: list[_Tied] = [((stage.pk, row.place), row) for row in tables[stage.pk].rows]
    for fed in stages:
        if fed.source_id != stage.pk or fed.field is None:
            continue
        within = _order(fed, stages, tables)
        known = {row.number for _, row in rows}
        placed = [one for one in within if one[1].number in known]
        went_on = {row.number for _, row in placed}
        slots = [place for place, one in enumerate(rows) if one[1].number in went_on]
        for slot, one in zip(slots, placed, strict=True):
            rows[slot] = one
    return rows


def _placed(order: Sequence[_Tied]) -> Iterator[Finisher]:
    ties = [tie for tie, _ in order]
    place = 0
    for index, (tie, row) in enumerate(order):
        if not index or ties[index - 1] != tie:
            place = index + 1
        around = (*ties[index - 1 : index], *ties[index + 1 : index + 2])
        yield Finisher(place, tie in around, row)
