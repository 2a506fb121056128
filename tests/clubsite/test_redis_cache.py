"""A Redis that is dead, full, slow, restarted or filled by others is a miss."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from django.core.cache import caches
from django.test import Client, override_settings

from clubsite.redis_cache import RedisOrMemoryCache
from matches.web.throttle import count, counted
from tests import builders
from tests.servers import free_port, running_redis

pytestmark = pytest.mark.redis
OURS = "clubsite.redis_cache.RedisOrMemoryCache"


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    RedisOrMemoryCache._away_until = 0.0
    yield
    RedisOrMemoryCache._away_until = 0.0


def cache_at(address: str) -> RedisOrMemoryCache:
    cache = RedisOrMemoryCache(address, {})
    cache._memory.clear()
    return cache


def test_what_is_kept_is_found_by_other_processes(redis_url: str) -> None:
    cache_at(redis_url).set("page", [1, 2])
    assert cache_at(redis_url).get("page") == [1, 2]


def nobody() -> str:
    return f"redis://127.0.0.1:{free_port()}/0"


def test_a_dead_one_is_a_miss_and_memory_takes_its_place() -> None:
    cache = cache_at(nobody())
    assert cache.get("page") is None
    cache.set("page", "kept")
    assert cache.get("page") == "kept"
    assert cache.add("count", 1)
    assert not cache.add("count", 1)
    assert cache.incr("count") == 2
    assert cache.delete("page")
    assert cache.get("page", "gone") == "gone"


def test_a_full_one_is_a_miss_and_memory_takes_its_place(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as server:
        server.flushdb()
        server.config_set("maxmemory-policy", "noeviction")
        server.config_set("maxmemory", 1)
        try:
            cache = cache_at(redis_url)
            cache.set("page", "kept")
            assert cache.get("page") == "kept"
            assert cache.add("count", 1)
            assert cache.incr("count") == 2
        finally:
            server.config_set("maxmemory", 0)
    assert cache.get("page") == "kept"


def test_a_slow_one_is_waited_for_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        cache = cache_at(f"redis://127.0.0.1:{listener.getsockname()[1]}/0")
        for _ in range(20):
            assert cache.get("page") is None
        asked = []
        try:
            while True:
                asked.append(listener.accept()[0])
        except BlockingIOError:
            pass
        for connection in asked:
            connection.close()
    assert len(asked) == 1


def test_a_restarted_one_is_asked_again(tmp_path: Path) -> None:
    with running_redis(tmp_path) as address:
        cache = cache_at(address)
        cache.set("page", "old")
        redis.Redis.from_url(address).flushall()
        assert cache.get("page") is None
        cache.set("page", "new")
        assert cache_at(address).get("page") == "new"


def test_what_another_version_kept_is_a_miss(redis_url: str) -> None:
    cache = cache_at(redis_url)
    with redis.Redis.from_url(redis_url) as server:
        server.set(cache.make_key("page"), b"\x80\x05cno.such.module\nThing\n.")
    assert cache.get("page") is None


@pytest.mark.django_db
def test_pages_and_signing_in_do_without_it() -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    dead = {"BACKEND": OURS, "LOCATION": nobody()}
    with override_settings(CACHES={"default": dead, "counters": dead}):
        caches["default"]._memory.clear()  # type: ignore[attr-defined]
        for page in ("", "standings/", "rounds/1/", "entries/"):
            path = f"/tournaments/{evening.slug}/{page}"
            assert Client().get(path).status_code == 200
        wrong = {"login": "Ada", "password": "wrong"}
        assert Client().post("/login/", wrong).status_code == 200
        assert count("login", "x") == 1
        assert count("login", "x") == counted("login", "x") == 2
