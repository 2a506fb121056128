"""Lives: an entrant is out after so many lost rounds; equal losses meet.

An entrant loses a round if they lose more of its matches than they win: in a pairing of
two matches, 0-2 costs a life and 1-1 none. A bye costs nothing, an announced absence a
life. A latecomer has lost as many lives as they have missed rounds, but always has one
left.

Lots (see `lots`): round R sorts by the purpose `lives:R:1`. If neighbours in this order
cannot be paired without a rematch, the exact matching weighs pairs by `lives:R:pairs`.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from matches.rules.game import gettext_noop
from matches.rules.refusals import Message
from tournaments.engine import format as usual
from tournaments.engine.format import Format
from tournaments.engine.pairing.foresight import (
    refuse_against_self,
    refuse_drawn,
    unavoidable,
)
from tournaments.engine.pairing.lots import by_lot, pair_factors
from tournaments.engine.pairing.neighbours import DrawnPairs
from tournaments.engine.pairing.optimum import best_round
from tournaments.engine.pairing.wishes import (
    Wishes,
    barred_pairs,
    unmet_round,
    with_drawn_bye,
)
from tournaments.engine.standings import STILL_IN, Standings, placed
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.schemes import Column
from tournaments.engine.standings.tally import Tally
from tournaments.engine.state import (
    DrawnPairing,
    DrawnRound,
    Note,
    Options,
    Promise,
    StageState,
)
from tournaments.engine.why import groups
from tournaments.engine.why.history import StageHistory, unavailable
from tournaments.engine.why.next_best import (
    BYE_LOSSES,
    LOSS_SQUARES,
    by_score,
    described,
)
from tournaments.engine.why.rounds import PairReasons, RoundReasons

BYE_MOST_LOSSES = Message(
    "lives.bye_most_losses",
    "Bye for a player with the most losses among those with the fewest byes "
    "(%(losses)s losses).",
)
FLOAT_ODD = Message(
    "lives.float_odd",
    "%(entrant)s (%(low)s losses) meets %(other)s (%(high)s losses) because an odd "
    "number of players have at most %(low)s losses.",
)
FLOAT_MET = Message(
    "lives.float_met",
    "%(entrant)s (%(low)s losses) meets %(other)s (%(high)s losses) because of "
    "earlier meetings.",
)

LAST_ROUND = Column(
    key="reached",
    name=gettext_noop("last round"),
    explanation=gettext_noop(
        "The round in which the player was eliminated, or the latest round."
    ),
    reason=Message(
        "lives.last_round_reason",
        "Ahead of %(other)s by the last round: %(value)s against %(other_value)s.",
    ),
    within_wins=False,
)
LIVES_LEFT = Column(
    key="lives",
    name=gettext_noop("lives left"),
    explanation=gettext_noop("How many more losses before the player is out."),
    reason=Message(
        "lives.left_reason",
        "Ahead of %(other)s by lives left: %(value)s against %(other_value)s.",
    ),
    within_wins=False,
)


def losses_of(state: StageState) -> dict[int, int]:
    """Return the number of lost lives by entrant, at most all of them."""
    balance: defaultdict[tuple[int, int, int], int] = defaultdict(int)
    for outcome in state.outcomes:
        one, two = outcome.one, outcome.two
        if two is None or outcome.is_open:
            continue
        for number, other in ((one, two), (two, one)):
            won = outcome.winner == number
            balance[outcome.round, number, other] += 1 if won else -1
    lost = Counter(number for (_, number, _), sum_ in balance.items() if sum_ < 0)
    lost.update(rest.entrant for rest in state.rested())
    lives = state.options.lives
    return {
        entrant.number: min(
            min(entrant.joined - 1, lives - 1) + lost[entrant.number], lives
        )
        for entrant in state.entrants
    }


def due(state: StageState) -> list[int]:
    """Raises TooFewEntrantsError, SAME_PERSON."""
    numbers = usual.enough(_active(state))
    refuse_against_self(state, numbers)
    return numbers


def _active(state: StageState) -> list[int]:
    lost = losses_of(state)
    return [
        entrant.number
        for entrant in state.due()
        if lost[entrant.number] < state.options.lives
    ]


def _left(state: StageState) -> list[int]:
    lost, lives = losses_of(state), state.options.lives
    return [entrant.number for entrant in state.here() if lost[entrant.number] < lives]


def foresees(state: StageState) -> tuple[Note, ...]:
    tally = tallies.count(state)
    return tuple(unavoidable(_active(state), tally, barred_pairs(state)))


def draw(state: StageState, seed: str) -> DrawnRound:
    """Fewer losses are higher. Raises TooFewEntrantsError, SAME_PERSON."""
    wishes = barred_pairs(state)
    numbers, lost, tally = due(state), losses_of(state), tallies.count(state)
    heights = {number: -lost[number] for number in numbers}
    purpose = f"lives:{state.next_round}"
    order = by_lot(seed, f"{purpose}:1", numbers)
    order.sort(key=heights.__getitem__, reverse=True)  # stable: equal ones by lot

    def best_of(some: Sequence[int]) -> DrawnPairs:
        levels = {number: heights[number] for number in some}
        factors = pair_factors(seed, f"{purpose}:pairs", some)
        found = unmet_round(some, levels, tally, wishes=wishes)
        return found or best_round(levels, tally, factors, wishes=wishes)

    by_lots = with_drawn_bye(
        state,
        seed,
        lambda holder: best_of([number for number in order if number != holder]),
        tally=tally,
        numbers=numbers,
    )
    drawn = by_lots or best_of(order)
    refuse_drawn(drawn, wishes)
    tables = _tables(drawn, order, lost, tally=tally, wishes=wishes)
    if by_lots is not None and drawn.bye is not None:
        tables = (
            *tables[:-1],
            usual.bye_pairing(tally, heights, drawn.bye, by_lot=True),
        )
    return DrawnRound(state.next_round, tables)


def _tables(
    drawn: DrawnPairs,
    order: Sequence[int],
    lost: Mapping[int, int],
    *,
    tally: Tally,
    wishes: Wishes,
) -> tuple[DrawnPairing, ...]:
    """Return the pairings in table order, fewest losses first, with their notes."""
    place = {number: index for index, number in enumerate(order)}
    ranked = [number for number in order if number != drawn.bye]
    at_most = {lost[number]: count for count, number in enumerate(ranked, start=1)}
    pairs = [sorted(pair, key=place.__getitem__) for pair in drawn.pairs]
    tables = []
    for one, two in sorted(pairs, key=lambda pair: [place[number] for number in pair]):
        notes = usual.rematch_notes(tally, one, two) + wishes.pair_notes(one, two)
        low, high = lost[one], lost[two]
        if low != high:
            message = FLOAT_ODD if at_most[low] % 2 else FLOAT_MET
            params = {"entrant": one, "other": two, "low": low, "high": high}
            notes += (Note(message, params),)
        tables.append(DrawnPairing(one, two, notes))
    if drawn.bye is not None:
        tables.append(_bye(drawn.bye, {one: lost[one] for one in order}, tally))
    return tuple(tables)


def _bye(holder: int, lost: Mapping[int, int], tally: Tally) -> DrawnPairing:
    heights = {number: -losses for number, losses in lost.items()}
    pairing = usual.bye_pairing(tally, heights, holder)
    notes = tuple(
        Note(BYE_MOST_LOSSES, {"losses": lost[holder]})
        if note.message is usual.BYE_LOWEST
        else note
        for note in pairing.notes
    )
    return pairing._replace(notes=notes)


def standings(state: StageState) -> Standings:
    """Rank those who are in by lives left, then those out by their last round."""
    active, lost, newest = set(_left(state)), losses_of(state), state.next_round - 1
    last: Counter[int] = Counter()
    for outcome in state.outcomes:
        for number in (outcome.one, outcome.two):
            if number is not None:
                last[number] = max(last[number], outcome.round)
    reached = {
        entrant.number: newest if entrant.number in active else last[entrant.number]
        for entrant in state.entrants
    }
    left = {number: state.options.lives - losses for number, losses in lost.items()}
    ranks = {
        number: (number in active, reached[number], left[number]) for number in left
    }
    return placed(
        tallies.count(state),
        (LAST_ROUND, LIVES_LEFT),
        ranks,
        apart=lambda _upper, _lower: STILL_IN,
    )


def most_rounds(entrants: int, options: Options) -> int:
    """Return an upper bound of the number of rounds if no pairing ends 1-1.

    A round costs half as many lives as it has players. So the most rounds are played if
    the remaining lives always belong to as few players as possible.
    """
    survivors = max(options.survivors, 1)
    lives, played = entrants * options.lives, 0
    while lives > survivors:
        players = max(-(-lives // options.lives), survivors + 1)
        lives -= players // 2
        played += 1
    return played


def rounds(entrants: int, asked: int, options: Options) -> int:
    return max(most_rounds(entrants, options), 1)


def out(state: StageState) -> frozenset[int]:
    lives = state.options.lives
    lost = losses_of(state)
    return frozenset(number for number, losses in lost.items() if losses >= lives)


def is_finished(state: StageState) -> bool:
    if not state.outcomes or any(outcome.is_open for outcome in state.outcomes):
        return False
    return len(_left(state)) <= max(state.options.survivors, 1)


BEGINS = Message("lives.begins", "Starts with %(lost)s of %(lives)s lives lost.")


def _from(state: StageState, joined: int) -> usual.Joining:
    lives = state.options.lives
    lost = min(joined - 1, lives - 1)
    return usual.Joining(effects=(Note(BEGINS, {"lost": lost, "lives": lives}),))


def losses_so_far(state: StageState) -> Mapping[int, Note]:
    return {
        number: Note(usual.HAS_LOSSES, {"losses": losses})
        for number, losses in tallies.count(state).losses.items()
    }


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    levels = {number: -losses for number, losses in losses_of(past.state).items()}
    criteria = by_score(past, levels, messages=(BYE_LOSSES, LOSS_SQUARES))
    found = groups.facts(groups.Groups(past, levels, groups.LOSSES), pairing)
    return PairReasons(
        tuple(found),
        unavailable(past, pairing, levels),
        described(pairing, drawn, criteria),
    )


LIVES = Format(
    key="lives",
    label=gettext_noop("Multiple lives"),
    explanation=gettext_noop(
        "Each player starts with a number of lives and loses one with each loss; at "
        "zero lives a player is out. Each round pairs players with equal or nearly "
        "equal losses who have not met; the rest is random. An odd player gets a bye, "
        "which costs no life."
    ),
    places=usual.for_every_bye(
        gettext_noop(
            "Surviving players come first, by lives left; then players by the round "
            "they went out. Players eliminated in the same round share the place."
        )
    ),
    draw=draw,
    due=due,
    foresees=foresees,
    can_draw_ahead=False,
    options=("lives", "survivors", "legs", "forbidden", "bye_to"),
    essential_options=("lives",),
    later_options=("survivors", "bye_to"),
    rounds_asked=usual.RoundsAsked.NO,
    rounds=rounds,
    last_round=lambda _state: None,
    ends=usual.Ends.WITH_RESULTS,
    is_finished=is_finished,
    standings=standings,
    has=losses_so_far,
    out=out,
    losses=lambda options: options.lives,
    late=usual.LateEntry(
        next_round=lambda state, _number: _from(state, state.next_round),
        bye=lambda state, _bye: _from(state, state.next_round - 1),
    ),
    why=RoundReasons(as_drawn=_as_drawn, compares_by_hand=True, wishes=barred_pairs),
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.NO_REMATCH,
        Promise.FEWEST_BYES_FIRST,
        Promise.KEPT_APART,
        Promise.LIVES_END,
    ),
)
