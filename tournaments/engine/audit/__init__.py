"""An independent check of a drawn round, before anybody sees it.

Shares nothing with the formats but the values: everything is counted again from the
outcomes, because a checker that uses the code it checks proves nothing.
"""

from collections.abc import Callable, Iterator, Mapping

from tournaments.engine.audit.brackets import line_faults, lot_faults
from tournaments.engine.audit.counting import Counts, count
from tournaments.engine.audit.people import (
    missing_faults,
    people_faults,
    round_faults,
    waiting_one_faults,
)
from tournaments.engine.audit.plans import audit_plan
from tournaments.engine.audit.round_robin import robin_faults, unpaired_faults
from tournaments.engine.audit.rounds import (
    bye_faults,
    list_faults,
    rematch_faults,
    unfair_bye_faults,
    waiting_faults,
)
from tournaments.engine.audit.wishes import forbidden_faults, wish_faults
from tournaments.engine.state import DrawnRound, Note, StageState

__all__ = [
    "audit",
    "audit_plan",
]

Check = Callable[[StageState, DrawnRound, Counts], Iterator[Note]]

EVERYWHERE: tuple[Check, ...] = (round_faults, people_faults, lot_faults)
ORDINARY: tuple[Check, ...] = (missing_faults, rematch_faults, bye_faults, wish_faults)
CHECKS: Mapping[str, tuple[Check, ...]] = {
    "elimination": (missing_faults, line_faults, wish_faults),
    "double_elimination": (missing_faults, line_faults, wish_faults),
    "round_robin": (unpaired_faults, robin_faults),
    "monrad": (missing_faults, rematch_faults, bye_faults, forbidden_faults),
    "danish": (missing_faults, bye_faults, list_faults),
    "lives": (missing_faults, rematch_faults, unfair_bye_faults, wish_faults),
    "night": (waiting_one_faults, waiting_faults),
}
"""What each format promises; one that is not named here is drawn like a Swiss."""


def audit(state: StageState, drawn: DrawnRound) -> tuple[Note, ...]:
    """Return everything wrong with a draw, one note for each; empty if it is sound.

    A rematch, a second bye or a bye above the lowest score is no fault where its
    pairing states that it cannot be avoided. That two of the same club, country or
    family meet is one only if exchanging two opponents, at no other cost, avoids it.
    """
    counts = count(state)
    checks = (*EVERYWHERE, *CHECKS.get(state.format, ORDINARY))
    return tuple(note for check in checks for note in check(state, drawn, counts))
