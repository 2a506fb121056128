"""Three letters and Enter add a player whom the club knows; a list is left alone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import director
from tests.browser.measures import AXE, RUN_AXE
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser

KNOWN = "Xara Quist; Køge BK; 1512\nXaver Qvarn\nWilma Zander; Oslo"


@pytest.fixture
def desk(windows: Windows, signed_in: dict[str, Any]) -> str:
    """Return the desk of a tournament without entries, in a club with known players."""
    page = windows.open(storage_state=signed_in)
    director.begun(page, "Club evening, Swiss", "Known", KNOWN, drawn=False)
    return director.create(page, "Club evening, Swiss", "Not known yet")


def test_letters_and_enter_add_who_is_known(
    windows: Windows, signed_in: dict[str, Any], desk: str
) -> None:
    page = windows.open(storage_state=signed_in)
    page.goto(f"{desk}entries/")
    box, options = page.locator("[name=text]"), page.get_by_role("option")
    expect(box).to_be_focused()
    page.keyboard.type("zan\n")  # before the list can be there
    director.echo(page, "Wilma Zander is entered.")

    expect(box).to_be_focused()
    page.keyboard.type("xa")
    expect(options).to_have_count(3)
    page.keyboard.type("v")
    expect(options).to_have_count(2)
    page.keyboard.press("Backspace")
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("xa")
    expect(options).to_have_count(3)
    expect(options.first).to_contain_text(re.compile(r"Xara Quist\s+Køge BK\s+1512"))
    page.evaluate(AXE)
    assert page.evaluate(RUN_AXE) == []
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    director.echo(page, "Xaver Qvarn is entered.")

    page.keyboard.type("Odette Prusik\n")
    director.echo(page, "Odette Prusik is entered.")
    page.keyboard.type("zan")
    expect(options.first).to_contain_text("already entered")
    page.keyboard.press("Enter")
    refused = page.locator("#field_text .field__error")
    expect(refused).to_contain_text("Wilma Zander is already entered.")
    expect(box).to_have_value("zan")

    page.goto(f"{desk}entries/")
    box.fill("Xara Quist\nWilma")
    expect(options).to_have_count(0)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".is-preview tbody tr")).to_have_count(2)


def test_a_tap_on_a_phone_adds_who_is_known(
    windows: Windows, signed_in: dict[str, Any], desk: str
) -> None:
    phone = windows.open(storage_state=signed_in, **PHONE)
    phone.goto(f"{desk}entries/")
    phone.locator("[name=text]").tap()
    phone.keyboard.type("xara")
    option = phone.get_by_role("option").first
    expect(option).to_contain_text("Xara Quist")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    option.tap()
    director.echo(phone, "Xara Quist is entered.")
