"""Qualifying with re-buys: one match each; losers can enter again, winners go on.

A draw pairs all who are there and have had no match, by lot, also while others play; of
an odd number the last one waits for the next draw. Whoever loses can enter again with a
new entry. The winners go on to the next stage, all others to another one if there is
one.

Lots (see `lots`): draw R sorts by the purpose `rebuy_round:R`.
"""

from collections.abc import Iterator

from matches.rules.game import gettext_noop
from matches.rules.refusals import Message
from tournaments.engine import format as usual
from tournaments.engine.format import Format
from tournaments.engine.pairing.foresight import refuse_against_self
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.pairing.neighbours import first_in_list
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.standings import Standings, placed
from tournaments.engine.standings import tally as tallies
from tournaments.engine.state import (
    DrawnPairing,
    DrawnRound,
    Note,
    Options,
    Promise,
    StageState,
)
from tournaments.engine.why.history import StageHistory, shared
from tournaments.engine.why.rounds import PairReasons, RoundReasons

SOON = Message("rebuy_round.soon", "Gets a match in the next draw.")
GOES_ON = Message("rebuy_round.goes_on", "Has won and goes on; %(other)s does not.")
BOTH_NEW = Message(
    "rebuy_round.both_new",
    "%(entrant)s and %(other)s had no match yet: opponents are random.",
)


def due(state: StageState) -> list[int]:
    """Return the entrants that are there and have had no match.

    Raises TooFewEntrantsError, and SAME_PERSON if two could only meet themselves.
    """
    numbers = usual.enough(_waiting(state))
    if len(numbers) % 2 == 0:
        refuse_against_self(state, numbers)
    return numbers


def _waiting(state: StageState) -> list[int]:
    busy = {
        number for outcome in state.outcomes for number in (outcome.one, outcome.two)
    }
    return [entrant.number for entrant in state.due() if entrant.number not in busy]


def draw(state: StageState, seed: str) -> DrawnRound:
    """Pair all who have had no match, by lot.

    Raises TooFewEntrantsError, SAME_PERSON.
    """
    order = by_lot(seed, f"rebuy_round:{state.next_round}", due(state))
    bars = barred_pairs(state).bars
    fields = [order]
    if len(order) % 2:
        fields = [[one for one in order if one != last] for last in reversed(order)]
    pairs = next(
        (pairs for some in fields if (pairs := first_in_list(some, bars)) is not None),
        None,
    )
    if pairs is None:  # a pair that is to be kept apart is better than no match
        some = fields[0]
        pairs = list(zip(some[::2], some[1::2], strict=True))
    return DrawnRound(state.next_round, tuple(DrawnPairing(*pair) for pair in pairs))


def through(state: StageState) -> frozenset[int]:
    """Return the winners."""
    return frozenset(
        outcome.winner for outcome in state.outcomes if outcome.winner is not None
    )


def out(state: StageState) -> frozenset[int]:
    """Return the losers, who may enter again."""
    return frozenset(
        number
        for outcome in state.outcomes
        if not outcome.is_open
        for number in (outcome.one, outcome.two)
        if number is not None and number != outcome.winner
    )


def standings(state: StageState) -> Standings:
    """Rank the winners, then all without a result, then the losers."""
    won, lost = through(state), out(state)
    ranks = {
        entrant.number: (1 + (entrant.number in won) - (entrant.number in lost),)
        for entrant in state.entrants
    }
    tally = tallies.count(state)
    return placed(tally, (), ranks, apart=lambda _upper, _lower: GOES_ON)


def rounds(entrants: int, asked: int, options: Options) -> int:
    """Return a bound: the draws in which all but one would enter again."""
    return max(entrants - 1, 1)


def is_finished(state: StageState) -> bool:
    """Return True if no match is open, and at most one entrant waits for another."""
    if not state.outcomes or any(outcome.is_open for outcome in state.outcomes):
        return False
    return len(_waiting(state)) < usual.FEWEST


def _facts(past: StageHistory, pairing: DrawnPairing) -> Iterator[Note]:
    if pairing.two is not None:
        yield Note(BOTH_NEW, {"entrant": pairing.one, "other": pairing.two})
        yield from shared(past, pairing)


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    return PairReasons(tuple(_facts(past, pairing)))


REBUY_ROUND = Format(
    key="rebuy_round",
    label=gettext_noop("Qualifying with re-buys"),
    explanation=gettext_noop(
        "Each entry plays one match. Winners go on to the next stage; losers can "
        "re-enter as often and as long as you allow. A draw pairs everyone who has not "
        "played yet at random, also while others are playing. An odd player waits for "
        "the next draw."
    ),
    places=usual.for_every_bye(
        gettext_noop("Winners share first place; everyone else is behind them.")
    ),
    draw=draw,
    due=due,
    foresees=usual.nothing_foreseen,
    has_byes=False,
    can_rest=False,
    options=("forbidden",),
    rounds_asked=usual.RoundsAsked.NO,
    rounds=rounds,
    last_round=lambda _state: None,
    ends=usual.Ends.WITH_RESULTS,
    is_finished=is_finished,
    standings=standings,
    out=out,
    losses=lambda _options: 1,
    through=through,
    late=usual.LateEntry(
        next_round=lambda _state, _number: usual.Joining(effects=(Note(SOON),)),
        bye=lambda _state, _bye: None,
    ),
    substitute=usual.Substitute.NEVER,
    why=RoundReasons(as_drawn=_as_drawn, compares_by_hand=False),
    promises=(Promise.ONE_MAY_WAIT, Promise.ONE_MATCH_EACH),
)
