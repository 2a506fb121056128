"""Plays seeded random evenings: like `tests.simulate`, with options and stragglers."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from matches.rules.refusals import RuleError
from tests.simulate import NONE, Mishaps, disturbed, field, happens, result, shuffled
from tournaments.engine import DrawnRound, Options, StageState, draw, is_finished
from tournaments.engine.errors import STAGE_FINISHED, TooFewEntrantsError

MOST_ROUNDS = 60
LATE_ROUNDS = 6

Round = tuple[StageState, DrawnRound, StageState]
"""The state before the draw, the draw, the state after the results."""


def evening(
    key: str,
    size: int,
    *,
    seed: int,
    mishaps: Mishaps = NONE,
    ahead: int = 0,
    **options: Any,
) -> list[Round]:
    """Play until it is finished, too few are left or `MOST_ROUNDS` are drawn.

    `ahead`: how many percent of the results come in after the next draw. `options` are
    those of `Options`, and `rounds`. Nobody comes late after `LATE_ROUNDS`.
    """
    random = Random(f"{key} {size} {seed}")
    rounds = options.pop("rounds", 99)
    state = StageState(key, rounds, 7, field(size), options=Options(**options))
    state = replace(state, ahead=bool(ahead))
    played: list[Round] = []
    while len(played) < MOST_ROUNDS and not is_finished(state):
        if played:
            late = mishaps.late_entry if len(played) < LATE_ROUNDS else 0
            state = disturbed(state, random, replace(mishaps, late_entry=late))
            if is_finished(state):
                break
        state, drawn = _drawn(state, f"{seed}-{state.next_round}")
        if drawn is None:
            if not any(outcome.is_open for outcome in state.outcomes):
                break
            state = caught_up(state, random)
            continue
        after = with_results(
            caught_up(state, random), drawn, random, mishaps=mishaps, ahead=ahead
        )
        played.append((state, drawn, after))
        state = after
    return played


def _drawn(state: StageState, seed: str) -> tuple[StageState, DrawnRound | None]:
    """Draw; None if there is nothing left to draw."""
    try:
        return state, draw(state, seed)
    except TooFewEntrantsError:
        return state, None
    except RuleError as error:
        if error.refusal is STAGE_FINISHED:
            return state, None
        raise


def caught_up(state: StageState, random: Random) -> StageState:
    """Decide what was open."""
    outcomes = [
        replace(one, winner=random.choice((one.one, one.two)), points_one=7)
        if one.is_open
        else one
        for one in state.outcomes
    ]
    return replace(state, outcomes=tuple(outcomes))


def with_results(
    state: StageState,
    drawn: DrawnRound,
    random: Random,
    *,
    mishaps: Mishaps = NONE,
    ahead: int = 0,
) -> StageState:
    """Return the state after random results, two of a pairing where it has two legs."""
    lots = drawn.lots
    entrants = tuple(
        replace(one, lot=lots.get(one.number, one.lot)) for one in state.entrants
    )
    outcomes = []
    for pairing in drawn.pairings:
        for _ in range(state.options.legs if pairing.two else 1):
            one = result(random, drawn.round, pairing, mishaps=mishaps)
            if pairing.two and happens(random, ahead):
                one = replace(one, winner=None, nobody=False, played=True)
            outcomes.append(one)
    return replace(state, entrants=entrants, outcomes=(*state.outcomes, *outcomes))


def check_same_draw(played: list[Round], seed: int) -> None:
    """The order of entrants and outcomes makes no difference to a draw."""
    random = Random(seed)
    for state, drawn, _ in played:
        mixed = replace(
            state,
            entrants=tuple(_mixed(random, state.entrants)),
            outcomes=tuple(_mixed(random, state.outcomes)),
        )
        assert draw(mixed, f"{seed}-{state.next_round}") == drawn


def _mixed(random: Random, things: tuple[Any, ...]) -> Iterator[Any]:
    return (things[index] for index in shuffled(random, range(len(things))))
