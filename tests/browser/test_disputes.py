"""Two players who do not say the same, and one phone that speaks for both."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import sheets
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser

NARROW = {**PHONE, "viewport": {"width": 320, "height": 700}}


@pytest.fixture
def desk(windows: Windows, signed_in: dict[str, Any]) -> Page:
    """A window of a director."""
    return windows.open(storage_state=signed_in)


def fits(page: Page) -> None:
    """Expect that nothing has to be scrolled sideways."""
    widths = "() => [document.documentElement.scrollWidth, window.innerWidth]"
    wide, shown = page.evaluate(widths)
    assert wide <= shown


def test_we_are_still_playing(windows: Windows, desk: Page) -> None:
    sheet = sheets.open_match(desk, "Ane Sejr", "Bo Tvist")
    one, two = windows.open(**NARROW), windows.open(**NARROW)
    sheets.sit_down(one, sheet, sheet.one)
    sheets.report_score(one, 1, 5)
    expect(one.locator("#answer")).to_contain_text("Waiting for Bo Tvist")
    sheets.sit_down(two, sheet, sheet.two)
    sheets.answer(two, "Dispute").click()
    expect(two.locator("[name=so_far_1]")).to_be_visible()
    fits(two)
    two.locator("[name=so_far_1]").fill("5")
    two.locator("[name=so_far_2]").fill("3")
    two.get_by_role("button", name="We are still playing").click()
    expect(two.locator("#answer")).to_contain_text("the match is not finished")
    expect(sheets.points(two)).to_have_text(["–", "–"])
    fits(two)
    # The director sees what each of them says, and lets them go on.
    desk.goto(sheet.address)
    versions = desk.locator("#versions")
    expect(versions).to_contain_text("5–3")
    expect(versions).to_contain_text("The match is not finished.")
    versions.locator("[name=reason]").fill("One game was missing.")
    versions.get_by_role("button", name="still playing").click()
    sheets.expect_score(desk, 0, 0)
    one.reload()
    sheets.report_score(one, 1, 3)
    expect(one.locator("#answer")).to_contain_text("Waiting for Bo Tvist")


def test_one_phone_does_not_agree_with_itself(windows: Windows, desk: Page) -> None:
    sheet = sheets.open_match(desk, "Cille Holm", "Dag Berg")
    phone = windows.open(**NARROW)
    sheets.sit_down(phone, sheet, sheet.one)
    sheets.report_score(phone, 1, 2)
    sheets.answer(phone, "confirm on this phone").click()
    expect(phone.locator("#answer")).to_contain_text("on one phone")
    expect(phone.locator("#answer button")).to_have_count(0)
    fits(phone)
    desk.goto(sheet.address)
    expect(desk.locator("#answer")).to_contain_text("on the same phone")
    # On a phone of their own it counts at once.
    other = windows.open(**NARROW)
    sheets.sit_down(other, sheet, sheet.two)
    sheets.answer(other, "Confirm").click()
    expect(other.locator(".score__side.is-winner")).to_contain_text("Cille Holm")


def test_the_score_on_paper_is_kept_when_time_is_up(
    windows: Windows, desk: Page
) -> None:
    sheet = sheets.open_match(desk, "Eva Kvist", "Finn Dam")
    desk.goto(f"{sheet.address}ending/")
    desk.locator("[name=how][value=penalty]").check(force=True)
    desk.locator("[name=winner][value='1']").check(force=True)
    desk.locator("[name=score_1]").fill("4")
    desk.locator("[name=score_2]").fill("2")
    desk.set_viewport_size({"width": 320, "height": 700})
    fits(desk)
    desk.get_by_role("button", name="Save").click()
    sheets.expect_score(desk, 4, 2)
