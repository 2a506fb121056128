"""The broker of files: nothing lost, nothing doubled, nothing half."""

import contextlib
import json
import multiprocessing
import queue
import time

import pytest
from celery import Celery
from kombu import Connection

from clubsite.run import broker

PROCESSES = 4
MESSAGES = 400
SPAWN = multiprocessing.get_context("spawn")


def connection(folder):
    broker.register()
    options = {"folder": str(folder), "polling_interval": 0.01}
    return Connection("files://localhost/", transport_options=options)


def publish(folder, first):
    with connection(folder) as to:
        bell = to.SimpleQueue("bell")
        for number in range(first, first + MESSAGES):
            bell.put({"number": number})


def consume(folder, found):
    numbers = []
    with connection(folder) as source:
        bell = source.SimpleQueue("bell", no_ack=True)
        last = time.monotonic()
        while time.monotonic() - last < 2:
            with contextlib.suppress(queue.Empty):
                numbers.append(bell.get(timeout=1).payload["number"])
                last = time.monotonic()
    found.put(numbers)


def test_no_message_is_lost_or_doubled_between_processes(tmp_path):
    found = SPAWN.Queue()
    writers = [
        SPAWN.Process(target=publish, args=(tmp_path, number * MESSAGES))
        for number in range(PROCESSES)
    ]
    readers = [SPAWN.Process(target=consume, args=(tmp_path, found)) for _ in range(2)]
    for process in writers + readers:
        process.start()
    taken = [found.get(timeout=60) for _ in readers]
    for process in writers + readers:
        process.join(timeout=30)
    assert sorted(taken[0] + taken[1]) == list(range(PROCESSES * MESSAGES))
    assert list((tmp_path / "bell").iterdir()) == []


def test_the_oldest_message_comes_first(tmp_path):
    publish(tmp_path, 0)
    with connection(tmp_path) as source:
        bell = source.SimpleQueue("bell", no_ack=True)
        assert bell.qsize() == MESSAGES
        taken = [bell.get(timeout=1).payload["number"] for _ in range(5)]
        assert taken == [0, 1, 2, 3, 4]
        assert bell.clear() == MESSAGES - 5
        assert bell.qsize() == 0


def test_a_message_that_was_not_finished_comes_back(tmp_path):
    publish(tmp_path, 0)
    with connection(tmp_path) as source:
        source.SimpleQueue("bell").get(timeout=1)  # taken, never acknowledged
    with connection(tmp_path) as source:
        assert source.SimpleQueue("bell").qsize() == MESSAGES


def test_half_a_message_is_not_there(tmp_path):
    with connection(tmp_path) as source:
        bell = source.SimpleQueue("bell")
        folder = tmp_path / "bell"
        folder.mkdir(exist_ok=True)
        (folder / "00000000000000000001-x.part").write_text('{"body": "')
        assert bell.qsize() == 0
        with pytest.raises(queue.Empty):
            bell.get(timeout=0.05)


def test_a_wait_is_short_so_that_a_worker_notices_its_end(tmp_path):
    with connection(tmp_path) as source:
        bell = source.SimpleQueue("bell")
        started = time.monotonic()
        with pytest.raises(queue.Empty):
            bell.get(timeout=60)
        assert time.monotonic() - started < 5


def test_celery_publishes_json_that_only_its_owner_can_read(tmp_path):
    app = Celery("test", broker="files://localhost/", set_as_current=False)
    app.conf.broker_transport_options = {"folder": str(tmp_path / "queue")}
    app.send_task("draw", (7,))
    (message,) = (tmp_path / "queue" / "celery").iterdir()
    assert json.loads(message.read_text())["headers"]["task"] == "draw"
    assert message.parent.stat().st_mode & 0o077 == 0
