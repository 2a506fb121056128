"""The pages around a draw and a bracket, at three widths, light and dark."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import cups, director
from tests.browser.test_pages import look
from tests.browser.windows import Windows

pytestmark = pytest.mark.browser

LONG = "Very-Long Name-Without End"
NAMES = f"{director.NAMES}\n{LONG}; A club with a very long name indeed; 1999"
DICE = "35 66 14 22 61 53 44 12"
OF_A_STRUCTURE = (
    "",
    "divisions/new/",
    "stages/1/losers/",
    "stages/2/",
    "stages/3/remove/",
    "template/",
)
OF_A_BRACKET = ("", "?view=rounds", "?view=tree", "?view=path", "?q=nobody", "path/1/")


@pytest.fixture
def desk_page(windows: Windows, signed_in: dict[str, Any]) -> Page:
    return windows.open(storage_state=signed_in)


def unfold(page: Page) -> None:
    """Open everything that is folded away."""
    page.locator("details.more").evaluate_all("all => all.map(one => one.open = true)")


def test_pages_of_a_structure(desk_page: Page) -> None:
    page = desk_page
    desk = director.create(page, cups.CARD, "Side structure")
    faults = []
    for place in OF_A_STRUCTURE:
        page.goto(f"{desk}structure/{place}")
        unfold(page)
        faults += look(page)
    assert not faults, "\n".join(faults)


def test_pages_of_an_announced_draw(windows: Windows, desk_page: Page) -> None:
    page, visitor = desk_page, windows.open()
    desk = director.begun(page, cups.CARD, "Side dice", NAMES, drawn=False)
    public = desk.replace("/desk/", "/tournaments/")
    faults = look(visitor, f"{public}stages/1/")
    page.goto(f"{desk}draw/")
    unfold(page)
    faults += look(page)
    page.get_by_role("button", name="Announce the draw").click()
    expect(
        page.get_by_role("heading", name="Round 1 has been announced")
    ).to_be_visible()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator("#error-summary")).to_be_visible()
    faults += look(page)
    visitor.goto(f"{public}draws/")
    visitor.get_by_role("link", name="announced").click()
    expect(visitor.get_by_text("There is no random number yet")).to_be_visible()
    faults += look(visitor)
    page.get_by_label("Dice as rolled").fill(DICE)
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_role("button", name="Publish round")).to_be_visible()
    unfold(page)
    faults += look(page)
    assert not faults, "\n".join(faults)


def test_pages_of_a_bracket_and_its_draw(windows: Windows, desk_page: Page) -> None:
    page, visitor = desk_page, windows.open()
    desk = director.begun(page, cups.CARD, "Side brackets", NAMES)
    public = desk.replace("/desk/", "/tournaments/")
    cups.have_played(page, desk)
    faults = look(page)
    for place in OF_A_BRACKET:
        faults += look(visitor, f"{public}stages/1/{place}")
    faults += look(visitor, f"{public}stages/2/")
    visitor.goto(f"{public}draws/")
    visitor.get_by_role("link", name="published").click()
    expect(visitor.get_by_role("heading", name="Check it yourself")).to_be_visible()
    faults += look(visitor, f"{visitor.url}?check=1")
    visitor.goto("/draws/check/")
    visitor.get_by_role("button", name="Verify this draw").click()
    expect(visitor.locator("#check-error")).to_be_visible()
    faults += look(visitor)
    assert not faults, "\n".join(faults)


def test_pages_of_a_correction(desk_page: Page) -> None:
    page = desk_page
    desk = director.begun(page, cups.CARD, "Side correction", NAMES)
    for _round in range(2):
        cups.have_played(page, desk)
    page.goto(f"{desk.replace('/desk/', '/tournaments/')}stages/1/?view=rounds&round=1")
    page.locator(".bout__title a").first.click()
    page.get_by_role("link", name="Correct this result").click()
    expect(page.get_by_text("You will first see what the correction")).to_be_visible()
    faults = look(page)
    page.locator(".segmented__option").filter(
        has_not=page.locator("input:checked")
    ).click()
    page.get_by_role("button", name="Preview changes").click()
    expect(page.locator("#effects")).to_be_visible()
    faults += look(page)
    page.get_by_label("Replay from here").check()
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("is corrected.")).to_be_visible()
    faults += look(page)
    assert not faults, "\n".join(faults)


def test_pages_of_a_table_and_its_reasons(windows: Windows, desk_page: Page) -> None:
    page, visitor = desk_page, windows.open()
    desk = director.begun(page, "League, double round robin", "Side league", NAMES)
    public = desk.replace("/desk/", "/tournaments/")
    director.results_are_in(page, desk, ["1 11 4"])
    faults = look(visitor, f"{public}stages/1/")
    faults += look(visitor, f"{public}rounds/1/")
    visitor.get_by_role("link", name="Why this pair?").first.click()
    expect(visitor.get_by_role("heading", name="Reasons")).to_be_visible()
    faults += look(visitor)
    assert not faults, "\n".join(faults)
