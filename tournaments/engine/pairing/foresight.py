"""What the next round must break, whatever its seed.

The first criteria of `optimum` do not depend on lots, so their least totals can be
stated beforehand: pairs that share a person, earlier meetings, and pairs not to meet.

Entrants that share a person, such as an entry and its re-entry or two pairs with one
player in common, are never drawn against each other: a round that cannot be paired
otherwise is refused.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from matches.rules.refusals import Message
from tournaments.engine.errors import SAME_PERSON
from tournaments.engine.pairing.lots import pair_factors
from tournaments.engine.pairing.neighbours import DrawnPairs, round_by_list
from tournaments.engine.pairing.optimum import best_round
from tournaments.engine.pairing.wishes import Wishes, barred_pairs, bye_order, is_by_lot
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.tally import Tally
from tournaments.engine.state import Note, Notes, StageState

MOST = 512
"""Larger fields are not searched: nearly all of their rounds keep all rules."""

REMATCHES_AHEAD = Message(
    "foresight.rematches",
    "The next round cannot avoid rematches (at least %(count)s). Draw anyway, or end "
    "this stage.",
)
FORBIDDEN_AHEAD = Message(
    "foresight.forbidden",
    "The next round cannot avoid pairs that should not meet (at least %(count)s) "
    "without more rematches. Let one of them sit out, or remove the restriction, then "
    "draw.",
)


def unavoidable(numbers: Collection[int], tally: Tally, wishes: Wishes) -> Notes:
    if len(numbers) > MOST:
        return
    wishes = Wishes(forbidden=wishes.forbidden, same=wishes.same)
    drawn = _least_barred(numbers, tally, wishes)
    pairs = [] if drawn is None else drawn.pairs
    again = sum(tally.meetings(*pair) for pair in pairs)
    if again:
        yield Note(REMATCHES_AHEAD, {"count": again})
    never = sum(wishes.is_forbidden(*pair) for pair in pairs)
    if never:
        yield Note(FORBIDDEN_AHEAD, {"count": never})


def refuse_against_self(state: StageState, numbers: Collection[int]) -> None:
    """Raise SAME_PERSON if no round of these entrants keeps all persons apart."""
    wishes = Wishes(same=barred_pairs(state).same)
    if not wishes.same:
        return
    nobody_met = tallies.count(StageState(state.format, 1, 1, state.entrants))
    drawn = _least_barred(numbers, nobody_met, wishes)
    if drawn is not None:
        refuse_drawn(drawn, wishes)


def refuse_drawn(drawn: DrawnPairs, wishes: Wishes) -> None:
    for one, two in drawn.pairs if wishes.same else ():
        if wishes.is_same(one, two):
            raise SAME_PERSON(entrant=min(one, two), other=max(one, two))


def _least_barred(
    numbers: Collection[int], tally: Tally, wishes: Wishes
) -> DrawnPairs | None:
    """Return the round that breaks least; None if some round breaks nothing.

    That is certain if everybody has half of the others left: by Dirac's theorem.
    """
    field = set(numbers)
    pairs = [pair for pair in wishes.forbidden | wishes.same if field.issuperset(pair)]
    barred = Counter(number for pair in pairs for number in pair)
    for number in field:
        met = {*tally.beaten[number], *tally.lost_to[number]}
        barred[number] += len(met.intersection(field))
    nodes = len(field) + len(field) % 2
    if nodes - 1 - max(barred.values(), default=0) >= nodes // 2:
        return None
    order = sorted(field)
    return best_round(
        dict.fromkeys(order, 0),
        tally,
        {number: number for number in order},
        wishes=wishes,
        complete=0,  # in this process, without the library of the exact matching
    )


def listed_round(
    state: StageState, seed: str, order: Sequence[int], *, tally: Tally, met: Tally
) -> DrawnPairs:
    """Pair down a list, the best first; where that is not possible, the best round.

    In an odd field the bye goes to the lowest of those with the fewest byes, by
    `tally`. `met` says who may not meet again.

    Raises SAME_PERSON.
    """
    wishes, lowest_first = barred_pairs(state), order[::-1]
    byes = sorted(lowest_first, key=tally.byes.__getitem__)
    if is_by_lot(state, order):
        byes = bye_order(state, seed, order, tally=tally)

    def may_not(one: int, two: int) -> bool:
        return met.have_met(one, two) or wishes.bars(one, two)

    drawn = round_by_list(order, byes, may_not) or best_round(
        {one: height for height, one in enumerate(reversed(order))},
        met,
        pair_factors(seed, f"{state.format}:{state.next_round}:pairs", order),
        wishes=wishes,
    )
    refuse_drawn(drawn, wishes)
    return drawn
