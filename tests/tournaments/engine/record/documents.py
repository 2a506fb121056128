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
from tournaments.engine.record import announcement, fingerprint
from tournaments.engine.state import swapped

Record = dict[str, Any]
SECRET = "0123456789abcdef" * 2
DICE = "53-66-41-22-61-63-51-44"


def document(
    state: StageState, *, swaps: tuple[tuple[int, int, str], ...] = (), **more: Any
) -> Record:
    """Return the record of a draw.

    With `dice` it was announced. `secret` is that of the server, `told` replaces
    fields of the announcement, and `chain` are those before it.
    """
    secret, dice = more.pop("secret", SECRET), more.pop("dice", "")
    names = {one.number: f"Entrant {one.number}" for one in state.entrants}
    salts = {number: f"{number:032x}" for number in names}
    hashes = {
        number: announcement.salted(salts[number], names[number]) for number in names
    }
    told = {
        "club": "The club",
        "tournament": {"title": "An evening", "slug": "eve", "date": "2026-11-22"},
        "stage": {"number": 1, "name": ""},
        "round": state.next_round,
        "number": 1,
        "place": 1,
        "before": "",
        "made": "2026-11-22T19:04:05Z",
        "rolls": len(dice.split("-")) if dice else 0,
        "secret": announcement.commitment(secret),
        "algorithm": state.format,
        "version": format_named(state.format).version,
        "fingerprint": fingerprint(to_record(state)),
        "names": announcement.names_digest(hashes),
        "reason": "",
        "differs": [],
        **more.pop("told", {}),
    }
    digest = announcement.digest_of(told)
    parts = {"dice": dice, "secret": secret} if dice else {"secret": secret}
    seed = announcement.seed_from(digest, parts)
    drawn = draw(state, seed)
    for first, second, _reason in swaps:
        exchanged = swapped(drawn, first, second)
        assert exchanged is not None
        drawn = exchanged
    made = {
        "crawford_draw": 1,
        "announcement": told,
        "digest": digest,
        "chain": more.pop("chain", []),
        "state": to_record(state),
        "names": {str(number): name for number, name in names.items()},
        "salts": {str(number): salt for number, salt in salts.items()},
        "hidden": {},
        "seed": seed,
        "parts": parts,
        "pairs": [[pairing.one, pairing.two] for pairing in drawn.pairings],
        "lots": {str(number): lot for number, lot in drawn.lots.items()},
        "swaps": [list(swap) for swap in swaps],
    }
    assert not more
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
