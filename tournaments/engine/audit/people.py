"""Checks of the entrants of a round, for every format."""

from collections import Counter
from itertools import combinations, pairwise

from matches.rules.messages import Message
from tournaments.engine.audit.counting import Counts, people
from tournaments.engine.state import (
    ABSENT,
    BAKU,
    HALF_BYE,
    DrawnRound,
    Entrant,
    Note,
    Notes,
    StageState,
)

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


def round_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    due = 1 + max([outcome.round for outcome in state.outcomes] + [0])
    if drawn.round != due:
        yield Note(WRONG_ROUND, {"drawn": drawn.round, "due": due})
    if state.ahead:
        return
    for one in state.outcomes:
        if one.winner is None and not one.nobody and one.two is not None:
            params = {"entrant": one.one, "other": one.two, "round": one.round}
            yield Note(RESULTS_MISSING, params)


def people_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    seen = Counter(number for pairing in drawn.pairings for number in people(pairing))
    for pairing in drawn.pairings:
        if pairing.one == pairing.two:
            yield Note(AGAINST_SELF, {"entrant": pairing.one})
    for number in sorted(seen):
        if seen[number] > 1:
            yield Note(TWICE, {"entrant": number})
        if number not in counts.due:
            yield Note(NOT_DUE, {"entrant": number})


def missing_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    seen = {number for pairing in drawn.pairings for number in people(pairing)}
    for number in sorted(counts.due - seen):
        yield Note(MISSING, {"entrant": number})


def waiting_one_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check the same, but one of an odd number waits without a bye."""
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


BYES_ASKED = Message(
    "audit.byes_asked",
    "%(entrant)s takes requested byes in %(count)s rounds, but only %(most)s are "
    "allowed.",
)
BYE_TOO_LATE = Message(
    "audit.bye_too_late",
    "%(entrant)s takes a requested bye in a late round, where it is not allowed: "
    "%(rounds)s.",
)
RESTS_AND_PLAYS = Message(
    "audit.rests_and_plays",
    "%(entrant)s sat out round %(round)s but also has a result in it.",
)
WRONG_STRENGTH = Message(
    "audit.wrong_strength",
    "%(entrant)s is listed before the stronger %(other)s for acceleration.",
)
NO_STRENGTH = Message(
    "audit.no_strength", "%(entrant)s is missing from the acceleration list."
)


def rest_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """That they are in no pairing is checked with all who are not due."""
    now = [rest for rest in state.rests if rest.round == drawn.round]
    asked = Counter(rest.entrant for rest in state.rests if rest.kind == HALF_BYE)
    options, last = state.options, state.rounds - state.options.bye_free
    for rest in now:
        if rest.kind == ABSENT:
            continue
        if asked[rest.entrant] > options.half_byes:
            values = {"count": asked[rest.entrant], "most": options.half_byes}
            yield Note(BYES_ASKED, {"entrant": rest.entrant, **values})
        if drawn.round > last:
            values = {"rounds": options.bye_free}
            yield Note(BYE_TOO_LATE, {"entrant": rest.entrant, **values})
    played = {
        (outcome.round, number)
        for outcome in state.outcomes
        for number in (outcome.one, outcome.two)
    }
    for rest in state.rests:
        if (rest.round, rest.entrant) in played:
            params = {"entrant": rest.entrant, "round": rest.round}
            yield Note(RESTS_AND_PLAYS, params)


def strength_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check that an accelerated stage has listed its first field by strength."""
    if state.options.accelerated != BAKU or drawn.round > 1:
        return
    resting = {rest.entrant for rest in state.rests if rest.round == 1}
    field = [
        entrant
        for entrant in state.entrants
        if (entrant.present or entrant.number in resting) and entrant.joined <= 1
    ]
    for one in field:
        if one.number not in drawn.lots:
            yield Note(NO_STRENGTH, {"entrant": one.number})
    listed = [one for one in field if one.number in drawn.lots]
    listed.sort(key=lambda one: drawn.lots[one.number])
    for upper, lower in pairwise(listed):
        if _is_stronger(lower, upper):
            yield Note(WRONG_STRENGTH, {"entrant": upper.number, "other": lower.number})


def _is_stronger(one: Entrant, two: Entrant) -> bool:
    if one.seed != two.seed:
        return two.seed is None or (one.seed is not None and one.seed < two.seed)
    if one.rating is None or one.rating == two.rating:
        return False
    return two.rating is None or one.rating > two.rating
