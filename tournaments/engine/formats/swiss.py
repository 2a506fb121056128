"""Swiss: equal wins play each other, nobody the same opponent twice.

Lots (see `lots`): attempt A of round R sorts by the purpose `swiss:R:A`, A from 1; the
exact matching weighs pairs by the purpose `swiss:R:pairs`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matches.rules.text import gettext_noop
from tournaments.engine import tally as tallies
from tournaments.engine.formats.base import (
    PLACES_BY_BYE,
    PLACES_BY_WINS,
    Format,
    all_rounds_played,
    bye_pairing,
    due_numbers,
    rematch_notes,
    rounds_asked,
)
from tournaments.engine.lots import by_lot, pair_factors
from tournaments.engine.neighbours import unmet_neighbours
from tournaments.engine.optimum import DrawnPairs, best_round
from tournaments.engine.standings import Standings, by_wins
from tournaments.engine.state import DrawnRound, Note, Pairing, StageState, shown
from tournaments.engine.tally import Tally
from tournaments.engine.tiebreaks import tiebreaks_of

ATTEMPTS = 3

FLOAT_ODD = gettext_noop(
    "%(entrant)s floats down, wins %(high)s against %(low)s: the number of players "
    "with at least %(high)s is odd."
)
FLOAT_MET = gettext_noop(
    "%(entrant)s floats down, wins %(high)s against %(low)s, because of who has "
    "already met."
)


@dataclass(frozen=True, slots=True)
class _Field:
    """Those to be paired: `heights` by entrant, and where the lots come from.

    Heights are wins, all of them doubled where byes are worth half a win.
    """

    heights: Mapping[int, int]
    tally: Tally
    seed: str
    purpose: str

    def order(self, attempt: int) -> list[int]:
        """Return everybody by wins, lots deciding between equal ones."""
        order = by_lot(self.seed, f"{self.purpose}:{attempt}", self.heights)
        order.sort(key=self.heights.__getitem__, reverse=True)
        return order


def draw(state: StageState, seed: str) -> DrawnRound:
    """Draw the best round: see `optimum` for the criteria; heights are wins.

    The first rounds, and nearly all rounds of large fields, need no matching: lots,
    neighbours and a few exchanges reach a bound that no round can better.

    Raises TooFewEntrantsError.
    """
    number, tally = state.next_round, tallies.count(state)
    halves = state.bye.denominator
    heights = {one: int(tally.wins[one] * halves) for one in due_numbers(state)}
    field = _Field(heights, tally, seed, f"swiss:{number}")
    order = field.order(1)
    drawn = _neighbours(field, order)
    for attempt in range(2, ATTEMPTS + 1):
        drawn = drawn or _neighbours(field, field.order(attempt))
    if drawn is None:
        factors = pair_factors(seed, f"{field.purpose}:pairs", heights)
        drawn = best_round(heights, tally, factors)
    return DrawnRound(number, _tables(field, order, drawn))


def _neighbours(field: _Field, order: Sequence[int]) -> DrawnPairs | None:
    """Pair neighbours in this order; None unless no round can be better.

    The bye goes to one of those with the fewest byes and, of these, the fewest wins.
    Whichever has it, the wins of the others are the same, and so is the bound.
    """
    byes, heights = field.tally.byes, field.heights
    bye, others = None, order
    if len(order) % 2:
        bye = min(order, key=lambda number: (byes[number], heights[number]))
        others = [number for number in order if number != bye]
    pairs = unmet_neighbours(others, heights, field.tally.have_met)
    return None if pairs is None else DrawnPairs(pairs, bye)


def _tables(
    field: _Field, order: Sequence[int], drawn: DrawnPairs
) -> tuple[Pairing, ...]:
    """Put the pairs into table order, the highest first, and say what is special."""
    heights, tally = field.heights, field.tally
    place = {number: index for index, number in enumerate(order)}
    ranked = [number for number in order if number != drawn.bye]
    at_least = {heights[number]: count for count, number in enumerate(ranked, start=1)}
    pairs = [sorted(pair, key=place.__getitem__) for pair in drawn.pairs]
    pairs.sort(key=lambda pair: (-heights[pair[0]], -heights[pair[1]], place[pair[0]]))
    tables = []
    for one, two in pairs:
        notes = rematch_notes(tally, one, two)
        if heights[one] != heights[two]:
            # With no rematches to avoid, no pair would cross an even line.
            message = FLOAT_ODD if at_least[heights[one]] % 2 else FLOAT_MET
            high, low = shown(tally.wins[one]), shown(tally.wins[two])
            params = {"entrant": one, "high": high, "low": low}
            notes += (Note(message, params),)
        tables.append(Pairing(one, two, notes))
    if drawn.bye is not None:
        tables.append(bye_pairing(tally, heights, drawn.bye))
    return tuple(tables)


def standings(state: StageState) -> Standings:
    """Rank by wins and all tie-breaks."""
    return by_wins(state, tiebreaks_of(state.walkover))


SWISS = Format(
    key="swiss",
    label=gettext_noop("Swiss"),
    explanation=gettext_noop(
        "Each round pairs players with equal or nearly equal wins who have not met; "
        "lots decide the rest. An odd player out has a bye."
    ),
    places_explanation=PLACES_BY_WINS,
    version=1,
    draw=draw,
    standings=standings,
    rounds=rounds_asked,
    is_finished=all_rounds_played,
    places_by_bye=PLACES_BY_BYE,
)
