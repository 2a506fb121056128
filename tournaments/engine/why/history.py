"""The history of a stage before a round, for the reasons of the round."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.engine.pairing.wishes import NO_WISHES, Wishes
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.schemes import list_scores
from tournaments.engine.standings.tally import Tally
from tournaments.engine.state import BYE_BY_LOT, DrawnRound, Entrant, StageState, Wins


@dataclass(frozen=True, slots=True)
class StageHistory:
    """A stage before a round, and the `field` of entrants that the round pairs.

    `tally` is that of the draw: an open match counts half a win for both, and they have
    met. `met` and `skipped` hold, by pair, the rounds in which two have met or were
    paired without playing. `wishes` are those that the format heeds. `scores` are what
    a list is sorted by: wins, or points if `has_points`.
    """

    state: StageState
    tally: Tally
    entrants: Mapping[int, Entrant]
    field: tuple[int, ...]
    wishes: Wishes
    scores: Mapping[int, Wins]
    has_points: bool
    met: Mapping[frozenset[int], tuple[int, ...]]
    skipped: Mapping[frozenset[int], tuple[int, ...]]

    def rounds_met(self, one: int, two: int) -> tuple[int, ...]:
        return self.met.get(frozenset((one, two)), ())

    def have_met(self, one: int, two: int) -> bool:
        return frozenset((one, two)) in self.met

    @property
    def wins(self) -> Mapping[int, Wins]:
        return self.tally.wins

    @property
    def has_byes_by_lot(self) -> bool:
        """Whether lots decide who of those with the fewest byes has the bye."""
        return self.state.options.bye_to == BYE_BY_LOT

    @property
    def is_first(self) -> bool:
        return not self.state.outcomes


def history_before(
    state: StageState, drawn: DrawnRound, *, wishes: Wishes = NO_WISHES
) -> StageHistory:
    met, skipped = _meetings(state)
    tally, points = tallies.count_for_draw(state), list_scores(state)
    return StageHistory(
        state=state,
        tally=tally,
        scores=points or tally.wins,
        has_points=bool(points),
        entrants={entrant.number: entrant for entrant in state.entrants},
        field=tuple(
            number
            for pairing in drawn.pairings
            for number in (pairing.one, pairing.two)
            if number is not None
        ),
        wishes=wishes,
        met=met,
        skipped=skipped,
    )


Meetings = dict[frozenset[int], tuple[int, ...]]


def _meetings(state: StageState) -> tuple[Meetings, Meetings]:
    met: defaultdict[frozenset[int], set[int]] = defaultdict(set)
    skipped: defaultdict[frozenset[int], set[int]] = defaultdict(set)
    for outcome in state.outcomes:
        if outcome.two is None:
            continue
        is_met = outcome.is_open or (outcome.played and not outcome.nobody)
        found = met if is_met else skipped
        found[frozenset((outcome.one, outcome.two))].add(outcome.round)
    return (
        {pair: tuple(sorted(rounds)) for pair, rounds in met.items()},
        {pair: tuple(sorted(rounds)) for pair, rounds in skipped.items()},
    )
