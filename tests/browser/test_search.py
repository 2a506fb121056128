"""A name is found by people whose keyboard lacks its letters, on the page too."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from matches.players.names import fold_words
from tests.browser.test_desk_changes import desk_of
from tests.browser.windows import Windows

pytestmark = pytest.mark.browser

NAMES = (
    *("Dagny Øverli", "Frida Åkerblad", "Iver Ærøskov", "Jan van den Berg", "Aase Aa"),
    *("Łukasz Żółć", "Þóra Ðaníelsdóttir", "Groß-Weiß, Jürgen", "O’Brien", "Ида Холм"),
    *(
        "\u2068فاطمة الزهراء\u2069",
        "דנה כֹּהן",
        "Nguyễn Thị Phương",
        "İpek Işık",
        "A. B-C",
    ),
)


def test_find_your_name_knows_other_keyboards(windows: Windows) -> None:
    page = windows.open()
    page.goto("/tournaments/")
    page.get_by_role("link", name="Club evening", exact=True).first.click()
    for typed, name in (("overli", "Øverli"), ("akerb", "Åkerb"), ("AERO", "Ærø")):
        page.locator("#find").fill(typed)
        shown = page.locator("[data-filter-row]:visible")
        expect(shown).to_have_count(1)
        expect(shown).to_contain_text(name)


def test_the_script_folds_names_as_the_server_does(windows: Windows) -> None:
    page = windows.open()
    page.goto("/tournaments/")
    page.get_by_role("link", name="Club evening", exact=True).first.click()
    fold = """async (names) => {
      const script = document.querySelector('script[src*="/js/search."]');
      const {foldWords} = await import(script.src);
      return names.map(foldWords);
    }"""
    folded = page.evaluate(fold, NAMES)
    assert [tuple(words) for words in folded] == [fold_words(name) for name in NAMES]


def test_a_key_leads_from_the_desk_to_anything(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page, path = desk_of(windows, signed_in)
    expect(page.locator("#result-line")).to_be_focused()
    page.keyboard.press("/")
    field = page.locator("#find-all")
    expect(field).to_be_focused()
    field.fill("overli")
    found = page.locator("#found .row__title")
    expect(found.first).to_have_text("Dagny Øverli")
    field.press("ArrowDown")
    expect(found.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    field.fill("late entry")
    expect(found.first).to_have_text("Entries")
    field.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(f"{path}entries/")))
