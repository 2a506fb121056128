"""Redis is full, hung or dead: pages do without it, and jobs wait for it as rows."""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator

import pytest
import redis

from tests.fault.test_killed_worker import Site, opened, slug, tournament
from tests.fault.visitor import FOUND, Visitor, until
from tests.servers import running_redis

pytestmark = [pytest.mark.fault, pytest.mark.redis]

ANSWER_SECONDS = 30.0


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(scope="module")
def site(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("site") / "var"
    with opened(data, REDIS_URL=address) as running:
        yield running


@contextlib.contextmanager
def full(server: redis.Redis) -> Iterator[None]:
    server.config_set("maxmemory-policy", "noeviction")
    server.config_set("maxmemory", 1)
    yield
    server.config_set("maxmemory", 0)


@contextlib.contextmanager
def hung(server: redis.Redis) -> Iterator[None]:
    process = server.info("server")["process_id"]
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@pytest.mark.parametrize("fault", [pytest.param(full, marks=pytest.mark.nightly), hung])
def test_everything_is_answered_and_the_draw_is_made_afterwards(
    site: Site,
    address: str,
    fault: Callable[[redis.Redis], contextlib.AbstractContextManager[None]],
) -> None:
    desk = tournament(site.director, fault.__name__)
    with redis.Redis.from_url(address) as server, fault(server):
        answered(site, desk)
    until(lambda: site.draws(slug(desk))[-1][0] == "draft")


def answered(site: Site, desk: str) -> None:
    """Ask for pages, a wrong password and a draw; none of them waits for Redis."""
    stranger = Visitor(site.live.url)
    for visitor, path in (
        (stranger, "/"),
        (stranger, f"/tournaments/{slug(desk)}/"),
        (stranger, "/login/"),
        (site.director, desk),
        (site.director, "/healthz"),
    ):
        began = time.monotonic()
        assert visitor.get(path).status in {200, FOUND}, path
        assert time.monotonic() - began < ANSWER_SECONDS, path
    for visitor, path, fields, status in (
        (stranger, "/login/", {"login": "Ada", "password": "wrong"}, 200),
        (site.director, f"{desk}draw/", {}, FOUND),
    ):
        began = time.monotonic()
        assert visitor.post(path, **fields).status == status, path
        assert time.monotonic() - began < ANSWER_SECONDS, path


def test_a_dead_one_is_done_without(site: Site, address: str) -> None:
    """The last one here: it does not come back."""
    desk = tournament(site.director, "Dead")
    with redis.Redis.from_url(address) as server:
        os.kill(server.info("server")["process_id"], signal.SIGKILL)
    answered(site, desk)
    assert site.draws(slug(desk))[-1][1] == "queued"
