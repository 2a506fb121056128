"""Pages in a language from right to left, with long words, lie the other way round.

At night on a product that has such a language; by day the pages of the demonstration
are turned round, because the direction alone decides what these tests look at.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests import pseudo
from tests.browser import director
from tests.browser.measures import ROWS, narrow
from tests.browser.windows import Windows
from tests.examples import NIGHTLY
from tests.live import Live, start_live

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 1280)
PAGES = (
    *("/", "/tournaments/", "/players/", "/club/", "/help/", "/rules/danish/"),
    *("/rules/leaflet/", "/desk/", "/desk/new/", "/directors/"),
    *("/club/new/", "/ruling/", "/draws/check/"),
)
OF_A_TOURNAMENT = (
    *("", "entries/", "standings/", "rules/", "draws/", "rounds/3/"),
    *("stages/1/?view=rounds", "stages/1/?view=tree", "stages/1/path/1/"),
)
OF_A_DESK = ("", "entries/", "draw/", "log/", "settings/", "structure/")
PLACES = """(selectors) => selectors.map((selector) =>
  document.querySelector(selector).getBoundingClientRect().x)"""

WRONG_WAY_ROUND = r"""(all) => all.filter((one) => {
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const at = (letter) => {
    const range = document.createRange();
    range.setStart(texts.currentNode, letter);
    range.setEnd(texts.currentNode, letter + 1);
    return range.getBoundingClientRect().x;
  };
  const shown = [];
  while (texts.nextNode()) {
    [...texts.currentNode.data].forEach((letter, number) => {
      if (/[=\d–]/.test(letter)) shown.push(at(number));
    });
  }
  return shown.some((x, number) => number && x <= shown[number - 1]);
}).map((one) => one.textContent)"""
"""Texts of which a letter stands before, on the left, one that is read earlier."""


@pytest.fixture(scope="module")
def mirrored(
    demonstration: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Live]:
    """The demonstration with the pseudo-language besides its own."""
    folder = tmp_path_factory.mktemp("mirrored")
    pseudo.write(folder / "locale")
    more = {
        "DJANGO_SETTINGS_MODULE": "tests.pseudo.settings",
        "PSEUDO_LOCALE": str(folder / "locale"),
    }
    var = folder / "var"
    with start_live(var, "--demo", contents=demonstration, **more) as running:
        yield running


@pytest.fixture(scope="module")
def cookies(mirrored: Live, chromium: Browser, tmp_path_factory: Any) -> dict[str, Any]:
    """Those of a director who reads this language."""
    windows = Windows(chromium, mirrored.url, tmp_path_factory.mktemp("sign-in"))
    page = windows.open()
    director.sign_up(page, mirrored.setup_url)
    windows.speak(page, pseudo.CODE)
    kept: dict[str, Any] = page.context.storage_state()
    windows.close()
    return kept


@pytest.fixture
def site(request: pytest.FixtureRequest) -> Live:
    running: Live = request.getfixturevalue("mirrored" if NIGHTLY else "club")
    return running


@pytest.fixture
def page(windows: Windows, request: pytest.FixtureRequest) -> Page:
    name = "cookies" if NIGHTLY else "signed_in"
    return windows.open(storage_state=request.getfixturevalue(name))


def show(page: Page, address: str) -> None:
    page.goto(address)
    if not NIGHTLY:
        page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    assert page.locator("html").get_attribute("dir") == "rtl", address


def tournament(page: Page, name: str) -> str:
    page.goto("/tournaments/")
    link = page.locator("a.row__title").filter(has_text=name).first
    return str(link.get_attribute("href"))


def places(page: Page, *selectors: str) -> list[float]:
    found: list[float] = page.evaluate(PLACES, selectors)
    return found


@pytest.mark.nightly
def test_nothing_overlaps_or_sticks_out(page: Page) -> None:
    hubs = [tournament(page, name) for name in ("Club evening", "Weekend open")]
    desks = [hub.replace("/tournaments/", "/desk/") for hub in hubs]
    page.goto(f"{hubs[0]}rounds/3/")
    match = page.locator(".match-no a").nth(2).get_attribute("href")
    addresses = [
        *(*PAGES, f"{match}?pad=games", f"{match}?pad=final", f"{match}history/"),
        *(hub + place for hub in hubs for place in OF_A_TOURNAMENT),
        *(desk + place for desk in desks for place in OF_A_DESK),
    ]
    faults = []
    for address in addresses:
        answer = page.goto(address)
        if answer is None or not answer.ok:
            continue
        assert page.locator("html").get_attribute("dir") == "rtl", address
        for width in WIDTHS:
            narrow(page, width)
            # A word that nobody speaks has no soft hyphens.
            found = [one for one in page.evaluate(ROWS) if not one.startswith("broken")]
            faults += dict.fromkeys(f"{address} at {width}: {one}" for one in found)
    assert not faults, "\n".join(faults)


def test_brackets_run_to_the_left_and_boards_lie_as_ever(page: Page) -> None:
    show(page, f"{tournament(page, 'Weekend open')}stages/1/?view=tree")
    first, last = places(page, ".tree__round", ".tree__round:last-child")
    assert first > last
    show(page, "/ruling/")
    bear_in, bear_off = places(page, '[data-place="13"]', '[data-place="24"]')
    assert bear_in < bear_off
    assert page.locator("#ruling-id").evaluate(
        "e => getComputedStyle(e).direction"
    ) == ("ltr")


def test_the_result_box_is_typed_from_left_to_right(page: Page) -> None:
    hub = tournament(page, "Club evening")
    show(page, hub.replace("/tournaments/", "/desk/"))
    box = page.locator("#result-line")
    assert box.evaluate("e => getComputedStyle(e).direction") == "ltr"


def test_marks_stand_before_their_numbers(page: Page) -> None:
    """A shared place reads =1 and a record 2–1, not 1= and 1–2."""
    show(page, f"{tournament(page, 'Club evening')}standings/")
    for selector in ("td.place", "td.is-num.is-strong"):
        assert page.locator(selector).count()
        assert page.locator(selector).evaluate_all(WRONG_WAY_ROUND) == []
