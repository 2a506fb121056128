"""The network is cut: a phone keeps the games tapped on it, a screen its picture."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import sheets
from tests.browser.test_desk_changes import desk_of
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser


def test_games_tapped_without_a_network_are_sent_when_it_is_back(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk = windows.open(storage_state=signed_in)
    sheet = sheets.open_match(desk, "Nete Net", "Niels Net")
    phone = windows.open(storage_state=signed_in, **PHONE)
    phone.goto(sheet.address)
    phone.get_by_role("link", name="Game by game").click()
    games = phone.locator("#pad[data-outbox-next]")
    waiting = phone.locator("#outbox li")
    expect(games).to_be_visible()
    phone.wait_for_load_state("networkidle")  # what keeps games is loaded last
    phone.context.set_offline(True)
    for kept in (1, 2):
        games.locator("label.winner").first.click()
        games.get_by_role("button", name="Save game").click()
        expect(waiting).to_have_count(kept)
    expect(games.locator("[name=winner]:checked")).to_have_count(0)
    phone.context.set_offline(False)
    expect(waiting).to_have_count(0)
    # Both are there, in their order; the page of the match shows them by itself.
    expect(games.locator("[name=after]")).to_have_value("2")
    windows.complaints.clear()  # of the requests that could not be sent


def test_a_screen_without_a_network_keeps_its_picture_says_so_and_comes_back(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk, path = desk_of(windows, signed_in)
    desk.goto(f"{path}screens/")
    desk.locator("form[action$='/screens/new/'] button").first.click()
    code = desk.locator("a[href*='/screen/']").last.get_attribute("href")
    wall = windows.open(viewport={"width": 1920, "height": 1080})
    wall.goto(f"{code}")
    pages, status = wall.locator("#pages"), wall.locator("#status")
    shown = wall.locator(".tv__page:not([hidden])")
    expect(shown).to_be_visible()
    expect(status).to_have_text("")
    wall.context.set_offline(True)
    expect(status).not_to_have_text("")
    expect(shown).to_be_visible()
    wall.context.set_offline(False)
    expect(status).to_have_text("")
    expect(pages).to_be_visible()
    windows.complaints.clear()  # of the questions that could not be asked
