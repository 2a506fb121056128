"""How the numbers of the standings came about: the sum behind each, term by term."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.engine.standings import (
    Standing,
    Standings,
    ranked_before,
    schemes,
    tiebreaks,
)
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.event import BYE, OPEN, WON, Event, PastGame
from tournaments.engine.standings.schemes import Column
from tournaments.engine.standings.terms import Term, plain, quarters, total
from tournaments.engine.state import StageState, Wins


@dataclass(frozen=True, slots=True)
class Working:
    """A value of an entrant and its sum.

    `total` is the sum of the terms that count, `parts` what it is divided by, 0 for
    nothing. `equals` are the entrants that a direct encounter compares; for it the
    value is no sum of the terms. Without terms there is nothing to add up.
    """

    column: Column
    value: Wins
    terms: tuple[Term, ...]
    total: Wins
    parts: int = 0
    equals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Explained:
    row: Standing
    above: Standing | None
    games: tuple[PastGame, ...]
    workings: tuple[Working, ...]


def explain_row(state: StageState, table: Standings, number: int) -> Explained | None:
    """None without a row. In the table of a group only its matches count."""
    rows = [row.entrant for row in table.rows]
    if number not in rows:
        return None
    place, within = rows.index(number), frozenset(rows)
    part = replace(
        state,
        entrants=tuple(
            entrant for entrant in state.entrants if entrant.number in within
        ),
        outcomes=tuple(outcome for outcome in state.outcomes if outcome.one in within),
    )
    event = Event(part, tallies.count(part))
    row = table.rows[place]
    return Explained(
        row,
        table.rows[place - 1] if place else None,
        event.games[number],
        tuple(
            _working(event, table, row, index=index)
            for index in range(len(table.columns))
        ),
    )


def _working(event: Event, table: Standings, row: Standing, *, index: int) -> Working:
    column, value = table.columns[index], row.values[index]
    games = event.games[row.entrant]
    if isinstance(column, schemes.Scheme):
        scored = tuple(_of_scheme(event, column, row.entrant))
        points = sum((one.value for one in scored), Fraction(0))
        return Working(column, value, scored, plain(points))
    if column.key == tiebreaks.DIRECT_ENCOUNTER.key:
        equals = tuple(
            other.entrant
            for other in table.rows
            if ranked_before(table.columns, other, index)
            == ranked_before(table.columns, row, index)
        )
        met = tuple(
            Term(game, int(game.how == WON))
            for game in games
            if game.is_played and game.opponent in equals
        )
        return Working(
            column, value, met, sum(term.value for term in met), equals=equals
        )
    if not isinstance(column, tiebreaks.TieBreak) or column.terms is None:
        return Working(column, value, (), 0)
    terms = tuple(column.terms(event, row.entrant))
    parts = column.parts(event, row.entrant) if column.parts else 0
    return Working(column, value, terms, total(terms), parts)


def _of_scheme(event: Event, scheme: schemes.Scheme, number: int) -> Iterator[Term]:
    state, win = event.state, schemes.in_quarters(scheme.win)
    points = {
        index: schemes.QUARTERS * scheme.points(match)
        for index, entrant, match in schemes.own_matches(state, scheme)
        if entrant == number
    }
    places = {id(outcome): index for index, outcome in enumerate(state.outcomes)}
    for game in event.games[number]:
        if game.how == OPEN:
            continue
        if game.how == BYE:
            value = schemes.bye_points(state, scheme)
        elif game.outcome is None:
            value = game.gained * win // 2
        else:
            value = points.get(places[id(game.outcome)], 0)
        yield Term(game, quarters(value))
