"""Checks of rounds that are sat out, and of the list of an accelerated stage."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from matches.rules.messages import Message
from tournaments.engine.audit.counting import Counts
from tournaments.engine.state import (
    ABSENT,
    BAKU,
    HALF_BYE,
    DrawnRound,
    Entrant,
    Note,
    StageState,
)

BYES_ASKED = Message(
    "audit.byes_asked",
    "%(entrant)s takes half-point byes in %(count)s rounds, but only %(most)s are "
    "allowed.",
)
BYE_TOO_LATE = Message(
    "audit.bye_too_late",
    "%(entrant)s takes a half-point bye in a late round, where it is not allowed: "
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


def rest_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Iterator[Note]:
    """Check that entrants who sit a round out may do so, and did not play in it.

    That they are in no pairing is checked with all who are not due.
    """
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


def strength_faults(
    state: StageState, drawn: DrawnRound, counts: Counts
) -> Iterator[Note]:
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
