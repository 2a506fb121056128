"""What every test may ask for: a running product, Redis, Chromium."""

import atexit
import gc
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.core.cache import caches
from django.db import connection, transaction
from django.db.models.signals import post_migrate
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck, settings

from matches.web.club import CLUB, ClubFacts
from tests import lookups, refusals, template_database
from tests.chromium import CHROMIUM_ARGUMENTS, CHROMIUM_PATHS
from tests.examples import NIGHTLY, ON_POSTGRESQL, TIMES
from tests.live import Live, start_live
from tests.servers import (
    create_database,
    running_redis,
    start_postgresql,
    use_postgresql_programs,
)

use_postgresql_programs()
CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}
DATABASE_FIXTURES = frozenset(
    {"db", "transactional_db", "django_db_reset_sequences", "client", "admin_client"}
)

PERMISSIONS = "django.contrib.auth.management.create_permissions"
"""The name by which Django connects what writes a permission for each model and act."""

atexit.register(gc.freeze)  # else Python looks through all of it again before it ends

settings.register_profile(
    "crawford",
    deadline=None,
    # The same examples every day; the nights go looking for new ones.
    derandomize=not NIGHTLY,
    max_examples=100 * TIMES,
    print_blob=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("crawford")


@pytest.fixture(scope="session", autouse=True)
def _remembered_refusals() -> Iterator[None]:
    """Let tests ask a page for the codes of what it refuses."""
    with refusals.remembered():
        yield


@pytest.fixture(autouse=True)
def _looked_up() -> Iterator[None]:
    """Fail a test if a template asked for a name that was not there."""
    with lookups.watched() as failed:
        yield
    if failed:
        pytest.fail(f"looked up in vain: {sorted(set(failed))}")


@pytest.fixture
def ada(db: None) -> Any:
    """A browser in which a director is logged in, the owner of the club."""
    from tests import builders  # loads the product  # noqa: PLC0415

    return builders.signed_in(builders.director())


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out, unread, what has nothing to do with PostgreSQL when that is asked."""
    if ON_POSTGRESQL and not NIGHTLY and collection_path.name.startswith("test_"):
        return "mark.database" not in collection_path.read_text(encoding="utf-8")
    return None


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave long runs to the nights, which ask PostgreSQL everything."""
    for item in items:
        in_browser = "/browser/" in item.nodeid
        if in_browser != (item.get_closest_marker("browser") is not None):
            message = f"{item.nodeid}: what is marked `browser` is in a folder browser"
            raise pytest.UsageError(message)
        if NIGHTLY and asks_the_database(item):
            item.add_marker(pytest.mark.database)
    if NIGHTLY:
        return
    left = {"nightly", "sqlite"} if ON_POSTGRESQL else {"nightly"}
    marks = {item: {mark.name for mark in item.iter_markers()} for item in items}
    if long := [item for item in items if marks[item] & left]:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not marks[item] & left]


def pytest_collection_finish() -> None:
    """Take modules and collected tests from the collector: a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def asks_the_database(item: pytest.Item) -> bool:
    """Whether a test has a database at all."""
    unit = getattr(item, "cls", None)
    return bool(
        item.get_closest_marker("django_db")
        or set(getattr(item, "fixturenames", ())) & DATABASE_FIXTURES
        or (unit and issubclass(unit, TransactionTestCase))
    )


def pytest_runtest_setup() -> None:
    """Begin every test in English, whatever a request before it was asked in."""
    translation.activate("en")


def _done_once() -> None:
    """Take the place of a fixture of pytest-django that begins each test."""


# What these begin each test with, no test of ours asks for: letters, other addresses,
# sites, a live server, marks of models and templates. A fifth of what a test costs.
for _name in (
    *("_dj_autoclear_mailbox", "_django_clear_site_cache", "_django_isolate_apps"),
    *("_django_set_urlconf", "_live_server_helper"),
    "_template_string_if_invalid_marker",
):
    globals()[_name] = pytest.fixture(scope="session", autouse=True, name=_name)(
        _done_once
    )


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Whether the database is there already: a copy of one that was migrated."""
    return template_database.copied()


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_keepdb: bool, django_db_blocker: Any
) -> None:
    """Leave a copy of a database that was migrated here, for the next start."""
    if connection.vendor == "sqlite" and not django_db_keepdb:
        with django_db_blocker.unblock():
            template_database.keep()
    # Nothing asks for Django's own permissions. After a test that commits, the database
    # is emptied; writing them anew for every model took nine tenths of that time.
    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(dispatch_uid=PERMISSIONS)


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Keep what fixtures of this module write for all its tests, and for no other.

    Every test still takes back what it does itself. Not for modules with tests that
    commit: those empty the whole database.
    """
    # Between two tests Django closes the connection, and that would end it all.
    stays_open = mock.patch.object(connection, "close")
    with django_db_blocker.unblock(), stays_open, transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Forget what an earlier test kept: a rolled-back database gives keys again."""
    for cache in caches.all(initialized_only=True):
        cache.clear()
    CLUB.keep(ClubFacts())  # until a test changes the club, nobody asks for it


def missing(what: str) -> None:
    """Skip for want of a program, except where nothing may be skipped."""
    reason = f"{what} is not installed"
    if CI:
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real Redis on a free port, empty at the start."""
    try:
        with running_redis(tmp_path_factory.mktemp("redis")) as address:
            yield address
    except FileNotFoundError:
        missing("redis-server")


@pytest.fixture(scope="session")
def postgresql_server() -> str:
    """A real PostgreSQL: the one of this run, or else one of its own."""
    if running := os.environ.get("CRAWFORD_TEST_SERVER"):
        return running
    # Not in pytest's folder: every run that begins shuts it to other users, and as root
    # the server is one of them. Removed after the server has ended.
    folder = tempfile.mkdtemp(prefix="crawford-postgresql-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return start_postgresql(Path(folder, "files"))


@pytest.fixture
def postgresql_url(postgresql_server: str) -> str:
    """An empty database on a real PostgreSQL."""
    return create_database(postgresql_server, f"club_{secrets.token_hex(6)}")


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """The product as `manage.py club` runs it, on a free port, with no data."""
    with start_live(tmp_path / "var") as running:
        yield running


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """Playwright's handle on Debian's Chromium."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - starts Node

    # Playwright keeps an event loop running in this thread, where Django would
    # refuse every query of a test that only shares the process.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    executable = next((path for path in CHROMIUM_PATHS if Path(path).exists()), None)
    if executable is None:
        missing("chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=list(CHROMIUM_ARGUMENTS)
        )
        yield browser
        browser.close()
