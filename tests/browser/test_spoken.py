"""What is spoken: live regions, and where the focus lands."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import director, sheets
from tests.browser.windows import Windows

pytestmark = pytest.mark.browser

LISTEN = """() => {
  globalThis.spoken = [];
  const regions = '[role=status], [role=alert], [aria-live]';
  new MutationObserver((changes) => {
    for (const {target, addedNodes} of changes) {
      const one = target.nodeType === 1 ? target : target.parentElement;
      const region = one?.closest(regions);
      const text = region?.textContent.replace(/\\s+/g, ' ').trim();
      if (text && spoken.at(-1) !== text) spoken.push(text);
    }
  }).observe(document, {subtree: true, childList: true, characterData: true});
}"""


TYPE = """(text) => {
  const box = document.getElementById('result-line');
  for (const place of [...text].keys()) {
    box.value = text.slice(0, place + 1);
    box.dispatchEvent(new InputEvent('input', {bubbles: true}));
  }
}"""
"""Key after key at once: on a busy machine they may be far apart."""


def heard(page: Page) -> list[str]:
    said: list[str] = page.evaluate("() => spoken")
    return said


def expect_heard(page: Page, text: str) -> None:
    page.wait_for_function(
        "(text) => spoken.some((one) => one.includes(text))", arg=text
    )


def test_the_ruling_desk_speaks_its_verdict(windows: Windows) -> None:
    page = windows.open()
    page.goto("/ruling/")
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Start position").click()
    expect_heard(page, "on the board")
    counts = [one for one in heard(page) if "on the board" in one]
    page.locator("#ruling-die_1").select_option("3")
    page.locator("#ruling-die_2").select_option("1")
    expect_heard(page, "16 plays are legal.")
    page.locator("#ruling-play").fill("8/5 6/4")
    page.locator("#ruling-play").press("Enter")
    expect_heard(page, "Not legal.")
    assert [one for one in heard(page) if "on the board" in one] == counts


def test_the_reading_of_the_result_box_is_spoken(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    card, name = "Club evening, Swiss", "Spoken results"
    page.goto(director.begun(page, card, name, director.NAMES))
    number = director.open_matches(page)[-1]
    page.evaluate(LISTEN)
    director.type_result(page, f"{number} 7 3")
    director.echo(page, f"M{number}")
    expect_heard(page, f"M{number}")
    page.evaluate("() => { spoken.length = 0; }")
    page.evaluate(TYPE, f"{number}")
    expect_heard(page, f"M{number} · ")
    page.keyboard.press("Escape")
    # Once, not at every key; and what was saved is not spoken again.
    assert len(heard(page)) == 1, heard(page)


def test_a_message_is_spoken_after_the_page_has_loaded(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    page.add_init_script(f"({LISTEN})()")
    director.create(page, "Club evening, Swiss", "Spoken evening")
    message = page.locator("#echo .echo__text").first.inner_text()
    expect_heard(page, message)


def test_after_the_last_game_the_focus_is_on_the_score(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    opened = sheets.open_match(page, "Side Speak", "Side Hear", length=1)
    page.goto(f"{opened.address}?pad=games")
    expect(page.locator("[name=winner]:invalid")).to_have_count(0)
    sheets.choose(page, 1, "1-single")
    page.get_by_role("button", name="Save game").press("Enter")
    sheets.expect_score(page, 1, 0)
    label = "Side Speak wins the match"
    expect(page.locator(":focus")).to_have_attribute("aria-label", label)


def test_the_tile_of_a_win_says_its_points(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    opened = sheets.open_match(page, "Side Tile", "Side Told")
    page.goto(f"{opened.address}?pad=games")
    tile = page.get_by_role("radio", name="gammon with the cube at 2: 4 points")
    expect(tile).to_have_count(1)
