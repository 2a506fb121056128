"""Plays seeded random tournaments through the engine, mishaps included.

`python -m tests.simulate 10000` plays so many, of every kind there is, and prints what
they were and what was wrong.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tournaments.engine import (
    DrawnPairing,
    DrawnRound,
    Entrant,
    Outcome,
    StageState,
    course,
    draw,
    format_named,
    is_finished,
    round_count,
)
from tournaments.engine.errors import TooFewEntrantsError

LENGTH = 7
LATE_ROUNDS = 6
"""Where lives are lost, nobody comes later than that: it would never end."""


@dataclass(frozen=True, slots=True)
class Mishaps:
    """How often, in percent, for each entrant or match and each round."""

    withdrawal: int = 0
    return_after: int = 0
    late_entry: int = 0
    walkover: int = 0
    double_forfeit: int = 0


NONE = Mishaps()
MANY = Mishaps(withdrawal=4, return_after=30, late_entry=6, walkover=8)
MOST = replace(MANY, double_forfeit=9)


@dataclass(frozen=True, slots=True)
class Played:
    """A tournament to its end: each round as the engine saw and drew it.

    Round r was drawn with the seed `"<seed>-<r>"`; a bracket is drawn once.
    """

    seed: int
    rounds: tuple[tuple[StageState, DrawnRound], ...]
    final: StageState


def field(size: int) -> tuple[Entrant, ...]:
    """Return entrants 1 to size, all present."""
    return tuple(Entrant(number) for number in range(1, size + 1))


def play(
    format_key: str,
    size: int,
    rounds: int,
    *,
    seed: int,
    mishaps: Mishaps = NONE,
    **worth: Any,
) -> Played:
    """Play a tournament until it is finished or too few are left.

    `worth`: what byes and walk-overs count, as in `StageState`.
    """
    random = Random(f"{format_key} {size} {rounds} {seed}")
    state = StageState(
        format=format_key,
        rounds=round_count(format_key, size, rounds),
        length=LENGTH,
        entrants=field(size),
        **worth,
    )
    drawn_rounds: list[tuple[StageState, DrawnRound]] = []
    while not is_over(state):
        if drawn_rounds:
            state = disturbed(state, random, still_possible(state, mishaps))
            if is_over(state):
                break
        try:
            state, drawn = drawn_without_strangers(state, f"{seed}-{state.next_round}")
        except TooFewEntrantsError:
            break
        drawn_rounds.append((state, drawn))
        if format_named(format_key).plan is not None:
            return Played(
                seed, tuple(drawn_rounds), bracket(state, drawn, random, mishaps)
            )
        state = played_on(state, drawn, random, mishaps=mishaps)
    return Played(seed, tuple(drawn_rounds), state)


def is_over(state: StageState) -> bool:
    """Tell whether no round is to come; a club night, after the rounds asked for."""
    if format_named(state.format).is_endless:
        return state.next_round > state.rounds
    return is_finished(state)


def still_possible(state: StageState, mishaps: Mishaps) -> Mishaps:
    """Return what may happen before the next round."""
    if state.format == "lives" and state.next_round > LATE_ROUNDS:
        return replace(mishaps, late_entry=0)
    return mishaps


def drawn_without_strangers(
    state: StageState, seed: str
) -> tuple[StageState, DrawnRound]:
    """Draw; send away who has come too late for the schedule of a round robin."""
    drawn = draw(state, seed)
    if state.format == "round_robin" and state.outcomes:
        seated = {one.number for one in state.entrants if one.lot is not None}
        seated |= set(drawn.lots)
        entrants = tuple(
            replace(one, present=one.present and one.number in seated)
            for one in state.entrants
        )
        state = replace(state, entrants=entrants)
    return state, drawn


def bracket(
    state: StageState, drawn: DrawnRound, random: Random, mishaps: Mishaps
) -> StageState:
    known = format_named(state.format)
    state = replace(state, entrants=with_lots(state, drawn))
    if known.plan is None:
        raise AssertionError(state.format)
    plan = known.plan(state)
    while True:
        gone = {one.number for one in state.entrants if not one.present}
        due = course(plan, lines=drawn.lots, outcomes=state.outcomes, gone=gone).due()
        if not due:
            return state
        outcomes = [
            replace(
                result(
                    random,
                    slot.node.round,
                    DrawnPairing(slot.top or 0, slot.bottom),
                    mishaps=mishaps,
                ),
                slot=slot.node.number,
            )
            for slot in due
        ]
        state = replace(state, outcomes=(*state.outcomes, *outcomes))
        state = disturbed(state, random, mishaps)


def with_lots(state: StageState, drawn: DrawnRound) -> tuple[Entrant, ...]:
    return tuple(
        replace(entrant, lot=drawn.lots.get(entrant.number, entrant.lot))
        for entrant in state.entrants
    )


def played_on(
    state: StageState, drawn: DrawnRound, random: Random, *, mishaps: Mishaps
) -> StageState:
    entrants = with_lots(state, drawn)
    outcomes = tuple(
        result(random, drawn.round, pairing, mishaps=mishaps)
        for pairing in drawn.pairings
    )
    return replace(state, entrants=entrants, outcomes=state.outcomes + outcomes)


def result(
    random: Random, round_number: int, pairing: DrawnPairing, *, mishaps: Mishaps
) -> Outcome:
    one, two = pairing.one, pairing.two
    played = not happens(random, mishaps.walkover)
    # Without double forfeits no lot is drawn for them: the same results as ever.
    if two and mishaps.double_forfeit and happens(random, mishaps.double_forfeit):
        return Outcome(round_number, one, two, None, played=False, nobody=True)
    return outcome(random, round_number, (one, two), played=played)


def outcome(
    random: Random,
    round_number: int,
    pair: tuple[int, int | None],
    *,
    played: bool = True,
) -> Outcome:
    """Return a random result; a winner may have thrown more than he needed."""
    one, two = pair
    if two is None:
        return Outcome(round_number, one, None, winner=one, played=False)
    if not played:
        winner = random.choice((one, two))
        return Outcome(round_number, one, two, winner=winner, played=False)
    high, low = LENGTH + random.randrange(3), random.randrange(LENGTH)
    if random.random() < 0.5:
        return Outcome(
            round_number, one, two, winner=one, points_one=high, points_two=low
        )
    return Outcome(round_number, one, two, winner=two, points_one=low, points_two=high)


def disturbed(state: StageState, random: Random, mishaps: Mishaps) -> StageState:
    """Let entrants withdraw, come back and come late; no cup takes late ones."""
    entrants = []
    for entrant in state.entrants:
        chance = mishaps.withdrawal if entrant.present else mishaps.return_after
        changed = happens(random, chance)
        entrants.append(replace(entrant, present=entrant.present != changed))
    if not format_named(state.format).is_bracket:
        late = sum(happens(random, mishaps.late_entry) for _ in state.entrants)
        top = max((entrant.number for entrant in entrants), default=0)
        entrants += [
            Entrant(top + step, joined=state.next_round) for step in range(1, late + 1)
        ]
    return replace(state, entrants=tuple(entrants))


def history(
    random: Random, size: int, rounds: int, *, format_key: str = "swiss"
) -> StageState:
    """Return a field after rounds drawn by no rule at all: a hard one to pair.

    Rematches, byes and walk-overs fall where they may; one more round is to come.
    """
    outcomes: list[Outcome] = []
    for number in range(1, rounds + 1):
        order: list[int | None] = [*range(1, size + 1)]
        random.shuffle(order)
        order += [None] * (size % 2)
        for one, two in zip(order[::2], order[1::2], strict=True):
            assert one is not None
            outcomes.append(
                outcome(random, number, (one, two), played=random.random() < 0.9)
            )
    entrants = tuple(
        Entrant(number, lot=lot)
        for lot, number in enumerate(shuffled(random, range(1, size + 1)), start=1)
    )
    return StageState(format_key, rounds + 1, LENGTH, entrants, tuple(outcomes))


def shuffled(random: Random, numbers: Iterable[int]) -> list[int]:
    order = list(numbers)
    random.shuffle(order)
    return order


def happens(random: Random, percent: int) -> bool:
    """Tell whether something of this chance happens now."""
    return random.randrange(100) < percent
