"""The larger set-up: the same code on a real Redis and a real PostgreSQL."""

import time
import urllib.request

import psycopg
import pytest
import redis
from celery import Celery
from django.core.cache.backends.redis import RedisCache

from tests.live import start_live

pytestmark = pytest.mark.redis

PATIENCE_SECONDS = 10.0
"""A broker that holds a page up does so for ever; a busy machine for less than this."""


def wait_until(true, seconds=20.0):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def get(url):
    with urllib.request.urlopen(url, timeout=20) as answer:
        return answer.status


def test_the_site_runs_on_postgresql_and_redis(tmp_path, postgresql_url, redis_url):
    app = Celery("test", broker=redis_url, set_as_current=False)
    app.conf.broker_transport_options = {"global_keyprefix": "crawford:"}
    server = redis.Redis.from_url(redis_url)
    addresses = {"DATABASE_URL": postgresql_url, "REDIS_URL": redis_url}
    with start_live(tmp_path / "var", **addresses) as live:
        assert get(f"{live.url}/") == 200
        app.send_task("matches.jobs.tasks.run_job", (123_456_789,))
        wait_until(lambda: server.llen("crawford:celery") == 0)
        assert live.stop() == 0
        kept = {file.name for file in live.data.iterdir()}
    files = {"children.lock", "run.lock", "secret_key", "static", "static-sources"}
    assert kept == files
    with psycopg.connect(postgresql_url) as connection:
        found = connection.execute("SELECT count(*) FROM matches_invitation").fetchone()
    assert found == (1,)


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
    assert time.monotonic() - started < PATIENCE_SECONDS
