"""Reasons in a format of rounds, with the changes that a director made in the draft."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from matches.rules.messages import Message
from tournaments.engine.pairing.swap import CHANGED
from tournaments.engine.pairing.wishes import NO_WISHES, Wishes
from tournaments.engine.state import DrawnPairing, DrawnRound, Note, StageState
from tournaments.engine.why import swapped
from tournaments.engine.why.history import StageHistory, history_before
from tournaments.engine.why.meetings import shared
from tournaments.engine.why.values import PairQuestion, PairReasons


def no_wishes(state: StageState) -> Wishes:
    return NO_WISHES


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
    wishes: Callable[[StageState], Wishes] = no_wishes
    said_better: frozenset[Message] = frozenset()

    def __call__(self, asked: PairQuestion) -> PairReasons:
        drawn, pairing = asked.drawn, asked.pairing
        if asked.swaps:
            before = swapped.as_drawn(drawn, asked.swaps)
            if swapped.is_moved(before, pairing):
                return self._by_hand(asked, before)
            drawn, pairing = before, swapped.without_mark(pairing)
        found = self.as_drawn(self._past(asked.state, drawn), drawn, pairing)
        kept = [note for note in pairing.notes if note.message not in self.said_better]
        return replace(found, facts=(*kept, *found.facts))

    def _by_hand(self, asked: PairQuestion, before: DrawnRound) -> PairReasons:
        """No lot and no list decided it: facts are the swaps and earlier meetings."""
        past = self._past(asked.state, asked.drawn)
        origin = swapped.facts(before, asked.pairing, asked.swaps)
        facts = (*origin, *shared(past, asked.pairing))
        if not self.compares_by_hand:
            return PairReasons(facts)
        marked = asked.pairing._replace(notes=(Note(CHANGED),))
        compared = self.as_drawn(past, asked.drawn, marked)
        return PairReasons(facts, compared.unavailable, compared.next_best)

    def _past(self, state: StageState, drawn: DrawnRound) -> StageHistory:
        return history_before(state, drawn, wishes=self.wishes(state))
