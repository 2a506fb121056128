"""Swiss: equal wins play each other, and no two meet twice.

It heeds wishes and floats (see `wishes`) and proves its answer at every size. Its first
rounds can be accelerated (see `acceleration`).

Lots (see `lots`): attempt A of round R sorts by the purpose `swiss:R:A`, A from 1; the
exact matching weighs pairs by the purpose `swiss:R:pairs`, which also orders equal
entrants of a large field.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import cast

from matches.rules.game import gettext_noop
from matches.rules.refusals import Message
from tournaments.engine.format import (
    ASKED_BYES,
    MISSED_ROUNDS,
    Format,
    bye_pairing,
    due_in_round,
    rematch_notes,
)
from tournaments.engine.pairing.acceleration import (
    levels,
    starting_numbers,
    upper_half,
    virtual_wins,
)
from tournaments.engine.pairing.foresight import refuse_drawn
from tournaments.engine.pairing.lots import by_lot, pair_factors
from tournaments.engine.pairing.neighbours import DrawnPairs, Pair
from tournaments.engine.pairing.optimum import best_round
from tournaments.engine.pairing.wishes import (
    BYE_WANTED,
    Wishes,
    unmet_round,
    wishes_of,
    with_drawn_bye,
)
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.tally import Tally
from tournaments.engine.standings.tiebreaks import BY_OPPONENTS_FIRST
from tournaments.engine.state import (
    DrawnPairing,
    DrawnRound,
    Note,
    Notes,
    Promise,
    StageState,
    Wins,
    shown_wins,
)
from tournaments.engine.why import groups
from tournaments.engine.why.history import StageHistory, unavailable
from tournaments.engine.why.next_best import by_score, by_wishes, described
from tournaments.engine.why.rounds import PairReasons, RoundReasons

ATTEMPTS = 3

FLOAT_ODD = Message(
    "swiss.float_odd",
    "%(entrant)s floats down (%(high)s wins against %(low)s) because an odd number of "
    "players have at least %(high)s wins.",
)
FLOAT_MET = Message(
    "swiss.float_met",
    "%(entrant)s floats down (%(high)s wins against %(low)s) because of earlier "
    "meetings.",
)
ACCELERATED_ODD = Message(
    "swiss.accelerated_odd",
    "%(entrant)s floats down, %(high)s against %(low)s including virtual wins, "
    "because an odd number of players have at least %(high)s.",
)
ACCELERATED_MET = Message(
    "swiss.accelerated_met",
    "%(entrant)s floats down, %(high)s against %(low)s including virtual wins, "
    "because of earlier meetings.",
)


@dataclass(frozen=True, slots=True)
class _Field:
    """The entrants to be paired: `heights` by number, and the source of the lots."""

    heights: Mapping[int, int]
    levels: Mapping[int, Wins]
    lots: Mapping[int, int]
    is_accelerated: bool
    tally: Tally
    wishes: Wishes
    seed: str
    purpose: str
    first: Sequence[int]

    def without(self, number: int) -> "_Field":
        heights = {one: height for one, height in self.heights.items() if one != number}
        first = [one for one in self.first if one != number]
        return replace(self, heights=heights, first=first)


def draw(state: StageState, seed: str) -> DrawnRound:
    """Draw the best round: see `optimum` for the criteria; heights are wins.

    In an accelerated round the upper half has the wins that it lends.

    The first rounds, and nearly all rounds of large fields, need no matching: lots,
    neighbours and a few exchanges reach a bound that no round can better. Two who are
    still playing have met, and have half a win each.

    Raises TooFewEntrantsError, SAME_PERSON.
    """
    tally, number = tallies.count_for_draw(state), state.next_round
    field = _field(state, seed, tally, wishes=wishes_of(state, tally))
    by_lot = with_drawn_bye(
        state,
        seed,
        lambda holder: _best(field.without(holder)),
        numbers=field.heights,
        tally=tally,
    )
    drawn = by_lot or _best(field)
    refuse_drawn(drawn, field.wishes)
    tables = _tables(field, drawn, by_lot=by_lot is not None)
    return DrawnRound(number, tables, field.lots)


def _best(field: _Field) -> DrawnPairs:
    heights, tally, wishes = field.heights, field.tally, field.wishes
    drawn = unmet_round(field.first, heights, tally, wishes=wishes)
    for attempt in range(2, ATTEMPTS + 1):
        # The first attempt that reaches the bound is as good as any; later ones have
        # lots of their own, so the number of attempts is part of the version.
        if drawn is None:
            order = _order(field.seed, f"{field.purpose}:{attempt}", heights)
            drawn = unmet_round(order, heights, tally, wishes=wishes)
    if drawn is None:
        factors = pair_factors(field.seed, f"{field.purpose}:pairs", heights)
        drawn = best_round(heights, tally, factors, wishes=wishes)
    return drawn


def _field(state: StageState, seed: str, tally: Tally, *, wishes: Wishes) -> _Field:
    numbers = due_in_round(state)
    lots, number = starting_numbers(state, seed), state.next_round
    paired_as = levels(state, tally.wins, lots)
    wins = {one: paired_as[one] for one in numbers}
    if state.bye.denominator == 1 and set(map(type, wins.values())) == {int}:
        heights = cast("dict[int, int]", wins)
    else:
        # Doubled if any height is a half: `optimum` and rustworkx take whole numbers.
        parts = {one.denominator for one in wins.values()}
        halves = max(state.bye.denominator, *parts)
        heights = {one: int(own * halves) for one, own in wins.items()}
    purpose = f"swiss:{number}"
    return _Field(
        heights=heights,
        levels=paired_as,
        lots=lots,
        is_accelerated=virtual_wins(state, number) > 0,
        tally=tally,
        wishes=wishes,
        seed=seed,
        purpose=purpose,
        first=_order(seed, f"{purpose}:1", heights),
    )


def _order(seed: str, purpose: str, heights: Mapping[int, int]) -> list[int]:
    order = by_lot(seed, purpose, heights)
    order.sort(key=heights.__getitem__, reverse=True)
    return order


def _tables(
    field: _Field, drawn: DrawnPairs, *, by_lot: bool = False
) -> tuple[DrawnPairing, ...]:
    heights = field.heights
    pairs = _by_place(field, drawn.pairs)
    # `sort` is stable, so equal ones stay in the order of the lots.
    pairs.sort(key=lambda pair: (-heights[pair[0]], -heights[pair[1]]))
    tables = [
        DrawnPairing(one, two, _notes(field, drawn, (one, two))) for one, two in pairs
    ]
    if drawn.bye is not None:
        tables.append(_bye(field, drawn.bye, by_lot=by_lot))
    return tuple(tables)


def _notes(field: _Field, drawn: DrawnPairs, pair: Pair) -> tuple[Note, ...]:
    (one, two), wishes = pair, field.wishes
    notes = () if drawn.unmet else rematch_notes(field.tally, one, two)
    notes += wishes.pair_notes(one, two)
    if field.heights[one] != field.heights[two]:
        notes += _float_notes(field, one, two, bye=drawn.bye)
    return notes + wishes.bye_notes(pair, odd=drawn.bye is not None)


def _by_place(field: _Field, pairs: Iterable[Pair]) -> list[Pair]:
    """Return pairs in the order by height and lot, and in each the first one first."""
    place, second = dict(zip(field.first, count(), strict=False)), dict[int, int]()
    for one, two in pairs:
        if place[one] < place[two]:
            second[one] = two
        else:
            second[two] = one
    return [(one, second[one]) for one in field.first if one in second]


def _float_notes(
    field: _Field, one: int, two: int, *, bye: int | None
) -> tuple[Note, ...]:
    # With no rematches to avoid, no pair would cross an even line.
    heights, levels = field.heights, field.levels
    lowest_first = field.first[::-1]
    lower = bisect_left(lowest_first, heights[one], key=heights.__getitem__)
    at_least = len(lowest_first) - lower
    if bye is not None and heights[bye] >= heights[one]:
        at_least -= 1
    odd = at_least % 2 == 1
    params = {
        "entrant": one,
        "high": shown_wins(levels[one]),
        "low": shown_wins(levels[two]),
    }
    message = FLOAT_ODD if odd else FLOAT_MET
    if field.is_accelerated:
        message = ACCELERATED_ODD if odd else ACCELERATED_MET
    return (Note(message, params), *field.wishes.float_notes(one, two))


def _bye(field: _Field, holder: int, *, by_lot: bool) -> DrawnPairing:
    pairing = bye_pairing(field.tally, field.heights, holder, by_lot=by_lot)
    if holder not in field.wishes.byes:
        return pairing
    wanted = Note(BYE_WANTED, {"entrant": holder})
    return pairing._replace(notes=(*pairing.notes, wanted))


UPPER = Message(
    "why.accelerated_upper",
    "Accelerated round: %(entrant)s (number %(lot)s by strength) is in the upper "
    "half, which gets virtual wins: %(wins)s.",
)
LOWER = Message(
    "why.accelerated_lower",
    "Accelerated round: %(entrant)s is in the lower half, which gets no virtual wins.",
)


def _lent(past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing) -> Notes:
    """Yield in which half the two are, in an accelerated round."""
    wins = virtual_wins(past.state, drawn.round)
    lots = {one: entrant.lot for one, entrant in past.entrants.items()}
    lots |= drawn.lots
    upper = upper_half(lots) if wins else frozenset()
    for number in (pairing.one, pairing.two) if wins else ():
        if number in upper:
            values = {"lot": lots[number] or 0, "wins": shown_wins(wins)}
            yield Note(UPPER, {"entrant": number, **values})
        elif number is not None:
            yield Note(LOWER, {"entrant": number})


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    paired_as = levels(past.state, past.wins, drawn.lots)
    lent = tuple(_lent(past, drawn, pairing))
    words = groups.LENT if lent else groups.WINS
    found = groups.facts(groups.Groups(past, paired_as, words), pairing)
    criteria = (*by_score(past, paired_as), *by_wishes(past, paired_as))
    return PairReasons(
        (*lent, *found),
        unavailable(past, pairing, paired_as),
        described(pairing, drawn, criteria),
    )


SWISS = Format(
    key="swiss",
    label=gettext_noop("Swiss"),
    explanation=gettext_noop(
        "Each round pairs players who have not met and have the same or "
        "nearly the same number of wins; the rest is random. An odd "
        "player gets a bye."
    ),
    draw=draw,
    options=(
        "apart",
        "apart_rounds",
        "forbidden",
        "legs",
        "bye_to",
        "tiebreaks",
        "scoring",
        "unplayed",
        *MISSED_ROUNDS,
        "accelerated",
        "seeds_by",
    ),
    later_options=("apart", "apart_rounds", "bye_to", *ASKED_BYES),
    tiebreaks=BY_OPPONENTS_FIRST,
    why=RoundReasons(as_drawn=_as_drawn, compares_by_hand=True, wishes=wishes_of),
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.NO_REMATCH,
        Promise.LOWEST_BYE_FIRST,
        Promise.KEPT_APART,
    ),
)
