"""The sweep goes on whatever fails."""

import pytest
from django.db import OperationalError as DatabaseDown
from kombu.exceptions import OperationalError as BrokerDown

from clubsite.celery import app
from clubsite.run import sweeper
from matches.jobs import queue as jobs_queue
from matches.models import Job

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_every_job_found_is_sent():
    sent = []
    sweeper.sweep_once(lambda: [3, 5], sent.append)
    assert sent == [3, 5]


def test_a_database_that_is_down_is_no_end(caplog):
    def broken():
        raise DatabaseDown("down")

    sweeper.sweep_once(broken, print)
    assert "could not read its jobs" in caplog.text


def test_a_worker_waits_without_end_for_a_broker_that_is_away():
    assert app.conf.broker_connection_max_retries is None


@pytest.mark.parametrize("error", [BrokerDown("down"), ConnectionRefusedError("down")])
def test_a_broker_that_is_down_is_no_end(caplog, error):
    def broken(_job_id):
        raise error

    sweeper.sweep_once(lambda: [3], broken)
    assert "could not read its jobs" in caplog.text
    assert "down" in caplog.text


def running_job(key):
    job = Job.objects.create(kind="draw", key=key)
    assert jobs_queue.claim(job.pk)
    return job


def test_a_worker_alone_takes_up_what_a_dead_one_left():
    job = running_job("left")
    assert jobs_queue.sweep() == []  # its lease has not ended yet
    assert sweeper.sweep_leftovers() == [job.pk]
    assert jobs_queue.claim(job.pk).attempt == 2


def test_with_redis_another_worker_may_be_at_it(settings):
    settings.REDIS_URL = "redis://redis.example"
    job = running_job("busy")
    assert sweeper.sweep_leftovers() == []
    assert jobs_queue.claim(job.pk) is None


def queued_job(key):
    return Job.objects.create(kind="draw", key=key)


def test_a_new_job_is_found_once():
    first = queued_job("first")
    new_jobs = sweeper.NewJobs()
    assert new_jobs.find() == [first.pk]
    second = queued_job("second")
    assert new_jobs.find() == [second.pk]
    assert new_jobs.find() == []


def test_a_job_that_is_queued_again_is_new_again():
    job = queued_job("again")
    new_jobs = sweeper.NewJobs()
    assert new_jobs.find() == [job.pk]
    assert jobs_queue.claim(job.pk)
    assert new_jobs.find() == []
    Job.objects.update(state=Job.State.QUEUED)
    assert new_jobs.find() == [job.pk]


def test_with_redis_whoever_queues_a_job_sends_it(settings):
    settings.REDIS_URL = "redis://redis.example"
    queued_job("sent")
    assert sweeper.NewJobs().find() == []


def test_messages_for_nobody_wake_the_worker_up(settings, monkeypatch):
    sent = []
    monkeypatch.setattr(sweeper.tasks, "send", sent.append)
    sweeper._wake_main_thread()
    settings.REDIS_URL = "redis://redis.example"
    sweeper._wake_main_thread()
    assert sent == [sweeper.NO_JOB] * 2
    sweeper.tasks.run_job(sweeper.NO_JOB)  # nothing happens
