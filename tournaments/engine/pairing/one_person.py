"""Rounds in which a person would be drawn against themselves.

Entrants that share a person, such as an entry and its re-entry or two pairs with one
player in common, are never drawn against each other. A round is refused only if it
cannot be paired otherwise: before anything is drawn, since the seed does not matter.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from tournaments.engine.errors import SAME_PERSON
from tournaments.engine.pairing.optimum import DrawnPairs, best_round
from tournaments.engine.pairing.wishes import Wishes, barred_pairs
from tournaments.engine.standings import tally as tallies
from tournaments.engine.state import StageState


def refuse_against_self(state: StageState, numbers: Collection[int]) -> None:
    """Raise SAME_PERSON if no round of these entrants keeps all persons apart."""
    if not state.same_person:
        return
    field, same = set(numbers), barred_pairs(state).same
    here = [pair for pair in same if field.issuperset(pair)]
    if not here or _is_easy(len(field), here):
        return
    empty = StageState(state.format, 1, 1, state.entrants)
    order = sorted(field)
    drawn = best_round(
        dict.fromkeys(order, 0),
        tallies.count(empty),
        {number: number for number in order},
        wishes=Wishes(same=same),
        complete=0,  # in this process, without the library of the exact matching
    )
    refuse_drawn(drawn, Wishes(same=same))


def refuse_drawn(drawn: DrawnPairs, wishes: Wishes) -> None:
    for one, two in drawn.pairs if wishes.same else ():
        if wishes.is_same(one, two):
            raise SAME_PERSON(entrant=min(one, two), other=max(one, two))


def _is_easy(size: int, pairs: Sequence[tuple[int, int]]) -> bool:
    """Return True if everybody has at least half of the others to meet.

    Then a pairing exists, by Dirac's theorem.
    """
    nodes = size + size % 2
    most = max(Counter(number for pair in pairs for number in pair).values())
    return nodes - 1 - most >= nodes // 2
