"""Tie-breaks put into another order before round 1, and opened on a phone after it."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import director
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser


def test_tie_breaks_are_chosen_and_open_into_their_sums(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in, java_script_enabled=False)
    desk = director.create(page, "Club evening, Swiss", "By points")
    director.paste(page, director.NAMES)
    page.goto(f"{desk}settings/")
    page.get_by_role("link", name="Tie-breaks, byes").click()
    stage = page.url
    page.get_by_role("button", name="Points first").click()
    first, second = page.locator("#id_tiebreak_1"), page.locator("#id_tiebreak_2")
    expect(second).to_have_value("difference:1")
    first.select_option("difference:1")
    page.get_by_role("button", name="Save stage").click()
    expect(page.locator("#field_tiebreak_2.is-invalid")).to_be_visible()
    second.select_option("buchholz:1")
    page.locator("[name=scoring][value='two_one:1']").check()
    page.get_by_role("button", name="Save stage").click()
    expect(page.get_by_role("heading", name="Divisions and stages")).to_be_visible()

    director.draw(page, desk, 1)
    director.publish(page, 1)
    page.locator("#result-line").fill("1 7 3")
    page.locator("#result-line").press("Enter")
    director.echo(page, "M1 saved")
    page.goto(stage)
    expect(page.locator("#id_match_length")).to_be_visible()
    expect(page.locator("#id_tiebreak_1")).to_have_count(0)

    phone = windows.open(**PHONE)
    phone.goto(desk.replace("/desk/", "/tournaments/") + "standings/")
    phone.get_by_role("link", name="Calculation").first.click()
    points = phone.locator("#sum-two_one")
    points.locator("summary").click()
    expect(points.locator(".sum__terms tr")).to_have_count(1)
    total = phone.locator("#sum-difference .sum__total")
    expect(total).to_be_hidden()
    phone.locator("#sum-difference summary").click()
    expect(total).to_be_visible()
    expect(phone.locator("#sum-buchholz")).to_be_visible()
    overflow = "document.documentElement.scrollWidth - innerWidth"
    assert phone.evaluate(overflow) <= 0
    phone.goto(desk.replace("/desk/", "/tournaments/") + "finishing-order/")
    expect(phone.locator(".finish tbody tr")).to_have_count(13)
    assert phone.evaluate(overflow) <= 0
