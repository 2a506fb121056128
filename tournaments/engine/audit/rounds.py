"""Checks of entrants in every format, and of rematches and byes in rounds."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

from matches.rules.refusals import Message
from tournaments.engine.audit.counting import Counts, Two, people, states
from tournaments.engine.state import (
    ABSENT,
    BAKU,
    BYE_BY_LOT,
    BYE_HIGHER,
    HALF_BYE,
    LIST_LEFT,
    REMATCH,
    SECOND_BYE,
    DrawnPairing,
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


NOT_LISTED = Message(
    "audit.not_listed",
    "%(entrant)s and %(other)s are not next to each other in the list.",
)


def list_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check that neighbours of the list are paired: first and second, third and fourth.

    Only wins are compared, so that the check holds for any tie-break: in the order of
    the pairs, the best first, no entrant comes after one with fewer wins. Pairs that
    left the list because of others that are not to meet are left out.
    """
    halves = counts.halves
    barred = state.options.forbidden or state.same_person
    pairs = [
        sorted((pairing.one, pairing.two), key=halves.__getitem__, reverse=True)
        for pairing in drawn.pairings
        if pairing.two is not None and not (barred and states(pairing, LIST_LEFT))
    ]
    pairs.sort(key=lambda pair: [-halves[number] for number in pair])
    lowest = None
    for one, two in pairs:
        if lowest is not None and halves[one] > lowest:
            yield Note(NOT_LISTED, {"entrant": one, "other": two})
        lowest = min(halves[two], halves[two] if lowest is None else lowest)


UNSTATED_REMATCH = Message(
    "audit.unstated_rematch", "%(entrant)s and %(other)s have met before."
)
NEEDLESS_BYE = Message(
    "audit.needless_bye", "%(entrant)s has a bye although an opponent is available."
)
UNFAIR_BYE = Message(
    "audit.unfair_bye",
    "%(entrant)s has another bye while %(other)s has had fewer byes.",
)
HIGH_BYE = Message(
    "audit.high_bye",
    "%(entrant)s has the bye although %(other)s has as few byes and is placed lower.",
)
WAITS = Message(
    "audit.waits", "%(entrant)s has to wait although %(other)s has played more matches."
)


def rematch_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check that there is no rematch, unless the pairing states it as unavoidable."""
    for pairing in drawn.pairings:
        if pairing.two is None or states(pairing, REMATCH):
            continue
        if counts.met[frozenset(people(pairing))]:
            yield Note(UNSTATED_REMATCH, {"entrant": pairing.one, "other": pairing.two})


def needless_bye_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    for index, holder in enumerate(_holders(drawn)):
        if index or len(counts.due) % 2 == 0:
            yield Note(NEEDLESS_BYE, {"entrant": holder.one})


def waiting_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check that on a club night nobody waits who has played less than another."""
    yield from needless_bye_faults(state, drawn, counts)
    tallies = [*_tallies(state), _by_person(counts.scheduled), _by_person(counts.met)]
    seated = {number for pairing in drawn.pairings for number in people(pairing)}
    waiting = {pairing.one for pairing in _holders(drawn)} | (counts.due - seated)
    rivals = {
        number: sum(people(pairing)) - number
        for pairing in drawn.pairings
        if pairing.two is not None
        for number in people(pairing)
    }
    for holder in sorted(waiting):
        for other in sorted(counts.due):
            rival = rivals.get(other)
            if rival is not None and barred_tonight(state, holder, rival):
                continue  # the exchange would pair two again at once
            if all(tally[other] > tally[holder] for tally in tallies):
                yield Note(WAITS, {"entrant": holder, "other": other})
                break


def unfair_bye_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    yield from needless_bye_faults(state, drawn, counts)
    yield from _unfair(drawn, counts)


def bye_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check that the bye goes to the fewest byes, and of those to the fewest wins."""
    yield from unfair_bye_faults(state, drawn, counts)
    pairing, first = _bye(drawn, counts)
    if pairing is None or states(pairing, BYE_HIGHER):
        return
    if state.options.bye_to == BYE_BY_LOT:
        return
    holder = pairing.one
    as_few = counts.byes[first] == counts.byes[holder]
    if as_few and counts.halves[first] < counts.halves[holder]:
        yield Note(HIGH_BYE, {"entrant": holder, "other": first})


def _tallies(state: StageState) -> Iterator[Counter[int]]:
    pairings = [outcome for outcome in state.outcomes if outcome.two is not None]
    played = [pairing for pairing in pairings if pairing.played and not pairing.nobody]
    for some in (pairings, played):
        yield Counter(n for one in some for n in (one.one, one.two) if n is not None)


def _by_person(twos: Counter[Two]) -> Counter[int]:
    return Counter(number for two in twos.elements() for number in two)


def _holders(drawn: DrawnRound) -> list[DrawnPairing]:
    return [pairing for pairing in drawn.pairings if pairing.two is None]


def _bye(drawn: DrawnRound, counts: Counts) -> tuple[DrawnPairing | None, int]:
    holders = _holders(drawn)
    if not holders or len(counts.due) % 2 == 0:
        return None, 0
    byes, halves = counts.byes, counts.halves
    first = min(counts.due, key=lambda number: (byes[number], halves[number], number))
    return holders[0], first


def _unfair(drawn: DrawnRound, counts: Counts) -> Notes:
    pairing, first = _bye(drawn, counts)
    if pairing is None or states(pairing, SECOND_BYE):
        return
    if counts.byes[first] < counts.byes[pairing.one]:
        yield Note(UNFAIR_BYE, {"entrant": pairing.one, "other": first})
