"""Neighbours in the list: the Danish system."""

from collections.abc import Iterator

from matches.rules.text import gettext_noop
from tournaments.engine.audit.counting import Counts
from tournaments.engine.state import DrawnRound, Note, StageState

NOT_LISTED = gettext_noop(
    "%(entrant)s and %(other)s are not next to each other in the list."
)


def list_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Iterator[Note]:
    """Check that the first of the list meets the second, the third the fourth.

    By wins alone, so that it holds whatever decides between equal wins: read pair by
    pair, the best pair first, nobody may come after somebody with fewer wins.
    """
    halves = counts.halves
    pairs = [
        sorted((pairing.one, pairing.two), key=halves.__getitem__, reverse=True)
        for pairing in drawn.pairings
        if pairing.two is not None
    ]
    pairs.sort(key=lambda pair: [-halves[number] for number in pair])
    lowest = None
    for one, two in pairs:
        if lowest is not None and halves[one] > lowest:
            yield Note(NOT_LISTED, {"entrant": one, "other": two})
        lowest = min(halves[two], halves[two] if lowest is None else lowest)
