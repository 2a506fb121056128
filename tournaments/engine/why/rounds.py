"""Reasons in a format of rounds, with the changes that a director made in the draft."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from matches.rules.refusals import Message
from tournaments.engine.pairing.wishes import NO_WISHES, Wishes
from tournaments.engine.state import (
    CHANGED,
    WAS_SWAPPED,
    DrawnPairing,
    DrawnRound,
    Note,
    Notes,
    StageState,
    swapped,
)
from tournaments.engine.why.history import StageHistory, history_before, shared

DRAWN_AGAINST = Message("why.drawn_against", "%(entrant)s was drawn against %(other)s.")
DRAWN_FREE = Message("why.drawn_free", "%(entrant)s was drawn to have the bye.")
Swaps = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """The question why two of a drawn round meet, or why one has the bye.

    `state` is the input of the draw; for a bracket it is the state of now, and `slot`
    the number of the match in its plan. `drawn` is the round as published; `swaps` are
    those that a director made in the draft, in order.
    """

    state: StageState
    drawn: DrawnRound
    pairing: DrawnPairing
    slot: int | None = None
    swaps: Swaps = ()


@dataclass(frozen=True, slots=True)
class PairReasons:
    """The reasons of a pairing or a bye; each list has the most important first.

    `facts` say why it was made and are never empty, `unavailable` why other opponents
    were ruled out, `next_best` how the best round without it would differ. A parameter
    called `slot` is the number of a bracket's match in its plan.
    """

    facts: tuple[Note, ...]
    unavailable: tuple[Note, ...] = ()
    next_best: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReasons:
    """Returns the reasons of a pairing in a round.

    `as_drawn` returns the reasons of a pairing that the draw has made.
    `compares_by_hand`: a pairing that a director made can be compared with the best
    other round. `wishes` are those that the format heeds. `said_better`: messages of
    the draw's notes that the reasons of `as_drawn` replace.
    """

    as_drawn: Callable[[StageHistory, DrawnRound, DrawnPairing], PairReasons]
    compares_by_hand: bool
    wishes: Callable[[StageState], Wishes] = lambda _state: NO_WISHES
    said_better: frozenset[Message] = frozenset()

    def __call__(self, asked: PairQuestion) -> PairReasons:
        drawn, pairing = asked.drawn, asked.pairing
        if asked.swaps:
            before = before_swaps(drawn, asked.swaps)
            if is_moved(before, pairing):
                return self._by_hand(asked, before)
            drawn, pairing = before, without_mark(pairing)
        found = self.as_drawn(self._past(asked.state, drawn), drawn, pairing)
        kept = [note for note in pairing.notes if note.message not in self.said_better]
        return replace(found, facts=(*kept, *found.facts))

    def _by_hand(self, asked: PairQuestion, before: DrawnRound) -> PairReasons:
        """No lot and no list decided it: facts are the swaps and earlier meetings."""
        past = self._past(asked.state, asked.drawn)
        origin = swap_facts(before, asked.pairing, asked.swaps)
        facts = (*origin, *shared(past, asked.pairing))
        if not self.compares_by_hand:
            return PairReasons(facts)
        marked = asked.pairing._replace(notes=(Note(CHANGED),))
        compared = self.as_drawn(past, asked.drawn, marked)
        return PairReasons(facts, compared.unavailable, compared.next_best)

    def _past(self, state: StageState, drawn: DrawnRound) -> StageHistory:
        return history_before(state, drawn, wishes=self.wishes(state))


def before_swaps(drawn: DrawnRound, swaps: Swaps) -> DrawnRound:
    for first, second in reversed(swaps):
        drawn = swapped(drawn, first, second) or drawn
    return drawn


def is_moved(before: DrawnRound, pairing: DrawnPairing) -> bool:
    drawn = {
        frozenset((drawn_pair.one, drawn_pair.two)) for drawn_pair in before.pairings
    }
    return frozenset((pairing.one, pairing.two)) not in drawn


def without_mark(pairing: DrawnPairing) -> DrawnPairing:
    kept = tuple(note for note in pairing.notes if note.message is not CHANGED)
    return DrawnPairing(pairing.one, pairing.two, kept)


def swap_facts(before: DrawnRound, pairing: DrawnPairing, swaps: Swaps) -> Notes:
    for number in (pairing.one, pairing.two):
        if number is not None:
            yield from _origin(before, number)
    yield from _moves(pairing, swaps)


def exchanges(number: int, swaps: Swaps) -> Notes:
    for first, second in swaps:
        if number in {first, second}:
            yield _exchange(first, second)


def lots_as_drawn(lots: dict[int, int], swaps: Swaps) -> dict[int, int]:
    found = dict(lots)
    for first, second in reversed(swaps):
        if first in found and second in found:
            found[first], found[second] = found[second], found[first]
    return found


def _origin(before: DrawnRound, number: int) -> Notes:
    for pairing in before.pairings:
        if number not in {pairing.one, pairing.two}:
            continue
        other = pairing.two if pairing.one == number else pairing.one
        if other is None:
            yield Note(DRAWN_FREE, {"entrant": number})
        else:
            yield Note(DRAWN_AGAINST, {"entrant": number, "other": other})


def _moves(pairing: DrawnPairing, swaps: Swaps) -> Notes:
    there = {pairing.one, pairing.two}
    people, found = set(there), []
    for first, second in reversed(swaps):
        if {first, second} & (there | people):
            found.append(_exchange(first, second))
        other = {first: second, second: first}
        there = {side if side is None else other.get(side, side) for side in there}
    yield from reversed(found)


def _exchange(first: int, second: int) -> Note:
    return Note(WAS_SWAPPED, {"entrant": first, "other": second})
