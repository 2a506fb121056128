"""The cost of the best round without a pairing, by ranked criteria.

Up to `COMPLETE` entrants it is the best of all other rounds, found by the exact
matching that draws use. In larger fields only rounds that differ in two pairings are
compared.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from matches.rules.messages import Message
from tournaments.engine.pairing.matching import cheapest_perfect_matching, place_values

COMPLETE = 300
Side = int | None
Seats = tuple[int, Side]
"""Two entrants that meet, or one and None for a bye."""

Totals = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A quantity of which a round should have as little as possible.

    `of` returns the share of one pairing or bye, 0 or more. `message` is the sentence
    for the reader, with %(before)s and %(after)s as `shown` formats them.
    """

    message: Message
    of: Callable[[int, Side], int]
    shown: Callable[[int], int | str] = int


@dataclass(frozen=True, slots=True)
class Alternative:
    """The best round found without a pairing, as totals of the criteria."""

    before: Totals
    after: Totals | None
    is_best: bool = True


def without(
    seats: Seats,
    drawn: Sequence[Seats],
    criteria: Sequence[Criterion],
    *,
    complete: int = COMPLETE,
) -> Alternative:
    before = totals(drawn, criteria)
    nearest = _nearest(seats, drawn, criteria)
    if nearest is None:
        return Alternative(before, None)
    if nearest == before:
        return Alternative(before, nearest)
    if 2 * len(drawn) > complete:
        return Alternative(before, nearest, is_best=False)
    try:
        best = _best(seats, drawn, criteria)
    except OverflowError:  # more criteria than the matching has digits for
        return Alternative(before, nearest, is_best=False)
    return Alternative(before, totals(best, criteria))


def totals(pairings: Iterable[Seats], criteria: Sequence[Criterion]) -> Totals:
    pairings = list(pairings)
    return tuple(
        sum(criterion.of(one, two) for one, two in pairings) for criterion in criteria
    )


def _nearest(
    seats: Seats, drawn: Sequence[Seats], criteria: Sequence[Criterion]
) -> Totals | None:
    before = totals(drawn, criteria)
    changes = []
    for other in drawn:
        if other == seats:
            continue
        old = totals((seats, other), criteria)
        for new in _exchanged(seats, other):
            gain = zip(before, old, totals(new, criteria), strict=True)
            changes.append(tuple(all_of - was + now for all_of, was, now in gain))
    return min(changes, default=None)


def _exchanged(seats: Seats, other: Seats) -> Iterator[tuple[Seats, Seats]]:
    one, two = seats
    three, four = other
    yield (one, three), _seated(two, four)
    yield _seated(one, four), _seated(three, two)


def _seated(one: Side, two: Side) -> Seats:
    if one is None:
        one, two = two, one
    if one is None:
        raise AssertionError("a round has one bye at most")
    return one, two


def _best(
    seats: Seats, drawn: Sequence[Seats], criteria: Sequence[Criterion]
) -> list[Seats]:
    people: list[Side] = [side for pair in drawn for side in pair]
    # With equal costs the matching is quicker if the order says nothing about them.
    people.sort(key=lambda side: (side or 0) * 2_654_435_761 % 2**32)
    edges = [
        (low, high, _seated(people[low], people[high]))
        for low in range(len(people))
        for high in range(low + 1, len(people))
    ]
    edges = [edge for edge in edges if set(edge[2]) != set(seats)]
    costs = [[criterion.of(*pair) for *_, pair in edges] for criterion in criteria]
    places = place_values([len(drawn) * max(column) for column in costs])
    matching = cheapest_perfect_matching(
        len(people),
        [
            (low, high, sum(map(int.__mul__, places, column)))
            for (low, high, _), *column in zip(edges, *costs, strict=True)
        ],
    )
    if matching is None:
        raise AssertionError("some other round exists: two pairings can be exchanged")
    return [_seated(people[low], people[high]) for low, high in matching]
