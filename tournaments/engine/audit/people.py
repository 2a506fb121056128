"""Checks of the entrants of a round, for every format."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from matches.rules.messages import Message
from tournaments.engine.audit.counting import Counts, people
from tournaments.engine.state import DrawnRound, Note, StageState

WRONG_ROUND = Message(
    "audit.wrong_round",
    "This is a draw for round %(drawn)s, but round %(due)s is next.",
)
RESULTS_MISSING = Message(
    "audit.results_missing",
    "The match of %(entrant)s and %(other)s in round %(round)s has no result yet.",
)
AGAINST_SELF = Message(
    "audit.against_self", "%(entrant)s is paired against themselves."
)
TWICE = Message("audit.twice", "%(entrant)s is in more than one pairing.")
MISSING = Message(
    "audit.missing", "%(entrant)s should play this round but is not paired."
)
NOT_DUE = Message(
    "audit.not_due", "%(entrant)s is paired but is absent, withdrawn or unknown."
)


def round_faults(
    state: StageState, drawn: DrawnRound, counts: Counts
) -> Iterator[Note]:
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
    seen = Counter(number for pairing in drawn.pairings for number in people(pairing))
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
    seen = {number for pairing in drawn.pairings for number in people(pairing)}
    for number in sorted(counts.due - seen):
        yield Note(MISSING, {"entrant": number})


def waiting_one_faults(
    state: StageState, drawn: DrawnRound, counts: Counts
) -> Iterator[Note]:
    """Check the same, but one of an odd number waits without a bye.

    So may pairs who would meet again at once, are not to meet, or share a person, if
    that holds for any two who wait.
    """
    missing = [*missing_faults(state, drawn, counts)]
    waiting = [note.params["entrant"] for note in missing]
    if len(missing) > 1 and all(
        barred_tonight(state, *pair) for pair in combinations(map(int, waiting), 2)
    ):
        return
    if len(missing) != len(counts.due) % 2:
        yield from missing


def barred_tonight(state: StageState, one: int, two: int) -> bool:
    two_of = frozenset((one, two))
    pairs = (*state.options.forbidden, *state.same_person)
    if any(two_of == frozenset(pair) for pair in pairs):
        return True
    last: dict[int, frozenset[int]] = {}
    for outcome in sorted(state.outcomes, key=lambda outcome: outcome.round):
        if outcome.two is None or not outcome.played or outcome.winner is None:
            continue
        last[outcome.one] = last[outcome.two] = frozenset((outcome.one, outcome.two))
    return last.get(one) == last.get(two) == two_of
