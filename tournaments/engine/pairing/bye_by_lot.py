"""Byes by lot: who of those with the fewest byes sits out, whatever they have won.

Lots (see `lots`): round R orders the entrants by the purpose `FORMAT:R:bye`. Entrants
with fewer byes come first, of these the ones who asked for the bye. The bye goes to the
first one without whom no two meet again and no pair meets that is not to. If there is
none among the first `TRIES`, the rule of the format decides, as without lots.
"""

from collections.abc import Callable, Collection, Sequence

from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.pairing.neighbours import DrawnPairs
from tournaments.engine.pairing.wishes import Wishes
from tournaments.engine.standings.tally import Tally
from tournaments.engine.state import BYE_BY_LOT, StageState

TRIES = 16


def bye_order(
    state: StageState, seed: str, numbers: Collection[int], *, tally: Tally
) -> list[int]:
    asked = {entrant.number for entrant in state.entrants if entrant.wants_bye}
    order = by_lot(seed, f"{state.format}:{state.next_round}:bye", numbers)
    return sorted(order, key=lambda one: (tally.byes[one], one not in asked))


def is_by_lot(state: StageState, numbers: Collection[int]) -> bool:
    return state.options.bye_to == BYE_BY_LOT and len(numbers) % 2 == 1


def drawn_bye(
    order: Sequence[int],
    best_without: Callable[[int], DrawnPairs],
    *,
    tally: Tally,
    wishes: Wishes,
) -> DrawnPairs | None:
    """`order` is that of `bye_order`. None if the rule has to decide."""
    fewest = tally.byes[order[0]]
    for holder in order[:TRIES]:
        if tally.byes[holder] > fewest:
            break
        drawn = best_without(holder)
        if not any(tally.have_met(*pair) or wishes.bars(*pair) for pair in drawn.pairs):
            return DrawnPairs(drawn.pairs, holder)
    return None
