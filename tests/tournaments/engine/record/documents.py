"""Draw records of rounds that the engine plays by itself, for those who check them."""

from dataclasses import replace
from random import Random
from typing import Any

from tests import simulate
from tournaments.engine import (
    DrawnRound,
    Entrant,
    Options,
    StageState,
    draw,
    format_named,
    to_record,
)
from tournaments.engine.pairing.swap import swapped
from tournaments.engine.record import fingerprint

Record = dict[str, Any]


def document(
    state: StageState,
    seed: str,
    *,
    swaps: tuple[tuple[int, int], ...] = (),
    version: int | None = None,
) -> Record:
    """Return the record of the draw that this field and seed make."""
    known = format_named(state.format)
    drawn = draw(state, seed, version=version)
    for first, second in swaps:
        exchanged = swapped(drawn, first, second)
        assert exchanged is not None
        drawn = exchanged
    record = to_record(state)
    made = {
        "crawford_draw": 1,
        "title": "An evening",
        "algorithm": state.format,
        "version": version or known.version,
        "seed": seed,
        "seed_from": "typed",
        "round": drawn.round,
        "number": 1,
        "reason": "",
        "fingerprint": fingerprint(record),
        "pairs": [[pairing.one, pairing.two] for pairing in drawn.pairings],
        "lots": {str(number): lot for number, lot in drawn.lots.items()},
        "swaps": [list(swap) for swap in swaps],
        "earlier": [],
        "names": {str(one.number): f"Entrant {one.number}" for one in state.entrants},
        "state": record,
    }
    return made | _plan(state, drawn)


def _plan(state: StageState, drawn: DrawnRound) -> Record:
    make = format_named(state.format).plan
    if make is None:
        return {}
    entrants = tuple(
        replace(one, lot=drawn.lots.get(one.number)) for one in state.entrants
    )
    plan = make(replace(state, entrants=entrants))
    return {"plan": {"lines": plan.lines, "nodes": plan.to_rows()}}


def stage(
    format_key: str, size: int, *, rounds: int = 0, legs: int = 1, **more: Any
) -> StageState:
    """Return a stage before its first round."""
    options = more.pop("options", Options(legs=legs))
    entrants = more.pop("entrants", simulate.field(size))
    rounds = format_named(format_key).rounds(size, rounds, Options())
    return StageState(format_key, max(rounds, 1), 7, entrants, options=options, **more)


def later(state: StageState, rounds: int, *, seed: int = 1) -> StageState:
    """Return the stage after so many rounds with random results."""
    random = Random(f"{state.format} {seed}")
    for _ in range(rounds):
        drawn = draw(state, f"{seed}-{state.next_round}")
        state = simulate.played_on(state, drawn, random, mishaps=simulate.NONE)
    return state


def mixed_field(size: int) -> tuple[Entrant, ...]:
    """Return a field with clubs, countries, families, seeds and a wish for the bye."""
    return tuple(
        Entrant(
            number,
            club=("Old Mill", "Harbour", "Tower Æ")[number % 3],
            country=("DK", "SE", "NO", "NL")[number % 4],
            family="Lind" if number in {2, 5} else "",
            seed=number if number <= 4 else None,
            wants_bye=number == 3,
        )
        for number in range(1, size + 1)
    )
