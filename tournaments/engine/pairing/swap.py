"""Swapping two entrants of a drawn round."""

from matches.rules.messages import Message
from tournaments.engine.state import DrawnPairing, DrawnRound

CHANGED = Message("pairing.changed", "Changed by the director.")
WAS_SWAPPED = Message(
    "pairing.was_swapped",
    "Changed by the director: %(entrant)s and %(other)s swapped places.",
)


def swapped(drawn: DrawnRound, first: int, second: int) -> DrawnRound | None:
    """Return the round with two entrants swapped, None if they are in one pairing.

    If this draw gave both a lot, the lots are swapped, too. The notes of the two
    pairings are removed, because they no longer hold.
    """
    locked = [
        place
        for place, pairing in enumerate(drawn.pairings)
        if {first, second} & {pairing.one, pairing.two}
    ]
    if first == second or len(locked) != 2:  # noqa: PLR2004 - it takes two to change
        return None
    other: dict[int | None, int] = {first: second, second: first}
    pairings = list(drawn.pairings)
    for place in locked:
        one, two = pairings[place].one, pairings[place].two
        pairings[place] = DrawnPairing(other.get(one, one), other.get(two, two))
    lots = dict(drawn.lots)
    if first in lots and second in lots:
        lots[first], lots[second] = lots[second], lots[first]
    return DrawnRound(drawn.round, tuple(pairings), lots)
