"""A player tells the director by two taps on a phone; the desk sees it, and answers."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import director, sheets
from tests.browser.test_desk_changes import TICK
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser

WIDER = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("scripted", [True, False])
def test_two_taps_tell_the_director(
    windows: Windows, signed_in: dict[str, Any], *, scripted: bool
) -> None:
    desk = windows.open(storage_state=signed_in)
    kind = "Scripted" if scripted else "Plain"
    names = "\n".join(f"{kind} {name}" for name in ("Anna", "Bo", "Cleo", "Dirk"))
    hub = director.begun(desk, "Club evening, Swiss", f"{kind} evening", names)
    link = sheets.personal_link(desk, f"{kind} Anna")
    desk.goto(hub.replace("/tournaments/", "/desk/"))
    phone = windows.open(**PHONE, java_script_enabled=scripted)
    phone.goto(link)
    fold = phone.locator("[id^=tell-] summary")
    fold.tap()
    assert phone.evaluate(WIDER) <= 0
    phone.get_by_role("button", name="I want to withdraw").tap()
    told = phone.locator(".told-director")
    expect(told).to_contain_text("“I want to withdraw”")
    assert phone.evaluate(WIDER) <= 0

    desk.evaluate(TICK)
    waiting = desk.locator("#waiting")
    expect(waiting).to_contain_text(f"{kind} Anna")
    expect(waiting).to_contain_text("I want to withdraw")
    expect(waiting.get_by_role("link", name="Withdraw")).to_be_visible()
    more = phone.locator("[id^=tell-more-]")
    if scripted:
        fold.tap()
    waiting.get_by_role("button", name="Done").click()
    expect(waiting).to_have_count(0)
    if scripted:  # the page learns it by itself, and leaves open what is open
        phone.evaluate(TICK)
        expect(told).to_contain_text("dealt with this")
        expect(more).to_have_attribute("open", "")
        assert phone.evaluate(WIDER) <= 0
    desk.get_by_role("button", name="Undo").click()
    expect(waiting).to_contain_text("I want to withdraw")

    phone.reload()
    told.get_by_role("button", name="Undo").tap()
    expect(told).to_have_count(0)
    desk.evaluate(TICK)
    expect(waiting).to_have_count(0)
