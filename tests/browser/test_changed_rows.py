"""A phone swaps the rows that changed, and leaves all else on the page as it is."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import director
from tests.browser.windows import Windows

pytestmark = pytest.mark.browser


def test_a_result_swaps_its_rows_alone(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk, phone = windows.open(storage_state=signed_in), windows.open()
    desk.goto("/tournaments/")
    desk.get_by_role("link", name="Club evening", exact=True).first.click()
    public = desk.url
    slug = re.findall(r"/tournaments/([^/]+)/", public)[0]
    desk.goto(f"/desk/{slug}/")
    untouched = desk.locator("[data-match]:not([data-done]):not(:has(.pair__points))")
    found = untouched.evaluate_all("(rows) => rows.map((row) => ({...row.dataset}))")
    first, second = (int(match["match"]) for match in found[:2])
    length = int(found[0]["length"])
    phone.goto(public)
    rows = phone.locator("[data-filter-row]")
    before = rows.count()
    waiting = phone.locator(f"#where [id$='-{first}']").first
    name = waiting.locator("[data-filter-text]").inner_text()
    phone.locator("#find").fill(name)
    shown = phone.locator("[data-filter-row]:visible").count()
    phone.evaluate(
        "() => document.querySelectorAll('#live, #where li, #live > header')"
        ".forEach((element) => { element.former = true; })"
    )
    for number in (first, second):
        director.type_result(desk, f"{number} {length} 2")
        row = phone.locator(f"#where [id$='-{number}']", has_text=f"{length}–2")
        expect(row).to_have_count(1)
        expect(phone.locator(f"#where [id$='-{number}']")).to_have_count(2)
    # Four rows came anew; the page around them, and what was typed, are the same.
    former = "(rows) => rows.filter((row) => row.former).length"
    assert rows.evaluate_all(former) == before - 4
    assert phone.locator("#live, #live > header").evaluate_all(former) == 2
    expect(phone.locator("#find")).to_have_value(name)
    expect(phone.locator("[data-filter-row]:visible")).to_have_count(shown)
