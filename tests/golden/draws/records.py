"""Draw records: what went into a draw and what came out, as JSON anybody can read.

A file holds rounds of one version of a format. They are frozen: if one comes out
differently, published draws can no longer be verified. A format that has to draw
differently gets a new version and a new file, and must still draw the old one.
"""

import json
from pathlib import Path
from typing import Any

from tournaments.engine import DrawnRound, Entrant, Outcome, StageState

FOLDER = Path(__file__).parent

Record = dict[str, Any]


def record(state: StageState, seed: str, drawn: DrawnRound, *, version: int) -> Record:
    """Return a draw as plain values."""
    return {
        "format": state.format,
        "version": version,
        "rounds": state.rounds,
        "length": state.length,
        "seed": seed,
        "round": drawn.round,
        "entrants": [
            [one.number, one.present, one.joined, one.lot] for one in state.entrants
        ],
        "outcomes": [
            [
                *(one.round, one.one, one.two, one.winner),
                *(one.points_one, one.points_two, one.played),
            ]
            for one in state.outcomes
        ],
        "pairings": [[one.one, one.two] for one in drawn.pairings],
        "lots": sorted(map(list, drawn.lots.items())),
    }


def state_of(recorded: Record) -> StageState:
    """Return the state a record was drawn from."""
    return StageState(
        format=recorded["format"],
        rounds=recorded["rounds"],
        length=recorded["length"],
        entrants=tuple(
            Entrant(number, present=present, joined=joined, lot=lot)
            for number, present, joined, lot in recorded["entrants"]
        ),
        outcomes=tuple(Outcome(*values) for values in recorded["outcomes"]),
    )


def load(name: str) -> list[Record]:
    """Return the records of a file."""
    records: list[Record] = json.loads((FOLDER / name).read_text("utf-8"))
    return records


def write(name: str, records: list[Record]) -> None:
    """Freeze records, one on a line; refuse to overwrite frozen ones."""
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in records)
    with (FOLDER / name).open("x", encoding="utf-8") as file:
        file.write(f"[\n{lines}\n]\n")
