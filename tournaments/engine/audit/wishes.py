"""Checks of wishes: pairs that the draw could have kept apart at no cost."""

from collections.abc import Iterable, Iterator
from operator import le

from matches.rules.refusals import Message
from tournaments.engine.audit.brackets import seeded_in
from tournaments.engine.audit.counting import Counts, Two, states
from tournaments.engine.state import (
    NOT_TO_MEET,
    DrawnRound,
    Entrant,
    Note,
    Notes,
    StageState,
)

FORBIDDEN_PAIR = Message(
    "audit.forbidden_pair",
    "%(entrant)s and %(other)s should not meet (director’s setting).",
)
ONE_PERSON = Message("audit.one_person", "%(entrant)s and %(other)s share a player.")
SAME_CLUB = Message(
    "audit.same_club",
    "%(entrant)s and %(other)s are from the same club, which was avoidable.",
)
SAME_COUNTRY = Message(
    "audit.same_country",
    "%(entrant)s and %(other)s are from the same country, which was avoidable.",
)
SAME_FAMILY = Message(
    "audit.same_family",
    "%(entrant)s and %(other)s are from the same family, which was avoidable.",
)
SAME_GROUP = Message(
    "audit.same_group",
    "%(entrant)s and %(other)s come from the same group, which was avoidable.",
)
AVOIDABLE = {
    "group": SAME_GROUP,
    "club": SAME_CLUB,
    "country": SAME_COUNTRY,
    "family": SAME_FAMILY,
}

Pair = tuple[int, int]


def forbidden_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """A pair must state that it is unavoidable, and no exchange may avoid it."""
    yield from _forbidden_faults(state, drawn, counts, fixed=frozenset())


def person_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    same = {frozenset(pair) for pair in state.same_person}
    for one, two in _pairs(drawn):
        if frozenset((one, two)) in same:
            yield Note(ONE_PERSON, {"entrant": one, "other": two})


def _forbidden_faults(
    state: StageState, drawn: DrawnRound, counts: Counts, *, fixed: frozenset[int]
) -> Notes:
    forbidden, same = _forbidden(state), {frozenset(one) for one in state.same_person}
    stated = {
        frozenset((pairing.one, pairing.two))
        for pairing in drawn.pairings
        if states(pairing, NOT_TO_MEET)
    }
    pairs = _pairs(drawn)

    def cost(some: Iterable[Pair]) -> tuple[int, int, int]:
        twos = [frozenset(pair) for pair in some]
        return (
            sum(two in same for two in twos),
            sum(counts.met[two] for two in twos),
            sum(two in forbidden for two in twos),
        )

    for pair in pairs:
        if frozenset(pair) not in forbidden:
            continue
        if frozenset(pair) not in stated or any(
            cost(new) < cost((pair, other))
            for other in pairs
            if other != pair
            for new in _exchanged(pair, other, fixed)
        ):
            yield Note(FORBIDDEN_PAIR, {"entrant": pair[0], "other": pair[1]})


def _exchanged(
    pair: Pair, other: Pair, fixed: frozenset[int]
) -> Iterator[tuple[Pair, Pair]]:
    one, two = pair
    for three, four in (other, other[::-1]):
        # Either 2 and 3 change places or, for the same pairs, 1 and 4.
        if not {two, three} & fixed or not {one, four} & fixed:
            yield (one, three), (two, four)


def wish_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    yield from forbidden_faults(state, drawn, counts)
    apart = state.options.apart
    yield from _avoidable(state, drawn, counts, apart=apart, fixed=frozenset())


def line_wish_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check the same of a bracket: seeds keep their lines, groups are apart, too."""
    fixed = frozenset(seeded_in(state, counts.due))
    yield from _forbidden_faults(state, drawn, counts, fixed=fixed)
    apart = state.options.apart
    if any(entrant.group for entrant in state.entrants):
        # An exchange that helps in this round could bring two of a group together in
        # the next one, so other wishes have no free exchange.
        apart = ("group",)
    pairs = (*state.options.forbidden, *state.same_person)
    fixed |= {number for pair in pairs for number in pair}
    yield from _avoidable(state, drawn, counts, apart=apart, fixed=fixed)


def _avoidable(
    state: StageState,
    drawn: DrawnRound,
    counts: Counts,
    *,
    apart: tuple[str, ...],
    fixed: frozenset[int],
) -> Notes:
    """Yield the pairs that could be apart while `fixed` entrants stay in place."""
    if not apart or 0 < state.options.apart_rounds < drawn.round:
        return
    entrants = {entrant.number: entrant for entrant in state.entrants}
    forbidden = _forbidden(state)
    same = {frozenset(pair) for pair in state.same_person}
    met, halves, pairs = counts.met, counts.halves, _pairs(drawn)

    def broken(pair: Pair) -> list[int]:
        """Return 1 for each wish that a pair breaks, else 0; forbidden pairs first."""
        one, two = map(entrants.get, pair)
        shared = [int(_shares(one, two, kind)) for kind in apart]
        return [int(frozenset(pair) in forbidden), *shared]

    def cost(some: tuple[Pair, Pair]) -> tuple[int, int, int]:
        return (
            sum(frozenset(pair) in same for pair in some),
            sum(met[frozenset(pair)] for pair in some),
            sum((halves[one] - halves[two]) ** 2 for one, two in some),
        )

    def is_better(new: tuple[Pair, Pair], old: tuple[Pair, Pair]) -> bool:
        if cost(new) > cost(old):
            return False
        after, before = (
            [sum(wish) for wish in zip(*map(broken, some), strict=True)]
            for some in (new, old)
        )
        return after != before and all(map(le, after, before))

    for pair in pairs:
        _forbids, *wishes = broken(pair)
        if any(wishes) and any(
            is_better(new, (pair, other))
            for other in pairs
            if other != pair
            for new in _exchanged(pair, other, fixed)
        ):
            message = AVOIDABLE[apart[wishes.index(1)]]
            yield Note(message, {"entrant": pair[0], "other": pair[1]})


def _pairs(drawn: DrawnRound) -> list[Pair]:
    return [
        (pairing.one, pairing.two)
        for pairing in drawn.pairings
        if pairing.two is not None
    ]


def _forbidden(state: StageState) -> set[Two]:
    return {frozenset(pair) for pair in state.options.forbidden}


def _shares(one: Entrant | None, two: Entrant | None, kind: str) -> bool:
    word = getattr(one, kind, "")
    return bool(word) and word == getattr(two, kind, "")
