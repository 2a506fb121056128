"""Reasons where a list decides: places, the bye, and the criteria of a round."""

from collections.abc import Mapping
from dataclasses import dataclass

from matches.rules.messages import Message
from tournaments.engine.standings.schemes import shown_points
from tournaments.engine.state import DrawnRound, Note, Notes, Wins
from tournaments.engine.why.cost import Criterion, Side
from tournaments.engine.why.groups import PLACED, PLACED_BY_POINTS, Groups, bye_facts
from tournaments.engine.why.history import StageHistory
from tournaments.engine.why.next_best import BYES, first_criteria

FIRST = Message(
    "why.lists_first", "No results yet: the order is by player number, drawn at random."
)
PLACE = Message(
    "why.place",
    "%(entrant)s is number %(place)s in the order: %(wins)s wins, player number "
    "%(lot)s.",
)
PLACE_BY_POINTS = Message(
    "why.place_by_points",
    "%(entrant)s is number %(place)s in the order: %(points)s points, player number "
    "%(lot)s.",
)
LOWEST = Message(
    "why.lowest",
    "%(entrant)s is number %(place)s of %(count)s; the bye goes to the lowest player "
    "with the fewest byes.",
)
BYE_PLACE = Message(
    "why.bye_place",
    "In the best other round, place on the list of the player who has the bye: "
    "%(after)s instead of %(before)s.",
)
SQUARES = Message(
    "why.squares",
    "In the best other round, differences of places, squared and summed up: %(after)s "
    "instead of %(before)s.",
)


@dataclass(frozen=True, slots=True)
class Ranking:
    order: tuple[int, ...]
    places: Mapping[int, int]
    lots: Mapping[int, int]


def ranking(
    past: StageHistory, drawn: DrawnRound, strengths: Mapping[int, tuple[Wins, ...]]
) -> Ranking:
    given = {number: entrant.lot or 0 for number, entrant in past.entrants.items()}
    lots = {number: drawn.lots.get(number, given[number]) for number in past.field}
    order = sorted(past.field, key=lots.__getitem__)
    order.sort(key=strengths.__getitem__, reverse=True)  # stable: equal ones by lot
    return Ranking(
        tuple(order), {one: place for place, one in enumerate(order, start=1)}, lots
    )


def bye_reasons(past: StageHistory, holder: int, listed: Ranking) -> Notes:
    words = PLACED_BY_POINTS if past.has_points else PLACED
    yield from bye_facts(Groups(past, past.scores, words), holder)
    if past.has_byes_by_lot:
        return
    place, count = listed.places[holder], len(listed.order)
    yield Note(LOWEST, {"entrant": holder, "place": place, "count": count})


def placed(past: StageHistory, pair: tuple[int, int], listed: Ranking) -> Notes:
    for side in pair:
        what = "points" if past.has_points else "wins"
        yield Note(
            PLACE_BY_POINTS if past.has_points else PLACE,
            {
                "entrant": side,
                "place": listed.places[side],
                what: shown_points(past.scores[side]),
                "lot": listed.lots[side],
            },
        )


def partners(drawn: DrawnRound) -> dict[int, int | None]:
    found: dict[int, int | None] = {}
    for pairing in drawn.pairings:
        found[pairing.one] = pairing.two
        if pairing.two is not None:
            found[pairing.two] = pairing.one
    return found


def by_place(
    past: StageHistory, listed: Ranking, *, may_meet_again: bool = False
) -> tuple[Criterion, ...]:
    last = len(listed.order)

    def byes(one: int, two: Side) -> int:
        return past.tally.byes[one] if two is None else 0

    def bye_place(one: int, two: Side) -> int:
        return last - listed.places[one] if two is None else 0

    def squares(one: int, two: Side) -> int:
        return 0 if two is None else (listed.places[one] - listed.places[two]) ** 2

    place = Criterion(BYE_PLACE, bye_place, lambda total: last - total)
    return (
        *first_criteria(past, may_meet_again=may_meet_again),
        Criterion(BYES, byes),
        *(() if past.has_byes_by_lot else (place,)),
        Criterion(SQUARES, squares),
    )
