"""The terms of tie-breaks: what each match adds to the sum, and direct encounters.

A direct encounter is the matches of those who are still equal, as a table of their own.
Source: FIDE Handbook C.07 (2023), article 6: if all of them have met, the wins against
each other decide, and those who are equal there as well are compared again among
themselves. If not all have met, an entrant who is first whatever the missing matches
would bring is placed first, and so on.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from tournaments.engine.standings.event import (
    BYE,
    OPEN,
    WALKOVER_WON,
    WON,
    Event,
    PastGame,
    points_scored,
)
from tournaments.engine.state import Wins


def below_in_group(event: Event, group: Sequence[int]) -> dict[int, int]:
    """Return how many of a group each stands above, by the matches within it."""
    values: dict[int, int] = {}
    _place(event, tuple(group), values, below=0)
    return values


def _place(
    event: Event, group: tuple[int, ...], values: dict[int, int], *, below: int
) -> None:
    """Give the entrants of a group their values; `below` of the others are below it."""
    values.update(dict.fromkeys(group, below))
    if len(group) > most_decided(event) and not _all_met(event, group):
        return
    for part, lower in _parts(event, group):
        if len(part) < len(group):
            _place(event, part, values, below=below + lower)


def most_decided(event: Event) -> int:
    """In a larger group an entrant misses more matches than any can have won."""
    return 2 * event.rounds * max(event.matches, event.state.options.times) + 1


def _parts(
    event: Event, group: tuple[int, ...]
) -> Iterable[tuple[tuple[int, ...], int]]:
    won = wins_within(event, group)
    if _all_met(event, group):
        levels = defaultdict(list)
        for number in group:
            levels[won[number]].append(number)
        lower = 0
        for level in sorted(levels):
            yield tuple(levels[level]), lower
            lower += len(levels[level])
        return
    most = {number: won[number] + missing(event, number, group) for number in group}
    left = list(group)
    while len(left) > 1:
        first = max(left, key=lambda number: (won[number], -number))
        if any(most[other] >= won[first] for other in left if other != first):
            break
        left.remove(first)
        yield (first,), len(left)
    yield tuple(left), 0


def wins_within(event: Event, group: Sequence[int]) -> Mapping[int, int]:
    """Return the matches won against others of a group; a walk-over is none."""
    members = frozenset(group)
    return {
        number: sum(map(members.__contains__, event.tally.beaten[number]))
        for number in group
    }


def missing(event: Event, number: int, group: Sequence[int]) -> int:
    met = set(event.opponents[number])
    each = event.matches * event.state.options.times
    return each * sum(other != number and other not in met for other in group)


def _all_met(event: Event, group: Sequence[int]) -> bool:
    others = len(group) - 1
    members = frozenset(group)
    for number in group:
        met = event.opponents[number]
        if len(met) < others or len(members.intersection(met)) < others:
            return False
    return True


LOWEST: Final = "lowest"
HIGHEST: Final = "highest"
FIRST: Final = "first"
"""Why a term does not count: the values of `Term.left_out`."""


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a sum: `left_out` says why it does not count, "" if it does."""

    game: PastGame
    value: Wins
    left_out: str = ""


TermsOf = Callable[[Event, int], Iterable[Term]]


def of_opponents(event: Event, number: int) -> Iterator[Term]:
    stand_ins = {
        missed.round: event.stand_in(number, missed)
        for missed in event.unplayed.get(number, ())
    }
    for game in event.games[number]:
        if game.is_played and game.opponent is not None:
            yield Term(game, halves(event.as_opponent[game.opponent]))
        elif game.how != OPEN:
            times = event.matches if game.opponent is None else 1
            for _ in range(times):
                yield Term(game, halves(stand_ins[game.round]))


def cut(lowest: int, highest: int = 0) -> Callable[..., list[Term]]:
    def terms(event: Event, number: int) -> list[Term]:
        all_ = list(of_opponents(event, number))
        order = sorted(range(len(all_)), key=lambda place: all_[place].value)
        for place in order[:lowest]:
            all_[place] = replace(all_[place], left_out=LOWEST)
        for place in order[lowest:][::-1][:highest]:
            all_[place] = replace(all_[place], left_out=HIGHEST)
        return all_

    return terms


def of_beaten(event: Event, number: int) -> Iterator[Term]:
    return (term for _, term in contributions(event, number) if term.value)


def of_beaten_cut_1(event: Event, number: int) -> Iterator[Term]:
    met = list(contributions(event, number))
    lowest = min(met, key=lambda one: (one[0], one[1].value), default=None)
    for one in met:
        if one is lowest:
            yield replace(one[1], left_out=LOWEST)
        elif one[1].value:
            yield one[1]


def contributions(event: Event, number: int) -> Iterator[tuple[int, Term]]:
    """Yield the score of each opponent, in halves, with what it adds."""
    stand_ins = {
        missed.round: event.stand_in(number, missed)
        for missed in event.unplayed.get(number, ())
    }
    for game in event.games[number]:
        if game.is_played and game.opponent is not None:
            score = event.as_opponent[game.opponent]
            yield score, Term(game, halves(score) if game.how == WON else 0)
        elif game.how != OPEN:
            score = stand_ins[game.round]
            times = event.matches if game.opponent is None else 1
            for _ in range(times):
                yield score, Term(game, quarters(score * game.gained // times))


def running(first: int = 1) -> TermsOf:
    """Return the terms of a running total, the rounds before `first` left out."""

    def terms(event: Event, number: int) -> Iterator[Term]:
        running = 0
        for place, game in enumerate(games := event.games[number]):
            running += game.gained
            if place + 1 == len(games) or games[place + 1].round != game.round:
                left_out = FIRST if game.round < first else ""
                yield Term(game, halves(running), left_out)

    return terms


def of_strong(event: Event, number: int) -> Iterator[Term]:
    won, lost = event.matches_won, event.tally.losses
    for game in event.games[number]:
        if game.is_played and game.opponent is not None:
            other = game.opponent
            if won[other] >= lost[other]:
                yield Term(game, int(game.how == WON))


def of_their_opponents(event: Event, number: int) -> Iterator[Term]:
    for game in event.games[number]:
        if game.is_played and game.opponent is not None:
            yield Term(game, halves(event.sums[game.opponent]))
        elif game.how != OPEN and event.rule != "nothing":
            times = event.matches if game.opponent is None else 1
            for _ in range(times):
                yield Term(game, halves(event.sums[number]))


def points(count: Callable[[int, int], int], *, is_capped: bool = True) -> TermsOf:
    """Return the terms of points: `count` makes one of those won and lost."""

    def terms(event: Event, number: int) -> Iterator[Term]:
        for game in event.games[number]:
            if game.outcome is None:
                continue
            points = points_scored(event.state, game.outcome, is_capped=is_capped)
            if points is not None:
                one, two = points
                own, other = (one, two) if game.outcome.one == number else (two, one)
                yield Term(game, count(own, other))

    return terms


def won(event: Event, number: int) -> Iterator[Term]:
    return (Term(game, 1) for game in event.games[number] if game.how == WON)


def won_anyhow(event: Event, number: int) -> Iterator[Term]:
    return (
        Term(game, 1) for game in event.games[number] if game.how in {WON, WALKOVER_WON}
    )


def byes(event: Event, number: int) -> Iterator[Term]:
    return (Term(game, 1) for game in event.games[number] if game.how == BYE)


def of_ratings(event: Event, number: int) -> Iterator[Term]:
    for game in event.games[number]:
        if game.is_played and game.opponent in event.ratings:
            yield Term(game, Fraction(event.ratings[game.opponent], 100))


def total(terms: Iterable[Term]) -> Wins:
    return plain(sum((term.value for term in terms if not term.left_out), Fraction(0)))


def halves(value: int) -> Wins:
    return value // 2 if value % 2 == 0 else Fraction(value, 2)


def quarters(value: int) -> Wins:
    return plain(Fraction(value, 4))


def plain(value: Wins) -> Wins:
    return int(value) if value == int(value) else value
