"""Single elimination: who loses is out, byes fill the field up to a power of two.

Lots (see `lots`): the purpose `knockout:lines` sorts the entrants onto the lines of the
bracket from top to bottom, leaving out those that are byes.

A double forfeit leaves its place in the next round empty: whoever was to meet its
winner there has a bye, and two of them side by side leave an empty place again.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from matches.rules.text import gettext_noop
from tournaments.engine.errors import NoFreePlaceError, TooFewEntrantsError
from tournaments.engine.formats.base import FEWEST, Format, doubling_rounds, due_numbers
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.standings import Standings, placed
from tournaments.engine.standings import tally as tallies
from tournaments.engine.state import DrawnRound, Note, Pairing, StageState

BYE_DRAWN = gettext_noop("Bye by lot: there are fewer entrants than lines.")
BYE_GONE = gettext_noop("Bye: nobody has come through to this match to play against.")


def draw(state: StageState, seed: str) -> DrawnRound:
    """Draw the lines of the cup in round 1; later let winners of neighbours meet.

    Raises TooFewEntrantsError, NoFreePlaceError.
    """
    number = state.next_round
    if number == 1:
        lines = _lines(by_lot(seed, "knockout:lines", due_numbers(state)))
        pairings = _tables({line - 1: one for one, line in lines.items()}, BYE_DRAWN)
        return DrawnRound(number, pairings, lines)
    winners, standing = _winners(state), {}
    for entrant in state.due():
        if entrant.lot is None:
            raise NoFreePlaceError(number=entrant.number)
        if entrant.number in winners:
            standing[(entrant.lot - 1) >> (number - 1)] = entrant.number
    if not standing:
        raise TooFewEntrantsError(needed=FEWEST, present=0)
    return DrawnRound(number, _tables(standing, BYE_GONE))


def _lines(order: Sequence[int]) -> dict[int, int]:
    """Return each entrant's line, 1 to the size of the bracket.

    Byes are where the standard seeding has its weakest seeds: spread over the bracket,
    and never two in one match.
    """
    seeds = [1]
    while len(seeds) < len(order):
        total = 2 * len(seeds) + 1
        seeds = [line for seed in seeds for line in (seed, total - seed)]
    taken = [line for line, seed in enumerate(seeds, start=1) if seed <= len(order)]
    return dict(zip(order, taken, strict=True))


def _winners(state: StageState) -> set[int]:
    """Return who won in the newest round."""
    newest = state.next_round - 1
    return {
        outcome.winner
        for outcome in state.outcomes
        if outcome.round == newest and outcome.winner is not None
    }


def _tables(standing: dict[int, int], bye: str) -> tuple[Pairing, ...]:
    """Pair the blocks 0 and 1, 2 and 3 and so on; who is alone in one has a bye."""
    pairs, byes = [], []
    for match in sorted({block // 2 for block in standing}):
        upper, lower = standing.get(2 * match), standing.get(2 * match + 1)
        if upper is not None and lower is not None:
            pairs.append(Pairing(upper, lower))
            continue
        alone = upper if upper is not None else lower
        if alone is not None:
            byes.append(Pairing(alone, None, (Note(bye),)))
    return (*pairs, *byes)


def standings(state: StageState) -> Standings:
    """Rank by the round reached; who went out in the same round shares the place.

    While a round is under way, who can still win stands above who went out in it.
    Both of a double forfeit went out in its round. If that was the final, or if no
    match of the last round had a winner, nobody came further than they did: they
    share the first place. A bye is a round survived, but no win.
    """
    tally = tallies.count(replace(state, bye=Fraction(1)))
    newest = state.next_round - 1
    started: set[int | None] = set()
    last: set[int | None] = set()
    for outcome in state.outcomes:
        started.update((outcome.one, outcome.two))
        if outcome.round == newest:
            last.update((outcome.one, outcome.two))
    ranks = {
        number: (wins, number in last and not tally.losses[number], number in started)
        for number, wins in tally.wins.items()
    }
    return placed(tallies.count(replace(state, bye=Fraction(0))), (), ranks)


def is_finished(state: StageState) -> bool:
    """Tell whether the last match is decided, or nobody is left to play another."""
    newest = state.next_round - 1
    last = [outcome for outcome in state.outcomes if outcome.round == newest]
    if len(last) == 1:
        return not last[0].is_open
    return bool(last) and all(outcome.nobody for outcome in last)


def rounds(entrants: int, asked: int) -> int:
    """Return ceil(log2 n), whatever was asked for."""
    return doubling_rounds(entrants)


KNOCKOUT = Format(
    key="knockout",
    label=gettext_noop("Knock-out, round by round"),
    explanation=gettext_noop(
        "The lines of the cup are drawn once. Who loses is out; winners of "
        "neighbouring matches meet. Byes are spread over the first round."
    ),
    places_explanation=gettext_noop(
        "The round reached decides. Who goes out in the same round shares the place."
    ),
    version=1,
    draw=draw,
    standings=standings,
    rounds=rounds,
    is_finished=is_finished,
    is_bracket=True,
    is_offered=False,
)
