"""Whole draw records, frozen as strangers may have kept them.

A file holds records of one version of a format, one on a line: with wishes, seeds,
byes, groups, results, results that were missing, swaps. They must stay checkable for
ever. A format that has to draw differently gets a new version and a new file, written
once by

    python -m tests.golden.draws.proofs
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.tournaments.engine.record.documents import (
    document,
    later,
    mixed_field,
    stage,
)
from tournaments.engine import (
    FORMATS,
    Branch,
    Format,
    Options,
    Outcome,
    StageState,
    is_finished,
)
from tournaments.engine import draw as draw_round

FOLDER = Path(__file__).parent / "proofs"

WISHES = Options(
    seeded=4,
    apart=("club", "country", "family"),
    apart_rounds=0,
    forbidden=((1, 2), (7, 8)),
)
BRANCHES = (Branch(), Branch(section="last", of="consolation", pattern="unshifted"))


def load(name: str) -> list[dict[str, Any]]:
    """Return the records of a file."""
    records: list[dict[str, Any]] = json.loads((FOLDER / name).read_text("utf-8"))
    return records


def write(known: Format) -> None:
    """Freeze a version of a format; refuse to overwrite a frozen one."""
    lines = ",\n".join(
        json.dumps(one, separators=(",", ":")) for one in records_of(known)
    )
    path = FOLDER / f"{known.key}-{known.version}.json"
    with path.open("x", encoding="utf-8") as file:
        file.write(f"[\n{lines}\n]\n")


def records_of(known: Format) -> Iterator[dict[str, Any]]:
    """Yield records of every kind that a format knows."""
    states = [*_first_rounds(known)]
    if known.plan is None:
        states += [one for one in _later_rounds(known) if not is_finished(one)]
    for number, state in enumerate(states):
        seed = ("35-66-14-22", "9f3ac21b9f3ac21b", "Æ nøgle")[number % 3]
        yield document(state, seed)
        swaps = _swaps(state, seed)
        if number % 3 == 0 and swaps:
            yield document(state, seed, swaps=swaps)


def _first_rounds(known: Format) -> Iterator[StageState]:
    for size in (2, 5, 12, 13):
        yield stage(known.key, size)
    yield stage(known.key, 15, options=WISHES, entrants=mixed_field(15))
    if "forbidden" in known.options:
        many = 2 if "groups" in known.options else 1
        never = Options(forbidden=((3, 4), (3, 5)), groups=many)
        yield stage(known.key, 9, options=never, same_person=((1, 2), (6, 7)))
    for name, values in {
        "byes": ("top", "bottom", "lots"),
        "groups": (2, 3),
        "times": (2,),
        "lives": (2,),
        "legs": (2,),
        "reset": (False,),
        "branches": (BRANCHES,),
    }.items():
        if name in known.options:
            for value in values:
                yield stage(known.key, 11, options=Options(**{name: value}))


def _later_rounds(known: Format) -> Iterator[StageState]:
    for size in (4, 9, 16):
        for rounds in (1, 2):
            state = stage(known.key, size, rounds=6, bye=Fraction(rounds % 2, 2))
            yield later(state, rounds)
    wishes = stage(known.key, 15, rounds=6, options=WISHES, entrants=mixed_field(15))
    yield later(wishes, 2)
    if known.can_draw_ahead:
        yield _ahead(later(stage(known.key, 10, rounds=6), 1))


def _ahead(state: StageState) -> StageState:
    """Return the stage with one result still missing."""
    first, *others = state.outcomes
    missing = Outcome(first.round, first.one, first.two, None)
    return replace(state, outcomes=(missing, *others), ahead=True)


def _swaps(state: StageState, seed: str) -> tuple[tuple[int, int], ...]:
    pairings = draw_round(state, seed).pairings
    if len(pairings) < 2:
        return ()
    return ((pairings[0].one, pairings[-1].one),)


if __name__ == "__main__":
    for known in FORMATS:
        if not (FOLDER / f"{known.key}-{known.version}.json").exists():
            write(known)
