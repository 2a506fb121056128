"""An owner lets somebody help at the desk with a phone, and takes that away again."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import director
from tests.browser.test_desk_changes import TICK, UNTOUCHED, desk_of
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser

FORBIDDEN = 403
POLL_ENDS = 286
TYPED = "7 and a half"


def test_a_helper_enters_results_until_removed(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk, path = desk_of(windows, signed_in)
    desk.goto(f"{path}helpers/")
    desk.get_by_label("Role", exact=True).select_option("desk")
    desk.get_by_role("button", name="Create link").click()
    expect(desk.locator("#link, [name=password]").first).to_be_visible()
    if "reauthenticate" in desk.url:  # the login is older than some minutes
        desk.locator("[name=password]").fill(director.PASSWORD)
        desk.get_by_role("button", name="Continue").click()
    expect(desk.get_by_role("img", name="QR code for the link")).to_be_visible()
    link = desk.locator("#link .qr__address").inner_text()

    phone = windows.open(**PHONE)
    phone.goto(link)
    phone.locator("[name=username]").fill("Hanne Helper")
    phone.locator("[name=password]").fill("four other words in a row")
    phone.get_by_role("button", name="Create account").click()
    expect(phone).to_have_url(re.compile(f"{re.escape(path)}$"))
    number = phone.locator(UNTOUCHED).last.get_attribute("data-match")
    length = phone.locator(UNTOUCHED).last.get_attribute("data-length")
    line = phone.locator("#result-line")
    line.fill(f"{number} {length} 1")
    line.press("Enter")
    expect(phone.locator(f"#match-{number}")).to_have_attribute("data-done", "")

    main = phone.locator("body").inner_html()
    for word in ("settings/", "draw/", "helpers/", "close/", "/directors/"):
        assert f"{path}{word}" not in main
        address = word if word.startswith("/") else f"{path}{word}"
        assert phone.request.get(address).status == FORBIDDEN

    line.fill(TYPED)
    desk.goto(f"{path}helpers/")
    desk.get_by_role("button", name=re.compile("Remove.*Hanne Helper")).click()
    expect(desk.get_by_text("No helpers yet: create a link.")).to_be_visible()
    for _poll in range(3):  # the desk goes on asking
        with phone.expect_response(lambda answer: answer.status == POLL_ENDS):
            phone.evaluate(TICK)
        expect(phone.get_by_text("You are no longer logged in")).to_be_visible()
        expect(line).to_have_value(TYPED)
    line.press("Enter")
    expect(phone.get_by_text("You are no longer logged in")).to_be_visible()
    with phone.expect_response(lambda answer: answer.status == POLL_ENDS):
        phone.evaluate(TICK)
    expect(line).to_have_value(TYPED)
    windows.complaints.clear()  # of the one refused request
