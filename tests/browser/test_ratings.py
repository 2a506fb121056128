"""A rating list is made, and an old correction moves it: found without being told."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import sheets
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser

TRIES = 60
"""The worker looks for results about once a second."""


def until(page: Page, is_there: Callable[[], bool]) -> None:
    """Load the page again until the worker has done its work."""
    for _ in range(TRIES):
        if is_there():
            return
        page.wait_for_timeout(500)
        page.reload()
    pytest.fail(page.locator("main").inner_text())


def row_of(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has_text=name)


def won_first(page: Page, one: str, two: str) -> str:
    """Let the first of two win a club match; return where it is."""
    sheet = sheets.open_match(page, one, two, reporting="director")
    sheets.report_score(page, 1, 3)
    expect(page.get_by_text("wins the match").first).to_be_visible()
    return sheet.address


def an_import_fits_a_phone(
    windows: Windows, signed_in: dict[str, Any], address: str
) -> None:
    """See what each line of a list means without scrolling sideways."""
    phone = windows.open(**PHONE, storage_state=signed_in)
    phone.goto(address)
    phone.locator("#id_text").fill("Ulla Rang; 1700\nUlla Rang; 1650\nVera Tal; 1500?")
    phone.get_by_role("button", name="Preview").click()
    lines = phone.locator("#lines .table-wrap")
    expect(lines).to_contain_text("Duplicate of line 1: skipped.")
    wide, seen = lines.evaluate("lines => [lines.scrollWidth, lines.clientWidth]")
    assert wide <= seen


def test_an_old_correction_moves_the_list(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    old = won_first(page, "Ulla Rang", "Vera Tal")
    won_first(page, "Ulla Rang", "Wim Punt")
    page.get_by_role("link", name="Ratings", exact=True).first.click()
    page.get_by_role("link", name="New rating list").click()
    page.get_by_label("List name").fill("Ladder")
    page.get_by_label("FIBS, ratings of new players change faster").check()
    page.get_by_role("button", name="Create list").click()
    address = page.url
    until(page, lambda: row_of(page, "Ulla Rang").count() > 0)
    expect(row_of(page, "Ulla Rang")).to_contain_text("1551.")
    page.goto(old)
    worth = page.locator(".rating-worth[aria-labelledby='worth-ladder']")
    expect(worth).to_contain_text("+26.4575")

    page.get_by_role("button", name="Remove this result").click()
    expect(page.get_by_text("wins the match")).to_have_count(0)
    page.goto(address)
    until(page, lambda: row_of(page, "Vera Tal").count() == 0)
    expect(row_of(page, "Ulla Rang")).to_contain_text("1526.46")
    page.get_by_role("link", name="What changed").click()
    page.locator("main .row__title").first.click()
    expect(page.locator("#causes")).to_contain_text("no longer counts")
    expect(row_of(page, "Ulla Rang")).to_contain_text("−2")
    an_import_fits_a_phone(windows, signed_in, f"{address}import/")
    page.goto(address)
    page.get_by_role("link", name="List rules").click()
    page.get_by_role("button", name="Remove the list").click()
    expect(page.get_by_text("The list Ladder is removed.")).to_be_visible()
