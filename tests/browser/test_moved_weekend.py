"""A weekend is saved on a site with SQLite and opened on one with PostgreSQL."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import director
from tests.browser.windows import Windows
from tests.live import Live, start_live

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

NAME = "Weekend open"
PAGES = ("entries/", "rules/play/", "draws/", "finishing-order/")
READING = 120_000
"""Milliseconds in which the worker reads and opens the file, on a busy machine."""


@pytest.fixture
def other(
    tmp_path: Path, postgresql_url: str, chromium: Browser
) -> Iterator[tuple[Live, Page]]:
    """A new club on PostgreSQL, and the window of its owner."""
    with start_live(tmp_path / "other", DATABASE_URL=postgresql_url) as running:
        windows = Windows(chromium, running.url, tmp_path)
        page = windows.open()
        director.sign_up(page, running.setup_url, club="Another club")
        yield running, page
        windows.close()
        assert windows.complaints == []


def test_a_weekend_moves_from_sqlite_to_postgresql(
    windows: Windows,
    signed_in: dict[str, Any],
    other: tuple[Live, Page],
    tmp_path: Path,
) -> None:
    running, there = other
    here = windows.open(storage_state=signed_in)
    here.goto("/tournaments/")
    here.get_by_role("link", name=NAME).first.click()
    [slug] = re.findall(r"/tournaments/([^/]+)/", here.url)
    file = saved(here, slug, tmp_path / "weekend.crawford.json")

    look_at(there, file)
    expect(there.get_by_text(NAME).first).to_be_visible(timeout=READING)
    there.get_by_role("button", name="Open the tournament").click()
    expect(there).to_have_url(re.compile(r"/desk/[^/]+/$"), timeout=READING)
    [new] = re.findall(r"/desk/([^/]+)/", there.url)

    visitor = windows.open()
    for part in (*PAGES, *stages(visitor, slug)):
        texts = []
        for page, name in ((visitor, slug), (there, new)):
            page.goto(f"/tournaments/{name}/{part}")
            texts.append(told(page))
        assert texts[0] == texts[1] != "", part
    check_draws(running, visitor, there, (slug, new), tmp_path)

    # Once more: it is the same tournament.
    look_at(there, file)
    expect(there.get_by_text("This tournament already exists here")).to_be_visible(
        timeout=READING
    )


def saved(page: Page, slug: str, file: Path) -> Path:
    """Save the tournament as a file, by the button of its settings."""
    page.goto(f"/desk/{slug}/settings/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download tournament").click()
    download.value.save_as(file)
    return file


def look_at(page: Page, file: Path) -> None:
    """Hand a file in, by the pages from the desk on."""
    page.goto("/desk/")
    page.get_by_role("link", name="New tournament").first.click()
    page.get_by_role("link", name="From a file").click()
    page.locator("[name=file]").set_input_files(file)
    page.get_by_role("button", name="Check the file").click()


def stages(page: Page, slug: str) -> list[str]:
    """Return the parts of the addresses of all stages."""
    page.goto(f"/tournaments/{slug}/draws/")
    found = re.findall(rf"/tournaments/{slug}/(stages/\d+/)", page.content())
    assert found
    return sorted(set(found))


def told(page: Page) -> str:
    """Return what a page says of the tournament, without what was announced."""
    moment = page.locator("[data-announcement], .round-clock")
    moment.evaluate_all("all => all.forEach((one) => one.remove())")
    return page.locator("#main").inner_text()


def check_draws(
    running: Live, one: Page, two: Page, slugs: tuple[str, str], folder: Path
) -> None:
    """Every draw has its record and its proof on both; the new site agrees."""
    records = []
    for page, slug in zip((one, two), slugs, strict=True):
        page.goto(f"/tournaments/{slug}/draws/")
        links = re.findall(r'href="([^"]+/draws/\d+/)"', page.content())
        paths = list(dict.fromkeys(links))
        answers = [page.request.get(f"{path}record.json") for path in paths]
        records.append([answer.json() for answer in answers])
    assert records[0]
    assert len(records[0]) == len(records[1])
    for number, (old, new) in enumerate(zip(*records, strict=True)):
        assert old == new
        file = folder / f"draw-{number}.json"
        file.write_text(json.dumps(new))
        assert "SAME: this is the draw" in running.manage("verify_draw", str(file))
    two.goto(f"{paths[-1]}?check=1")
    expect(two.locator("[data-outcome=same]")).to_be_visible()
