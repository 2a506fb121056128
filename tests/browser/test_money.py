"""The prizes of three who share the first place: on the page and on paper."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import director, forms
from tests.browser.windows import Windows, printed

pytestmark = pytest.mark.browser
NAMES = "Ane Alm\nBo Berg\nCai Dal\nEbba Ek\nFie Foss\nGry Gran"


def test_a_three_way_tie_is_divided_and_printed(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    card, name = "Club evening, Swiss", "Evening with prizes"
    desk = director.begun(page, card, name, NAMES, drawn=False)
    page.goto(f"{desk}settings/")
    page.get_by_role("link", name="Tie-breaks, byes").click()
    stage = forms.fetch(page, page.url)
    empty = {f"tiebreak_{number}": "" for number in range(1, 7)}
    forms.send(page, stage, "Save stage", **empty, tiebreak_end="shared")
    director.draw(page, desk, 1)
    director.publish(page, 1)
    director.results_are_in(page, desk, ["1 7 3", "2 7 3", "3 7 3"])
    forms.send(page, forms.fetch(page, f"{desk}close/"), "Close with these standings")

    page.goto(f"{desk}settings/")
    page.get_by_role("link", name="Money", exact=True).click()
    page.locator("#id_currency").select_option("EUR")
    page.get_by_role("button", name="Turn on money").click()
    page.get_by_role("link", name="Entry fees").click()
    page.locator("#id_fee").fill("20")
    page.locator("[name^=shares_]").first.fill("50 30 20,50")
    page.get_by_role("button", name="Save pool").click()
    expect(page.locator(".is-invalid [name^=shares_]").first).to_have_value(
        "50 30 20,50"
    )
    page.locator("[name^=shares_]").first.fill("50 30 20")
    page.get_by_role("button", name="Save pool").click()
    # The 120.00 that six have paid, for the places 1 to 3, to three players.
    row = page.locator("[id^=pool-] tbody tr").first
    expect(row).to_contain_text("1–3")
    expect(row).to_contain_text("120.00")
    expect(row).to_contain_text("40.00 EUR each")
    told = row.locator("td").last.inner_text()
    winners = re.split(r"\s+40\.00 ", told)[0].split(", ")
    sheet = page.get_by_role("link", name="Treasurer’s report").get_attribute("href")
    text = "".join(one.extract_text() for one in printed(page, str(sheet)).pages)
    assert "place 1–3" in text
    assert [name for name in winners if f"– {name}" not in text] == []
    assert text.count("40.00") >= 2 * len(winners) == 6
