"""The larger set-up: the same code on a real Redis."""

import time
import urllib.request

import pytest
import redis
from celery import Celery
from django.core.cache.backends.redis import RedisCache

from tests.live import start_live

pytestmark = pytest.mark.redis


def wait_until(true, seconds=20.0):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_the_site_runs_on_it_and_its_worker_takes_messages(tmp_path, redis_url):
    app = Celery("test", broker=redis_url, set_as_current=False)
    app.conf.broker_transport_options = {"global_keyprefix": "crawford:"}
    server = redis.Redis.from_url(redis_url)
    with start_live(tmp_path / "var", REDIS_URL=redis_url) as live:
        with urllib.request.urlopen(f"{live.url}/healthz", timeout=20) as answer:
            assert answer.status == 200
        app.send_task("tournaments.tasks.run_job", (123_456_789,))
        wait_until(lambda: server.llen("crawford:celery") == 0)
        assert not (live.data / "queue").exists()
        assert live.stop() == 0


def test_the_cache_is_shared(redis_url):
    one, other = (RedisCache(redis_url, {}) for _ in range(2))
    one.set("standings", {"rows": [1, 2]})
    assert other.get("standings") == {"rows": [1, 2]}


def test_a_dead_broker_does_not_hold_up_the_page():
    app = Celery("test", set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.broker_url = "redis://127.0.0.1:1/0"
    app.conf.broker_transport_options = {}
    started = time.monotonic()
    with pytest.raises(Exception, match="refused"):
        app.send_task("draw", (7,))
    assert time.monotonic() - started < 2
