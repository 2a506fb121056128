"""What every test may ask for: a running product, Redis, Chromium."""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests.live import Live, start_live
from tests.servers import create_database, running_redis, start_postgresql

CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}
CHROMIUM_PATHS = ("/usr/bin/chromium", "/usr/bin/chromium-browser")
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DATABASE_FIXTURES = frozenset(
    {"db", "transactional_db", "django_db_reset_sequences", "client", "admin_client"}
)
# Both databases answer for whatever asks them something: services, queries, locks,
# migrations, values from outside, and every page once (the litany). These only fill
# a database to look at words, at paper or at the rules of the game: once is enough.
ONCE = (
    "tests/clubsite/test_headers.py",
    "tests/matches/rulings/test_rulings.py::test_the_pdf_answers",
    "tests/matches/rulebook/test_rulebook.py",
    "tests/test_bad_input.py::test_every_refusal",
    "tests/test_fuzz.py::test_every_field_takes_every_value",
    "tests/test_gnubg_evening.py",
    "tests/tournaments/score_sheets/test_score_sheets.py",
    "tests/tournaments/brackets/test_wall_charts.py",
)

settings.register_profile(
    "crawford",
    deadline=None,
    # The same examples everywhere; CRAWFORD_TEST_RANDOM=1 goes looking for new ones.
    derandomize="CRAWFORD_TEST_RANDOM" not in os.environ,
    print_blob=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("crawford")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs again on PostgreSQL; what opens windows has a run of its own."""
    for item in items:
        in_browser = item.nodeid.startswith("tests/browser/")
        if in_browser != (item.get_closest_marker("browser") is not None):
            message = f"{item.nodeid}: what is marked `browser` is in tests/browser"
            raise pytest.UsageError(message)
        if item.nodeid.startswith(ONCE):
            continue
        fixtures = set(getattr(item, "fixturenames", ()))
        unit = getattr(item, "cls", None)
        if (
            item.get_closest_marker("django_db")
            or fixtures & DATABASE_FIXTURES
            or (unit and issubclass(unit, TransactionTestCase))
        ):
            item.add_marker(pytest.mark.database)


def pytest_runtest_setup() -> None:
    """Begin every test in English, whatever a request before it was asked in."""
    translation.activate("en")


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Forget what an earlier test kept: a rolled-back database gives keys again."""
    cache.clear()


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
def postgresql_server(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A real PostgreSQL: the one of this run, or else one of its own."""
    running = os.environ.get("CRAWFORD_TEST_SERVER")
    return running or start_postgresql(tmp_path_factory.mktemp("server") / "files")


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
        missing("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=list(CHROMIUM_ARGUMENTS)
        )
        yield browser
        browser.close()
