"""An independent check of a drawn round, before it is shown.

The audit shares only the value classes with the formats. Everything is counted again
from the outcomes, because a checker that uses the code it checks proves nothing. The
checks follow from the promises of a format, never from its key.
"""

from collections.abc import Callable, Collection, Iterator, Mapping

from tournaments.engine.audit import rounds
from tournaments.engine.audit.brackets import (
    audit_plan,
    half_faults,
    line_faults,
    lot_faults,
)
from tournaments.engine.audit.counting import Counts, count
from tournaments.engine.audit.round_robin import robin_faults, unpaired_faults
from tournaments.engine.audit.wishes import (
    forbidden_faults,
    line_wish_faults,
    person_faults,
    wish_faults,
)
from tournaments.engine.state import DrawnRound, Note, Notes, Promise, StageState

Check = Callable[[StageState, DrawnRound, Counts], Notes]

EVERYWHERE: tuple[Check, ...] = (
    *(rounds.round_faults, rounds.people_faults, person_faults),
    *(lot_faults, rounds.rest_faults, rounds.strength_faults),
)


def line_apart_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check who is kept apart in a bracket: in its first round, and later."""
    yield from line_wish_faults(state, drawn, counts)
    yield from half_faults(state, drawn, counts)


CHECKS: Mapping[Promise, Check] = {
    Promise.EVERYBODY_PLAYS: rounds.missing_faults,
    Promise.ONE_MAY_WAIT: rounds.waiting_one_faults,
    Promise.EVERY_GROUP_PLAYS: unpaired_faults,
    Promise.NO_REMATCH: rounds.rematch_faults,
    Promise.FEWEST_BYES_FIRST: rounds.unfair_bye_faults,
    Promise.LOWEST_BYE_FIRST: rounds.bye_faults,
    Promise.MOST_MATCHES_WAIT: rounds.waiting_faults,
    Promise.EVERYBODY_EQUALLY_OFTEN: robin_faults,
    Promise.NEIGHBOURS_BY_WINS: rounds.list_faults,
    Promise.LINES: line_faults,
    Promise.FORBIDDEN_APART: forbidden_faults,
    Promise.KEPT_APART: wish_faults,
    Promise.LINES_KEPT_APART: line_apart_faults,
}
"""The check of each promise. Promises without a check decide which entrants are due."""


def audit(
    state: StageState, drawn: DrawnRound, promises: Collection[Promise]
) -> tuple[Note, ...]:
    """Return the faults of a draw, one note for each; empty if it is sound.

    A rematch, a second bye or a bye above the lowest score is no fault if its pairing
    states that it cannot be avoided. A meeting of two from the same club, country or
    family is a fault only if an exchange of two opponents avoids it at no other cost.
    """
    counts = count(state, promises, drawn)
    checks = (
        *EVERYWHERE,
        *(CHECKS[promise] for promise in promises if promise in CHECKS),
    )
    return tuple(note for check in checks for note in check(state, drawn, counts))
