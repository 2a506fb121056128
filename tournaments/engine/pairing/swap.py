"""What a director changes in a draft: two entrants take each other’s places."""

from matches.rules.text import gettext_noop
from tournaments.engine.state import DrawnPairing, DrawnRound

CHANGED = gettext_noop("Changed by the director.")
"""The note of a pairing that a director has changed by hand."""

WAS_SWAPPED = gettext_noop(
    "Changed by the director: %(entrant)s and %(other)s took each other’s places."
)


def swapped(drawn: DrawnRound, first: int, second: int) -> DrawnRound | None:
    """Let two entrants take each other’s places and, if both drew lots now, lots.

    None unless they are in two different pairings. What was said about the two pairings
    no longer holds and goes.
    """
    held = [
        place
        for place, pairing in enumerate(drawn.pairings)
        if {first, second} & {pairing.one, pairing.two}
    ]
    if first == second or len(held) != 2:  # noqa: PLR2004 - it takes two to change
        return None
    other: dict[int | None, int] = {first: second, second: first}
    pairings = list(drawn.pairings)
    for place in held:
        one, two = pairings[place].one, pairings[place].two
        pairings[place] = DrawnPairing(other.get(one, one), other.get(two, two))
    lots = dict(drawn.lots)
    if first in lots and second in lots:
        lots[first], lots[second] = lots[second], lots[first]
    return DrawnRound(drawn.round, tuple(pairings), lots)
