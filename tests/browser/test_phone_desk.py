"""The desk of a weekend on a phone begins with what is on; the rest is folded."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import director
from tests.browser.test_desk_changes import TICK
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser

LONGEST = 3500
"""CSS pixels, with fifteen open matches in three divisions."""
SHORTENED = """() => {
  const found = (selector) => [...document.querySelectorAll(selector)];
  const more = found("#queue tbody tr").slice(15);
  for (const part of [...more, ...found("#told, #waiting")]) part.remove();
  return [found("#queue tbody tr").length, document.documentElement.scrollHeight];
}"""
"""Without the other matches, and what is announced or waits for the director."""

TAB_BAR = 80
TOPS = """() => Object.fromEntries([
  ...["#result-box", "#waiting li", "#told .banner", "[data-fold=run-title]", "#queue"]
    .map((part) => [part, document.querySelector(part).getBoundingClientRect().top]),
  ["innerHeight", innerHeight]])"""
"""Where parts of the page begin, and how much of it is seen."""
BESIDE = """() => [...document.querySelectorAll("#queue tbody tr")].filter((row) => {
  const [names, state] = ["pair", "state"]
    .map((part) => row.querySelector(`.${part}-cell`));
  return state.getBoundingClientRect().top < names.getBoundingClientRect().bottom - 1;
}).map((row) => row.id)"""
"""The matches whose state does not stand below the names."""


def desk_of_weekend(page: Page) -> str:
    """Open the desk of the weekend that is being played."""
    page.goto("/tournaments/")
    page.get_by_role("link", name="Weekend open", exact=True).first.click()
    slug = re.findall(r"/tournaments/([^/]+)/", page.url)[0]
    page.goto(f"/desk/{slug}/")
    return f"/desk/{slug}/"


def test_a_phone_shows_what_is_on_and_folds_the_rest(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    phone = windows.open(storage_state=signed_in, **PHONE)
    path = desk_of_weekend(phone)
    expect(phone.locator("[data-fold]")).to_have_count(6)
    expect(phone.locator("[data-fold][open]")).to_have_count(0)
    fold = phone.locator("[data-fold=run-title]")
    fold.locator("summary").click()
    expect(phone.get_by_role("button", name="Announce", exact=True)).to_be_visible()
    phone.evaluate(TICK)
    expect(phone.locator("[data-fold][open]")).to_have_count(1)
    fold.locator("summary").click()
    expect(phone.locator("[data-fold][open]")).to_have_count(0)
    count, height = phone.evaluate(SHORTENED)
    assert count == 15
    assert height <= LONGEST

    phone.goto(f"{path}?played=1#played-1")
    expect(phone.locator("[data-fold=stages-title]")).to_have_attribute("open", "")


def test_the_first_screen_of_a_phone_has_the_box_and_what_waits(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    phone = windows.open(storage_state=signed_in, **PHONE)
    desk_of_weekend(phone)
    tops = phone.evaluate(TOPS)
    assert tops["#result-box"] < tops["#waiting li"] < tops["innerHeight"] - TAB_BAR
    assert tops["#told .banner"] > tops["[data-fold=run-title]"] > tops["#queue"]
    assert phone.evaluate(BESIDE) == []


def test_a_wide_desk_has_everything_open_and_at_hand(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    path = desk_of_weekend(page)
    expect(page.locator("[data-fold][open]")).to_have_count(6)
    page.keyboard.press("a")
    expect(page.get_by_role("textbox", name="Announcement")).to_be_focused()
    page.goto(path)
    expect(page.locator("[data-fold][open]")).to_have_count(6)


TWELVE = (
    *("Xaver Quint", "Yrsa Wolt", "Zeno Fjeldby", "Quirin Palm", "Wendela Zorn"),
    *("Ulrik Yxne", "Cosima Jaquet", "Virgil Hjort", "Dagmar Xylander"),
    *("Ingolf Czerny", "Ottilie Vuust", "Egil Zwart"),
)
"""Names that are like no other of the club, which a list would ask about."""


def test_twelve_entrants_are_on_two_screens_of_a_phone(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    phone = windows.open(storage_state=signed_in, **PHONE)
    names = "\n".join(TWELVE)
    desk = director.begun(phone, "Club evening, Swiss", "Twelve", names, drawn=False)
    phone.goto(f"{desk}entries/")
    ends, seen, banner, lowest = phone.evaluate(
        """() => [
          document.querySelector(".is-entries").getBoundingClientRect().bottom,
          innerHeight,
          document.querySelector("header > .banner")?.offsetHeight ?? 0,
          Math.min(...[...document.querySelectorAll(".is-entries .button")]
            .map((one) => one.offsetHeight))]"""
    )
    assert ends - banner <= 2 * seen
    assert lowest >= 44


def test_a_list_without_an_open_match_says_so(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk = windows.open(storage_state=signed_in)
    desk_of_weekend(desk)
    empty = desk.get_by_text("No match is open now.")
    expect(empty).to_be_hidden()
    rows = desk.locator("#queue tbody tr")
    rows.evaluate_all("all => all.forEach((row) => row.remove())")
    expect(empty).to_be_visible()
    expect(desk.locator("#queue")).to_be_hidden()
