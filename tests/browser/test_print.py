"""Pages printed by the browser: what is said on them, and nothing to press.

Each is read back from its PDF. Papers made by the server are tried in
`tests/matches/documents`.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import pypdfium2
import pytest
from playwright.sync_api import Page

from tests import paper, printed_worlds
from tests.browser import director
from tests.browser.windows import Windows
from tests.examples import NIGHTLY

pytestmark = pytest.mark.browser

EVENING: Final = "Club evening"
WEEKEND: Final = "Weekend open"
MARGIN: Final = 11.0
"""The pages have 12 millimetres at their sides."""
CONTROLS: Final = """() => {
  const controls = "button, .button, input, select, textarea, progress, fieldset"
  return [...document.querySelectorAll(controls)]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
    .map((one) => one.outerHTML.slice(0, 80))
}"""
LABELS: Final = """() => [...document.querySelectorAll("button, .button")]
  .filter((one) => one.checkVisibility())
  .map((one) => one.innerText.trim()).filter((label) => label.length > 2)"""
CHECKERS: Final = """() => ["one", "two"].map((side) => {
  const checker = document.querySelector(`main .checker.is-${side}`)
  const end = side == "one" ? "::after" : "::before"
  const [shown, part] = checker ? [checker, null] : [
    document.querySelector(`main .pair__${side}:not(:empty)`), end]
  const {backgroundImage, backgroundColor} = getComputedStyle(shown, part)
  return backgroundImage == "none" ? backgroundColor : backgroundImage
})"""
CUT: Final = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.checkVisibility() && one.clientWidth > 1)
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .filter((one) => ["hidden", "clip", "auto", "scroll"]
    .includes(getComputedStyle(one).overflowX))
  .map((one) => `${one.className}: ${one.innerText.slice(0, 60)}`)"""
FOR_SCREENS: Final = (
    *("Why this pair?", "Add to my calendar", "Alert me when", "Add players"),
    *("Penalty points and rulings", "who won?", "Add photo", "Print centre"),
)
PRINTED_WIDTH: Final = 703
"""A4 without its margins, in pixels."""


def addresses(page: Page) -> Iterator[tuple[str, str]]:
    """Yield a page of each kind, with a text of it that must be on paper."""
    page.goto("/tournaments/")
    places = {
        name: str(page.get_by_role("link", name=name).first.get_attribute("href"))
        for name in (EVENING, WEEKEND, "Monrad evening")
    }
    evening, weekend, monrad = places.values()
    desk = evening.replace("/tournaments/", "/desk/")
    page.goto("/players/")
    player = page.locator("table a").first
    who = player.inner_text()
    yield str(player.get_attribute("href")), who
    yield "/players/", "Players"
    page.goto(f"{evening}rounds/3/")
    numbers = page.locator(".match-no a")
    for place in (0, 2, 4):
        link = numbers.nth(place)
        yield str(link.get_attribute("href")), link.inner_text()
    page.goto(f"{evening}draws/")
    record = page.locator("table a").first.get_attribute("href")
    yield str(record), "As published"
    yield evening, "Olle Stenhammar"
    yield f"{evening}rounds/3/", "Olle Stenhammar"
    yield f"{evening}standings/", "Olle Stenhammar"
    yield f"{evening}entries/", "Olle Stenhammar"
    yield f"{evening}draws/", "How the rounds were drawn"
    yield f"{evening}rules/", "All rules"
    yield f"{weekend}stages/1/", "Last chance"
    yield f"{weekend}stages/1/path/1/", "After a loss"
    yield f"{monrad}standings/", "Final standings"
    yield f"{monrad}finishing-order/", "Final ranking"
    yield f"{monrad}stages/1/standings/1/", "Buchholz"
    yield "/seasons/club-season/", "What counts"
    yield "/ratings/", "Club ratings"
    yield "/help/", "For directors"
    yield "/ruling/", "This position"
    yield "/rules/danish/", "Hitting"
    yield f"{desk}log/", "Published"
    yield f"{desk}entries/", "Olle Stenhammar"
    yield desk, "Olle Stenhammar"


def printed(page: Page, address: str, said: str) -> Iterator[str]:
    """Print a page on A4, and yield what is wrong with it."""
    page.goto(address)
    labels = set(page.evaluate(LABELS))
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": PRINTED_WIDTH, "height": 900})
    for control in page.evaluate(CONTROLS):
        yield f"{address} has {control}"
    for cut in page.evaluate(CUT):
        yield f"{address} is cut at {cut}"
    content = page.pdf(format="A4")
    page.emulate_media(media="screen", color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 900})
    text = paper.words(content)
    lines = {line.strip() for line in text.splitlines()}
    for words in FOR_SCREENS:
        if words in text:
            yield f"{address} says {words!r}"
    for label in labels & lines:
        yield f"{address} says {label!r}"
    if said not in re.sub(r"\s+", " ", text):
        yield f"{address} does not say {said!r}"
    for outside in printed_worlds.outside(content, MARGIN):
        yield f"{address} has {outside!r} at the edge"
    if sum(len(text_of_page) < 2 for text_of_page in page_texts(content)):
        yield f"{address} has an empty page"


def page_texts(content: bytes) -> list[str]:
    """Return what is to be read on each page of a PDF."""
    pages = pypdfium2.PdfDocument(content)
    return [page.get_textpage().get_text_range().strip() for page in pages]


@pytest.mark.parametrize("is_director", [False, True])
def test_every_page_is_good_on_paper(
    windows: Windows, signed_in: dict[str, Any], *, is_director: bool
) -> None:
    page = windows.open(**({"storage_state": signed_in} if is_director else {}))
    faults = []
    for number, (address, said) in enumerate(list(addresses(page))):
        is_for_all = not address.startswith("/desk/")
        # What is not for paper is left out by the same rules for both: by day each page
        # that both have is printed by one of them.
        is_turn = NIGHTLY or not is_for_all or is_director == number % 2
        if is_turn and (is_director or is_for_all):
            faults += printed(page, address, said)
    assert not faults, "\n".join(faults)


def test_a_crosstable_has_all_its_columns(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    card, name = "League, double round robin", "League on paper"
    desk = director.begun(page, card, name, director.NAMES)
    table = f"{desk.replace('/desk/', '/tournaments/')}stages/1/"
    assert list(printed(page, table, "Anna Hansen")) == []


def test_both_checkers_are_to_be_told_apart(windows: Windows) -> None:
    page = windows.open()
    places = dict(addresses(page))
    (match,) = (place for place, said in places.items() if said == "M17")
    (round_page,) = (place for place in places if place.endswith("rounds/3/"))
    page.emulate_media(media="print")
    for address in (match, round_page):
        page.goto(address)
        one, two = page.evaluate(CHECKERS)
        assert "rgb(0, 0, 0)" in one
        assert "rgb(255, 255, 255)" not in one
        assert "rgb(255, 255, 255)" in two
        assert "rgb(0, 0, 0)" not in two
