"""What is asked about a pairing, and what a reader is told."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.state import DrawnPairing, DrawnRound, Note, StageState

Swaps = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """Why two of a drawn round meet, or why one has the bye.

    `state` is that of the record, from which the round was drawn; of a bracket that is
    drawn once it is that of now, and `slot` the number of the match in its plan.
    `drawn` is as published: `swaps` are those that a director made in the draft, in
    order.
    """

    state: StageState
    drawn: DrawnRound
    pairing: DrawnPairing
    slot: int | None = None
    swaps: Swaps = ()


@dataclass(frozen=True, slots=True)
class PairReasons:
    """The reasons of a pairing or a bye, each list with what matters most first.

    `facts`: why it came about, never empty. `unavailable`: whom the two could not meet.
    `next_best`: what the best round without it would have been like. A parameter
    called `slot` is the number of a bracket's match in its plan.
    """

    facts: tuple[Note, ...]
    unavailable: tuple[Note, ...] = ()
    next_best: tuple[Note, ...] = ()
