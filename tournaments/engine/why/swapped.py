"""Reasons of pairings that a director changed by swapping players of the draft."""

from matches.rules.messages import Message
from tournaments.engine.pairing.swap import CHANGED, WAS_SWAPPED, swapped
from tournaments.engine.state import DrawnPairing, DrawnRound, Note, Notes
from tournaments.engine.why.values import Swaps

DRAWN_AGAINST = Message("why.drawn_against", "%(entrant)s was drawn against %(other)s.")
DRAWN_FREE = Message("why.drawn_free", "%(entrant)s was drawn to have the bye.")


def as_drawn(drawn: DrawnRound, swaps: Swaps) -> DrawnRound:
    for first, second in reversed(swaps):
        drawn = swapped(drawn, first, second) or drawn
    return drawn


def is_moved(before: DrawnRound, pairing: DrawnPairing) -> bool:
    drawn = {
        frozenset((drawn_pair.one, drawn_pair.two)) for drawn_pair in before.pairings
    }
    return frozenset((pairing.one, pairing.two)) not in drawn


def without_mark(pairing: DrawnPairing) -> DrawnPairing:
    kept = tuple(note for note in pairing.notes if note.message is not CHANGED)
    return DrawnPairing(pairing.one, pairing.two, kept)


def facts(before: DrawnRound, pairing: DrawnPairing, swaps: Swaps) -> Notes:
    for number in (pairing.one, pairing.two):
        if number is not None:
            yield from _origin(before, number)
    yield from _moves(pairing, swaps)


def exchanges(number: int, swaps: Swaps) -> Notes:
    for first, second in swaps:
        if number in {first, second}:
            yield _exchange(first, second)


def lots_as_drawn(lots: dict[int, int], swaps: Swaps) -> dict[int, int]:
    found = dict(lots)
    for first, second in reversed(swaps):
        if first in found and second in found:
            found[first], found[second] = found[second], found[first]
    return found


def _origin(before: DrawnRound, number: int) -> Notes:
    for pairing in before.pairings:
        if number not in {pairing.one, pairing.two}:
            continue
        other = pairing.two if pairing.one == number else pairing.one
        if other is None:
            yield Note(DRAWN_FREE, {"entrant": number})
        else:
            yield Note(DRAWN_AGAINST, {"entrant": number, "other": other})


def _moves(pairing: DrawnPairing, swaps: Swaps) -> Notes:
    there = {pairing.one, pairing.two}
    people, found = set(there), []
    for first, second in reversed(swaps):
        if {first, second} & (there | people):
            found.append(_exchange(first, second))
        other = {first: second, second: first}
        there = {side if side is None else other.get(side, side) for side in there}
    yield from reversed(found)


def _exchange(first: int, second: int) -> Note:
    return Note(WAS_SWAPPED, {"entrant": first, "other": second})
