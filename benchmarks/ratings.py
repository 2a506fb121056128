"""Ratings of a million matches against the bare fetch of them."""

import random
import sqlite3
from collections.abc import Iterator
from typing import Final

from benchmarks.measure import Line, Row, at, medians
from matches.rules.ratings import FIBS, Ladder

MATCHES: Final = at(1_000_000, smallest=2_000)
PLAYERS: Final = at(20_000, smallest=50)
FETCH: Final = "SELECT one, two, length, winner FROM rated ORDER BY moment, match"


def run() -> Iterator[Line]:
    yield "Ratings (CPU ms)"
    database = _stored()

    def fetched() -> None:
        database.execute(FETCH).fetchall()

    def followed() -> None:
        Ladder(FIBS).rate(database.execute(FETCH))

    fetch, follow = medians(fetched, followed, repeats=3)
    what = f"{MATCHES} matches read and rated / read alone"
    yield Row(goal="R1", what=what, ours=follow, peer=fetch, most=3)


def _stored() -> sqlite3.Connection:
    """Return matches of players on FIBS in the order in which they were played."""
    lots = random.Random(1)
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE TABLE rated (moment INTEGER, match INTEGER, one INTEGER, two INTEGER, "
        "length INTEGER, winner INTEGER)"
    )
    database.executemany(
        "INSERT INTO rated VALUES (?, ?, ?, ?, ?, ?)",
        (
            (
                *(number, number, *lots.sample(range(1, PLAYERS + 1), 2)),
                *(lots.randint(1, 17), lots.randint(1, 2)),
            )
            for number in range(MATCHES)
        ),
    )
    database.execute("CREATE INDEX in_order ON rated (moment, match)")
    return database
