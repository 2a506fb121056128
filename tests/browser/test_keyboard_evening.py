"""An evening from its card to its places, with no mouse and no tap."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import director
from tests.browser.windows import Windows

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

CARD = "Club evening, Swiss"
NAMES = [line.partition(";")[0] for line in director.NAMES.splitlines()[:6]]
ROUNDS = 2
MOST_TABS = 120
FOCUSED = """() => {
  const at = document.activeElement;
  const label = at.labels && at.labels.length ? at.labels[0].innerText : "";
  const said = at.getAttribute("aria-label");
  return (at.innerText || label || said || at.value || "").replace(/\\s+/g, " ").trim();
}"""


def tab_to(page: Page, words: str, *, key: str = "Tab") -> None:
    """Press Tab until what has the focus begins with these words."""
    page.wait_for_load_state()
    stops = []
    while len(stops) < MOST_TABS:
        page.keyboard.press(key)
        stops.append(page.evaluate(FOCUSED))
        if stops[-1].startswith(words):
            return
    raise AssertionError(f"no {words!r} among {stops}")


def press(page: Page, words: str) -> None:
    """Go to a link or a button by Tab, and press Enter."""
    tab_to(page, words)
    page.keyboard.press("Enter")


def test_an_evening_by_keyboard_alone(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    page.goto("/desk/")
    press(page, "New tournament")
    expect(page).to_have_url(re.compile("/new/"))
    press(page, CARD)
    expect(page.locator("[name=name]")).to_be_visible()
    tab_to(page, "Name")
    page.keyboard.press("Control+a")
    page.keyboard.type("Keys alone")
    press(page, "Create tournament")
    expect(page.locator("[name=text]")).to_be_visible()
    desk = re.sub(r"entries/$", "", page.url)
    for name in NAMES:
        expect(page.locator("[name=text]")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        director.echo(page, f"{name} is entered.")
    page.keyboard.press("Escape")
    for number in range(1, ROUNDS + 1):
        page.goto(desk)
        press(page, f"Draw round {number}")
        expect(page.get_by_role("button", name="Publish the round")).to_be_visible()
        press(page, "Publish the round")
        expect(page.locator("#result-line")).to_be_focused()
        for match in director.open_matches(page):
            director.type_result(page, f"{match} 7 {match % 7}")
            director.echo(page, f"M{match} saved")
    # A result of an earlier round is not replaced in passing: the box asks.
    page.keyboard.type("1 3 7\n")
    expect(page.locator("#result-error")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#result-line")).to_have_value("")
    tab_to(page, "Standings", key="Shift+Tab")  # back, to the bar
    page.keyboard.press("Enter")
    places = page.locator("table tbody tr")
    expect(places).to_have_count(len(NAMES))
