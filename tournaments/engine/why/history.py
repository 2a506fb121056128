"""The history of a stage before a round: earlier meetings, who was ruled out."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from matches.rules.refusals import Message
from tournaments.engine.pairing.wishes import NO_WISHES, Wishes
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.schemes import list_scores
from tournaments.engine.standings.tally import Tally
from tournaments.engine.state import ABSENT as ABSENCE
from tournaments.engine.state import (
    BYE_BY_LOT,
    HALF_BYE,
    DrawnPairing,
    DrawnRound,
    Entrant,
    Note,
    Notes,
    StageState,
    Wins,
)


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


MET = Message("why.met", "%(entrant)s and %(other)s met in round %(round)s.")
SKIPPED = Message(
    "why.skipped",
    "%(entrant)s and %(other)s were paired in round %(round)s, but did not play.",
)
ONE_PERSON = Message(
    "why.shares_person", "%(entrant)s and %(other)s share a person and cannot meet."
)
FORBIDDEN = Message(
    "why.forbidden", "%(entrant)s and %(other)s are not to meet if it can be avoided."
)
ABSENT = Message(
    "why.absent", "%(other)s is tied with %(entrant)s but did not play this round."
)
SITS_OUT: Mapping[str, Message] = {
    HALF_BYE: Message(
        "why.asked_bye",
        "%(other)s is tied with %(entrant)s but had a requested bye this round.",
    ),
    ABSENCE: Message(
        "why.announced_absence",
        "%(other)s is tied with %(entrant)s but had announced their absence.",
    ),
}
APART: Mapping[str, Message] = {
    "club": Message(
        "why.apart_club",
        "%(entrant)s and %(other)s are kept apart if possible (same club).",
    ),
    "country": Message(
        "why.apart_country",
        "%(entrant)s and %(other)s are kept apart if possible (same country).",
    ),
    "family": Message(
        "why.apart_family",
        "%(entrant)s and %(other)s are kept apart if possible (same family).",
    ),
}

Heights = Mapping[int, Wins]


def shared(past: StageHistory, pairing: DrawnPairing) -> Notes:
    """Yield the earlier rounds in which the two of a pairing met or were paired."""
    if pairing.two is None:
        return
    pair = frozenset((pairing.one, pairing.two))
    for message, rounds in (
        (MET, past.met.get(pair, ())),
        (SKIPPED, past.skipped.get(pair, ())),
    ):
        for number in rounds:
            yield Note(
                message, {"entrant": pairing.one, "other": pairing.two, "round": number}
            )


def unavailable(
    past: StageHistory, pairing: DrawnPairing, heights: Heights
) -> tuple[Note, ...]:
    """Return why other opponents were ruled out, for each side the nearest first."""
    notes: list[Note] = []
    for side, opponent in ((pairing.one, pairing.two), (pairing.two, pairing.one)):
        if side is not None:
            notes += _of_side(past, side, opponent, heights=heights)
    return tuple(notes)


def _of_side(
    past: StageHistory, side: int, opponent: int | None, *, heights: Heights
) -> Notes:
    def distance(other: int) -> tuple[Fraction, int]:
        return abs(Fraction(heights[side] - heights[other])), other

    for other in sorted({*past.field} - {side, opponent}, key=distance):
        yield from _barred(past, side, other, is_level=distance(other)[0] == 0)
    yield from _absent(past, side, heights)


def _barred(past: StageHistory, side: int, other: int, *, is_level: bool) -> Notes:
    pair = {"entrant": side, "other": other}
    if past.wishes.is_same(side, other):
        yield Note(ONE_PERSON, pair)
        return
    if past.wishes.is_forbidden(side, other):
        yield Note(FORBIDDEN, pair)
        return
    for number in past.rounds_met(side, other)[-1:]:
        yield Note(MET, {**pair, "round": number})
        return
    for kind in past.wishes.shared(side, other)[:1] if is_level else ():
        yield Note(APART[kind], pair)


def _absent(past: StageHistory, side: int, heights: Heights) -> Notes:
    """Yield entrants on the same level that were absent; none before any result."""
    if past.is_first:
        return
    for rest in past.state.resting():
        number, pair = rest.entrant, {"entrant": side, "other": rest.entrant}
        if heights.get(number) == heights[side] and not past.have_met(side, number):
            yield Note(SITS_OUT[rest.kind], pair)
    for number, entrant in sorted(past.entrants.items()):
        is_away = number not in past.field and not entrant.present
        has_played = entrant.joined < past.state.next_round
        is_level = heights.get(number) == heights[side]
        if is_away and has_played and is_level and not past.have_met(side, number):
            yield Note(ABSENT, {"entrant": side, "other": number})
