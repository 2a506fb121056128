"""Everybody against everybody: groups, how often, and byes in turn."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

from matches.rules.text import gettext_noop
from tournaments.engine.audit.counting import Counts, Two, people
from tournaments.engine.audit.people import MISSING
from tournaments.engine.audit.rounds import NEEDLESS_BYE
from tournaments.engine.state import DrawnRound, Note, StageState

MET_TOO_OFTEN = gettext_noop(
    "%(entrant)s and %(other)s would meet more often than everybody meets: %(times)s."
)
OUT_OF_GROUP = gettext_noop(
    "%(entrant)s and %(other)s are in different groups: this pairing joins them."
)
BYE_AGAIN = gettext_noop(
    "%(entrant)s would have more byes than the turns of the group bring: %(byes)s."
)

FEWEST = 2
"""A group of one would have nobody to play."""


def robin_faults(
    state: StageState, drawn: DrawnRound, counts: Counts
) -> Iterator[Note]:
    """Check that nobody meets too often or outside the group, and the byes rotate."""
    times = state.options.times
    for pairing in drawn.pairings:
        if pairing.two is None:
            continue
        if counts.scheduled[frozenset(people(pairing))] >= times:
            params = {"entrant": pairing.one, "other": pairing.two, "times": times}
            yield Note(MET_TOO_OFTEN, params)
    yield from _group_faults(state, drawn, counts)
    yield from _bye_faults(state, drawn, counts)


def unpaired_faults(
    state: StageState, drawn: DrawnRound, counts: Counts
) -> Iterator[Note]:
    """Check that nobody is left out whose group has not played all its rounds.

    A small group ends before a large one.
    """
    seated = {number for pairing in drawn.pairings for number in people(pairing)}
    played = max((outcome.round for outcome in state.outcomes), default=0)
    group_of = _linked(counts.due, counts.scheduled)
    sizes = Counter(group_of.values())
    first = _first(state) or counts.due
    smallest = len(first) // _wanted(state, first)
    for number in sorted(counts.due - seated):
        size = max(sizes[group_of[number]], smallest)
        if played < state.options.times * (size - 1 + size % 2):
            yield Note(MISSING, {"entrant": number})


def _group_faults(
    state: StageState, drawn: DrawnRound, counts: Counts
) -> Iterator[Note]:
    """A group is who is linked by matches: there must stay as many as were made."""
    first = _first(state) or counts.due
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
    """Return the pairs without which there would be more groups.

    An exchange makes two at once: then neither does it alone.
    """
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
    """Return who was in the first round: nobody before it is drawn."""
    return {
        number
        for outcome in state.outcomes
        if outcome.round == 1
        for number in (outcome.one, outcome.two)
        if number is not None
    }


def _wanted(state: StageState, first: Collection[int]) -> int:
    return max(min(state.options.groups, len(first) // FEWEST), 1)


def _groups(everybody: Iterable[int], twos: Iterable[Two]) -> int:
    """Count the groups that matches make of everybody."""
    return len(set(_linked(everybody, twos).values()))


def _linked(everybody: Iterable[int], twos: Iterable[Two]) -> dict[int, int]:
    """Return one and the same entrant for all who are linked by matches."""
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


def _bye_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Iterator[Note]:
    """A bye for each turn of an odd group, and for each opponent who was not there."""
    away = sum(not one.present or one.joined > 1 for one in state.entrants)
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
    """Count who is not here or has missed a round; a small group's end is one, too."""
    rounds: defaultdict[int, set[int]] = defaultdict(set)
    for outcome in state.outcomes:
        for number in (outcome.one, outcome.two):
            if number is not None:
                rounds[number].add(outcome.round)
    newest = max((outcome.round for outcome in state.outcomes), default=0)
    return sum(
        not one.present or len(rounds[one.number]) < newest for one in state.entrants
    )
