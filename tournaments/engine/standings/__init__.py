"""Standings: places, the criteria that decided them, and shared places."""

from collections.abc import Mapping
from dataclasses import dataclass

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.tally import Tally
from tournaments.engine.standings.tiebreaks import Column, TieBreak
from tournaments.engine.state import Note, StageState, Wins, shown

Rank = tuple[Wins, ...]

SHARED = Message(
    "standings.shared",
    gettext_noop("Equal with %(other)s in everything: the place is shared."),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """One row: `values` has one value for each column of the standings.

    `place` counts from 1; entrants that share a place all have the best one. `below` is
    the entrant of the next row if it has as many wins and the columns show why it is
    below; `below_values` are its values, and `reasons` the messages of the columns.
    """

    place: int
    shared: bool
    entrant: int
    wins: Wins
    losses: int
    byes: int
    values: Rank
    below: int | None = None
    below_values: Rank = ()
    reasons: tuple[Message, ...] = ()

    @property
    def why(self) -> Note | None:
        """The reason why the row is above the next one with as many wins, or None.

        Computed only on demand, because it would double the time that standings take.
        """
        if self.below is None:
            return None
        compared = zip(self.reasons, self.values, self.below_values, strict=True)
        for reason, value, other_value in compared:
            if value != other_value:
                return Note(
                    reason,
                    {
                        "other": self.below,
                        "value": shown(value),
                        "other_value": shown(other_value),
                    },
                )
        return Note(SHARED, {"other": self.below})


@dataclass(frozen=True, slots=True)
class Standings:
    """All rows, best first, those on a shared place by entrant number.

    `provisional`: a result is still missing.
    """

    columns: tuple[Column, ...]
    rows: tuple[Standing, ...]
    provisional: bool


def by_wins(state: StageState, columns: tuple[TieBreak, ...]) -> Standings:
    """Rank by wins, then by the tie-breaks in order; equal entrants share the place."""
    tally = tallies.count(state)
    numbers = sorted(tally.wins)
    wins = [tally.wins[number] for number in numbers]
    values = [column.values(tally, numbers) for column in columns]
    ranks = zip(wins, *values, strict=True)
    return placed(tally, columns, dict(zip(numbers, ranks, strict=True)))


def placed(
    tally: Tally, columns: tuple[Column, ...], ranks: Mapping[int, Rank]
) -> Standings:
    """Return the standings of entrants in the order of their ranks, highest first.

    A rank begins with the wins, then has one value for each column, and may have
    further values that decide without being shown.
    """
    order = sorted(ranks)
    order.sort(key=ranks.__getitem__, reverse=True)  # stable: equal ones by number
    reasons = tuple(column.reason for column in columns)
    values = {number: rank[1 : len(columns) + 1] for number, rank in ranks.items()}
    rows: list[Standing] = []
    place, upper = 0, None
    for index, number in enumerate(order):
        rank = ranks[number]
        if rank != upper:
            place = index + 1
        lower = ranks[order[index + 1]] if index + 1 < len(order) else ()
        below = order[index + 1] if _compared(rank, lower, len(columns)) else None
        rows.append(
            Standing(
                place,
                rank in (upper, lower),
                number,
                tally.wins[number],
                tally.losses[number],
                tally.byes[number],
                values[number],
                below,
                values[below] if below is not None else (),
                reasons if below is not None else (),
            )
        )
        upper = rank
    return Standings(columns, tuple(rows), tally.outstanding > 0)


def _compared(rank: Rank, lower: Rank, columns: int) -> bool:
    """Return True if the columns say why a row is above the next one on equal wins."""
    if not lower or rank[0] != lower[0]:
        return False
    return rank == lower or rank[1 : columns + 1] != lower[1 : columns + 1]
