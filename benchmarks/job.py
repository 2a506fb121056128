"""P5: deciding who meets whom, against reading and writing the same round."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import Any
from unittest import mock

from benchmarks import fields
from benchmarks.measure import Line, Row, at
from matches.jobs import queue as jobs_queue
from matches.models import Job
from tournaments import engine
from tournaments.draws import job as draws_job
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.models import Tournament
from tournaments.structure.locking import lock_open

SIZES = at((16, 64, 256), smallest=(8,))
ROUNDS = at(7, smallest=3)


@dataclass(slots=True)
class Times:
    """CPU milliseconds of the steps of a draw; `store` is the last transaction."""

    pair: float = 0
    store: float = 0


def run() -> Iterator[Line]:
    yield (
        f"A draw inside its job (CPU ms; median of rounds 2 to {ROUNDS}; reading and "
        "writing is the transaction that ends the job: it reads the field again, "
        "compares it with the record and writes the draft)"
    )
    for size in SIZES:
        tournament = fields.store(players=size, rounds=1, planned=ROUNDS)
        random = Random(size)
        times = [_drawn(tournament, random) for _ in range(2, ROUNDS + 1)]
        yield Row(
            goal="P5",
            what=f"N={size}: pairing / reading and writing the round",
            ours=median(each.pair for each in times),
            peer=median(each.store for each in times),
            most=0.25,
        )


def _drawn(tournament: Tournament, random: Random) -> Times:
    """Draw, publish and play the next round as the product does; time the draw."""
    draw = request_draw(tournament=tournament, by=None)
    job = jobs_queue.claim(draw.job_id)
    assert job is not None
    times = _timed(job)
    published = publish_round(draw_id=draw.pk, tournament=tournament, by=None)
    fields.play_round(published.round, random=random)
    return times


def _timed(job: Job) -> Times:
    times = Times()
    locked = 0.0

    def pairing(*given: Any, **named: Any) -> engine.DrawnRound:
        start = process_time()
        drawn = engine_draw(*given, **named)
        times.pair = (process_time() - start) * 1000
        return drawn

    def locking(tournament: Tournament) -> Tournament:
        nonlocal locked
        locked = process_time()
        return lock_open(tournament)

    engine_draw = engine.draw
    with (
        mock.patch.object(engine, "draw", pairing),
        mock.patch.object(draws_job, "lock_open", locking),
    ):
        draws_job.make_draw(job)
    times.store = (process_time() - locked) * 1000
    return times
