"""Wishes: the criteria of a draw that come from entries and directors.

One of them is a rule and no wish: entrants that share a person never meet. Most of the
others choose among rounds that are equally good without them. `optimum` has the order
in which they count.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from matches.rules.refusals import Message
from tournaments.engine.pairing.acceleration import upper_half, virtual_wins
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.pairing.neighbours import DrawnPairs, unmet_neighbours
from tournaments.engine.standings.tally import HALF, Tally, count_for_draw, given_wins
from tournaments.engine.state import (
    BYE_BY_LOT,
    NOT_TO_MEET,
    Note,
    Outcome,
    StageState,
    Wins,
)

TOGETHER: Mapping[str, Message] = {
    "club": Message(
        "pairing.together_club",
        "Same club: no equally good round has fewer such pairs.",
    ),
    "country": Message(
        "pairing.together_country",
        "Same country: no equally good round has fewer such pairs.",
    ),
    "family": Message(
        "pairing.together_family",
        "Same family: no equally good round has fewer such pairs.",
    ),
}
DOWN_AGAIN = Message(
    "pairing.down_again", "%(entrant)s floats down for the second time running."
)
UP_AGAIN = Message(
    "pairing.up_again", "%(entrant)s floats up for the second time running."
)
BYE_WANTED = Message("pairing.bye_wanted", "%(entrant)s asked for the bye.")
BYE_NOT_GIVEN = Message(
    "pairing.bye_not_given",
    "%(entrant)s requested a bye, but it goes to another player this round.",
)
NO_BYE = Message(
    "pairing.no_bye",
    "%(entrant)s requested a bye, but there is an even number of players this round.",
)


@dataclass(frozen=True, slots=True)
class Wishes:
    """Wishes of one round, by entrant number.

    `forbidden` are the pairs that should not meet, `same` the pairs that share a
    person, both with the lower number first. `apart` has the kinds ("club", …) that are
    kept apart, the most important first, each with the value of every entrant that has
    one. `byes` are the entrants that asked for the bye; `down` and `up` are those that
    floated down or up in their last pairing.
    """

    forbidden: frozenset[tuple[int, int]] = frozenset()
    apart: tuple[tuple[str, Mapping[int, str]], ...] = ()
    byes: frozenset[int] = frozenset()
    down: frozenset[int] = frozenset()
    up: frozenset[int] = frozenset()
    same: frozenset[tuple[int, int]] = frozenset()

    def repeats(self, high: int, low: int) -> int:
        """`high` has more wins than `low`."""
        return (high in self.down) + (low in self.up)

    def is_forbidden(self, one: int, two: int) -> bool:
        return bool(self.forbidden) and (min(one, two), max(one, two)) in self.forbidden

    def is_same(self, one: int, two: int) -> bool:
        return bool(self.same) and (min(one, two), max(one, two)) in self.same

    def bars(self, one: int, two: int) -> bool:
        return self.is_same(one, two) or self.is_forbidden(one, two)

    def shared(self, one: int, two: int) -> list[str]:
        return [
            kind
            for kind, values in self.apart
            if one in values and values[one] == values.get(two)
        ]

    def breaks(self, one: int, two: int, heights: Mapping[int, int]) -> bool:
        if (self.forbidden or self.same) and self.bars(one, two):
            return True
        if self.apart and self.shared(one, two):
            return True
        if heights[one] == heights[two]:
            return False
        high, low = (one, two) if heights[one] > heights[two] else (two, one)
        return self.repeats(high, low) > 0

    def pair_notes(self, one: int, two: int) -> tuple[Note, ...]:
        notes = [Note(NOT_TO_MEET)] if self.is_forbidden(one, two) else []
        return (*notes, *(Note(TOGETHER[kind]) for kind in self.shared(one, two)))

    def float_notes(self, high: int, low: int) -> tuple[Note, ...]:
        notes = [Note(DOWN_AGAIN, {"entrant": high})] if high in self.down else []
        notes += [Note(UP_AGAIN, {"entrant": low})] if low in self.up else []
        return tuple(notes)

    def bye_notes(self, numbers: Collection[int], *, odd: bool) -> tuple[Note, ...]:
        message = BYE_NOT_GIVEN if odd else NO_BYE
        return tuple(
            Note(message, {"entrant": number})
            for number in numbers
            if number in self.byes
        )


NO_WISHES = Wishes()


def barred_pairs(state: StageState) -> Wishes:
    """Return the pairs that should or can never meet, and no other wishes."""
    return Wishes(
        forbidden=_ordered(state.options.forbidden), same=_ordered(state.same_person)
    )


def wishes_of(state: StageState, tally: Tally | None = None) -> Wishes:
    """`tally` is that of `count_for_draw`, None if the caller has not counted."""
    options = state.options
    wins = (tally or count_for_draw(state)).wins
    down, up = _last_floats(state, wins, bye=state.bye * options.legs)
    asking = [entrant for entrant in state.entrants if entrant.wants_bye]
    due = state.due() if options.apart or asking else []
    heeded = not options.apart_rounds or state.next_round <= options.apart_rounds
    return Wishes(
        forbidden=_ordered(options.forbidden),
        same=_ordered(state.same_person),
        apart=tuple(
            (
                kind,
                {
                    entrant.number: value
                    for entrant in due
                    if (value := getattr(entrant, kind))  # a field of Entrant
                },
            )
            for kind in (options.apart if heeded else ())
        ),
        byes=frozenset([entrant.number for entrant in due if entrant.wants_bye]),
        down=down,
        up=up,
    )


def _ordered(pairs: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Return pairs with the lower number first, without pairs of one entrant."""
    return frozenset((min(pair), max(pair)) for pair in pairs if pair[0] != pair[1])


def _last_floats(
    state: StageState, wins: Mapping[int, Wins], *, bye: Fraction
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the entrants that floated down, and up, in their last pairing.

    An entrant floats down if they had more wins than the opponent before the round. The
    result of the pairing does not matter; a bye is no float. `wins` are those of all
    rounds, an open match as half a win for each of the two, a bye as `bye`. Wins for
    rounds that were missed, and those of an accelerated round, are counted as they were
    before the round.
    """
    if not state.outcomes:
        return frozenset(), frozenset()
    before, last = dict(wins), dict[int, Wins]()
    for number, given in given_wins(state).items():
        before[number] -= given
    for number, outcomes in _newest_first(state):
        _take_back(before, outcomes, bye)
        lent = _lent(state, number)
        had = (
            {entrant: own + lent.get(entrant, 0) for entrant, own in before.items()}
            if lent
            else before
        )
        leads: dict[int, Wins] = {}
        for outcome in outcomes:
            one, two = outcome.one, outcome.two
            if two is not None:
                leads[one] = lead = had[one] - had[two]
                leads[two] = -lead
        last = leads | last
        # Everybody's last pairing is known, mostly after one round: earlier rounds
        # cannot change it.
        if len(last) == len(before):
            break
    floated = [(number, lead) for number, lead in last.items() if lead]
    return (
        frozenset([number for number, lead in floated if lead > 0]),
        frozenset([number for number, lead in floated if lead < 0]),
    )


def _newest_first(state: StageState) -> Iterator[tuple[int, list[Outcome]]]:
    rounds = defaultdict(list)
    for outcome in state.outcomes:
        rounds[outcome.round].append(outcome)
    yield from sorted(rounds.items(), reverse=True)


def _take_back(
    wins: dict[int, Wins], outcomes: Iterable[Outcome], bye: Fraction
) -> None:
    """Subtract the wins that outcomes gave; an open match gave half a win to each."""
    for outcome in outcomes:
        winner, two = outcome.winner, outcome.two
        if winner is not None:
            wins[winner] -= bye if two is None else 1
        elif two is not None and outcome.is_open:
            wins[outcome.one] -= HALF
            wins[two] -= HALF


def _lent(state: StageState, number: int) -> dict[int, Fraction]:
    """Return the wins that count in the draw of a round beside those of its results."""
    lent = given_wins(state, before=number)
    if virtual := virtual_wins(state, number):
        lots = {entrant.number: entrant.lot for entrant in state.entrants}
        for accelerated in upper_half(lots):
            lent[accelerated] = lent.get(accelerated, Fraction(0)) + virtual
    return lent


TRIES = 16


def bye_order(
    state: StageState, seed: str, numbers: Collection[int], *, tally: Tally
) -> list[int]:
    asked = {entrant.number for entrant in state.entrants if entrant.wants_bye}
    order = by_lot(seed, f"{state.format}:{state.next_round}:bye", numbers)
    return sorted(order, key=lambda one: (tally.byes[one], one not in asked))


def is_by_lot(state: StageState, numbers: Collection[int]) -> bool:
    return state.options.bye_to == BYE_BY_LOT and len(numbers) % 2 == 1


def with_drawn_bye(
    state: StageState,
    seed: str,
    best_without: Callable[[int], DrawnPairs],
    *,
    numbers: Collection[int],
    tally: Tally,
) -> DrawnPairs | None:
    """Return a round whose bye goes by lot to the first who can have it.

    Those with fewer byes come first, of these who asked for it, then by the lots
    `FORMAT:R:bye`. Without the holder no two meet again, and no pair meets that is not
    to. After `TRIES`, and if none can have it, the rule of the format decides: None.
    """
    if not is_by_lot(state, numbers):
        return None
    order, wishes = bye_order(state, seed, numbers, tally=tally), barred_pairs(state)
    fewest = tally.byes[order[0]]
    for holder in order[:TRIES]:
        if tally.byes[holder] > fewest:
            break
        drawn = best_without(holder)
        if not any(tally.have_met(*pair) or wishes.bars(*pair) for pair in drawn.pairs):
            return DrawnPairs(drawn.pairs, holder)
    return None


def unmet_round(
    order: Sequence[int], heights: Mapping[int, int], tally: Tally, *, wishes: Wishes
) -> DrawnPairs | None:
    """Pair neighbours in this order; None unless no round can be better."""
    byes, asked = tally.byes, wishes.byes
    bye, others = None, order
    if len(order) % 2:
        bye = min(
            order,
            key=lambda number: (byes[number], heights[number], number not in asked),
        )
        others = [number for number in order if number != bye]

    def is_unwelcome(one: int, two: int) -> bool:
        return tally.have_met(one, two) or wishes.breaks(one, two, heights)

    pairs = unmet_neighbours(others, heights, is_unwelcome)
    return None if pairs is None else DrawnPairs(pairs, bye, unmet=True)
