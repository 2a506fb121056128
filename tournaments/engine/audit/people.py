"""Checks of the entrants of a round, for every format."""

from collections import Counter
from collections.abc import Iterator

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.audit.counting import Counts, people
from tournaments.engine.state import DrawnRound, Note, StageState

WRONG_ROUND = Message(
    "audit.wrong_round",
    gettext_noop("This is a draw for round %(drawn)s, but round %(due)s is next."),
)
RESULTS_MISSING = Message(
    "audit.results_missing",
    gettext_noop(
        "The match of %(entrant)s and %(other)s in round %(round)s has no result yet."
    ),
)
AGAINST_SELF = Message(
    "audit.against_self", gettext_noop("%(entrant)s is paired with themselves.")
)
TWICE = Message("audit.twice", gettext_noop("%(entrant)s is in more than one pairing."))
MISSING = Message(
    "audit.missing",
    gettext_noop("%(entrant)s should play this round but is not paired."),
)
NOT_DUE = Message(
    "audit.not_due",
    gettext_noop(
        "%(entrant)s is paired but absent, withdrawn, out of the event or unknown."
    ),
)


def round_faults(
    state: StageState, drawn: DrawnRound, counts: Counts
) -> Iterator[Note]:
    """Check that this round is next, and that the one before may be left open."""
    due = 1 + max([outcome.round for outcome in state.outcomes] + [0])
    if drawn.round != due:
        yield Note(WRONG_ROUND, {"drawn": drawn.round, "due": due})
    if state.ahead:
        return
    for one in state.outcomes:
        if one.winner is None and not one.nobody and one.two is not None:
            params = {"entrant": one.one, "other": one.two, "round": one.round}
            yield Note(RESULTS_MISSING, params)


def people_faults(
    state: StageState, drawn: DrawnRound, counts: Counts
) -> Iterator[Note]:
    """Check that no entrant is paired twice, or paired without being due."""
    seen = Counter(number for one in drawn.pairings for number in people(one))
    for pairing in drawn.pairings:
        if pairing.one == pairing.two:
            yield Note(AGAINST_SELF, {"entrant": pairing.one})
    for number in sorted(seen):
        if seen[number] > 1:
            yield Note(TWICE, {"entrant": number})
        if number not in counts.due:
            yield Note(NOT_DUE, {"entrant": number})


def missing_faults(
    state: StageState, drawn: DrawnRound, counts: Counts
) -> Iterator[Note]:
    """Check that all due entrants are in a pairing."""
    seen = {number for one in drawn.pairings for number in people(one)}
    for number in sorted(counts.due - seen):
        yield Note(MISSING, {"entrant": number})


def waiting_one_faults(
    state: StageState, drawn: DrawnRound, counts: Counts
) -> Iterator[Note]:
    """Check the same, but one of an odd number waits without a bye."""
    missing = [*missing_faults(state, drawn, counts)]
    if len(missing) != len(counts.due) % 2:
        yield from missing
