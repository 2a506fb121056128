"""Whole draw records, frozen as strangers may have kept them.

A file holds records of one format, one on a line: with wishes, seeds, byes, groups,
results, results that were missing, swaps. A new format gets its file by

    python -m tests.golden.draws.proofs
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.tournaments.engine.record.documents import (
    DICE,
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
    """Freeze the draws of a format; refuse to overwrite frozen ones."""
    lines = ",\n".join(
        json.dumps(one, separators=(",", ":")) for one in records_of(known)
    )
    path = FOLDER / f"{known.key}.json"
    with path.open("x", encoding="utf-8") as file:
        file.write(f"[\n{lines}\n]\n")


def records_of(known: Format) -> Iterator[dict[str, Any]]:
    """Yield records of every kind that a format knows."""
    states = [*_first_rounds(known)]
    if known.plan is None and known.through is None:  # one match each ends the stage
        states += [one for one in _later_rounds(known) if not is_finished(one)]
    for number, state in enumerate(states):
        made = {"secret": f"{number:032x}", "dice": DICE if number % 2 else ""}
        record = document(state, **made)
        yield record
        pairs = record["pairs"]
        if number % 3 == 0 and len(pairs) > 1:
            swap = (pairs[0][0], pairs[-1][0], "Cousins")
            yield document(state, swaps=(swap,), **made)


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
        "reset": (False,),
        "branches": (BRANCHES,),
        "legs": (
            2,
        ),  # the last that brackets got: their other records stay as they are
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


if __name__ == "__main__":
    for known in FORMATS:
        if not (FOLDER / f"{known.key}.json").exists():
            write(known)
