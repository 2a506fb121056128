"""Standings with all tie-breaks against the bare fetch of the same matches."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from statistics import median
from time import process_time

from benchmarks.measure import at
from tests.simulate import play
from tournaments.engine import TIEBREAKS, StageState, standings
from tournaments.engine.standings.event import VIRTUAL
from tournaments.engine.standings.tiebreaks import BY_OPPONENTS_FIRST

SIZES = at((64, 256, 1024, 4096), smallest=(8,))
GOAL, GOAL_FROM = 2.0, 1024
ROUNDS = at(9, smallest=3)
ORDERS_OF = at(1024, smallest=8)
REPEATS = at(15, smallest=1)
QUERY = """
    SELECT round, one, two, winner, points_one, points_two, played
    FROM outcome ORDER BY round, id
"""


def run() -> None:
    print("Standings (CPU ms; ours from the state to the rows, fetch by sqlite3)")
    for size in SIZES:
        state = play("swiss", size, ROUNDS, seed=1).final
        with _stored(state) as database:
            ours, fetch = _medians(
                partial(standings, state), partial(_fetched, database)
            )
        ratio = ours / fetch
        goal = ""
        if size >= GOAL_FROM:
            goal = f"goal {GOAL} {'met' if ratio <= GOAL else 'MISSED'}"
        what = f"S1 N={size}, {len(state.outcomes)} matches"
        print(f"{what:35} {ours:8.3f} {fetch:9.3f}  {ratio:6.3f}  {goal}")
    _orders()


def _orders() -> None:
    """Print what chosen orders take: the usual one, and the whole catalogue."""
    played = play("swiss", ORDERS_OF, ROUNDS, seed=1).final
    everything = tuple(one.code for one in TIEBREAKS)
    orders = {"usual order": BY_OPPONENTS_FIRST, "all tie-breaks": everything}
    with _stored(played) as database:
        for what, codes in orders.items():
            options = replace(played.options, tiebreaks=codes, unplayed=VIRTUAL)
            state = replace(played, options=options, lots_seed="3 1 6 4")
            ours, fetch = _medians(
                partial(standings, state), partial(_fetched, database)
            )
            ratio = ours / fetch
            told = f"{what} ({len(codes)}), N={ORDERS_OF}"
            goal = f"goal {GOAL} {'met' if ratio <= GOAL else 'MISSED'}"
            print(f"{told:35} {ours:8.3f} {fetch:9.3f}  {ratio:6.3f}  {goal}")


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
                *(one.round, one.one, one.two, one.winner),
                *(one.points_one, one.points_two, one.played),
            )
            for one in state.outcomes
        ],
    )
    return database


def _fetched(database: sqlite3.Connection) -> list[object]:
    return database.execute(QUERY).fetchall()


def _medians(*acts: Callable[[], object]) -> list[float]:
    """Return the median milliseconds of each act; they take turns."""
    times: list[list[float]] = [[] for _ in acts]
    for _ in range(REPEATS):
        for act, taken in zip(acts, times, strict=True):
            start = process_time()
            act()
            taken.append((process_time() - start) * 1000)
    return [median(taken) for taken in times]


if __name__ == "__main__":
    run()
