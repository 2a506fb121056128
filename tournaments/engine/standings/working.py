"""How the numbers of the standings came about: the sum behind each, term by term."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from tournaments.engine.standings import (
    Standing,
    Standings,
    ranked_before,
    schemes,
    tiebreaks,
)
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.event import (
    Event,
    points_of,
    points_scored,
    was_played,
)
from tournaments.engine.standings.schemes import Column
from tournaments.engine.state import Outcome, StageState, Wins

WON: Final = "won"
LOST: Final = "lost"
WALKOVER_WON: Final = "walkover_won"
WALKOVER_LOST: Final = "walkover_lost"
NOBODY: Final = "nobody"
BYE: Final = "bye"
RESTED: Final = "rested"
ABSENT: Final = "absent"
OPEN: Final = "open"
"""The kinds of a past match of an entrant: the values of `PastGame.how`."""

LOWEST: Final = "lowest"
HIGHEST: Final = "highest"
"""Why a term does not count: the values of `Term.left_out`."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """`opponent` is None without one; `gained` counts halves of a win."""

    round: int
    opponent: int | None
    how: str
    gained: int = 0
    outcome: Outcome | None = None

    @property
    def is_played(self) -> bool:
        return self.how in {WON, LOST}


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a sum: `left_out` says why it does not count, "" if it does."""

    game: PastGame
    value: Wins
    left_out: str = ""


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
    row, games = table.rows[place], tuple(games_of(event, number))
    return Explained(
        row,
        table.rows[place - 1] if place else None,
        games,
        tuple(
            _working(event, table, row, games=games, index=index)
            for index in range(len(table.columns))
        ),
    )


def games_of(event: Event, number: int) -> Iterator[PastGame]:
    own: dict[int, list[Outcome]] = {}
    for outcome in event.state.outcomes:
        if number in (outcome.one, outcome.two):
            own.setdefault(outcome.round, []).append(outcome)
    for place in range(1, event.rounds + 1):
        for outcome in own.get(place, ()):
            yield _game(event, outcome, number)
        if place not in own:
            gained = event.given.get(number, {}).get(place, 0)
            yield PastGame(place, None, RESTED if gained else ABSENT, gained)


def _game(event: Event, outcome: Outcome, number: int) -> PastGame:
    gained = points_of(event.state, outcome, number)
    if outcome.two is None:
        how = BYE if outcome.winner == number else ABSENT
        return PastGame(outcome.round, None, how, gained, outcome)
    other = outcome.two if outcome.one == number else outcome.one
    if outcome.is_open:
        how = OPEN
    elif outcome.winner is None:
        how = NOBODY
    elif was_played(outcome):
        how = WON if outcome.winner == number else LOST
    else:
        how = WALKOVER_WON if outcome.winner == number else WALKOVER_LOST
    return PastGame(outcome.round, other, how, gained, outcome)


def _working(
    event: Event,
    table: Standings,
    row: Standing,
    *,
    games: Iterable[PastGame],
    index: int,
) -> Working:
    column, value = table.columns[index], row.values[index]
    if isinstance(column, schemes.Scheme):
        scored = tuple(_of_scheme(event, column, row.entrant, games=tuple(games)))
        points = sum((one.value for one in scored), Fraction(0))
        return Working(column, value, scored, _plain(points))
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
    make = _TERMS.get(column.key)
    terms = () if make is None else tuple(make(event, row.entrant, tuple(games)))
    total: Wins = sum((term.value for term in terms if not term.left_out), 0)
    return Working(column, value, terms, _plain(total), _parts(event, column, row))


def _of_scheme(
    event: Event, scheme: schemes.Scheme, number: int, *, games: "Games"
) -> Iterator[Term]:
    state, win = event.state, schemes.in_quarters(scheme.win)
    points = {
        index: schemes.QUARTERS * scheme.points(match)
        for index, entrant, match in schemes.own_matches(state, scheme)
        if entrant == number
    }
    places = {id(outcome): index for index, outcome in enumerate(state.outcomes)}
    for game in games:
        if game.how == OPEN:
            continue
        if game.how == BYE:
            value = schemes.bye_points(state, scheme)
        elif game.outcome is None:
            value = game.gained * win // 2
        else:
            value = points.get(places[id(game.outcome)], 0)
        yield Term(game, _quarters(value))


def _parts(event: Event, column: Column, row: Standing) -> int:
    """Return what the sum of a tie-break is divided by, 0 for nothing."""
    number = row.entrant
    if column.key == tiebreaks.POINT_SHARE.key:
        return event.points.played_for(number)
    if column.key == tiebreaks.WIN_SHARE.key:
        return event.matches_won[number] + event.tally.losses[number]
    if column.key == tiebreaks.OPPONENTS_RATING.key:
        return sum(one in event.ratings for one in event.opponents[number])
    return 0


Games = tuple[PastGame, ...]


def _of_opponents(event: Event, number: int, games: Games) -> Iterator[Term]:
    stand_ins = {
        missed.round: event.stand_in(number, missed)
        for missed in event.unplayed.get(number, ())
    }
    for game in games:
        if game.is_played and game.opponent is not None:
            yield Term(game, _halves(event.as_opponent[game.opponent]))
        elif game.how != OPEN:
            times = event.matches if game.opponent is None else 1
            for _ in range(times):
                yield Term(game, _halves(stand_ins[game.round]))


def _cut(lowest: int, highest: int = 0) -> Callable[..., list[Term]]:
    def terms(event: Event, number: int, games: Games) -> list[Term]:
        all_ = list(_of_opponents(event, number, games))
        order = sorted(range(len(all_)), key=lambda place: all_[place].value)
        for place in order[:lowest]:
            all_[place] = replace(all_[place], left_out=LOWEST)
        for place in order[lowest:][::-1][:highest]:
            all_[place] = replace(all_[place], left_out=HIGHEST)
        return all_

    return terms


def _of_beaten(event: Event, number: int, games: Games) -> Iterator[Term]:
    stand_ins = {
        missed.round: event.stand_in(number, missed)
        for missed in event.unplayed.get(number, ())
    }
    for game in games:
        if game.how == WON and game.opponent is not None:
            yield Term(game, _halves(event.as_opponent[game.opponent]))
        elif game.gained and not game.is_played and stand_ins[game.round]:
            yield Term(game, _quarters(stand_ins[game.round] * game.gained))


def _running(event: Event, number: int, games: Games) -> Iterator[Term]:
    running = 0
    for place, game in enumerate(games):
        running += game.gained
        if place + 1 == len(games) or games[place + 1].round != game.round:
            yield Term(game, _halves(running))


def _of_strong(event: Event, number: int, games: Games) -> Iterator[Term]:
    won, lost = event.matches_won, event.tally.losses
    for game in games:
        if game.is_played and game.opponent is not None:
            other = game.opponent
            if won[other] >= lost[other]:
                yield Term(game, int(game.how == WON))


def _of_their_opponents(event: Event, number: int, games: Games) -> Iterator[Term]:
    for game in games:
        if game.is_played and game.opponent is not None:
            yield Term(game, _halves(event.sums[game.opponent]))
        elif game.how != OPEN and event.rule != "nothing":
            times = event.matches if game.opponent is None else 1
            for _ in range(times):
                yield Term(game, _halves(event.sums[number]))


def _points(count: Callable[[int, int], int], *, is_capped: bool = True) -> "TermsOf":
    """Return the terms of points: `count` makes one of those won and lost."""

    def terms(event: Event, number: int, games: Games) -> Iterator[Term]:
        for game in games:
            if game.outcome is None:
                continue
            points = points_scored(event.state, game.outcome, is_capped=is_capped)
            if points is not None:
                one, two = points
                own, other = (one, two) if game.outcome.one == number else (two, one)
                yield Term(game, count(own, other))

    return terms


def _won(event: Event, number: int, games: Games) -> Iterator[Term]:
    return (Term(game, 1) for game in games if game.how == WON)


def _won_anyhow(event: Event, number: int, games: Games) -> Iterator[Term]:
    return (Term(game, 1) for game in games if game.how in {WON, WALKOVER_WON})


def _byes(event: Event, number: int, games: Games) -> Iterator[Term]:
    return (Term(game, 1) for game in games if game.how == BYE)


def _of_ratings(event: Event, number: int, games: Games) -> Iterator[Term]:
    for game in games:
        if game.is_played and game.opponent in event.ratings:
            yield Term(game, Fraction(event.ratings[game.opponent], 100))


TermsOf = Callable[[Event, int, Games], Iterable[Term]]

_TERMS: Final[Mapping[str, TermsOf]] = {
    tiebreaks.BUCHHOLZ.key: _of_opponents,
    tiebreaks.BUCHHOLZ_CUT_1.key: _cut(1),
    tiebreaks.BUCHHOLZ_CUT_2.key: _cut(2),
    tiebreaks.MEDIAN.key: _cut(1, 1),
    tiebreaks.SONNEBORN_BERGER.key: _of_beaten,
    tiebreaks.PROGRESSIVE.key: _running,
    tiebreaks.KOYA.key: _of_strong,
    tiebreaks.OPPONENTS_OPPONENTS.key: _of_their_opponents,
    tiebreaks.POINT_DIFFERENCE.key: _points(lambda own, other: own - other),
    tiebreaks.FULL_DIFFERENCE.key: _points(
        lambda own, other: own - other, is_capped=False
    ),
    tiebreaks.POINTS_WON.key: _points(lambda own, other: own),
    tiebreaks.POINT_SHARE.key: _points(lambda own, other: own),
    tiebreaks.WIN_SHARE.key: _won_anyhow,
    tiebreaks.MATCHES_WON.key: _won,
    tiebreaks.FEWEST_BYES.key: _byes,
    tiebreaks.OPPONENTS_RATING.key: _of_ratings,
}


def _halves(value: int) -> Wins:
    return value // 2 if value % 2 == 0 else Fraction(value, 2)


def _quarters(value: int) -> Wins:
    return _plain(Fraction(value, 4))


def _plain(value: Wins) -> Wins:
    return int(value) if value == int(value) else value
