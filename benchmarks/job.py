"""P5: deciding who meets whom, against reading and writing the same round."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import Any
from unittest import mock

from benchmarks import fields
from benchmarks.measure import Line, Row
from matches.jobs import queue as jobs_queue
from matches.models import Job
from tournaments import engine
from tournaments.draws import request as draws_request
from tournaments.draws.publish import publish_round
from tournaments.models import Tournament
from tournaments.rounds import engine_state
from tournaments.structure.locking import lock_open

SIZES = (16, 64, 256)
ROUNDS = 7


@dataclass(slots=True)
class Times:
    """CPU milliseconds of the steps of a draw."""

    read: float = 0
    pair: float = 0
    write: float = 0


def run() -> Iterator[Line]:
    yield (
        f"A draw inside its job (CPU ms; median of rounds 2 to {ROUNDS}; writing is "
        "the transaction that ends the job, reports of progress not counted)"
    )
    for size in SIZES:
        tournament = fields.store(players=size, rounds=1, planned=ROUNDS)
        random = Random(size)
        times = [_drawn(tournament, random) for _ in range(2, ROUNDS + 1)]
        yield Row(
            goal="P5",
            what=f"N={size}: pairing / reading and writing the round",
            ours=median(each.pair for each in times),
            peer=median(each.read + each.write for each in times),
            most=0.25,
        )


def _drawn(tournament: Tournament, random: Random) -> Times:
    """Draw, publish and play the next round as the product does; time the draw."""
    draw = draws_request.request_draw(tournament=tournament, by=None)
    job = jobs_queue.claim(draw.job_id)
    assert job is not None
    times = _timed(job)
    published = publish_round(draw_id=draw.pk, tournament=tournament, by=None)
    fields.play_round(published.round, random=random)
    return times


def _timed(job: Job) -> Times:
    times = Times()
    locked = 0.0

    def timed(step: str, act: Callable[..., Any]) -> Callable[..., Any]:
        def timing(*args: object) -> object:
            start = process_time()
            result = act(*args)
            setattr(times, step, (process_time() - start) * 1000)
            return result

        return timing

    def locking(tournament: Tournament) -> Tournament:
        nonlocal locked
        locked = process_time()
        return lock_open(tournament)

    with (
        mock.patch.object(engine_state, "load", timed("read", engine_state.load)),
        mock.patch.object(engine, "draw", timed("pair", engine.draw)),
        mock.patch.object(draws_request, "lock_open", locking),
    ):
        draws_request.make_draw(job)
    times.write = (process_time() - locked) * 1000
    return times
