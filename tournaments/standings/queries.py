"""Standings with names, computed when read and cached until a fact changes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from typing import Final, NamedTuple

from django.core.cache import caches
from django.utils import formats
from django.utils.text import get_text_list
from django.utils.translation import gettext

from matches.players.shown import told_club
from matches.rules.game import gettext_noop
from matches.web.sentences import marked_place
from matches.web.shown import reader_is_public
from tournaments import engine
from tournaments.engine import missed_rounds
from tournaments.engine.standings.tiebreaks import PLAY_OFF
from tournaments.engine.state import Promise
from tournaments.rounds import engine_state
from tournaments.rounds.engine_state import EntryFacts, entries_of
from tournaments.rounds.rows import note_texts
from tournaments.structure.models import Stage
from tournaments.structure.queries import title_of

KEPT_SECONDS: Final = 24 * 3600
_VALUES: Final = ("value", "other_value")
PLACES_BY_POINTS: Final = gettext_noop(
    "Ranked by points, then %(tiebreaks)s. Players still tied share the place."
)
NOTHING: Final = "–"
"""Shown instead of a value where a tie-break does not apply."""


Why = tuple[str, dict[str, object]]
"""A sentence on a place: its message id and parameters, names for entry numbers."""


class StandingRow(NamedTuple):
    """One row: place, person, wins and losses, the tie-break values, and why.

    `points` are those of a scoring scheme, "" where wins decide; they are the first of
    the `values`, too. `byes` are those that count among the wins.

    A tuple, because the cache holds pickled rows and a dataclass takes four times as
    long. `why` tells why it is above the next one, or that its place is shared.
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
    why: Why | None
    points: str = ""
    byes: int = 0

    @property
    def shown_place(self) -> str:
        return marked_place(self.place, shared=self.shared)

    @property
    def record(self) -> str:
        """Wins and losses, and the points if these decide."""
        if not self.points:
            return self.won_lost
        return f"{self.won_lost} · {localized(self.points)}"

    @property
    def won_lost(self) -> str:
        return f"{self.wins}–{self.losses}"

    def is_level(self, other: "StandingRow") -> bool:
        """Return True if both have the same wins, or points if these decide."""
        return (self.points or self.wins) == (other.points or other.wins)

    @property
    def tie_breaks(self) -> Sequence[str]:
        return [localized(value) for value in self.values[bool(self.points) :]]

    def why_text(self) -> str:
        return why_text(self.why)


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
    `unplayed` is the rule for matches that were not played, empty where no column heeds
    it; `has_play_off`: equals play for their place. `has_sums`: the columns are sums of
    what happened in single matches. `by_share`: players in the same place of different
    groups are compared by the part of their matches that they won, or by the points of
    a match. `bye_points` is what a bye counts under a scoring scheme, "" where wins
    decide; `is_drawn_by_wins`: its pairs are drawn by wins, not by points.
    """

    columns: tuple[engine.Column, ...]
    rows: tuple[StandingRow, ...]
    provisional: bool
    explanation: str
    groups: tuple[GroupTable, ...]
    legs: int
    unplayed: str
    has_play_off: bool
    has_sums: bool
    by_share: bool
    missed: tuple[engine.Note, ...] = ()
    bye_points: str = ""
    is_drawn_by_wins: bool = False

    @property
    def has_points(self) -> bool:
        return bool(self.bye_points)

    @property
    def has_reasons(self) -> bool:
        """Whether a row says why it is above the next, or leads to its sums."""
        rows = chain(self.rows, *(group.rows for group in self.groups))
        return self.has_sums or any(row.why for row in rows)

    @property
    def missed_rounds(self) -> Sequence[str]:
        return note_texts(self.missed, {})

    @property
    def rule(self) -> tuple[object, ...]:
        """The key of the rule for places; tables with the same rule show it once."""
        return (
            *(self.columns, self.explanation, self.legs, self.unplayed),
            *(self.has_play_off, self.by_share, *self.missed_rounds),
            *(self.bye_points, self.is_drawn_by_wins),
        )


def standings_table(stage: Stage, mark: str) -> StandingsTable:
    """Return the standings as of `mark`. Two queries; none if they are cached."""
    names = "public" if reader_is_public() else "full"
    key = f"standings:byes:{stage.pk}:{mark}:{names}"
    kept = caches["kept"].get(key)
    if kept is None:
        kept = compute(stage)
        caches["kept"].set(key, kept, KEPT_SECONDS)
    table: StandingsTable = kept
    return table


def compute(stage: Stage) -> StandingsTable:
    """Compute the standings of a stage from its published facts. Two queries."""
    entries = entries_of(stage)
    state = engine_state.load(stage, entries=entries)
    standings = engine_state.standings_in(stage, state)
    people = {entry.number: _person(entry) for entry in entries}
    groups = tuple(_groups(state, standings, people))
    known, scheme = engine.format_named(state.format), engine.scheme_of(state)
    return StandingsTable(
        columns=tuple(map(_plain, standings.columns)),
        rows=_rows(standings.rows, people, standings.columns, bye=state.bye),
        provisional=standings.provisional,
        explanation=PLACES_BY_POINTS if scheme else known.places[state.bye],
        groups=groups,
        legs=state.options.legs,
        unplayed=state.options.unplayed if _counts_unplayed(standings) else "",
        has_play_off=PLAY_OFF in state.options.tiebreaks,
        missed=tuple(missed_rounds.rules(known, state)),
        by_share=bool(groups and state.options.tiebreaks),
        has_sums=any(
            isinstance(column, engine.TieBreak | engine.Scheme)
            for column in standings.columns
        ),
        bye_points=engine.bye_shown(state, scheme) if scheme else "",
        is_drawn_by_wins=scheme is not None
        and not known.is_drawn_once
        and Promise.LIST_BY_POINTS not in known.promises,
    )


def _plain(column: engine.Column) -> engine.Column:
    """Return what pages show of a column: a cache cannot hold functions."""
    return engine.Column(
        **{field.name: getattr(column, field.name) for field in fields(engine.Column)}
    )


def _counts_unplayed(standings: engine.Standings) -> bool:
    return any(
        isinstance(column, engine.TieBreak) and column.counts_unplayed
        for column in standings.columns
    )


Person = tuple[str, str, str, bool]


def _person(entry: EntryFacts) -> Person:
    club = told_club(entry.name, entry.club)
    return entry.name, club, entry.key, entry.withdrawn_at is not None


def _groups(
    state: engine.StageState, standings: engine.Standings, people: dict[int, Person]
) -> Iterator[GroupTable]:
    """Yield the tables of at least two groups, and last one of entrants in no group."""
    tables = engine.format_named(state.format).groups(state)
    if len(tables) == 1 or not tables:
        return
    for number, table in tables.items():
        yield GroupTable(
            number, _rows(table.rows, people, table.columns, bye=state.bye)
        )
    placed = {row.entrant for table in tables.values() for row in table.rows}
    others = [row for row in standings.rows if row.entrant not in placed]
    if others:
        yield GroupTable(0, _rows(others, people, standings.columns, bye=state.bye))


def _rows(
    rows: Sequence[engine.Standing],
    people: dict[int, Person],
    columns: Sequence[engine.Column],
    *,
    bye: engine.Wins,
) -> tuple[StandingRow, ...]:
    names = {number: person[0] for number, person in people.items()}
    has_points = bool(columns) and columns[0].ranks_first
    # Where each tie-break within equals has a value: by the wins and values before it.
    decided = {
        (place, engine.ranked_before(columns, row, place))
        for row in rows
        for place, column in enumerate(columns)
        if row.values[place] or not column.within_wins
    }
    found = []
    for row in rows:
        if row.entrant not in people:
            continue
        name, club, key, gone = people[row.entrant]
        values = tuple(
            with_minus_sign(engine.told(column, value))
            if (place, engine.ranked_before(columns, row, place)) in decided
            else NOTHING
            for place, (column, value) in enumerate(
                zip(columns, row.values, strict=True)
            )
        )
        why = row.why
        found.append(
            StandingRow(
                place=row.place,
                shared=row.shared,
                number=row.entrant,
                name=name,
                club=club,
                key=key,
                withdrawn=gone,
                wins=engine.shown_wins(row.wins),
                losses=row.losses,
                values=values,
                why=None if why is None else (why.message.english, _named(why, names)),
                points=values[0] if has_points else "",
                byes=row.byes if bye else 0,
            )
        )
    return tuple(found)


def why_text(why: Why | None) -> str:
    """Return what is said of a place, in the reader's language; "" for None."""
    if why is None:
        return ""
    message, params = why
    if "tiebreak" in params:
        params = params | {
            "tiebreak": gettext(str(params["tiebreak"])),
            "value": localized(str(params["value"])),
            "other_value": localized(str(params["other_value"])),
        }
    return gettext(message) % params


def with_minus_sign(value: object) -> str:
    return str(value).replace("-", "−")


def localized(value: str) -> str:
    if "." not in value:
        return value
    return value.replace(".", formats.get_format("DECIMAL_SEPARATOR"))


def _named(note: engine.Note, names: dict[int, str]) -> dict[str, object]:
    return {
        key: with_minus_sign(value) if key in _VALUES else value
        for key, value in note.named(names).items()
    }


def rules_of_places(
    tables: Iterable[tuple[Stage, StandingsTable]],
) -> list[tuple[str, StandingsTable]]:
    """Return each rule once, with a table that has it.

    If there are several, each has the titles of its stages.
    """
    found: dict[object, tuple[StandingsTable, list[str]]] = {}
    for stage, table in tables:
        kept = found.setdefault(table.rule, (table, []))
        kept[1].append(title_of(stage))
    if len(found) == 1:
        return [("", table) for table, _ in found.values()]
    return [
        (get_text_list(titles, gettext("and")), table)
        for table, titles in found.values()
    ]
