"""The question why a pairing was made, and its answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.state import DrawnPairing, DrawnRound, Note, StageState

Swaps = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """The question why two of a drawn round meet, or why one has the bye.

    `state` is the input of the draw; for a bracket it is the state of now, and `slot`
    the number of the match in its plan. `drawn` is the round as published; `swaps` are
    those that a director made in the draft, in order.
    """

    state: StageState
    drawn: DrawnRound
    pairing: DrawnPairing
    slot: int | None = None
    swaps: Swaps = ()


@dataclass(frozen=True, slots=True)
class PairReasons:
    """The reasons of a pairing or a bye; each list has the most important first.

    `facts` say why it was made and are never empty, `unavailable` why other opponents
    were ruled out, `next_best` how the best round without it would differ. A parameter
    called `slot` is the number of a bracket's match in its plan.
    """

    facts: tuple[Note, ...]
    unavailable: tuple[Note, ...] = ()
    next_best: tuple[Note, ...] = ()
