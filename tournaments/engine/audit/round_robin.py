"""Checks of a round robin: groups, number of meetings, and byes in turn."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from itertools import combinations

from matches.rules.refusals import Message
from tournaments.engine.audit.counting import Counts, Two, people
from tournaments.engine.audit.rounds import MISSING, NEEDLESS_BYE
from tournaments.engine.state import DrawnRound, Note, Notes, StageState

MET_TOO_OFTEN = Message(
    "audit.met_too_often",
    "%(entrant)s and %(other)s would meet more often than the others: %(times)s.",
)
OUT_OF_GROUP = Message(
    "audit.out_of_group",
    "%(entrant)s and %(other)s are in different groups: this pairing joins them.",
)
BYE_AGAIN = Message(
    "audit.bye_again",
    "%(entrant)s would have more byes than the schedule of the group gives: %(byes)s.",
)

FEWEST = 2
"""The smallest group: one entrant alone has no opponent."""


def robin_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    times = state.options.times
    for pairing in drawn.pairings:
        if pairing.two is None:
            continue
        if counts.scheduled[frozenset(people(pairing))] >= times:
            params = {"entrant": pairing.one, "other": pairing.two, "times": times}
            yield Note(MET_TOO_OFTEN, params)
    yield from _group_faults(state, drawn, counts)
    yield from _bye_faults(state, drawn, counts)


def unpaired_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """A small group ends before a large one; a latecomer may find no place."""
    seated = {number for pairing in drawn.pairings for number in people(pairing)}
    played = max((outcome.round for outcome in state.outcomes), default=0)
    group_of = _linked(counts.due, counts.scheduled)
    sizes = Counter(group_of.values())
    first = _first(state) or _here(state)
    smallest = len(first) // _wanted(state, first)
    known = {number for two in counts.scheduled for number in two} | set(counts.byes)
    for number in sorted(counts.due - seated):
        if played and number not in known:
            continue  # a latecomer: no group has a place
        size = max(sizes[group_of[number]], smallest)
        if played < state.options.times * (size - 1 + size % 2):
            yield Note(MISSING, {"entrant": number})


def _group_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check that no pairing joins two groups.

    Groups are not read from the lots. A group is a connected component of the graph of
    all pairings, and their number must stay what the options ask for.
    """
    first = _first(state) or _here(state)
    wanted = _wanted(state, first)
    new = [
        frozenset(people(pairing))
        for pairing in drawn.pairings
        if pairing.two not in {None, pairing.one}
    ]
    old = list(counts.scheduled)
    if _groups(first, [*old, *new]) >= wanted:
        return
    for two in sorted(_joining(first, old, new), key=sorted):
        one, other = sorted(two)
        yield Note(OUT_OF_GROUP, {"entrant": one, "other": other})


def _joining(first: Collection[int], old: list[Two], new: list[Two]) -> set[Two]:
    """Return the new pairs without which there would be more groups."""
    now = _groups(first, [*old, *new])
    for size in (1, 2):
        found = {
            two
            for some in combinations(new, size)
            if _groups(first, [*old, *(two for two in new if two not in some)]) > now
            for two in some
        }
        if found:
            return found
    return set(new)


def _first(state: StageState) -> set[int]:
    """Return those in round 1, who sat it out as well; empty before it is drawn."""
    if not state.outcomes:
        return set()
    return {rest.entrant for rest in state.rests if rest.round == 1} | {
        number
        for outcome in state.outcomes
        if outcome.round == 1
        for number in (outcome.one, outcome.two)
        if number is not None
    }


def _here(state: StageState) -> set[int]:
    resting = {rest.entrant for rest in state.rests if rest.round == 1}
    return resting | {
        entrant.number
        for entrant in state.entrants
        if entrant.present and entrant.joined <= 1
    }


def _wanted(state: StageState, first: Collection[int]) -> int:
    return max(min(state.options.groups, len(first) // FEWEST), 1)


def _groups(everybody: Iterable[int], twos: Iterable[Two]) -> int:
    return len(set(_linked(everybody, twos).values()))


def _linked(everybody: Iterable[int], twos: Iterable[Two]) -> dict[int, int]:
    """Return a representative by entrant, the same for all that pairs connect."""
    head = {number: number for number in everybody}

    def first(number: int) -> int:
        while head.setdefault(number, number) != number:
            number = head[number]
        return number

    for two in twos:
        one, *others = sorted(map(first, two))
        for other in others:
            head[other] = one
    return {number: first(number) for number in sorted(head)}


def _bye_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    resting = {rest.entrant for rest in state.rests}
    away = sum(
        not entrant.present or entrant.joined > 1 or entrant.number in resting
        for entrant in state.entrants
    )
    holders = [pairing.one for pairing in drawn.pairings if pairing.two is None]
    most = state.options.times * (1 + _ever_away(state))
    for index, holder in enumerate(holders):
        if index >= state.options.groups + away:
            yield Note(NEEDLESS_BYE, {"entrant": holder})
        if counts.byes[holder] + 1 > most:
            params = {"entrant": holder, "byes": counts.byes[holder] + 1}
            yield Note(BYE_AGAIN, params)
    if holders and not away and state.options.groups == 1 and len(counts.due) % 2 == 0:
        yield Note(NEEDLESS_BYE, {"entrant": holders[0]})


def _ever_away(state: StageState) -> int:
    """Count who is absent or has missed a round, or whose small group has ended."""
    rounds: defaultdict[int, set[int]] = defaultdict(set)
    for outcome in state.outcomes:
        for number in (outcome.one, outcome.two):
            if number is not None:
                rounds[number].add(outcome.round)
    newest = max((outcome.round for outcome in state.outcomes), default=0)
    resting = {rest.entrant for rest in state.rests}
    return sum(
        not entrant.present
        or len(rounds[entrant.number]) < newest
        or entrant.number in resting
        for entrant in state.entrants
    )
