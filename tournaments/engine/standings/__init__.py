"""Standings: places, the criteria that decided them, and shared places."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from matches.rules.refusals import Message
from tournaments.engine.standings import schemes, tiebreaks
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.event import BYE, OPEN, WON, Event, PastGame
from tournaments.engine.standings.schemes import Column
from tournaments.engine.standings.tally import Tally
from tournaments.engine.standings.terms import Term, plain, quarters, total
from tournaments.engine.standings.tiebreaks import PLAY_OFF, TieBreak
from tournaments.engine.state import Note, StageState, Wins, shown_wins

Rank = tuple[Wins, ...]
Apart = Callable[[Rank, Rank], Message]
"""Says why a rank is above the next one where no column shows it."""

SHARED = Message(
    "standings.shared", "Tied on everything: %(count)s players share this place."
)
PLAY_OFF_DUE = Message(
    "standings.play_off_due",
    "Tied on everything: %(count)s players play off for this place.",
)
MORE_WINS = Message(
    "standings.more_wins",
    "Ahead of %(other)s on wins: %(value)s against %(other_value)s.",
)
STILL_IN = Message("standings.still_in", "Still in; %(other)s is out.")


class Standing(NamedTuple):
    """One row: `values` has one value for each column of the standings.

    `place` counts from 1; entrants that share a place all have the best one. `why`: why
    the row is above the next one; the first row of a shared place says that it is.
    """

    place: int
    shared: bool
    entrant: int
    wins: Wins
    losses: int
    byes: int
    values: Rank
    why: Note | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """All rows, best first, ties by number. `provisional`: a result is missing."""

    columns: tuple[Column, ...]
    rows: tuple[Standing, ...]
    provisional: bool


def ranked_before(columns: Sequence[Column], row: Standing, index: int) -> Rank:
    start = () if columns[0].ranks_first else (row.wins,)
    return (*start, *row.values[:index])


def told(column: Column, value: Wins) -> int | str:
    """Return a value of a column as tables and sentences show it, fit for JSON."""
    if column.kind == "percent":
        return f"{float(100 * value):.1f} %"
    if column.kind == "pr":
        return f"{(10_000 - int(value)) / 100:.2f}" if value else "–"
    if column.kind == "decimal":
        return f"{float(value):.1f}"
    return shown_wins(-value if column.kind == "least" else value)


def by_wins(state: StageState, columns: tuple[TieBreak, ...]) -> Standings:
    """Rank by wins, then by the tie-breaks in order; equal entrants share the place.

    With a scoring scheme its points, the first column, take the place of the wins.
    """
    event = Event(state, tallies.count(state))
    numbers = event.numbers
    scheme = schemes.scheme_of(state)
    score = event.wins if scheme is None else schemes.scores(state, scheme)
    raw: list[Sequence[Wins]] = [[score[number] for number in numbers]]
    for column in columns:
        if column.group is not None:
            raw.append(_within_equals(event, column, raw))
        else:
            raw.append(column.of(event))
    ranks = dict(zip(numbers, zip(*raw, strict=True), strict=True))
    shown = raw[1:]
    shown_columns: tuple[Column, ...] = columns
    if scheme is not None:
        shown.insert(0, [plain(Fraction(one) / schemes.QUARTERS) for one in raw[0]])
        shown_columns = (scheme, *columns)
    values = (
        dict(zip(numbers, zip(*shown, strict=True), strict=True))
        if shown
        else dict.fromkeys(numbers, ())
    )
    equal = PLAY_OFF_DUE if PLAY_OFF in state.options.tiebreaks[-1:] else SHARED
    return placed(event.tally, shown_columns, ranks, values=values, equal=equal)


def _within_equals(
    event: Event, column: TieBreak, before: Sequence[Sequence[Wins]]
) -> list[int]:
    """Return the values of a tie-break that looks only at those equal so far."""
    groups = defaultdict[Rank, list[int]](list)
    for number, rank in zip(event.numbers, zip(*before, strict=True), strict=True):
        groups[rank].append(number)
    values: dict[int, int] = dict.fromkeys(event.numbers, 0)
    for group in groups.values():
        if len(group) > 1 and column.group is not None:
            values.update(column.group(event, group))
    return list(values.values())


def placed(
    tally: Tally,
    columns: tuple[Column, ...],
    ranks: Mapping[int, Rank],
    *,
    values: Mapping[int, Rank] | None = None,
    equal: Message = SHARED,
    apart: Apart | None = None,
) -> Standings:
    """Return the standings of entrants in the order of their ranks, highest first.

    A rank begins with what is most important, then has one value for each column, and
    may have further values that decide without being shown. `values` are shown in place
    of those of the ranks, which then begin with the wins. `apart` is asked where two
    neighbours differ in what no column shows.
    """
    order = sorted(ranks)
    order.sort(key=ranks.__getitem__, reverse=True)  # stable: equal ones by number
    size, times = len(columns) + 1, Counter(ranks.values())
    shown = values or {number: rank[1:size] for number, rank in ranks.items()}

    def above(number: int, other: int) -> Note | None:
        rank, lower = ranks[number], ranks[other]
        if apart is not None:
            is_shown = len(rank) == size or rank[:size] != lower[:size]
            if not is_shown or (values is None and rank[0] != lower[0]):
                return Note(apart(rank, lower), {"other": other})
        mine, theirs = tally.wins[number], tally.wins[other]
        ranks_first = bool(columns) and columns[0].ranks_first
        if values is not None and mine != theirs and not ranks_first:
            said = {"value": shown_wins(mine), "other_value": shown_wins(theirs)}
            return Note(MORE_WINS, {"other": other, **said})
        for column, value, below in zip(
            columns, shown[number], shown[other], strict=True
        ):
            if value != below:
                said = {
                    "value": told(column, value),
                    "other_value": told(column, below),
                }
                params = {"other": other, "tiebreak": column.name, **said}
                return Note(column.reason, params)
        return None

    rows: list[Standing] = []
    place = 0
    for index, (number, other) in enumerate(zip_longest(order, order[1:])):
        rank, why = ranks[number], None
        is_first = not index or ranks[order[index - 1]] != rank
        if is_first:
            place = index + 1
        if is_first and times[rank] > 1:
            why = Note(equal, {"count": times[rank]})
        elif other is not None and ranks[other] != rank:
            why = above(number, other)
        rows.append(
            Standing(
                place=place,
                shared=times[rank] > 1,
                entrant=number,
                wins=tally.wins[number],
                losses=tally.losses[number],
                byes=tally.byes[number],
                values=shown[number],
                why=why,
            )
        )
    return Standings(columns, tuple(rows), tally.outstanding > 0)


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
    games: tuple[PastGame, ...]
    workings: tuple[Working, ...]


def explain_row(state: StageState, table: Standings, number: int) -> Explained | None:
    """None without a row. In the table of a group only its matches count."""
    rows = [row.entrant for row in table.rows]
    if number not in rows:
        return None
    part = state.only(frozenset(rows))
    event = Event(part, tallies.count(part))
    row = table.rows[rows.index(number)]
    return Explained(
        row,
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
