"""Pages bear large letters, low windows and the colours of the reader."""

from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.browser import sheets
from tests.browser.measures import SIDEWAYS
from tests.browser.windows import Windows

pytestmark = pytest.mark.browser

DOUBLE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { font-size: 200% !important; }');
  document.adoptedStyleSheets = [sheet];
}"""
COVERED = """() => {
  const fixed = [...document.querySelectorAll('body *')].filter((one) =>
    getComputedStyle(one).position === 'fixed' && one.checkVisibility());
  return fixed.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0);
}"""
CHECKERS = """() => ['.pair__one', '.pair__two'].map((side, at) =>
  getComputedStyle(document.querySelector(side), at ? '::before' : '::after')
    .backgroundColor)"""


@pytest.fixture
def evening(windows: Windows, signed_in: dict[str, Any]) -> tuple[Page, str]:
    page = windows.open(storage_state=signed_in)
    page.goto("/tournaments/")
    link = page.get_by_role("link", name="Club evening", exact=True).first
    return page, str(link.get_attribute("href"))


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(code, marks=[] if code == "nl" else [pytest.mark.nightly])
        for code, _name in settings.LANGUAGES
    ],
)
def test_letters_of_twice_the_size_fit(
    windows: Windows, evening: tuple[Page, str], language: str
) -> None:
    page, hub = evening
    match = sheets.open_match(page, "Side Large", "Side Larger").address
    page.goto(f"{match}?pad=games")
    sheets.play(page, 1, "2-gammon")
    sheets.expect_score(page, 4, 0)
    windows.speak(page, language)
    desk = hub.replace("/tournaments/", "/desk/")
    for address in ("/", hub, desk, f"{hub}rounds/3/", f"{match}?pad=games"):
        page.goto(address)
        page.evaluate(DOUBLE)
        assert page.evaluate(SIDEWAYS) <= 0, address


def test_the_menu_stays_in_a_phone_with_letters_of_twice_the_size(
    evening: tuple[Page, str],
) -> None:
    page, hub = evening
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(hub)
    page.evaluate(DOUBLE)
    menu = page.locator(".bar__menu").bounding_box()
    assert menu is not None
    assert menu["x"] + menu["width"] <= 390


def test_a_low_window_shows_content(evening: tuple[Page, str]) -> None:
    page, hub = evening
    page.set_viewport_size({"width": 320, "height": 256})
    page.goto(hub)
    assert page.evaluate(COVERED) == 0
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(COVERED) > 0  # the tabs are at the thumb


def test_checkers_differ_in_colours_of_the_reader(evening: tuple[Page, str]) -> None:
    page, hub = evening
    page.emulate_media(forced_colors="active")
    page.goto(f"{hub}rounds/3/")
    one, two = page.evaluate(CHECKERS)
    assert one != two
