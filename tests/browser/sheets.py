"""Matches as players and directors enter them, in the words of the pages."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser import forms


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match: its address, who plays, and the code that is on their sheet."""

    address: str
    code: str
    one: str
    two: str


def sheet_of(page: Page, address: str) -> Sheet:
    """Read the codes of a match from its page, as a director sees it."""
    page.goto(address)
    code = page.locator("#share .code").first.inner_text()
    one, two = (name.strip() for name in page.locator(".score__name").all_inner_texts())
    return Sheet(re.sub(r"\?.*", "", page.url), code, one, two)


def open_match(
    page: Page, one: str, two: str, *, length: int = 7, reporting: str = "agree"
) -> Sheet:
    """Open a club match as a director, and look at it.

    The form is sent as it is; `test_files` fills it in.
    """
    opened = forms.send(
        page,
        forms.fetch(page, "/club/new/"),
        "Open match",
        player_1=one,
        player_2=two,
        length=str(length),
        reporting=reporting,
    )
    return sheet_of(page, opened.url)


def sit_down(page: Page, sheet: Sheet, name: str) -> None:
    """Come by the code of the sheet and say who one is."""
    page.goto(f"/s/{sheet.code}/")
    page.get_by_role("button", name=name).click()
    expect(points(page)).to_have_count(2)


def personal_link(page: Page, name: str) -> str:
    """Return a player's personal link, as a director shows it."""
    page.goto(f"/players/?q={name}")
    page.get_by_role("link", name=name).click()
    page.goto(f"{page.url}link/")
    password = page.locator("input[type=password]")
    expect(password.or_(page.locator(".qr__address")).first).to_be_visible()
    if password.count():  # it was typed more than some minutes ago
        password.fill(forms.PASSWORD)
        password.press("Enter")
    return page.locator(".qr__address").inner_text()


def points(page: Page) -> Locator:
    """The two numbers of the score."""
    return page.locator(".score__points")


def expect_score(page: Page, one: int, two: int) -> None:
    expect(points(page)).to_have_text([str(one), str(two)])


def choose(page: Page, winner: int, tile: str = "") -> None:
    """Tap a winner and a tile of the pad; without one it stays a single game."""
    pad = page.locator("#pad")
    pad.locator(".winner").nth(winner - 1).click()
    if tile:
        field = page.locator(f"[name=outcome][value='{tile}']")
        pad.locator(".tile").filter(has=field).click()


def save(page: Page) -> None:
    """Press the button of the pad."""
    page.get_by_role("button", name="Save game").click()


def play(page: Page, winner: int, tile: str = "") -> None:
    """Enter a game on the pad."""
    choose(page, winner, tile)
    save(page)


def games(page: Page) -> Locator:
    """The rows of the games, newest first."""
    return page.locator(".is-ledger tbody tr")


def report_score(page: Page, winner: int, loser: int) -> None:
    page.get_by_role("link", name="Final score").click()
    page.locator(".winner").nth(winner - 1).click()
    option = page.locator(f"[name=points][value='{loser}']")
    page.locator(".segmented__option").filter(has=option).click()
    page.get_by_role("button", name="Save result").click()


def disagree(one: Page, two: Page, sheet: Sheet) -> None:
    """Let the first player report 9–5, and the second answer that it was 7–9."""
    sit_down(one, sheet, sheet.one)
    report_score(one, 1, 5)
    sit_down(two, sheet, sheet.two)
    answer(two, "Dispute").click()
    two.locator(".winner").nth(1).click()
    option = two.locator("[name=points][value='7']")
    two.locator(".segmented__option").filter(has=option).click()
    two.get_by_role("button", name="Send").first.click()


def answer(page: Page, what: str) -> Locator:
    """The button or link of an answer to a report."""
    return page.locator("#answer").locator("a, button").filter(has_text=what)
