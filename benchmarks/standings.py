"""Standings with five tie-breaks against the bare fetch of the same matches."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from benchmarks.measure import Line, Row, at, medians
from tests.simulate import play
from tournaments.engine import TIEBREAKS, StageState, standings
from tournaments.engine.standings.tiebreaks import BY_OPPONENTS_FIRST

SIZE: Final = at(1024, smallest=8)
ROUNDS: Final = at(9, smallest=3)
QUERY: Final = """
    SELECT round, one, two, winner, points_one, points_two, played
    FROM outcome ORDER BY round, id
"""


def run() -> Iterator[Line]:
    yield "Standings (CPU ms; ours from the state to the rows, the fetch by sqlite3)"
    played = play("swiss", SIZE, ROUNDS, seed=1).final
    database = _stored(played)
    for goal, codes in (
        ("S1", BY_OPPONENTS_FIRST[:5]),
        ("", tuple(tiebreak.code for tiebreak in TIEBREAKS)),
    ):
        options = replace(played.options, tiebreaks=codes)
        state = replace(played, options=options, lots_seed="3 1 6 4")
        ours, fetch = medians(
            partial(standings, state), partial(_fetched, database), repeats=15
        )
        yield Row(
            goal=goal,
            what=f"{len(codes)} tie-breaks, {SIZE} players / fetch",
            ours=ours,
            peer=fetch,
            most=3 if goal else None,
        )


def _fetched(database: sqlite3.Connection) -> list[object]:
    return database.execute(QUERY).fetchall()


def _stored(state: StageState) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE TABLE outcome (id INTEGER PRIMARY KEY, round INTEGER, one INTEGER, "
        "two INTEGER, winner INTEGER, points_one INTEGER, points_two INTEGER, "
        "played INTEGER)"
    )
    database.executemany(
        "INSERT INTO outcome VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(each.round, each.one, each.two, each.winner),
                *(each.points_one, each.points_two, each.played),
            )
            for each in state.outcomes
        ],
    )
    return database
