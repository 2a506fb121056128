"""Monrad: down the list of wins and player numbers, each gets the next new opponent.

Lots (see `lots`): round R sorts the entrants without a player number by the purpose
`monrad:R`. Only if rematches or pairs that are not to meet are unavoidable,
`monrad:R:pairs` weighs pairs, see `optimum`. This needs at least as many rounds as half
the field, or that many pairs that are not to meet: by Dirac's theorem, a graph in which
every entrant still has at least half of the others to meet has a perfect matching.
"""

from collections.abc import Mapping

from matches.rules.messages import Message
from tournaments.engine.format import (
    bye_pairing,
    due_in_round,
    player_numbers,
    rematch_notes,
)
from tournaments.engine.pairing.bye_by_lot import bye_order, is_by_lot
from tournaments.engine.pairing.down_the_list import round_by_list
from tournaments.engine.pairing.foresight import refuse_drawn
from tournaments.engine.pairing.lots import pair_factors
from tournaments.engine.pairing.neighbours import DrawnPairs
from tournaments.engine.pairing.optimum import best_round
from tournaments.engine.pairing.wishes import Wishes, barred_pairs
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.schemes import list_scores
from tournaments.engine.standings.tally import Tally
from tournaments.engine.state import DrawnPairing, DrawnRound, Note, StageState

NEXT_MET = Message(
    "monrad.next_met", "The next player in the standings has already been met."
)
NEXT_NEEDED = Message(
    "monrad.next_needed", "The next player was skipped to avoid a rematch further down."
)
NEXT_BARRED = Message("monrad.next_barred", "The next player must be avoided.")


def draw(state: StageState, seed: str) -> DrawnRound:
    """Draw a round by the list, best first: by wins, then by player number.

    With a scoring scheme its points stand in place of the wins. A latecomer gets the
    next free player number. In an odd field the bye goes to the lowest of the players
    with the fewest byes. Two players with an open match have met, and have half a win
    each. Pairs that are not to meet are passed over like those that have met.

    Raises TooFewEntrantsError, SAME_PERSON. Source: D. Murphy on Monrad cards (2009);
    NBgF, "Monrad - ny turneringsform".
    """
    wishes = barred_pairs(state)
    number, numbers = state.next_round, due_in_round(state)
    tally = tallies.count_for_draw(state)
    lots = player_numbers(state, numbers, seed, purpose="monrad")
    lot_of = {entrant.number: entrant.lot for entrant in state.entrants} | lots
    strength = list_scores(state) or tally.wins
    order = sorted(numbers, key=lambda one: (-strength[one], lot_of[one]))
    heights = {one: height for height, one in enumerate(reversed(order))}
    by_lots, lowest_first = is_by_lot(state, numbers), order[::-1]
    byes = sorted(lowest_first, key=tally.byes.__getitem__)
    if by_lots:
        byes = bye_order(state, seed, numbers, tally=tally)

    def may_not(one: int, two: int) -> bool:
        return tally.have_met(one, two) or wishes.bars(one, two)

    drawn = round_by_list(order, byes, may_not) or best_round(
        heights,
        tally,
        pair_factors(seed, f"monrad:{number}:pairs", numbers),
        wishes=wishes,
    )
    refuse_drawn(drawn, wishes)
    tables = _tables(drawn, heights, tally, wishes=wishes)
    if drawn.bye is not None:
        tables.append(bye_pairing(tally, heights, drawn.bye, by_lot=by_lots))
    return DrawnRound(number, tuple(tables), lots)


def _tables(
    drawn: DrawnPairs, heights: Mapping[int, int], tally: Tally, *, wishes: Wishes
) -> list[DrawnPairing]:
    free = sorted(heights, key=heights.__getitem__, reverse=True)
    if drawn.bye is not None:
        free.remove(drawn.bye)
    tables = []
    for one, two in sorted(drawn.pairs, key=lambda pair: -heights[pair[0]]):
        free.remove(one)
        notes = rematch_notes(tally, one, two) + wishes.pair_notes(one, two)
        if not notes and two != free[0]:
            barred = NEXT_BARRED if wishes.bars(one, free[0]) else NEXT_NEEDED
            met = tally.have_met(one, free[0])
            notes = (Note(NEXT_MET if met else barred),)
        free.remove(two)
        tables.append(DrawnPairing(one, two, notes))
    return tables
