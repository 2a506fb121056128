"""The audit's own counts of due entrants, wins, losses, byes and meetings.

They repeat `standings.tally` on purpose: see the package.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from matches.rules.refusals import Message
from tournaments.engine.state import (
    BY_WINS,
    DrawnPairing,
    DrawnRound,
    Outcome,
    Promise,
    StageState,
)

Two = frozenset[int]


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts from the outcomes of a stage, by entrant or by pair.

    `halves`: wins in halves, so that half a win is a whole number; rounds that were
    missed count as the stage says, and in an accelerated round the upper half has the
    wins that it lends; or, where the list is that of a scoring scheme, its points in
    quarters. `losses`: rounds in which more matches were lost than won, and announced
    absences; a latecomer starts with the rounds missed, but with one life left. `byes`,
    `met` and `scheduled` count rounds, not matches: `met` the pairs that have played or
    are playing, `scheduled` all pairs, also those of a walk-over or a double forfeit.
    """

    due: frozenset[int]
    halves: Counter[int]
    losses: Counter[int]
    byes: Counter[int]
    met: Counter[Two]
    scheduled: Counter[Two]


def count(
    state: StageState, promises: Collection[Promise], drawn: DrawnRound
) -> Counts:
    newest = max((outcome.round for outcome in state.outcomes), default=0)
    losses = _losses(state, newest)
    pairings = [outcome for outcome in state.outcomes if outcome.two is not None]
    scheduled = {(pairing.round, _two(pairing)) for pairing in pairings}
    met = {
        (pairing.round, _two(pairing))
        for pairing in pairings
        if pairing.played and not pairing.nobody
    }
    byes = {
        (outcome.round, outcome.one)
        for outcome in state.outcomes
        if outcome.two is None
    }
    return Counts(
        due=frozenset(_due(state, losses, promises)),
        halves=_list_halves(state, promises, drawn, newest=newest),
        losses=losses,
        byes=Counter(number for _, number in byes),
        met=Counter(two for _, two in met),
        scheduled=Counter(two for _, two in scheduled),
    )


def _list_halves(
    state: StageState, promises: Collection[Promise], drawn: DrawnRound, *, newest: int
) -> Counter[int]:
    """Return what entrants are listed by, in the unit of `Counts.halves`."""
    if Promise.LIST_BY_POINTS in promises and has_points(state):
        halves, unit = points_of_outcomes(state), WIN[state.options.scoring] // 2
    else:
        halves, unit = _won_halves(state), 1
    for number, given in _given_halves(state, newest).items():
        halves[number] += unit * given
    halves.update(_lent(state, drawn, newest + 1))
    return halves


def _won_halves(state: StageState) -> Counter[int]:
    halves: Counter[int] = Counter()
    for outcome in state.outcomes:
        for number in _people(outcome):
            halves[number] += _halves(state, outcome, number)
    return halves


def _given_halves(state: StageState, newest: int) -> Counter[int]:
    given: Counter[int] = Counter()
    for rest in state.rests:
        if rest.round <= newest:
            given[rest.entrant] += _rest_halves(state, rest.kind)
    for entrant in state.entrants:
        known = entrant.present or (0 < entrant.joined <= newest)
        if known and state.options.late_worth == "1/2":
            given[entrant.number] += (entrant.joined - 1) * state.options.legs
    return given


def _losses(state: StageState, newest: int) -> Counter[int]:
    """Return the lost rounds of each entrant, as `Counts.losses` says."""
    balance: Counter[tuple[int, int]] = Counter()
    for outcome in state.outcomes:
        for number in _people(outcome):
            balance[outcome.round, number] += _lost(outcome, number)
    losses = Counter(number for (_, number), lost in balance.items() if lost > 0)
    for rest in state.rests:
        if rest.round <= newest:
            losses[rest.entrant] += 1
    for entrant in state.entrants:
        losses[entrant.number] += min(entrant.joined - 1, state.options.lives - 1)
    return losses


def people(pairing: DrawnPairing) -> tuple[int, ...]:
    return (pairing.one,) if pairing.two is None else (pairing.one, pairing.two)


def states(pairing: DrawnPairing, message: Message) -> bool:
    return any(note.message is message for note in pairing.notes)


def _people(outcome: Outcome) -> tuple[int, ...]:
    return (outcome.one,) if outcome.two is None else (outcome.one, outcome.two)


def _two(outcome: Outcome) -> Two:
    return frozenset(_people(outcome))


def _is_open(outcome: Outcome) -> bool:
    return outcome.winner is None and not outcome.nobody


def _halves(state: StageState, outcome: Outcome, number: int) -> int:
    if outcome.two is None:
        return int(2 * state.bye * state.options.legs)
    if _is_open(outcome):
        return 1
    return 2 * (outcome.winner == number)


def _rest_halves(state: StageState, kind: str) -> int:
    """Return the half wins of the entrants who sat a round out."""
    options = state.options
    worth = options.asked_worth if kind == "bye" else options.absent_worth
    return {"0": 0, "1/2": 1, "1": 2}[worth] * options.legs


def _lent(state: StageState, drawn: DrawnRound, number: int) -> dict[int, int]:
    """Return the half wins that acceleration lends in a round.

    FIDE Handbook C.04.5.1: in nine rounds one win in the first three, half a win in the
    next two, for the first half of the list, rounded up to an even number.
    """
    accelerated = (state.rounds + 1) // 2
    if state.options.accelerated != "baku" or number > accelerated:
        return {}
    places = {entrant.number: entrant.lot for entrant in state.entrants} | dict(
        drawn.lots
    )
    given = {one: place for one, place in places.items() if place is not None}
    middle = 2 * ((max(given.values(), default=0) + 3) // 4)
    lent = state.options.legs * (2 if number <= (accelerated + 1) // 2 else 1)
    return {one: lent for one, place in given.items() if place <= middle}


def _lost(outcome: Outcome, number: int) -> int:
    if outcome.two is None or _is_open(outcome):
        return 0
    return -1 if outcome.winner == number else 1


def _due(
    state: StageState, losses: Counter[int], promises: Collection[Promise]
) -> Iterator[int]:
    lives_end = Promise.LIVES_END in promises
    are_busy_out = Promise.BUSY_ARE_LEFT_OUT in promises
    one_each = Promise.ONE_MATCH_EACH in promises
    drawn = {number for outcome in state.outcomes for number in _people(outcome)}
    newest = max((outcome.round for outcome in state.outcomes), default=0)
    at_a_table = {
        number
        for outcome in state.outcomes
        if _is_open(outcome)
        for number in _people(outcome)
    }
    sits_out = {rest.entrant for rest in state.rests if rest.round == newest + 1}
    for entrant in state.entrants:
        number = entrant.number
        if not entrant.present or entrant.joined > newest + 1:
            continue
        if number in sits_out:
            continue
        if lives_end and losses[number] >= state.options.lives:
            continue
        if are_busy_out and number in at_a_table:
            continue
        if one_each and number in drawn:
            continue
        yield number


WIN: Final[Mapping[str, int]] = {
    "two_one:1": 8,
    "three_one:1": 12,
    "three_two_one:1": 6,
    "hundred:1": 400,
}
"""The quarters of a point for a win without a match, by the code of the scheme."""

PER_PAIR: Final = "three_two_one:1"
BY_MARGIN: Final = "hundred:1"


def has_points(state: StageState) -> bool:
    return state.options.scoring != BY_WINS


def points_of_outcomes(state: StageState) -> Counter[int]:
    """Return the points of matches and byes; an open match is half a win for both."""
    code, total = state.options.scoring, Counter[int]()
    met: defaultdict[tuple[int, int], list[tuple[int, bool]]] = defaultdict(list)
    for one in sorted(state.outcomes, key=lambda outcome: outcome.round):
        if one.two is None:
            total[one.one] += int(state.bye * state.options.legs * WIN[code])
            continue
        is_open = one.winner is None and not one.nobody
        at_table = one.played and one.winner is not None
        for number, other in ((one.one, one.two), (one.two, one.one)):
            won = one.winner == number
            met[number, other].append((one.round, at_table or won))
            if is_open:
                total[number] += WIN[code] // 2
            elif code == BY_MARGIN:
                worth = 400 - 4 * state.rounds * _is_unfinished(state, one)
                total[number] += worth * won + 4 * _lead(state, one, number)
            elif code == PER_PAIR:
                total[number] += 4 * won
            else:
                total[number] += WIN[code] if won else 4 * at_table
    if code == PER_PAIR:
        for (number, _), matches in met.items():
            total[number] += 4 * sum(map(any, _pairs(matches, state.options.legs)))
    return total


def _pairs(matches: list[tuple[int, bool]], legs: int) -> Iterator[list[bool]]:
    """Yield the two matches of each pair: of a round, or the next two meetings."""
    groups: defaultdict[int, list[bool]] = defaultdict(list)
    for place, (number, counts) in enumerate(matches):
        groups[place // 2 if legs == 1 else number].append(counts)
    yield from groups.values()


def _is_unfinished(state: StageState, one: Outcome) -> bool:
    reached = max(one.points_one, one.points_two)
    return one.played and reached < (one.length or state.length)


def _lead(state: StageState, one: Outcome, number: int) -> int:
    if one.winner is None:
        return 0
    length = one.length or state.length
    noted = (one.points_one, one.points_two)
    if not one.played and noted == (0, 0):
        lost = {"none": length, "full": 0, "half": length // 2}[state.walkover]
        noted = (length, lost) if one.winner == one.one else (lost, length)
    first, second = (min(points, length) for points in noted)
    return first - second if number == one.one else second - first
