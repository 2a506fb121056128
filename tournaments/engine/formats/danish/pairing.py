"""Danish system: down the list the first meets the second, the third the fourth.

Lots (see `lots`): round R sorts the entrants without a player number by the purpose
`danish:R`. Player numbers decide between entrants that are equal in the list.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.formats.common import (
    bye_pairing,
    due_numbers,
    standings_by_wins,
)
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.standings import tally as tallies
from tournaments.engine.state import DrawnPairing, DrawnRound, Note, StageState, Wins

MET_AGAIN = Message(
    "danish.met_again",
    gettext_noop("These two have met before; the list alone decides who meets whom."),
)


def draw(state: StageState, seed: str) -> DrawnRound:
    """Pair neighbours in the order of the standings, even if they have met before.

    A latecomer gets the next free player number. In an odd field the bye goes to the
    lowest of the players with the fewest byes. An open match counts half a win to
    either side.

    Raises TooFewEntrantsError.
    Source: wiki of Petanque-Turnier-Manager, "Monrad-System".
    """
    numbers, tally = due_numbers(state), tallies.count(state)
    lots = _new_lots(state, numbers, seed)
    lot_of = {entrant.number: entrant.lot for entrant in state.entrants} | lots
    strength = _strengths(state)
    order = sorted(numbers, key=lambda one: lot_of[one] or 0)
    order.sort(key=strength.__getitem__, reverse=True)  # stable: equal ones by lot
    heights = {one: height for height, one in enumerate(reversed(order))}
    byes = []
    if len(order) % 2:
        lowest_first = reversed(order)
        byes = [min(lowest_first, key=tally.byes.__getitem__)]
        order.remove(byes[0])
    met = _met(state)
    pairings = [
        DrawnPairing(one, two, (Note(MET_AGAIN),) if {one, two} in met else ())
        for one, two in zip(order[::2], order[1::2], strict=True)
    ]
    pairings += [bye_pairing(tally, heights, bye) for bye in byes]
    return DrawnRound(state.next_round, tuple(pairings), lots)


def _new_lots(state: StageState, numbers: Sequence[int], seed: str) -> dict[int, int]:
    """Return new player numbers: for all in the first round, then for latecomers."""
    given: dict[int, int] = {}
    if state.outcomes:
        given = {one.number: one.lot for one in state.entrants if one.lot is not None}
    newcomers = [number for number in numbers if number not in given]
    drawn = by_lot(seed, f"danish:{state.next_round}", newcomers)
    first = max(given.values(), default=0) + 1
    return {number: lot for lot, number in enumerate(drawn, start=first)}


def _met(state: StageState) -> set[frozenset[int | None]]:
    """Return the pairs that have played each other or have an open match."""
    return {
        frozenset((outcome.one, outcome.two))
        for outcome in state.outcomes
        if outcome.played and not outcome.nobody
    }


def _strengths(state: StageState) -> dict[int, tuple[Wins, ...]]:
    """Return wins and tie-breaks, with half a win for each match under way."""
    waiting = [outcome for outcome in state.outcomes if outcome.is_open]
    halves = Counter(one for pair in waiting for one in (pair.one, pair.two))
    decided = tuple(outcome for outcome in state.outcomes if not outcome.is_open)
    return {
        row.entrant: (row.wins + Fraction(halves[row.entrant], 2), *row.values)
        for row in standings_by_wins(replace(state, outcomes=decided)).rows
    }
