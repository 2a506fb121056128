"""The evening in a browser without JavaScript."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import director
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser


def test_an_evening_without_script(windows: Windows, signed_in: dict[str, Any]) -> None:
    page = windows.open(storage_state=signed_in, java_script_enabled=False)
    desk = director.create(page, "Club evening, Swiss", "Without script")
    director.paste(page, director.NAMES)

    # The page of the draw looks again by itself, or when asked to.
    director.draw(page, desk, 1)
    director.publish(page, 1)

    line = page.locator("#result-line")
    line.fill("1 8 7")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#result-error")).to_contain_text("to 7")
    expect(line).to_have_value("1 8 7")
    line.fill("1 7 3")
    line.press("Enter")
    director.echo(page, "M1 saved")
    expect(line).to_have_value("")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Removed. The score of M1 is 0–0.")).to_be_visible()

    page.goto(desk)
    line.fill("1 7 4")
    line.press("Enter")
    director.echo(page, "M1 saved")
    page.get_by_role("link", name="Standings").click()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    expect(page.locator(".is-standings tbody tr")).to_have_count(13)
    expect(page.get_by_text("Wins decide")).to_be_visible()


def test_a_phone_without_script(windows: Windows) -> None:
    page = windows.open(**PHONE, java_script_enabled=False)
    page.goto("/")
    page.get_by_role("link", name="Club evening").click()
    expect(page.locator(".where__row")).to_have_count(15)
    expect(page.locator(".needs-script:visible")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Log in").click()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
