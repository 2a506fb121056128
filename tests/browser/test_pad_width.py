"""The tiles of the score pad are large enough for a finger in every language."""

from typing import Any

import pytest
from django.conf import settings

from tests.browser import sheets
from tests.browser.measures import PHONES, SIDEWAYS, SMALLEST, narrow, space_out
from tests.browser.windows import Windows

pytestmark = pytest.mark.browser

FINGER = 44
LANGUAGES = [
    pytest.param(code, marks=[] if code == "nl" else pytest.mark.nightly)
    for code, _name in settings.LANGUAGES
]
TILES = ".tiles__grid .tile, .winner, .segmented__option"


@pytest.fixture(scope="module")
def match(club: Any, chromium: Any, signed_in: dict[str, Any]) -> str:
    """A match to seven points that is not over: the pad has all its tiles."""
    context = chromium.new_context(base_url=club.url, storage_state=signed_in)
    page = context.new_page()
    opened = sheets.open_match(page, "Side Wide", "Side Narrow")
    context.close()
    return opened.address


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_takes_a_finger(
    windows: Windows, signed_in: dict[str, Any], match: str, language: str
) -> None:
    page = windows.open(storage_state=signed_in)
    windows.speak(page, language)
    faults = []
    for pad in ("games", "final"):
        page.goto(f"{match}?pad={pad}")
        assert page.locator("html").get_attribute("lang") == language
        for spaced in (False, True):
            if spaced:
                space_out(page)
            for width in PHONES:
                narrow(page, width)
                smallest, beyond = (
                    page.evaluate(SMALLEST, TILES),
                    page.evaluate(SIDEWAYS),
                )
                if smallest < FINGER or beyond > 0:
                    faults.append((pad, spaced, width, smallest, beyond))
    assert faults == []
