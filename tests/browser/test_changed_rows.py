"""News on a phone leave the page around them, and what its reader does there."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import director
from tests.browser.windows import Windows

pytestmark = pytest.mark.browser


def test_a_result_leaves_what_was_typed_and_unfolded(
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
    phone.locator("#find").focus()
    phone.evaluate("scrollTo(0, 120)")
    scrolled = phone.evaluate("scrollY")
    for number in (first, second):
        director.type_result(desk, f"{number} {length} 2")
        row = phone.locator(f"#where [id$='-{number}']", has_text=f"{length}–2")
        expect(row).to_have_count(1)
        expect(phone.locator(f"#where [id$='-{number}']")).to_have_count(2)
    # The rows and the page around them are the same elements; what was typed is there.
    former = "(rows) => rows.filter((row) => row.former).length"
    assert rows.evaluate_all(former) == before
    expect(phone.locator("#find")).to_be_focused()
    assert phone.evaluate("scrollY") == scrolled
    assert phone.locator("#live, #live > header").evaluate_all(former) == 2
    expect(phone.locator("#find")).to_have_value(name)
    expect(phone.locator("[data-filter-row]:visible")).to_have_count(shown)


def test_what_is_typed_at_a_desk_survives_the_news_of_another(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk, other = (windows.open(storage_state=signed_in) for _ in range(2))
    desk.goto("/tournaments/")
    desk.get_by_role("link", name="Club evening", exact=True).first.click()
    slug = re.findall(r"/tournaments/([^/]+)/", desk.url)[0]
    for page in (desk, other):
        page.goto(f"/desk/{slug}/")
    other.locator("#desk details[open] > summary").first.click()
    unfolded = other.locator("#desk details[open]").count()
    other.locator("#result-line").fill("1 2")
    untouched = desk.locator("[data-match]:not([data-done]):not(:has(.pair__points))")
    match = untouched.first.evaluate("(row) => ({...row.dataset})")
    director.type_result(desk, f"{match['match']} {match['length']} 1")
    expect(other.locator(f"#match-{match['match']}[data-done]")).to_have_count(1)
    expect(other.locator("#result-line")).to_have_value("1 2")
    expect(other.locator("#result-line")).to_be_focused()
    expect(other.locator("#desk details[open]")).to_have_count(unfolded)
    desk.get_by_role("button", name="Undo").click()  # other tests find it unplayed
    expect(desk.locator(f"#match-{match['match']}:not([data-done])")).to_have_count(1)
