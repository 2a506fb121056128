"""A visitor's phone without JavaScript: a player's page, and tables saved as files."""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser


def test_a_player_is_looked_at_and_a_table_saved(windows: Windows) -> None:
    page = windows.open(**PHONE, java_script_enabled=False)
    page.goto("/tournaments/")
    page.locator("main a", has_text="Monrad evening").first.click()
    page.locator("a[href$='/standings/']:visible").first.click()
    page.locator(".save-as > summary").click()
    with page.expect_download() as saved:
        page.locator(".save-as a[href$='.csv']").click()
    file = Path(saved.value.path())
    rows = file.read_bytes().decode("utf-8-sig").splitlines()
    head, first, *_others = csv.reader(rows)
    name = first[2]
    assert len(head) == len(first)
    page.locator(".is-standings .who a", has_text=name).first.click()
    expect(page.locator("h1")).to_contain_text(name)

    # A number opens as many matches.
    won = page.locator(".record a[href*='result=won']")
    count = int(won.inner_text())
    assert count > 0
    won.click()
    expect(page.locator("#history > li")).to_have_count(count)
    page.go_back()

    # An opponent is found by a part of the name, and so are the two together.
    opponent = page.locator(".rivals .who a").first.inner_text()
    page.locator("#against").fill(opponent.upper())
    page.locator("form:has(#against) button").click()
    expect(page.locator("h1")).to_contain_text(opponent)
    expect(page.locator("#history > li").first).to_be_visible()
