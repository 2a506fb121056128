"""Checks of rematches and byes in formats that are drawn round by round."""

from collections import Counter
from collections.abc import Iterator

from matches.rules.messages import Message
from tournaments.engine.audit.counting import Counts, Two, people, states
from tournaments.engine.audit.people import barred_tonight
from tournaments.engine.state import (
    BYE_BY_LOT,
    BYE_HIGHER,
    LIST_LEFT,
    REMATCH,
    SECOND_BYE,
    DrawnPairing,
    DrawnRound,
    Note,
    Notes,
    StageState,
)

NOT_LISTED = Message(
    "audit.not_listed",
    "%(entrant)s and %(other)s are not next to each other in the list.",
)


def list_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check that neighbours of the list are paired: first and second, third and fourth.

    Only wins are compared, so that the check holds for any tie-break: in the order of
    the pairs, the best first, no entrant comes after one with fewer wins. Pairs that
    left the list because of others that are not to meet are left out.
    """
    halves = counts.halves
    barred = state.options.forbidden or state.same_person
    pairs = [
        sorted((pairing.one, pairing.two), key=halves.__getitem__, reverse=True)
        for pairing in drawn.pairings
        if pairing.two is not None and not (barred and states(pairing, LIST_LEFT))
    ]
    pairs.sort(key=lambda pair: [-halves[number] for number in pair])
    lowest = None
    for one, two in pairs:
        if lowest is not None and halves[one] > lowest:
            yield Note(NOT_LISTED, {"entrant": one, "other": two})
        lowest = min(halves[two], halves[two] if lowest is None else lowest)


UNSTATED_REMATCH = Message(
    "audit.unstated_rematch", "%(entrant)s and %(other)s have met before."
)
NEEDLESS_BYE = Message(
    "audit.needless_bye", "%(entrant)s has a bye although an opponent is available."
)
UNFAIR_BYE = Message(
    "audit.unfair_bye",
    "%(entrant)s has another bye while %(other)s has had fewer byes.",
)
HIGH_BYE = Message(
    "audit.high_bye",
    "%(entrant)s has the bye although %(other)s has as few byes and is placed lower.",
)
WAITS = Message(
    "audit.waits", "%(entrant)s has to wait although %(other)s has played more matches."
)


def rematch_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check that there is no rematch, unless the pairing states it as unavoidable."""
    for pairing in drawn.pairings:
        if pairing.two is None or states(pairing, REMATCH):
            continue
        if counts.met[frozenset(people(pairing))]:
            yield Note(UNSTATED_REMATCH, {"entrant": pairing.one, "other": pairing.two})


def needless_bye_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    for index, holder in enumerate(_holders(drawn)):
        if index or len(counts.due) % 2 == 0:
            yield Note(NEEDLESS_BYE, {"entrant": holder.one})


def waiting_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check that on a club night nobody waits who has played less than another."""
    yield from needless_bye_faults(state, drawn, counts)
    tallies = [*_tallies(state), _by_person(counts.scheduled), _by_person(counts.met)]
    seated = {number for pairing in drawn.pairings for number in people(pairing)}
    waiting = {pairing.one for pairing in _holders(drawn)} | (counts.due - seated)
    rivals = {
        number: sum(people(pairing)) - number
        for pairing in drawn.pairings
        if pairing.two is not None
        for number in people(pairing)
    }
    for holder in sorted(waiting):
        for other in sorted(counts.due):
            rival = rivals.get(other)
            if rival is not None and barred_tonight(state, holder, rival):
                continue  # the exchange would pair two again at once
            if all(tally[other] > tally[holder] for tally in tallies):
                yield Note(WAITS, {"entrant": holder, "other": other})
                break


def unfair_bye_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    yield from needless_bye_faults(state, drawn, counts)
    yield from _unfair(drawn, counts)


def bye_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check that the bye goes to the fewest byes, and of those to the fewest wins."""
    yield from unfair_bye_faults(state, drawn, counts)
    pairing, first = _bye(drawn, counts)
    if pairing is None or states(pairing, BYE_HIGHER):
        return
    if state.options.bye_to == BYE_BY_LOT:
        return
    holder = pairing.one
    as_few = counts.byes[first] == counts.byes[holder]
    if as_few and counts.halves[first] < counts.halves[holder]:
        yield Note(HIGH_BYE, {"entrant": holder, "other": first})


def _tallies(state: StageState) -> Iterator[Counter[int]]:
    pairings = [outcome for outcome in state.outcomes if outcome.two is not None]
    played = [pairing for pairing in pairings if pairing.played and not pairing.nobody]
    for some in (pairings, played):
        yield Counter(n for one in some for n in (one.one, one.two) if n is not None)


def _by_person(twos: Counter[Two]) -> Counter[int]:
    return Counter(number for two in twos.elements() for number in two)


def _holders(drawn: DrawnRound) -> list[DrawnPairing]:
    return [pairing for pairing in drawn.pairings if pairing.two is None]


def _bye(drawn: DrawnRound, counts: Counts) -> tuple[DrawnPairing | None, int]:
    holders = _holders(drawn)
    if not holders or len(counts.due) % 2 == 0:
        return None, 0
    byes, halves = counts.byes, counts.halves
    first = min(counts.due, key=lambda number: (byes[number], halves[number], number))
    return holders[0], first


def _unfair(drawn: DrawnRound, counts: Counts) -> Notes:
    pairing, first = _bye(drawn, counts)
    if pairing is None or states(pairing, SECOND_BYE):
        return
    if counts.byes[first] < counts.byes[pairing.one]:
        yield Note(UNFAIR_BYE, {"entrant": pairing.one, "other": first})
