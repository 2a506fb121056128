"""A note is left on a phone, seen on another desk, changed by two and done."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_desk_changes import TICK, desk_of
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser

CLOCK = "Table 4's clock is broken; Bo pays tomorrow"
WIDER = "() => document.documentElement.scrollWidth - innerWidth"


def test_a_note_goes_from_one_helper_to_the_next(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk, path = desk_of(windows, signed_in)
    phone = windows.open(storage_state=signed_in, **PHONE)
    phone.goto(path)
    phone.locator("[data-fold=run-title] > summary").click()
    phone.get_by_role("link", name="Notes", exact=True).click()
    box = phone.get_by_label("Note", exact=True)
    box.fill("x" * 2001)
    phone.get_by_role("button", name="Save note").click()
    error = "A note can have up to 2000 characters; this one has 2001."
    expect(phone.locator(".field__error")).to_contain_text(error)
    expect(box).to_have_value("x" * 2001)
    box.fill(CLOCK)
    phone.get_by_role("button", name="Save note").click()
    notes = phone.locator("#notes")
    expect(notes).to_contain_text(CLOCK)
    expect(notes).to_contain_text("Ada Director, ")
    assert phone.evaluate(WIDER) <= 0

    desk.evaluate(TICK)
    expect(desk.locator("#notes")).to_contain_text(CLOCK)
    desk.locator("#notes").get_by_role("link", name="Edit").click()
    notes.get_by_role("link", name="Edit").click()
    box.fill("A new clock is in the box")
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(notes).to_contain_text("A new clock is in the box")
    other = desk.get_by_label("Note", exact=True)
    other.fill("Bo has paid")
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(desk.locator("main")).to_contain_text("while you were writing")
    expect(desk.locator("main")).to_contain_text("A new clock is in the box")
    expect(other).to_have_value("Bo has paid")
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(desk.locator("#notes")).to_contain_text("Bo has paid")

    phone.evaluate(TICK)
    expect(notes).to_contain_text("Bo has paid")
    notes.get_by_role("button", name="Done").click()
    expect(notes).to_have_count(0)
    phone.get_by_role("button", name="Undo").click()
    expect(notes).to_contain_text("Bo has paid")
    notes.get_by_role("button", name="Done").click()
    expect(notes).to_have_count(0)
