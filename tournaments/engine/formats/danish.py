"""Danish system: down the list the first meets the second, the third the fourth."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from matches.rules.game import gettext_noop
from matches.rules.refusals import Message
from tournaments.engine import format as usual
from tournaments.engine.format import Format
from tournaments.engine.pairing.foresight import listed_round, unavoidable
from tournaments.engine.pairing.wishes import barred_pairs, is_by_lot
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.schemes import scheme_of
from tournaments.engine.standings.tally import Tally
from tournaments.engine.standings.tiebreaks import BY_OPPONENTS_FIRST
from tournaments.engine.state import (
    LIST_LEFT,
    DrawnPairing,
    DrawnRound,
    Note,
    Notes,
    Promise,
    StageState,
    Wins,
)
from tournaments.engine.why.groups import (
    FIRST_LISTED,
    Ranking,
    by_place,
    bye_reasons,
    placed,
    ranking,
)
from tournaments.engine.why.history import StageHistory, shared
from tournaments.engine.why.next_best import described
from tournaments.engine.why.rounds import PairReasons, RoundReasons

MET_AGAIN = Message(
    "danish.met_again", "These two have met before; this format allows rematches."
)


def draw(state: StageState, seed: str) -> DrawnRound:
    """Pair neighbours in the order of the standings, even if they have met before.

    A latecomer gets the next free player number. In an odd field the bye goes to the
    lowest of the players with the fewest byes. An open match counts half a win to
    either side. A player who is not to be met is passed over, as in a Monrad.

    Raises TooFewEntrantsError, SAME_PERSON. Source: wiki of Petanque-Turnier-Manager,
    "Monrad-System".
    """
    wishes = barred_pairs(state)
    numbers, tally = usual.due_in_round(state), tallies.count(state)
    lots = usual.player_numbers(state, numbers, seed)
    lot_of = {entrant.number: entrant.lot for entrant in state.entrants} | lots
    strength = _strengths(state)
    order = sorted(numbers, key=lambda one: lot_of[one] or 0)
    order.sort(key=strength.__getitem__, reverse=True)  # stable: equal ones by lot
    heights = {one: height for height, one in enumerate(reversed(order))}
    drawn = listed_round(state, seed, order, tally=tally, met=_unmet(tally))
    listed = [number for number in order if number != drawn.bye]
    side_by_side = {*zip(listed[::2], listed[1::2], strict=True)}
    met = _met(state)
    pairings = []
    for one, two in sorted(drawn.pairs, key=lambda pair: -heights[pair[0]]):
        notes = wishes.pair_notes(one, two)
        if {one, two} in met:
            notes += (Note(MET_AGAIN),)
        if (one, two) not in side_by_side:
            notes += (Note(LIST_LEFT),)
        pairings.append(DrawnPairing(one, two, notes))
    if drawn.bye is not None:
        by_lot = is_by_lot(state, numbers)
        pairings.append(usual.bye_pairing(tally, heights, drawn.bye, by_lot=by_lot))
    return DrawnRound(state.next_round, tuple(pairings), lots)


def foresees(state: StageState) -> tuple[Note, ...]:
    """Return whether two must meet who are not to; rematches belong to the format."""
    numbers = [entrant.number for entrant in state.due()]
    nobody_met = _unmet(tallies.count(state))
    return tuple(unavoidable(numbers, nobody_met, barred_pairs(state)))


def _unmet(tally: Tally) -> Tally:
    nobody: dict[int, list[int]] = {number: [] for number in tally.beaten}
    return replace(tally, beaten=nobody, lost_to=nobody)


def _met(state: StageState) -> set[frozenset[int | None]]:
    return {
        frozenset((outcome.one, outcome.two))
        for outcome in state.outcomes
        if outcome.played and not outcome.nobody
    }


def _strengths(state: StageState) -> dict[int, tuple[Wins, ...]]:
    """With a scoring scheme its points. An open match counts half a win."""
    waiting = [outcome for outcome in state.outcomes if outcome.is_open]
    halves = Counter(one for pair in waiting for one in (pair.one, pair.two))
    decided = tuple(outcome for outcome in state.outcomes if not outcome.is_open)
    rows = usual.standings_by_wins(replace(state, outcomes=decided)).rows
    scheme = scheme_of(state)
    if scheme is not None:
        half = Fraction(scheme.win) / 2
        return {
            row.entrant: (row.values[0] + half * halves[row.entrant], *row.values[1:])
            for row in rows
        }
    return {
        row.entrant: (row.wins + Fraction(halves[row.entrant], 2), *row.values)
        for row in rows
    }


NEIGHBOURS = Message(
    "danish.neighbours",
    "Neighbours in the standings meet, even if they have met before. Ties are ordered "
    "by the tie-breaks, then by player number.",
)


def _by_standings(past: StageHistory, drawn: DrawnRound) -> Ranking:
    first = int(past.has_points)
    strengths = {
        row.entrant: (past.scores[row.entrant], *row.values[first:])
        for row in usual.standings_by_wins(past.state).rows
    }
    return ranking(past, drawn, strengths)


def _facts(past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing) -> Notes:
    listed = _by_standings(past, drawn)
    if past.is_first:
        yield Note(FIRST_LISTED)
    elif pairing.two is not None and not any(
        note.message is LIST_LEFT for note in pairing.notes
    ):
        yield Note(NEIGHBOURS)
    if pairing.two is None:
        yield from bye_reasons(past, pairing.one, listed)
        return
    yield from placed(past, (pairing.one, pairing.two), listed)
    yield from shared(past, pairing)


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    listed = _by_standings(past, drawn)
    criteria = by_place(past, listed, may_meet_again=True)
    return PairReasons(
        tuple(_facts(past, drawn, pairing)), (), described(pairing, drawn, criteria)
    )


DANISH = Format(
    key="danish",
    label=gettext_noop("Danish system"),
    explanation=gettext_noop(
        "Each round pairs neighbours in the standings: first against second, third "
        "against fourth, even if they have met before. Ties are broken by a player "
        "number drawn once."
    ),
    draw=draw,
    foresees=foresees,
    has_numbers=True,
    options=(*usual.LIST_OPTIONS, *usual.MISSED_ROUNDS),
    later_options=("bye_to", *usual.ASKED_BYES),
    tiebreaks=BY_OPPONENTS_FIRST,
    has=usual.list_so_far,
    why=RoundReasons(as_drawn=_as_drawn, compares_by_hand=True, wishes=barred_pairs),
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.LOWEST_BYE_FIRST,
        Promise.LIST_BY_POINTS,
        Promise.NEIGHBOURS_BY_WINS,
        Promise.FORBIDDEN_APART,
    ),
)
