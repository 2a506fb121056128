"""Background work: claimed once, given up late, never lost and never done twice."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import override
from kombu.exceptions import OperationalError

from matches.jobs import queue as jobs_queue
from matches.jobs import registry, tasks
from matches.models import Job
from tests import builders
from tournaments import engine
from tournaments.draws.job import STEPS
from tournaments.draws.request import request_draw
from tournaments.engine.errors import TOO_FEW_ENTRANTS
from tournaments.models import Draw, Pairing, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def job() -> Job:
    """A job of its own, queued."""
    return Job.objects.create(kind="draw", key=f"job {Job.objects.count()}")


def now(of: Job) -> tuple[str, int]:
    of.refresh_from_db()
    return of.state, of.attempt


def later(seconds: float) -> Any:
    return timezone.now() + timedelta(seconds=seconds)


# Claiming ------------------------------------------------------------------


def test_a_job_is_claimed_once() -> None:
    waiting = job()
    claimed = jobs_queue.claim(waiting.pk)
    assert claimed is not None
    assert jobs_queue.claim(waiting.pk) is None
    assert now(waiting) == ("running", 1)
    assert timezone.now() < waiting.lease_until <= timezone.now() + jobs_queue.LEASE


@pytest.mark.parametrize("state", ["done", "failed"])
def test_a_job_that_ended_is_not_claimed(state: str) -> None:
    ended = job()
    Job.objects.filter(pk=ended.pk).update(state=state)
    assert jobs_queue.claim(ended.pk) is None
    assert jobs_queue.claim(10**15) is None


def test_queued_jobs_wait_the_oldest_first() -> None:
    first, second, running = job(), job(), job()
    assert jobs_queue.claim(running.pk)
    assert jobs_queue.waiting() == [first.pk, second.pk]


def test_every_step_holds_the_claim_a_little_longer() -> None:
    waiting = job()
    claimed = jobs_queue.claim(waiting.pk)
    assert claimed is not None
    Job.objects.update(lease_until=later(1))
    jobs_queue.report_step(claimed, step=2, steps=4, label=STEPS[1])
    waiting.refresh_from_db()
    assert (waiting.step, waiting.steps) == (2, 4)
    assert waiting.step_label == STEPS[1].code
    with override(None):
        assert waiting.step_text == STEPS[1].english
    assert waiting.lease_until > later(jobs_queue.LEASE.total_seconds() - 5)


def test_whoever_lost_the_claim_writes_nothing() -> None:
    waiting = job()
    first = jobs_queue.claim(waiting.pk)
    assert first is not None
    jobs_queue.sweep(later(jobs_queue.LEASE.total_seconds() + 1))
    second = jobs_queue.claim(waiting.pk)
    assert second is not None
    with pytest.raises(jobs_queue.LostClaimError):
        jobs_queue.report_step(first, step=1, steps=1, label=STEPS[0])
    with pytest.raises(jobs_queue.LostClaimError):
        jobs_queue.finish(first)
    assert jobs_queue.fail(first, jobs_queue.BROKE()) is False
    assert now(waiting) == ("running", 2)
    jobs_queue.finish(second)
    assert now(waiting) == ("done", 2)


# Running -------------------------------------------------------------------


def test_a_refusal_is_written_down_to_be_translated_when_shown() -> None:
    waiting = job()

    def refuse(_job: Job) -> None:
        raise TOO_FEW_ENTRANTS(needed=2, present=1)

    jobs_queue.run(waiting.pk, work=refuse)
    assert now(waiting) == ("failed", 1)
    assert waiting.error == TOO_FEW_ENTRANTS.code
    assert waiting.error_params == {"needed": 2, "present": 1}
    assert waiting.finished_at is not None


def test_a_bug_is_raised_and_leaves_a_sentence_for_the_reader() -> None:
    waiting = job()

    def break_down(_job: Job) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        jobs_queue.run(waiting.pk, work=break_down)
    assert now(waiting) == ("failed", 1)
    assert waiting.error == jobs_queue.BROKE.code


def test_work_that_was_taken_over_is_left_alone() -> None:
    waiting = job()

    def lose(claimed: Job) -> None:
        jobs_queue.sweep(later(jobs_queue.LEASE.total_seconds() + 1))
        assert jobs_queue.claim(waiting.pk) is not None
        jobs_queue.finish(claimed)

    jobs_queue.run(waiting.pk, work=lose)
    assert now(waiting) == ("running", 2)


# Sweeping ------------------------------------------------------------------


def test_the_sweep_leaves_living_work_alone() -> None:
    waiting, running = job(), job()
    jobs_queue.claim(running.pk)
    assert jobs_queue.sweep() == []
    assert jobs_queue.sweep(later(jobs_queue.LEASE.total_seconds() - 1)) == [waiting.pk]
    assert now(running) == ("running", 1)


def test_a_message_that_was_lost_is_sent_again_but_not_all_the_time() -> None:
    waiting = job()
    soon = later(jobs_queue.RESEND_AFTER.total_seconds() + 1)
    assert jobs_queue.sweep(soon) == [waiting.pk]
    assert jobs_queue.sweep(soon) == []
    assert jobs_queue.sweep(soon + jobs_queue.RESEND_AFTER + timedelta(seconds=1)) == [
        waiting.pk
    ]


def test_abandoned_work_is_queued_again_and_given_up_after_three_attempts() -> None:
    waiting = job()
    for attempt in (1, 2, 3):
        assert jobs_queue.claim(waiting.pk) is not None
        found = jobs_queue.sweep(later(jobs_queue.LEASE.total_seconds() + 1))
        assert found == ([waiting.pk] if attempt < 3 else [])
        assert now(waiting) == ("queued" if attempt < 3 else "failed", attempt)
    assert waiting.error == jobs_queue.GAVE_UP.code
    assert waiting.failure == jobs_queue.GAVE_UP(attempts=3)
    assert jobs_queue.sweep(later(10_000)) == []


# One is enough -------------------------------------------------------------


def alone(kind: str = "ratings") -> list[int]:
    return jobs_queue.queue_alone(kind, again_after=timedelta(minutes=1))


def test_a_job_of_which_one_is_enough_is_queued_again_when_it_ended() -> None:
    (first,) = alone()
    assert alone() == []
    assert jobs_queue.claim(first) is not None
    assert alone() == []
    Job.objects.update(state="done", finished_at=timezone.now())
    (second,) = alone()
    assert second != first
    Job.objects.update(state="failed", finished_at=timezone.now())
    assert alone() == []
    Job.objects.update(finished_at=later(-61))
    assert len(alone()) == 1
    assert Job.objects.count() == 1


def test_a_failure_before_the_clock_was_set_back_holds_nothing_up() -> None:
    alone()
    Job.objects.update(state="failed", finished_at=later(3600))
    assert len(alone()) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("state", ["", "done", "failed"])
def test_processes_that_ask_in_the_same_moment_queue_one(state: str) -> None:
    if state:
        alone()
        Job.objects.update(state=state, finished_at=later(-3600))
    together = threading.Barrier(4)
    queued: list[int] = []

    def ask() -> None:
        try:
            together.wait()
            for _turn in range(10):
                queued.extend(alone())
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (only,) = Job.objects.values_list("pk", flat=True)
    assert queued == [only]


# A worker that dies --------------------------------------------------------


class Killed(BaseException):
    """What `kill -9` is to a process, this is to a test."""


def die(*_arguments: Any, **_named: Any) -> None:
    raise Killed


def facts(evening: Tournament) -> tuple[list[str], int, int]:
    states = Draw.objects.filter(stage__division__tournament=evening)
    evening.refresh_from_db()
    return (
        list(states.values_list("state", flat=True)),
        Pairing.objects.count(),
        evening.revision,
    )


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        ("tournaments.rounds.engine_state", "load"),
        ("tournaments.engine", "draw"),
        ("tournaments.engine", "audit"),
        ("tournaments.draws.job", "_write_draft"),
    ],
)
def test_a_worker_killed_in_mid_draw_loses_nothing_and_draws_nothing_twice(
    monkeypatch: pytest.MonkeyPatch, owner: str, name: str
) -> None:
    evening = builders.evening("swiss", 6)
    draw = request_draw(tournament=evening, by=None)
    before = facts(evening)
    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(f"{owner}.{name}", die)
        tasks.run_job(draw.job_id)
    assert facts(evening) == before
    assert now(draw.job) == ("running", 1)
    again = jobs_queue.sweep(later(jobs_queue.LEASE.total_seconds() + 1))
    assert again == [draw.job_id]
    tasks.run_job(draw.job_id)
    tasks.run_job(draw.job_id)
    assert facts(evening) == (["draft"], 3, before[2])
    assert now(draw.job) == ("done", 2)


def test_two_workers_at_one_draw_write_one_draft(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first is thought dead, the second finishes, then the first wakes up."""
    evening = builders.evening("swiss", 6)
    draw = request_draw(tournament=evening, by=None)
    audit: Callable[..., Any] = engine.audit
    sleeping = [True]

    def slow_audit(*arguments: Any) -> Any:
        if sleeping.pop() if sleeping else False:
            jobs_queue.sweep(later(jobs_queue.LEASE.total_seconds() + 1))
            tasks.run_job(draw.job_id)
        return audit(*arguments)

    monkeypatch.setattr(engine, "audit", slow_audit)
    tasks.run_job(draw.job_id)
    assert facts(evening)[:2] == (["draft"], 3)
    assert now(draw.job) == ("done", 2)


# Ringing -------------------------------------------------------------------


def test_the_bell_rings_after_commit(
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    settings.REDIS_URL = "redis://redis.example"
    rung: list[Any] = []
    monkeypatch.setattr(
        tasks.run_job, "apply_async", lambda ids, **_options: rung.append(ids)
    )
    with django_capture_on_commit_callbacks(execute=True):
        tasks.send_on_commit(4711)
        assert rung == []
    assert rung == [(4711,)]


def test_without_redis_no_message_is_sent(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    rung: list[Any] = []
    monkeypatch.setattr(
        tasks.run_job, "apply_async", lambda ids, **_options: rung.append(ids)
    )
    with django_capture_on_commit_callbacks(execute=True):
        tasks.send_on_commit(4711)
    assert rung == []


def test_a_broken_bell_stops_nobody(
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Any,
) -> None:
    settings.REDIS_URL = "redis://redis.example"

    def silent(*_arguments: Any, **_options: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.run_job, "apply_async", silent)
    evening = builders.evening("swiss", 4)
    ada = builders.signed_in(builders.director())
    with django_capture_on_commit_callbacks(execute=True):
        answer = ada.post(f"/desk/{evening.slug}/draw/")
    assert answer.status_code == 302
    assert "waits for the sweep" in caplog.text
    assert jobs_queue.sweep(later(10)) == [Job.objects.get().pk]


def test_a_job_nobody_knows_is_ignored() -> None:
    tasks.run_job(10**15)


@pytest.mark.django_db(transaction=True)
def test_long_work_keeps_its_claim_as_long_as_its_worker_lives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a large round on a slow machine, which reports no step for minutes."""
    monkeypatch.setattr(jobs_queue, "EXTENDED_EVERY", timedelta(seconds=0.05))
    long, seen = job(), []

    def work(running: Job) -> None:
        row = Job.objects.filter(pk=running.pk)
        row.update(lease_until=timezone.now())
        while row.get().lease_until < timezone.now() + jobs_queue.LEASE * 0.9:
            time.sleep(0.01)
        # Another worker takes it over: the lease is not this one's any more.
        row.update(attempt=2, lease_until=timezone.now())
        time.sleep(0.3)
        seen.append(row.get())

    jobs_queue.run(long.pk, work=work)
    (while_working,) = seen
    assert while_working.lease_until <= timezone.now()


def working(key: str) -> Job:
    running = Job.objects.create(kind="draw", key=key)
    assert jobs_queue.claim(running.pk)
    return running


def test_nobody_works_when_no_worker_looked_at_a_job_for_a_minute() -> None:
    waiting = job()
    assert not jobs_queue.is_nobody_working()
    assert jobs_queue.is_nobody_working(later(70))
    Job.objects.filter(pk=waiting.pk).update(sent_at=later(-70))
    assert jobs_queue.is_nobody_working()
    working("long")
    assert not jobs_queue.is_nobody_working()


class TestTick:
    """What a worker does again and again."""

    @pytest.fixture(autouse=True)
    def chores(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
        """The chores, none to begin with, in a process that is new."""
        chores: list[Any] = []
        monkeypatch.setattr(registry, "_chores", chores)
        monkeypatch.setattr(tasks, "_next", {})
        yield chores

    def test_chores_are_done_when_they_are_due_and_none_stops_the_others(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        done: list[str] = []

        def broken() -> None:
            done.append("broken")
            raise ValueError

        def without_database() -> None:
            raise DatabaseError("down")

        registry.register_chore(60, broken)
        registry.register_chore(60, without_database)
        registry.register_chore(60, lambda: done.append("seldom"))
        registry.register_chore(0, lambda: done.append("always"))
        tasks.tick()
        tasks.tick()
        assert done == ["broken", "seldom", "always", "always"]
        assert "A chore failed" in caplog.text
        assert "A chore waits for the database: down" in caplog.text

    def test_a_new_process_takes_up_what_a_dead_one_left(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        registry.register_chore(60, lambda: None)
        left, ran = working("left"), []
        monkeypatch.setattr(tasks, "run_job", ran.append)
        tasks.tick()
        assert ran == [left.pk]
        again = working("again")
        tasks.tick()
        assert again.pk not in ran

    def test_with_redis_another_worker_may_be_at_it(
        self, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.REDIS_URL = "redis://redis.example"
        sent: list[Any] = []
        monkeypatch.setattr(tasks.run_job, "apply_async", sent.append)
        busy, new = working("busy"), job()
        registry.register_chore(60, lambda: [new.pk])
        tasks.tick()
        assert sent == [(new.pk,)]
        assert jobs_queue.claim(busy.pk) is None

    def test_jobs_that_wait_are_done_for_a_second_at_a_time(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        jobs, ran = [job() for _ in range(3)], []
        monkeypatch.setattr(tasks, "run_job", ran.append)
        tasks.tick()
        assert ran == [each.pk for each in jobs]
        monkeypatch.setattr(tasks, "JOBS_SECONDS", 0)
        ran.clear()
        tasks.tick()
        assert ran == [jobs[0].pk]


@pytest.mark.parametrize("hours", [1, 24 * 365])
def test_a_clock_that_was_set_back_makes_no_job_wait(hours: int) -> None:
    running, queued = job(), job()
    jobs_queue.claim(running.pk)
    then = timezone.now() - timedelta(hours=hours)
    assert jobs_queue.sweep(then) == []
    soon = then + jobs_queue.LEASE + jobs_queue.RESEND_AFTER * 2
    assert set(jobs_queue.sweep(soon)) == {running.pk, queued.pk}
