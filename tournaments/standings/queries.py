"""Standings with names, computed when read and cached until a fact changes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from django.core.cache import cache
from django.utils.translation import gettext

from tournaments import engine
from tournaments.rounds import engine_state
from tournaments.structure.models import Entry, Stage

KEPT_SECONDS: Final = 24 * 3600
NOTHING: Final = "–"
"""Shown instead of a value where a tie-break does not apply."""


class StandingRow(NamedTuple):
    """One row: place, person, wins and losses, the tie-break values, and why.

    A tuple, because the cache holds pickled rows and a dataclass takes four times as
    long. `why` is a message id and its parameters, with names for entry numbers.
    """

    place: int
    shared: bool
    number: int
    name: str
    club: str
    key: str
    withdrawn: bool
    wins: int | str
    losses: int
    values: tuple[str, ...]
    why: tuple[str, dict[str, object]] | None

    def why_text(self, translate: Callable[[str], str] = gettext) -> str:
        """Why the row is above the next one, in the reader's language."""
        if self.why is None:
            return ""
        message, params = self.why
        return translate(message) % params


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The standings within one group; number 0 holds the entrants in no group."""

    number: int
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings of a stage as pages and documents show them.

    `groups` has a table for each group, with its own places, if there are at least two.
    `legs` is the number of matches of a pairing; a bye counts as that many wins.
    """

    columns: tuple[engine.Column, ...]
    rows: tuple[StandingRow, ...]
    provisional: bool
    explanation: str
    groups: tuple[GroupTable, ...]
    legs: int


def standings_table(stage: Stage, mark: str) -> StandingsTable:
    """Return the standings as of `mark`. Three queries; none if they are cached."""
    key = f"standings:groups:{stage.pk}:{mark}"
    kept = cache.get(key)
    if kept is None:
        kept = compute(stage)
        cache.set(key, kept, KEPT_SECONDS)
    table: StandingsTable = kept
    return table


def compute(stage: Stage) -> StandingsTable:
    """Compute the standings of a stage from its published facts. Three queries."""
    state = engine_state.load(stage)
    standings = engine_state.standings_in(stage, state)
    people = _people(stage)
    return StandingsTable(
        columns=standings.columns,
        rows=_rows(standings.rows, people, standings.columns),
        provisional=standings.provisional,
        explanation=engine.format_named(state.format).places[state.bye],
        groups=tuple(_groups(state, standings, people)),
        legs=state.options.legs,
    )


Person = tuple[str, str, str, bool]


def _people(stage: Stage) -> dict[int, Person]:
    rows = Entry.objects.filter(division=stage.division_id).values_list(
        "number", "player__name", "player__club", "player__key", "withdrawn_at"
    )
    return {
        number: (name, club, key, gone is not None)
        for number, name, club, key, gone in rows
    }


def _groups(
    state: engine.StageState, standings: engine.Standings, people: dict[int, Person]
) -> Iterator[GroupTable]:
    """Yield the tables of at least two groups, and last one of entrants in no group."""
    tables = engine.format_named(state.format).groups(state)
    if len(tables) == 1 or not tables:
        return
    for number, table in tables.items():
        yield GroupTable(number, _rows(table.rows, people, table.columns))
    placed = {row.entrant for table in tables.values() for row in table.rows}
    others = [row for row in standings.rows if row.entrant not in placed]
    if others:
        yield GroupTable(0, _rows(others, people, standings.columns))


def _rows(
    rows: Sequence[engine.Standing],
    people: dict[int, Person],
    columns: Sequence[engine.Column],
) -> tuple[StandingRow, ...]:
    names = {number: person[0] for number, person in people.items()}
    decided = _decided(rows, columns)
    return tuple(
        _row(row, people, names, decided=decided)
        for row in rows
        if row.entrant in people
    )


def _decided(
    rows: Sequence[engine.Standing], columns: Sequence[engine.Column]
) -> dict[int, set[engine.Wins]]:
    """Return the wins at which each tie-break within equal wins has a value.

    The keys are the indices of the columns that compare entrants with equal wins only.
    """
    return {
        place: {row.wins for row in rows if row.values[place]}
        for place, column in enumerate(columns)
        if column.within_wins
    }


def _row(
    row: engine.Standing,
    people: dict[int, Person],
    names: dict[int, str],
    *,
    decided: dict[int, set[engine.Wins]],
) -> StandingRow:
    """Return a row. `decided` comes from `_decided`."""
    name, club, key, gone = people[row.entrant]
    # Without tie-breaks there is nothing to explain beyond the place itself.
    why = row.why if row.values else None
    return StandingRow(
        place=row.place,
        shared=row.shared,
        number=row.entrant,
        name=name,
        club=club,
        key=key,
        withdrawn=gone,
        wins=engine.shown(row.wins),
        losses=row.losses,
        values=tuple(
            NOTHING if row.wins not in decided.get(place, {row.wins}) else _shown(value)
            for place, value in enumerate(row.values)
        ),
        why=None if why is None else (why.message.english, _named(why, names)),
    )


def _shown(value: int | Fraction) -> str:
    """Return a tie-break value with a true minus sign, and with ½ for halves."""
    return str(engine.shown(value)).replace("-", "−")


def _named(note: engine.Note, names: dict[int, str]) -> dict[str, object]:
    return {
        key: _shown(value) if isinstance(value, int | Fraction) else value
        for key, value in note.named(names).items()
    }
