"""A season is made from a card; its table shows what counts and what is dropped."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser


def row_of(page: Page, name: str) -> Locator:
    return page.locator("#table").get_by_role("row").filter(has_text=name)


def test_a_season_with_dropped_results(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    page.goto("/desk/")
    page.locator("main").get_by_role("link", name="Seasons").click()
    page.get_by_role("link", name="New season").click()
    page.locator("#card-best-eight").click()
    page.get_by_label("Name of the season").fill("One evening")
    page.get_by_label("First day").fill("2020-01-01")
    page.get_by_label("Last day").fill("2199-12-31")
    page.get_by_label("Attendance points").fill("1")
    page.get_by_label("Number of best evenings that count").fill("1")
    page.get_by_role("button", name="Create season").click()
    address = page.url

    phone = windows.open(**PHONE)
    phone.goto(address)
    row = row_of(phone, "Bo Falkenberg")
    expect(row).to_contain_text("dropped:")
    expect(phone.locator("#tonight-title")).to_be_visible()
    row.get_by_role("link").click()
    expect(phone.get_by_text("does not count").first).to_be_visible()
    expect(phone.get_by_text("Attended").first).to_be_visible()

    page.get_by_role("link", name="Rules of the season").click()
    page.get_by_label("Number of best evenings that count").fill("")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.locator("#moves")).to_contain_text("Bo Falkenberg")
    page.get_by_role("button", name="Save rules").click()
    expect(row_of(page, "Bo Falkenberg")).not_to_contain_text("dropped:")
    phone.goto(address)
    expect(row_of(phone, "Bo Falkenberg")).not_to_contain_text("dropped:")

    page.get_by_role("link", name="Close the season").click()
    expect(page.get_by_text("is still in progress").first).to_be_visible()
    page.goto(address)
    page.get_by_role("link", name="Rules of the season").click()
    page.get_by_role("button", name="Remove the season").click()
    expect(page.get_by_text("The season One evening is removed.")).to_be_visible()
