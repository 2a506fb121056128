"""Standings with names, computed on read and kept until a fact changes."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from django.core.cache import cache
from django.utils.translation import gettext

from tournaments import engine, snapshot
from tournaments.models import Entry, Stage

KEPT_SECONDS: Final = 24 * 3600


class StandingRow(NamedTuple):
    """One row: place, person, wins and losses, the tie-break values, and why.

    A tuple, because rows are kept pickled and a dataclass takes four times as long.
    `why` is a message and its parameters, with names already put in.
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
class StandingsTable:
    """The standings of a stage as pages and papers show them."""

    columns: tuple[engine.TieBreak, ...]
    rows: tuple[StandingRow, ...]
    provisional: bool
    explanation: str


def standings_table(stage: Stage, fingerprint: int) -> StandingsTable:
    """Return the standings as of `fingerprint`: three queries, or none if kept."""
    key = f"standings:{stage.pk}:{fingerprint}"
    kept = cache.get(key)
    if kept is None:
        kept = compute(stage)
        cache.set(key, kept, KEPT_SECONDS)
    table: StandingsTable = kept
    return table


def compute(stage: Stage) -> StandingsTable:
    """Compute the standings of a stage from its published facts. Three queries."""
    state = snapshot.load(stage)
    standings = snapshot.standings_in(stage, state)
    people = _people(stage)
    names = {number: person[0] for number, person in people.items()}
    return StandingsTable(
        columns=standings.columns,
        rows=tuple(
            _row(row, people, names) for row in standings.rows if row.entrant in people
        ),
        provisional=standings.provisional,
        explanation=engine.format_named(stage.root.format).places_explained(state.bye),
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


def _row(
    row: engine.Standing, people: dict[int, Person], names: dict[int, str]
) -> StandingRow:
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
        values=tuple(_shown(value) for value in row.values),
        why=None if why is None else (why.message, _named(why, names)),
    )


def _shown(value: int | Fraction) -> str:
    """Return a tie-break value with a true minus sign, and halves as ½."""
    return str(engine.shown(value)).replace("-", "−")


def _named(note: engine.Note, names: dict[int, str]) -> dict[str, object]:
    return {
        key: _shown(value) if isinstance(value, int | Fraction) else value
        for key, value in note.named(names).items()
    }
