"""The board of a table at the sizes of a television: nothing of it is cut."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import forms
from tests.browser.windows import Windows

pytestmark = pytest.mark.browser

SIZES = [(1920, 1080), (3840, 2160)]
CUT = """() => [...document.querySelectorAll(
    ".board__at, .board__terms, .board__name, .board__points, .board__badge"
    + ", .board__last")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const box = one.getBoundingClientRect();
    return one.scrollWidth > one.clientWidth + 1 && one.clientWidth
      || box.right > innerWidth || box.bottom > innerHeight || box.left < 0;
  })
  .map((one) => one.className)"""
LONG = "Wilhelmine Christoffersen-Hammershaimb"
LAST = f"Last game: {LONG}, backgammon, cube 64, +192"
TITLE = "The open championship of the clubs of the northern islands and the mainland"


@pytest.mark.parametrize("style", ["room", "overlay"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_table_is_followed_on_a_television(
    windows: Windows, width: int, height: int, style: str
) -> None:
    screen = windows.open(viewport={"width": width, "height": height})
    links = forms.fetch(screen, "/tournaments/").links
    hub = next(links[name] for name in links if "Weekend open" in name)
    screen.goto(f"{hub}tables/1/?style={style}")
    expect(screen.locator(".board__points")).to_have_count(2)
    assert screen.evaluate(CUT) == []

    # As long as names can be: the table stays, and so do both names.
    for place, text in (
        (".board__event", TITLE),
        (".is-one .board__short", LONG),
        (".board__last", LAST),
    ):
        screen.locator(place).evaluate(
            "(one, text) => { one.textContent = text; }", text
        )
    screen.locator(".is-one .board__name").evaluate(
        "one => one.classList.add('is-longer', 'is-longest')"
    )
    assert screen.evaluate(CUT) == []
    expect_table(screen, style)


def expect_table(screen: Page, style: str) -> None:
    """Expect the table in the room; a stream shows one table and needs no number."""
    at = screen.locator(".board__at")
    if style == "room":
        expect(at).to_be_in_viewport(ratio=1)
        expect(at).to_contain_text("1")
    else:
        expect(at).to_be_hidden()
