"""Chromium's windows on the running product; what goes wrong in them fails a test."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser import director
from tests.browser.windows import Windows
from tests.live import DATABASE, Live, start_live

FAILED = pytest.StashKey[bool]()
LOGGED_IN = pytest.StashKey[float]()
LATELY_SECONDS = 5 * 60
"""Half of what the product calls lately, since a test may take minutes."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests last: while Playwright runs, Django refuses its database."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Remember whether the test failed, and show where its pictures are."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
        windows = getattr(item, "funcargs", {}).get("windows")
        if report.when == "call" and windows is not None:
            shown = "\n".join(str(file) for file in windows.photograph())
            report.sections.append(("Windows", shown))
    return report


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """The product as `./run --demo` starts it: an invented club in mid-evening."""
    folder = tmp_path_factory.mktemp("club") / "var"
    with start_live(folder, "--demo") as running:
        # As it is before anybody came, for who starts a demonstration of their own.
        with (
            closing(sqlite3.connect(running.data / DATABASE)) as contents,
            closing(sqlite3.connect(demonstration_of(running))) as copy,
        ):
            contents.backup(copy)
        yield running


def demonstration_of(club: Live) -> Path:
    """Return where the demonstration is kept as its start made it."""
    return club.data.parent / "demonstration.sqlite3"


@pytest.fixture(scope="session")
def demonstration(club: Live) -> Path:
    """The database of the demonstration, with nobody signed up yet."""
    return demonstration_of(club)


@pytest.fixture(scope="session")
def signed_in(
    club: Live,
    chromium: Browser,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> dict[str, Any]:
    """The cookies of a director of the demonstration club."""
    windows = Windows(chromium, club.url, tmp_path_factory.mktemp("sign-in"))
    page = windows.open()
    director.sign_up(page, club.setup_url, club="Crawford")
    request.session.stash[LOGGED_IN] = time.monotonic()
    state: dict[str, Any] = page.context.storage_state()
    windows.close()
    return state


@pytest.fixture(autouse=True)
def logged_in_lately(request: pytest.FixtureRequest) -> None:
    """Log in anew before pages ask who logged in long ago for the password again."""
    if "signed_in" not in request.fixturenames:
        return
    state, stash = request.getfixturevalue("signed_in"), request.session.stash
    if time.monotonic() - stash[LOGGED_IN] > LATELY_SECONDS:
        club = request.getfixturevalue("club")
        context = request.getfixturevalue("chromium").new_context(base_url=club.url)
        director.log_in(context.new_page())
        state.update(context.storage_state())
        stash[LOGGED_IN] = time.monotonic()
        context.close()


@pytest.fixture
def site(request: pytest.FixtureRequest) -> Live:
    """Where the windows of a test look; a test may have a site of its own."""
    running: Live = request.getfixturevalue("club")
    return running


@pytest.fixture
def windows(
    site: Live, chromium: Browser, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Windows]:
    """Open windows of this test. Errors on the console and policy breaches fail it."""
    opened = Windows(chromium, site.url, tmp_path)
    yield opened
    opened.close()
    if not request.node.stash.get(FAILED, False):
        assert opened.complaints == []
