"""A match file from the disk to the ledger, and its moves on the board."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import sheets
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser

THREE_POINTS = """\
 3 point match

 Game 1
 Karla Poulsen : 0                Viggo Toft : 0
  1) 31: 8/5 6/5                  42: 8/4 6/4
  2)  Doubles => 2                 Takes
  3) 65: 24/18 18/13              11: 8/7 8/7 6/5 6/5
      Wins 2 points

 Game 2
 Karla Poulsen : 2                Viggo Toft : 0
  1)                              31: 8/5 6/5
  2) 52: 13/8 13/11               ????
      Wins 1 point and the match
"""


@pytest.fixture
def desk(windows: Windows, signed_in: dict[str, Any]) -> Page:
    return windows.open(storage_state=signed_in)


def open_match(desk: Page, one: str, two: str) -> str:
    """Have a club match to 3 points, and return its address."""
    return sheets.open_match(desk, one, two, length=3).address


def fill_in_a_match(desk: Page, one: str, two: str) -> str:
    """Open a club match to 3 points in the window, and return its address."""
    desk.goto("/club/new/")
    desk.locator("[name=player_1]").fill(one)
    desk.locator("[name=player_2]").fill(two)
    desk.locator("[name=length]").fill("3")
    desk.locator("main form").get_by_role("button").first.click()
    expect(desk.get_by_role("heading", name="Match", exact=True)).to_be_visible()
    return desk.url.partition("?")[0]


def send(desk: Page, match: str, content: str, name: str = "evening.mat") -> None:
    desk.goto(match)
    desk.get_by_role("link", name="Add a match file").click()
    file = {"name": name, "mimeType": "text/plain", "buffer": content.encode()}
    desk.locator("[name=file]").set_input_files(file)  # type: ignore[arg-type]
    desk.get_by_role("button", name="Read the file").click()


def points(page: Page) -> list[str]:
    return page.locator(".score__points").all_inner_texts()


def test_from_the_file_to_the_ledger_and_back(windows: Windows, desk: Page) -> None:
    match = fill_in_a_match(desk, "Karla Poulsen", "Viggo Toft")
    send(desk, match, THREE_POINTS)
    expect(desk.get_by_text("Karla Poulsen wins 2: resigned, cube 2")).to_be_visible()
    desk.get_by_role("button", name="Import 2 games").click()
    expect(desk.locator(".score__side.is-winner")).to_contain_text("Karla Poulsen")
    assert points(desk) == ["3", "0"]

    desk.get_by_role("button", name="Undo", exact=True).click()
    expect(desk.locator("#ledger")).to_have_count(0)
    assert points(desk) == ["0", "0"]
    desk.get_by_role("link", name="evening.mat").click()
    desk.get_by_role("button", name="Import 2 games").click()
    assert points(desk) == ["3", "0"]

    phone = windows.open(**PHONE)
    phone.goto(match)
    phone.get_by_role("link", name="Step through the moves").tap()
    expect(phone.locator("#replay-said")).to_contain_text("The game begins.")
    phone.locator("#replay-next").tap()
    expect(phone.locator("#replay-said")).to_have_text("Karla Poulsen: 31: 8/5 6/5")
    assert phone.evaluate("() => document.documentElement.scrollWidth") == 390


def test_the_other_way_round(desk: Page) -> None:
    match = open_match(desk, "Viggo Toft", "Karla Poulsen")
    send(desk, match, THREE_POINTS)
    desk.get_by_role("button", name="Import 2 games").click()
    assert points(desk) == ["0", "3"]


def test_the_board_by_keyboard(desk: Page) -> None:
    match = open_match(desk, "Karla Poulsen", "Viggo Toft")
    send(desk, match, THREE_POINTS)
    desk.get_by_role("link", name="Moves 1").click()
    said = desk.locator("#replay-said")
    expect(said).to_contain_text("The game begins.")
    for words in (
        "Karla Poulsen: 31: 8/5 6/5",
        "Viggo Toft: 42: 8/4 6/4",
        "Karla Poulsen: doubles to 2",
        "Viggo Toft: takes",
    ):
        desk.keyboard.press("ArrowRight")
        expect(said).to_have_text(words)
    expect(desk).to_have_url(f"{desk.url.partition('?')[0]}?at=4")
    desk.keyboard.press("ArrowLeft")
    expect(said).to_have_text("Karla Poulsen: doubles to 2")
    desk.keyboard.press("End")
    expect(said).to_contain_text("Viggo Toft: 11: 8/7(2) 6/5(2)")
    expect(said).to_contain_text("Karla Poulsen wins 2")
    desk.go_back()
    expect(said).to_have_text("Karla Poulsen: doubles to 2")


def test_without_script(windows: Windows, signed_in: dict[str, Any]) -> None:
    page = windows.open(storage_state=signed_in, java_script_enabled=False)
    match = open_match(page, "Karla Poulsen", "Viggo Toft")
    send(page, match, THREE_POINTS)
    page.get_by_role("button", name="Import 2 games").click()
    page.get_by_role("link", name="Moves 2").click()
    page.locator("#replay-next").click()
    expect(page.locator("#replay-said")).to_have_text("Viggo Toft: 31: 8/5 6/5")
