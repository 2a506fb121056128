"""How the row of one player came about, as the page of it shows that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import gettext

from tournaments import engine
from tournaments.engine.standings.working import PastGame, Term, Working
from tournaments.rounds import engine_state
from tournaments.standings.queries import (
    NOTHING,
    StandingRow,
    StandingsTable,
    localized,
    standings_table,
    with_minus_sign,
)
from tournaments.standings.words import game_text, left_out_text, total_text
from tournaments.structure.models import Stage


@dataclass(frozen=True, slots=True)
class WorkingLine:
    """One match of a player, or what there was instead: `score` is "" without one."""

    round: int
    text: str
    score: str
    gained: str


@dataclass(frozen=True, slots=True)
class TermLine:
    """One term of a sum; `left_out` says why it does not count, "" if it does."""

    round: int
    text: str
    value: str
    left_out: str


@dataclass(frozen=True, slots=True)
class SumLine:
    """One number of the standings, with what made it."""

    key: str
    label: str
    value: str
    explanation: str
    terms: tuple[TermLine, ...]
    total: str


@dataclass(frozen=True, slots=True)
class RowWorking:
    """A row of the standings, the one above it, and all its matches and sums.

    `group` is the number of the group whose table it is, 0 without groups.
    """

    row: StandingRow
    above: StandingRow | None
    group: int
    games: tuple[WorkingLine, ...]
    sums: tuple[SumLine, ...]

    @property
    def place(self) -> str:
        """The place, marked where it is shared."""
        return self.row.shown_place

    @property
    def why(self) -> str:
        """Why the row is above the next one."""
        return self.row.why_text()

    @property
    def why_below(self) -> str:
        """Why the row above is above this one; "" if they share the place."""
        if self.above is None or self.above.place == self.row.place:
            return ""
        return gettext("%(name)s: %(reason)s") % {
            "name": self.above.name,
            "reason": self.above.why_text(),
        }


def working_of(stage: Stage, mark: str, number: int) -> RowWorking | None:
    """Return how the row of an entry came about as of `mark`; None without sums.

    Seven queries, four if the standings are cached.
    """
    table = standings_table(stage, mark)
    found = _row(table, number) if table.has_sums else None
    if found is None:
        return None
    group, rows, place = found
    told = engine.explain_place(engine_state.load(stage), number)
    if told is None:
        return None
    names = {row.number: row.name for row in rows}
    row = rows[place]
    return RowWorking(
        row=row,
        above=rows[place - 1] if place else None,
        group=group,
        games=tuple(_game(game, number, names) for game in told.games),
        sums=tuple(
            _sum(one, value, names)
            for one, value in zip(told.workings, row.values, strict=True)
        ),
    )


def _row(
    table: StandingsTable, number: int
) -> tuple[int, Sequence[StandingRow], int] | None:
    """Return the group, its rows, and the index of an entry's row in them."""
    groups = [(group.number, group.rows) for group in table.groups] or [(0, table.rows)]
    for group, rows in groups:
        for place, row in enumerate(rows):
            if row.number == number:
                return group, rows, place
    return None


def _game(game: PastGame, number: int, names: Mapping[int, str]) -> WorkingLine:
    outcome = game.outcome
    score = ""
    if outcome is not None and game.is_played:
        points = (outcome.points_one, outcome.points_two)
        own, other = points if outcome.one == number else points[::-1]
        score = f"{own}–{other}"
    gained = Fraction(game.gained, 2)
    return WorkingLine(
        game.round, game_text(game, names), score, str(engine.shown_wins(gained))
    )


def _sum(one: Working, value: str, names: Mapping[int, str]) -> SumLine:
    column = one.column
    return SumLine(
        key=column.key,
        label=capfirst(gettext(column.name)),
        value=localized(value),
        explanation=gettext(column.explanation),
        terms=tuple(_term(term, names) for term in one.terms),
        total=total_text(one, _number(one.total), decides=value != NOTHING),
    )


def _term(term: Term, names: Mapping[int, str]) -> TermLine:
    return TermLine(
        term.game.round,
        game_text(term.game, names),
        _number(term.value),
        left_out_text(term),
    )


def _number(value: engine.Wins) -> str:
    return with_minus_sign(engine.shown_wins(value))
