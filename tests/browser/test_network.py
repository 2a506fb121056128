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


def test_what_was_opened_last_opens_again_without_a_network(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk = windows.open(storage_state=signed_in)
    sheet = sheets.open_match(desk, "Olga Off", "Oskar Off")
    phone = windows.open(**PHONE)
    sheets.sit_down(phone, sheet, "Olga Off")
    phone.get_by_role("link", name="Game by game").click()
    phone.wait_for_function("navigator.serviceWorker.controller !== null")
    phone.reload()
    phone.wait_for_timeout(4000)  # what the page needs is kept after a while
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("#alert")).to_contain_text("Saved on this device")
    expect(phone.locator("#pad")).to_be_visible()
    sheets.play(phone, 1)
    expect(phone.locator("#outbox li")).to_have_count(1)
    phone.goto("/players/")
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    expect(phone.locator("[data-kept-pages] a")).to_have_count(1)
    phone.go_back()
    expect(phone.locator("#outbox li")).to_have_count(1)
    phone.context.set_offline(False)
    expect(phone.locator("#outbox li")).to_have_count(0)
    expect(sheets.games(phone)).to_have_count(1)
    expect(phone.locator("#alert")).to_have_text("")
    phone.goto("/")
    phone.get_by_role("button", name="Not you?").click()
    phone.wait_for_function(
        "caches.has('crawford-pages').then(has => !has || 'kept')"
        ".then(has => has !== 'kept')"
    )
    windows.complaints.clear()  # of the requests that could not be sent
