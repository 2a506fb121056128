"""The evening in a browser without JavaScript."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import cups, director
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
    line.fill("2 9 9")
    line.press("Enter")
    expect(page.locator("#result-error")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Removed. The score of M1 is 0–0.")).to_be_visible()

    page.goto(desk)
    line.fill("1 7 4")
    line.press("Enter")
    director.echo(page, "M1 saved")
    page.locator(".subbar").get_by_role("link", name="Standings").click()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    expect(page.locator(".is-standings tbody tr")).to_have_count(13)
    expect(page.get_by_text("Ranked by wins")).to_be_visible()


def test_a_phone_without_script(windows: Windows) -> None:
    page = windows.open(**PHONE, java_script_enabled=False)
    page.goto("/")
    page.get_by_role("link", name="Club evening").click()
    expect(page.locator(".where__row")).to_have_count(15)
    expect(page.locator(".needs-script:visible")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Log in").click()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()


def test_brackets_and_draws_without_script(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in, java_script_enabled=False)
    desk = director.create(page, cups.CARD, "A cup without script")
    director.paste(page, director.NAMES)
    page.goto(f"{desk}draw/")
    page.get_by_role("button", name="Announce the draw").click()
    expect(
        page.get_by_role("heading", name="Round 1 has been announced")
    ).to_be_visible()
    page.get_by_label("Dice as rolled").fill("35 66 14 22 61 53 44 12")
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_role("button", name="Publish round")).to_be_visible()
    director.publish(page, 1)

    phone = windows.open(**PHONE, java_script_enabled=False)
    phone.goto(desk.replace("/desk/", "/tournaments/"))
    phone.get_by_role("link", name="Brackets").click()
    phone.get_by_role("link", name="Semi-finals").click()
    expect(phone.locator(".bout")).to_have_count(2)
    phone.get_by_role("link", name="Tree").filter(visible=True).first.click()
    expect(phone.locator(".tree")).to_have_count(len(cups.BRACKETS))
    phone.get_by_label("Find your name").fill("ødeg")
    phone.get_by_role("button", name="Search").click()
    expect(phone.get_by_role("heading", name="Åse Ødegård")).to_be_visible()
    expect(phone.get_by_role("heading", name="After a loss")).to_be_visible()
    phone.get_by_role("link", name="The whole bracket").click()
    phone.get_by_role("link", name="How it was drawn").click()
    phone.get_by_role("link", name="published").click()
    phone.get_by_role("link", name="Verify this draw").click()
    same = "Verified: the draw matches its entries and random number"
    expect(phone.get_by_role("heading", name=same)).to_be_visible()
    expect(phone.locator(".needs-script:visible")).to_have_count(0)
