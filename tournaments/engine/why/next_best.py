"""The best round without a pairing: its cost by ranked criteria, and sentences on it.

Up to `COMPLETE` entrants it is the best of all other rounds, found by the exact
matching that draws use. In larger fields only rounds that differ in two pairings are
compared.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from matches.rules.refusals import Message
from tournaments.engine.pairing.matching import cheapest_perfect_matching, place_values
from tournaments.engine.state import (
    CHANGED,
    DrawnPairing,
    DrawnRound,
    Note,
    Notes,
    Wins,
)
from tournaments.engine.why.history import StageHistory

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


NO_OTHER = Message(
    "why.no_other", "There is no other way to pair those who are in this round."
)
EQUAL = Message(
    "why.equal",
    "A draw without this pairing would have been equally good; chance decided.",
)
EQUAL_CHANGED = Message(
    "why.equal_changed", "A draw without this pairing would have been as good."
)
BETTER = Message("why.better", "A better round without this pairing was possible.")
NEAR = Message(
    "why.near",
    "In a field this large, only rounds differing in two pairings were compared.",
)
ONE_PERSON = Message(
    "why.one_person",
    "In the best other round, people drawn against themselves: %(after)s instead of "
    "%(before)s.",
)
MEETINGS = Message(
    "why.meetings",
    "In the best other round, earlier meetings of those paired: %(after)s instead of "
    "%(before)s.",
)
BYES = Message(
    "why.byes",
    "In the best other round, earlier byes of the player who has the bye: %(after)s "
    "instead of %(before)s.",
)
BYE_WINS = Message(
    "why.bye_wins",
    "In the best other round, wins of the player who has the bye: %(after)s instead "
    "of %(before)s.",
)
SQUARES = Message(
    "why.next_best_squares",
    "In the best other round, win differences, squared and summed up: %(after)s "
    "instead of %(before)s.",
)
BYE_LOSSES = Message(
    "why.bye_losses",
    "In the best other round, losses of the player who has the bye: %(after)s instead "
    "of %(before)s.",
)
LOSS_SQUARES = Message(
    "why.loss_squares",
    "In the best other round, differences of losses, squared and summed up: %(after)s "
    "instead of %(before)s.",
)
FORBIDDEN = Message(
    "why.next_best_forbidden",
    "In the best other round, pairs who are not to meet: %(after)s instead of "
    "%(before)s.",
)
UNASKED = Message(
    "why.unasked",
    "In the best other round, byes for players who did not ask for one: %(after)s "
    "instead of %(before)s.",
)
TOGETHER: Mapping[str, Message] = {
    "club": Message(
        "why.together_club",
        "In the best other round, pairs from the same club: %(after)s instead of "
        "%(before)s.",
    ),
    "country": Message(
        "why.together_country",
        "In the best other round, pairs from the same country: %(after)s instead of "
        "%(before)s.",
    ),
    "family": Message(
        "why.together_family",
        "In the best other round, pairs from the same family: %(after)s instead of "
        "%(before)s.",
    ),
}
FLOATS = Message(
    "why.floats",
    "In the best other round, players who float as in their last match: %(after)s "
    "instead of %(before)s.",
)

QUARTERS = ("", "¼", "½", "¾")


def described(
    pairing: DrawnPairing, drawn: DrawnRound, criteria: Sequence[Criterion]
) -> tuple[Note, ...]:
    found = without(
        (pairing.one, pairing.two),
        [(drawn_pair.one, drawn_pair.two) for drawn_pair in drawn.pairings],
        criteria,
    )
    is_drawn = not any(note.message is CHANGED for note in pairing.notes)
    return tuple(_notes(found, criteria, is_drawn=is_drawn))


def by_score(
    past: StageHistory,
    levels: Mapping[int, Wins] | None = None,
    *,
    messages: tuple[Message, Message] = (BYE_WINS, SQUARES),
) -> tuple[Criterion, ...]:
    """Return the criteria of a round by score, as in `optimum`."""
    levels = past.wins if levels is None else levels
    step = max(Fraction(levels[number]).denominator for number in past.field)
    # Whole numbers, as the draw itself compares them: its reasons must not be rounded.
    heights = {number: int(levels[number] * step) for number in past.field}
    lowest = min(heights.values())

    def byes(one: int, two: Side) -> int:
        return past.tally.byes[one] if two is None else 0

    def bye_height(one: int, two: Side) -> int:
        return heights[one] - lowest if two is None else 0

    def squares(one: int, two: Side) -> int:
        return 0 if two is None else (heights[one] - heights[two]) ** 2

    height = Criterion(
        messages[0], bye_height, lambda total: mixed(abs(total + lowest), step)
    )
    return (
        *first_criteria(past),
        Criterion(BYES, byes),
        *(() if past.has_byes_by_lot else (height,)),
        Criterion(messages[1], squares, lambda total: mixed(total, step**2)),
    )


def by_wishes(
    past: StageHistory, levels: Mapping[int, Wins] | None = None
) -> tuple[Criterion, ...]:
    """`levels` is what pairs should have in common, wins if it is None."""
    wishes, wins = past.wishes, past.wins if levels is None else levels
    asked = wishes.byes & {*past.field}

    def unasked(one: int, two: Side) -> int:
        return int(two is None and bool(asked) and one not in asked)

    def together(kind: str, one: int, two: Side) -> int:
        return int(two is not None and kind in wishes.shared(one, two))

    def floats(one: int, two: Side) -> int:
        if two is None or wins[one] == wins[two]:
            return 0
        high, low = (one, two) if wins[one] > wins[two] else (two, one)
        return wishes.repeats(high, low)

    return (
        Criterion(UNASKED, unasked),
        *(
            Criterion(TOGETHER[kind], partial(together, kind))
            for kind, _ in wishes.apart
        ),
        Criterion(FLOATS, floats),
    )


def first_criteria(
    past: StageHistory, *, may_meet_again: bool = False
) -> tuple[Criterion, ...]:
    """Return the criteria before all others: persons, rematches, forbidden pairs."""
    wishes = past.wishes

    def same(one: int, two: Side) -> int:
        return int(two is not None and wishes.is_same(one, two))

    def meetings(one: int, two: Side) -> int:
        return 0 if two is None else past.tally.meetings(one, two)

    def forbidden(one: int, two: Side) -> int:
        return int(two is not None and wishes.is_forbidden(one, two))

    return (
        Criterion(ONE_PERSON, same),
        *(() if may_meet_again else (Criterion(MEETINGS, meetings),)),
        Criterion(FORBIDDEN, forbidden),
    )


def _notes(
    found: Alternative, criteria: Sequence[Criterion], *, is_drawn: bool
) -> Notes:
    if found.after is None:
        yield Note(NO_OTHER)
        return
    if found.after == found.before:
        yield Note(EQUAL if is_drawn else EQUAL_CHANGED)
        return
    if found.after < found.before:
        yield Note(BETTER)
    for criterion, before, after in zip(
        criteria, found.before, found.after, strict=True
    ):
        if before != after:
            shown = criterion.shown
            yield Note(
                criterion.message, {"before": shown(before), "after": shown(after)}
            )
    if not found.is_best:
        yield Note(NEAR)


def mixed(total: int, step: int) -> int | str:
    """Return so many parts, of which `step` make one win or place."""
    whole, rest = divmod(Fraction(total, step), 1)
    if not rest:
        return int(whole)
    return f"{whole or ''}{QUARTERS[int(rest * 4)]}"
