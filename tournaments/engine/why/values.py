"""What a reader is told about a pairing."""

from dataclasses import dataclass

from tournaments.engine.state import Note


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons of a pairing or a bye, each list with what matters most first.

    `facts`: why it came about, never empty. `unavailable`: whom the two could not meet.
    `next_best`: what the best round without it would have been like. A parameter
    called `slot` is the number of a bracket's match in its plan.
    """

    facts: tuple[Note, ...]
    unavailable: tuple[Note, ...] = ()
    next_best: tuple[Note, ...] = ()
