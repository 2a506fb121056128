"""Free club night: all players who are present and not at a table are paired.

Every draw pairs the players who are free at that moment. The criteria, in this order:

1. the fewest pairs that share a person;
2. the fewest pairs who played their last match against each other;
3. the fewest pairs who are not to meet;
4. in an odd field one of the players with the most matches waits, of these one whose
   last match is the most recent; waiting is no bye;
5. the least sum of the costs of repeated matches;
6. the least sum of squared distances in the list of ratings;
7. the least sum of lots, which makes the answer unique.

Pairs of the first three sorts are not made: the two wait as well, since a better
opponent will be free soon. Two who played each other last do play again if no one
else is at a table; this and a forbidden pair can also be wanted (`StageState.at_once`).

A repeated match costs `RECENT`, less one for each match since then of the one of the
two that has played fewer, but at least 1. A player without a rating is placed in the
middle of the rated ones. More than `BLOCK` free players are divided into blocks of
neighbours in the list; then, in an odd field, the lot decides which of the players of
criterion 1 waits.

Lots (see `lots`): draw R weighs pairs by the purpose `night:R`.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matches.rules.refusals import Message
from tournaments.engine.errors import ONLY_EACH_OTHER
from tournaments.engine.format import FEWEST, enough
from tournaments.engine.pairing.lots import PAIR_PRIME, pair_factors
from tournaments.engine.pairing.matching import cheapest_perfect_matching, place_values
from tournaments.engine.pairing.neighbours import Pair
from tournaments.engine.pairing.wishes import Wishes, barred_pairs
from tournaments.engine.standings import Standings, by_wins
from tournaments.engine.standings.tiebreaks import WIN_SHARE, tiebreaks_of
from tournaments.engine.state import DrawnPairing, DrawnRound, Entrant, Note, StageState

RECENT = 8
BLOCK = 128
DEAREST = 255
"""The largest cost of the repeated matches of two players."""

MET_TONIGHT = Message(
    "night.met_tonight", "These two have met before (%(since)s matches ago)."
)


@dataclass(frozen=True, slots=True)
class FreePlayers:
    """The free players.

    `order` has the best rating first; `place` is the place in the list, from 0; `waits`
    is 0 for the players that wait first. `met` has the opponents of each player, the
    earliest first, `last` the draw of the last match, 0 without one.
    """

    order: Sequence[int]
    place: Mapping[int, int]
    waits: Mapping[int, int]
    met: Mapping[int, Sequence[int]]
    last: Mapping[int, int]
    factors: Mapping[int, int]
    wishes: Wishes

    def barred(self, one: int, two: int) -> tuple[int, int, int]:
        """Return 1 for each sort of pair that is better not made, else 0."""
        return (
            int(self.wishes.is_same(one, two)),
            int(self.just_met(one, two)),
            int(self.wishes.is_forbidden(one, two)),
        )

    def just_met(self, one: int, two: int) -> bool:
        mine, theirs = self.met[one], self.met[two]
        # Both must have it as their last match: a player who has played since may
        # meet again.
        return bool(mine) and bool(theirs) and (mine[-1], theirs[-1]) == (two, one)

    def since(self, one: int, two: int) -> list[int]:
        """Return, for each meeting, the matches since then of who played fewer."""
        both = zip(self._ago(one, two), self._ago(two, one), strict=True)
        return [min(ago) for ago in both]

    def _ago(self, one: int, two: int) -> list[int]:
        newest_first = reversed(self.met[one])
        return [ago for ago, other in enumerate(newest_first) if other == two]

    def repeats(self, one: int, two: int) -> int:
        cost = sum(max(RECENT - since, 1) for since in self.since(one, two))
        return min(cost, DEAREST)


def due(state: StageState) -> list[int]:
    """Raises TooFewEntrantsError, also for two who wait for others."""
    free = enough(free_players(state))
    if len(free) == FEWEST:
        field = free_field(state, free, dict.fromkeys(free, 0))
        pair = (free[0], free[1])
        _refuse_nobody(free, [pair] if _plays(state, field, pair) else [])
    return free


def free_players(state: StageState) -> list[int]:
    busy = {
        number
        for outcome in state.outcomes
        if outcome.is_open
        for number in (outcome.one, outcome.two)
    }
    return [entrant.number for entrant in state.due() if entrant.number not in busy]


def _refuse_nobody(free: Sequence[int], pairs: Sequence[Pair]) -> None:
    if not pairs:
        one, two = sorted(free)[:FEWEST]
        raise ONLY_EACH_OTHER(entrant=one, other=two)


def _plays(state: StageState, field: FreePlayers, pair: Pair) -> bool:
    same, just_met, forbidden = field.barred(*pair)
    if same:
        return False
    others_play = any(outcome.is_open for outcome in state.outcomes)
    waits = forbidden or (just_met and others_play)
    return state.at_once or not waits


def draw(state: StageState, seed: str) -> DrawnRound:
    """The pair with the fewest matches comes first. Raises TooFewEntrantsError."""
    free = due(state)
    field = free_field(
        state, free, pair_factors(seed, f"night:{state.next_round}", free)
    )
    pairs = [
        pair
        for block in _blocks(field)
        for pair in _best(field, block)
        if _plays(state, field, pair)
    ]
    _refuse_nobody(free, pairs)
    pairs.sort(
        key=lambda pair: (
            sorted(len(field.met[number]) for number in pair),
            field.factors[pair[0]],
        )
    )
    return DrawnRound(state.next_round, tuple(_pairing(field, *pair) for pair in pairs))


def _pairing(field: FreePlayers, one: int, two: int) -> DrawnPairing:
    since = field.since(one, two)
    notes = (Note(MET_TONIGHT, {"since": since[0]}),) if since else ()
    return DrawnPairing(one, two, notes + field.wishes.pair_notes(one, two))


def free_field(
    state: StageState, free: Sequence[int], factors: Mapping[int, int]
) -> FreePlayers:
    met, last = _met(state)
    chosen = set(free)
    place = _places([entrant for entrant in state.entrants if entrant.number in chosen])
    turns = {number: (len(met[number]), last[number]) for number in free}
    most_first = sorted(set(turns.values()), reverse=True)
    return FreePlayers(
        order=sorted(free, key=lambda number: (place[number], factors[number])),
        place=place,
        waits={number: most_first.index(turn) for number, turn in turns.items()},
        met=met,
        last=last,
        factors=factors,
        wishes=barred_pairs(state),
    )


def _met(state: StageState) -> tuple[Mapping[int, Sequence[int]], Mapping[int, int]]:
    """Return opponents, and the last draw with a match; a pairing counts once."""
    played = {
        (outcome.round, outcome.one, outcome.two)
        for outcome in state.outcomes
        if outcome.two is not None and outcome.played and outcome.winner is not None
    }
    met: defaultdict[int, list[int]] = defaultdict(list)
    last: defaultdict[int, int] = defaultdict(int)
    for number, one, two in sorted(played):
        met[one].append(two)
        met[two].append(one)
        last[one] = last[two] = number
    return met, last


def _places(entrants: Sequence[Entrant]) -> dict[int, int]:
    """Return each player's place in the list of ratings; equal ones share theirs."""
    known = sorted(
        -entrant.rating for entrant in entrants if entrant.rating is not None
    )
    if not known:
        return {entrant.number: 0 for entrant in entrants}
    middle = known[len(known) // 2]
    below = {
        entrant.number: middle if entrant.rating is None else -entrant.rating
        for entrant in entrants
    }
    # `bisect_left` gives equal ratings the same place, that of the first of them.
    ranked = sorted(below.values())
    return {number: bisect_left(ranked, value) for number, value in below.items()}


def _blocks(field: FreePlayers) -> list[Sequence[int]]:
    order = field.order
    if len(order) <= BLOCK:
        return [order]
    if len(order) % 2:
        first = min(order, key=lambda one: (field.waits[one], field.factors[one]))
        order = [number for number in order if number != first]
    return [order[start : start + BLOCK] for start in range(0, len(order), BLOCK)]


def _best(field: FreePlayers, block: Sequence[int]) -> list[Pair]:
    size, place, factors = len(block), field.place, field.factors
    nodes = size + size % 2
    repeats = {
        (low, high): field.repeats(block[low], block[high])
        for low in range(size)
        for high in range(low + 1, size)
    }
    reach = place[block[-1]] - place[block[0]]
    barred = {pair: field.barred(block[pair[0]], block[pair[1]]) for pair in repeats}
    same, just_met, forbidden, wait, repeat, distance, _ = place_values(
        [
            0,
            # The largest totals: nothing can be better than the sum of all, so no
            # criterion reaches into the one before it.
            *(sum(some) for some in list(zip(*barred.values(), strict=True))[1:]),
            max(field.waits[number] for number in block),
            nodes // 2 * max(repeats.values(), default=0),
            nodes // 2 * reach**2,
            nodes // 2 * PAIR_PRIME,
        ]
    )
    edges = [
        (
            low,
            high,
            same * barred[low, high][0]
            + just_met * barred[low, high][1]
            + forbidden * barred[low, high][2]
            + repeat * cost
            + distance * (place[block[low]] - place[block[high]]) ** 2
            + factors[block[low]] * factors[block[high]] % PAIR_PRIME,
        )
        for (low, high), cost in repeats.items()
    ]
    if size % 2:
        edges += [
            (low, size, wait * field.waits[number] + factors[number])
            for low, number in enumerate(block)
        ]
    matching = cheapest_perfect_matching(nodes, edges)
    if matching is None:
        raise AssertionError("a complete graph has a perfect matching")
    return [(block[low], block[high]) for low, high in matching if high < size]


def standings(state: StageState) -> Standings:
    """A night from before there was a choice has the share of wins."""
    chosen = tiebreaks_of(state) if state.options.tiebreaks else (WIN_SHARE,)
    return by_wins(state, chosen)
