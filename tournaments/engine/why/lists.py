"""Reasons in a format that goes down a list: the place, who was next, who was not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from matches.rules.text import gettext_noop
from tournaments.engine.formats import danish
from tournaments.engine.formats.monrad import NEXT_MET, NEXT_NEEDED
from tournaments.engine.pairing.down_the_list import first_in_list
from tournaments.engine.state import DrawnRound, Note, Pairing, Wins, shown
from tournaments.engine.why.cost import Criterion, Side
from tournaments.engine.why.groups import PLACED, Groups, bye_facts
from tournaments.engine.why.meetings import shared
from tournaments.engine.why.next_best import BYES, CHANGED, described, first_criteria
from tournaments.engine.why.past import Past

FIRST = gettext_noop(
    "Nobody had a result yet: the list is that of the player numbers, drawn by lot."
)
PLACE = gettext_noop(
    "%(entrant)s has place %(place)s on the list: wins %(wins)s, player number %(lot)s."
)
NEXT = gettext_noop(
    "%(entrant)s was the highest free player on the list and %(other)s the next one."
)
PASSED_MET = gettext_noop(
    "%(other)s was next, but had already met %(entrant)s in round %(round)s."
)
PASSED_NEEDED = gettext_noop(
    "%(other)s was next, but is needed further down, so that nobody meets the same "
    "opponent twice."
)
NEIGHBOURS = gettext_noop(
    "Those next to each other on the list meet, even if they have met before. Between "
    "equal wins the tie-breaks of the standings decide, then the player number."
)
LOWEST = gettext_noop(
    "%(entrant)s has place %(place)s of %(count)s on the list; the bye goes to the "
    "lowest of those with the fewest byes."
)

INSTEAD = gettext_noop(
    "Without this pairing %(entrant)s would have met %(other)s, whose place on the "
    "list is lower by %(places)s."
)
INSTEAD_BYE = gettext_noop(
    "Without this pairing the bye would have gone to %(entrant)s: place on the list "
    "%(place)s, earlier byes %(byes)s."
)
BY_LIST = gettext_noop("By the list alone %(entrant)s would meet %(other)s.")
BY_LIST_BYE = gettext_noop("By the list alone the bye would be another.")
BYE_PLACE = gettext_noop(
    "In the best other round, place on the list of who has the bye: %(after)s instead "
    "of %(before)s."
)
SQUARES = gettext_noop(
    "In the best other round, differences of places, squared and summed up: %(after)s "
    "instead of %(before)s."
)

SAID_BETTER = frozenset({NEXT_MET, NEXT_NEEDED})
"""Notes of a draw in place of which the reasons name who was passed over."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The list of a round, best first, with places from 1 and player numbers."""

    order: tuple[int, ...]
    places: Mapping[int, int]
    lots: Mapping[int, int]


def by_wins(past: Past, drawn: DrawnRound) -> Ranking:
    """Return the list by wins and player number."""
    return _ranking(past, drawn, {one: (past.wins[one],) for one in past.field})


def by_standings(past: Past, drawn: DrawnRound) -> Ranking:
    """Return the list by wins, then tie-breaks, then player number."""
    strengths = {
        row.entrant: (past.wins[row.entrant], *row.values)
        for row in danish.standings(past.state).rows
    }
    return _ranking(past, drawn, strengths)


def _ranking(
    past: Past, drawn: DrawnRound, strengths: Mapping[int, tuple[Wins, ...]]
) -> Ranking:
    given = {number: each.lot or 0 for number, each in past.entrants.items()}
    lots = {number: drawn.lots.get(number, given[number]) for number in past.field}
    order = sorted(past.field, key=lots.__getitem__)
    order.sort(key=strengths.__getitem__, reverse=True)  # stable: equal ones by lot
    return Ranking(
        tuple(order), {one: place for place, one in enumerate(order, start=1)}, lots
    )


def facts(past: Past, drawn: DrawnRound, pairing: Pairing) -> Iterator[Note]:
    """Yield why the list brings these two together, or leaves this one out."""
    listed = by_wins(past, drawn)
    yield from shared(past, pairing)
    if past.is_first:
        yield Note(FIRST)
    if pairing.two is None:
        yield from _bye(past, pairing.one, listed)
        return
    if not any(note.message == CHANGED for note in pairing.notes):
        yield from _passed(past, drawn, pairing, listed=listed)
    yield from _placed(past, pairing, listed)


def neighbour_facts(past: Past, drawn: DrawnRound, pairing: Pairing) -> Iterator[Note]:
    """Yield the places of two who meet because they are next to each other."""
    listed = by_standings(past, drawn)
    if past.is_first:
        yield Note(FIRST)
    elif pairing.two is not None:
        yield Note(NEIGHBOURS)
    if pairing.two is None:
        yield from _bye(past, pairing.one, listed)
        return
    yield from _placed(past, pairing, listed)
    yield from shared(past, pairing)


def _bye(past: Past, holder: int, listed: Ranking) -> Iterator[Note]:
    yield from bye_facts(Groups(past, past.wins, PLACED), holder)
    place, count = listed.places[holder], len(listed.order)
    yield Note(LOWEST, {"entrant": holder, "place": place, "count": count})


def _placed(past: Past, pairing: Pairing, listed: Ranking) -> Iterator[Note]:
    for side in (pairing.one, pairing.two):
        if side is not None:
            yield Note(
                PLACE,
                {
                    "entrant": side,
                    "place": listed.places[side],
                    "wins": shown(past.wins[side]),
                    "lot": listed.lots[side],
                },
            )


def _passed(
    past: Past, drawn: DrawnRound, pairing: Pairing, *, listed: Ranking
) -> Iterator[Note]:
    """Yield who stood between the two and was still free."""
    if pairing.two is None:
        return
    one, two = sorted((pairing.one, pairing.two), key=listed.places.__getitem__)
    partner = partners(drawn)
    between = listed.order[listed.places[one] : listed.places[two] - 1]
    free = [
        other
        for other in between
        if partner[other] is not None
        and listed.places[partner[other] or other] > listed.places[one]
    ]
    for other in free:
        rounds = past.rounds_met(one, other)
        params = {"entrant": one, "other": other}
        if rounds:
            yield Note(PASSED_MET, {**params, "round": rounds[-1]})
        else:
            yield Note(PASSED_NEEDED, params)
    if not free:
        yield Note(NEXT, {"entrant": one, "other": two})


def partners(drawn: DrawnRound) -> dict[int, int | None]:
    """Return the opponent of everybody in a round."""
    found: dict[int, int | None] = {}
    for pairing in drawn.pairings:
        found[pairing.one] = pairing.two
        if pairing.two is not None:
            found[pairing.two] = pairing.one
    return found


def next_round(past: Past, drawn: DrawnRound, pairing: Pairing) -> tuple[Note, ...]:
    """Return where the list would have gone without a pairing."""
    listed = by_wins(past, drawn)
    other = _list_without(past, pairing, listed)
    if other is None:
        return described(pairing, drawn, by_place(past, listed))
    was = partners(drawn)
    now = partners(DrawnRound(drawn.round, tuple(Pairing(*each) for each in other)))
    bye = next((one for one, two in now.items() if two is None), None)
    if bye is not None and was[bye] is not None:
        params = {"entrant": bye, "place": listed.places[bye]}
        return (Note(INSTEAD_BYE, {**params, "byes": past.tally.byes[bye]}),)
    one = next(each for each in listed.order if was[each] != now[each])
    two, before = now[one], was[one]
    if two is None or before is None:
        return (Note(BY_LIST_BYE, {"entrant": one}),)
    lower = listed.places[two] - listed.places[before]
    if lower < 0:
        return (Note(BY_LIST, {"entrant": one, "other": two}),)
    return (Note(INSTEAD, {"entrant": one, "other": two, "places": lower}),)


def by_place(
    past: Past, listed: Ranking, *, may_meet_again: bool = False
) -> tuple[Criterion, ...]:
    """Return what a round is judged by where nobody simply goes down the list."""
    last = len(listed.order)

    def byes(one: int, two: Side) -> int:
        return past.tally.byes[one] if two is None else 0

    def bye_place(one: int, two: Side) -> int:
        return last - listed.places[one] if two is None else 0

    def squares(one: int, two: Side) -> int:
        return 0 if two is None else (listed.places[one] - listed.places[two]) ** 2

    return (
        *(() if may_meet_again else first_criteria(past)),
        Criterion(BYES, byes),
        Criterion(BYE_PLACE, bye_place, lambda total: last - total),
        Criterion(SQUARES, squares),
    )


def _list_without(
    past: Past, pairing: Pairing, listed: Ranking
) -> list[tuple[int, int | None]] | None:
    """Go down the list as the draw does, but never to this pairing."""
    banned = frozenset((pairing.one, pairing.two))

    def may_not(one: int, two: int) -> bool:
        return frozenset((one, two)) == banned or past.have_met(one, two)

    byes: Sequence[int | None] = [None]
    if len(listed.order) % 2:
        held, lowest_first = past.tally.byes, listed.order[::-1]
        fewest_first: list[int] = sorted(lowest_first, key=held.__getitem__)
        byes = fewest_first
    for bye in byes:
        if frozenset((bye, None)) == banned:
            continue
        rest = [number for number in listed.order if number != bye]
        pairs = first_in_list(rest, may_not)
        if pairs is not None:
            return [*pairs, *([(bye, None)] if bye is not None else [])]
    return None
