"""An evening and an open from the card on, with no mouse and no tap."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import cups, director, entrants, keys, sheets
from tests.browser.windows import PHONE, Windows

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

CARD = "Club evening, Swiss"
NAMES = [line.partition(";")[0] for line in director.NAMES.splitlines()[:6]]
ROUNDS = 2
OPEN = "Keys open"
DIVISIONS = ("Masters", "Intermediate", "Novice")
BORDERS = {"Masters": "1460", "Intermediate": "1380"}
IN_DIVISION = 8
TABLES = 8
REASON = "The sheet was read upside down"
LUNCH = "Lunch is at one."


def test_an_evening_by_keyboard_alone(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    page.goto("/desk/")
    keys.press(page, "New tournament")
    expect(page).to_have_url(re.compile("/new/"))
    keys.press(page, CARD)
    expect(page.locator("[name=name]")).to_be_visible()
    keys.tab_to(page, "Name")
    page.keyboard.press("Control+a")
    page.keyboard.type("Keys alone")
    keys.press(page, "Create tournament")
    expect(page.locator("[name=text]")).to_be_visible()
    desk = re.sub(r"entries/$", "", page.url)
    for name in NAMES:
        expect(page.locator("[name=text]")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        director.echo(page, f"{name} is entered.")
    page.keyboard.press("Escape")
    for number in range(1, ROUNDS + 1):
        page.goto(desk)
        keys.press(page, f"Draw round {number}")
        expect(page.get_by_role("button", name="Publish round")).to_be_visible()
        keys.press(page, "Publish round")
        expect(page.locator("#result-line")).to_be_focused()
        for match in director.open_matches(page):
            director.type_result(page, f"{match} 7 {match % 7}")
            director.echo(page, f"M{match} saved")
    # A result of an earlier round is not replaced in passing: the box asks.
    page.keyboard.type("1 3 7\n")
    expect(page.locator("#result-error")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#result-line")).to_have_value("")
    keys.tab_to(page, "Standings", key="Shift+Tab")  # back, to the bar
    page.keyboard.press("Enter")
    places = page.locator("table tbody tr")
    expect(places).to_have_count(len(NAMES))


def test_an_open_by_keyboard_alone(windows: Windows, signed_in: dict[str, Any]) -> None:
    page = windows.open(storage_state=signed_in)
    page.goto("/desk/")
    for happens in (
        *(divisions_are_made, a_list_is_pasted, it_is_divided, tables_are_counted),
        *(everybody_checks_in, all_are_drawn, matches_are_called, somebody_was_late),
        *(somebody_goes_home, an_old_result_is_corrected, lunch_is_announced),
    ):
        happens(page)
    two_disagree(windows, page)


def divisions_are_made(page: Page) -> None:
    """A card for the first division, the same for two more."""
    keys.follow(page, "New tournament")
    keys.follow(page, cups.CARD)
    keys.fill(page, "Name", OPEN)
    keys.follow(page, "Create tournament")
    keys.follow(page, OPEN)
    keys.follow(page, "Divisions and stages")
    keys.follow(page, "Division name and rules")
    keys.fill(page, "Name", DIVISIONS[0])
    keys.follow(page, "Save division")
    for name in DIVISIONS[1:]:
        keys.follow(page, "Division or side event")
        keys.fill(page, "Name", name)
        keys.choose(page, cups.CARD)
        keys.follow(page, "Add division")
        director.echo(page, f"{name} is added.")


def a_list_is_pasted(page: Page) -> None:
    """All lines are read as they are; one is asked about."""
    people = entrants.PEOPLE[: IN_DIVISION * len(DIVISIONS)]
    keys.follow(page, "Entries")
    keys.tick(page, "Already checked in")
    keys.tab_to(page, "Add players", key="Shift+Tab")
    page.keyboard.insert_text(entrants.as_people_write(people))
    keys.follow(page, "Add")
    keys.choose(page, f"New player {entrants.DOUBTFUL}")
    keys.follow(page, "Add these players")
    director.echo(page, f"{len(people)} players are entered.")


def it_is_divided(page: Page) -> None:
    """Two borders divide the list by rating."""
    keys.follow(page, "Assign divisions by rating")
    for name, points in BORDERS.items():
        keys.fill(page, f"{name} from", points)
    keys.follow(page, "Preview")
    keys.follow(page, "Assign divisions")
    director.echo(page, "16 entries moved to another division.")


def tables_are_counted(page: Page) -> None:
    """The search leads to what is on no page yet."""
    keys.follow(page, "Search")
    page.keyboard.type("tables")
    keys.press(page, "Search")
    page.wait_for_url(re.compile("q=tables"))
    keys.follow(page, "Tables")
    keys.fill(page, "Number of tables", str(TABLES))
    keys.follow(page, "Save tables")


def everybody_checks_in(page: Page) -> None:
    """One by some letters, the others by one press a division."""
    keys.follow(page, "Entries")
    keys.fill(page, "Check in a player", "Anna Br")
    page.keyboard.press("Enter")
    director.echo(page, "Anna Brekke is checked in.")
    for name in DIVISIONS:
        keys.follow(page, name)
        keys.follow(page, "Check everyone in")
        expect(page.get_by_role("heading", name=name)).to_contain_text(
            "8 of 8 checked in"
        )


def all_are_drawn(page: Page) -> None:
    """One key does the next step; eight matches have a table, four wait."""
    keys.follow(page, OPEN)
    for name in DIVISIONS:
        expect(page.locator("#next-step")).to_contain_text(name)
        page.keyboard.press("d")
        expect(page.get_by_role("button", name="Publish round")).to_be_visible()
        keys.follow(page, "Publish round")
        director.echo(page, "Round 1 published.")
    expect(page.locator("#queue tr[data-match]")).to_have_count(12)
    expect(row(page, 31)).to_contain_text("Waiting")


def matches_are_called(page: Page) -> None:
    """Calls pause; one is called, then another; a match is moved; all sit."""
    page.keyboard.press("h")
    director.echo(page, "Calling is paused")
    for number in (1, 2):
        result(page, f"{number} 9 3")
    expect(row(page, 31)).to_contain_text("Waiting")
    page.keyboard.press("o")
    expect(row(page, 31)).to_contain_text("Called")
    expect(row(page, 32)).to_contain_text("Waiting")
    page.keyboard.press("c")
    expect(row(page, 32)).to_contain_text("Called")
    result(page, "3 9 3")
    director.type_result(page, "4 t3")
    director.echo(page, "M4 moves to table 3")
    page.keyboard.press("s")
    expect(row(page, 4)).to_contain_text("Playing")


def somebody_was_late(page: Page) -> None:
    """The director gives a point, and the match counts it."""
    keys.follow(page, "M16")
    one = page.locator(".score__name").first.inner_text().strip()
    keys.press(page, "Penalty points")
    keys.follow(page, "Award points")
    keys.choose(page, one)
    keys.fill(page, "Points", "1")
    keys.follow(page, "Save")
    sheets.expect_score(page, 1, 0)
    keys.follow(page, OPEN)


def somebody_goes_home(page: Page) -> None:
    """A player leaves: the opponent goes on."""
    name = row(page, 34).locator(".pair__two").inner_text()
    keys.follow(page, "Entries")
    keys.follow(page, DIVISIONS[2])
    keys.follow(page, f"Options {name}")
    keys.follow(page, "Withdraw")
    keys.follow(page, OPEN)
    expect(row(page, 34)).to_have_count(0)


def an_old_result_is_corrected(page: Page) -> None:
    """Two have played on; the first of the results before is turned round."""
    result(page, "5 9 4")
    director.type_result(page, "1 3 9")
    expect(page.locator("#result-error")).to_contain_text("Press Enter again")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    keys.fill(page, "Reason", REASON)
    keys.follow(page, "Preview changes")
    keys.choose(page, "Replay from here")
    keys.follow(page, "Apply")
    expect(page.get_by_text("M1 is corrected.")).to_be_visible()
    keys.follow(page, OPEN)
    expect(row(page, 5)).to_have_count(0)  # others play it now, under a new number


def lunch_is_announced(page: Page) -> None:
    """One key, a sentence, Enter."""
    page.keyboard.press("a")
    expect(page.locator("#announce-text")).to_be_focused()
    page.keyboard.type(LUNCH)
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text(LUNCH)


def two_disagree(windows: Windows, page: Page) -> None:
    """Two phones say two results; a key leads there, and the director decides."""
    keys.follow(page, "M19")
    sheet = sheets.sheet_of(page, page.url)
    keys.follow(page, OPEN)
    one, two = (windows.open(**PHONE) for _side in (1, 2))
    sheets.disagree(one, two, sheet)
    # Not the first of the two reports, which can be accepted.
    expect(page.locator("#waiting-first")).to_contain_text(re.compile(r"Decide\s+M19"))
    page.keyboard.press("q")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    keys.fill(page, "Reason", "The sheet says so.")
    keys.follow(page, f"Accept {sheet.one}")
    sheets.expect_score(page, 9, 5)


def row(page: Page, number: int) -> Locator:
    """The line of a match in the queue of a desk."""
    return page.locator(f"#queue tr[data-match='{number}']")


def result(page: Page, line: str) -> None:
    """Type a result at the desk."""
    number = line.partition(" ")[0]
    director.type_result(page, line)
    director.echo(page, f"M{number} saved")
