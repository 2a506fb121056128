"""A weekend: a cup with consolation and last chance, from its card to its places."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import cups, director
from tests.browser.windows import PHONE, Windows, printed
from tests.examples import NIGHTLY

pytestmark = pytest.mark.browser

NAME = "Weekend cup"
OWN = """\
Gro Vik; Bergen; 1601
Nils Ahl; Malmö; 1544
Eva Roos; Utrecht
Jens Toft; Køge BK; 1498
Maja Lind; Malmö; 1633
Tor Aas; Oslo
Rie Kjær; Køge BK; 1580
Wim Bos; Utrecht; 1467
Siv Hagen; Bergen
Kaj Bech; Køge BK; 1525
Ulla Strand; Oslo; 1702"""
PLAYERS = 24 if NIGHTLY else 12
"""A third of them has a bye in the first round."""
SEEN = ("Ylva Ek", "Ида Холм")
"""Who is looked for; all others of a day play in no other test, so they have tables."""
SHARED = [one for one in director.NAMES.splitlines() if NIGHTLY or one.startswith(SEEN)]
NAMES = "\n".join([*SHARED, *OWN.splitlines()][:PLAYERS])
# Who loses the final of a bracket is second there, and drops no further.
PLAYED = {1: PLAYERS - 1, 2: PLAYERS - 3, 3: PLAYERS - 5}
DICE = "35 66 14 22 61 53 44 12"
NOT_FOUND = 404
PHONE_WIDTH = 390


@dataclass
class Weekend:
    """The windows of a weekend, and where it is."""

    desk: Page
    visitor: Page
    url: str = ""

    @property
    def public(self) -> str:
        """The address of the tournament for everybody."""
        return self.url.replace("/desk/", "/tournaments/")


def test_a_weekend_from_card_to_places(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    weekend = Weekend(windows.open(storage_state=signed_in), windows.open())
    from_a_card(weekend)
    everybody_checks_in(weekend)
    the_draw_is_announced(weekend)
    dice_are_rolled(weekend)
    two_change_places_before_it_is_public(weekend)
    the_chart_is_printed(weekend, "Ylva Ek")
    phone = windows.open(**PHONE)
    a_visitor_finds_a_table(weekend, phone)
    played = every_match_is_played(weekend)
    assert played == PLAYED
    the_chart_is_printed(weekend, "Ylva Ek")
    places_are_final(weekend, phone)


def from_a_card(weekend: Weekend) -> None:
    """Choose the card, read what leads where, change a length, create."""
    page = weekend.desk
    page.goto("/desk/")
    page.get_by_role("link", name="New tournament").first.click()
    page.get_by_role("link", name=cups.CARD).click()
    for stage in cups.BRACKETS.values():
        expect(page.get_by_label(stage, exact=True)).to_be_visible()
    page.get_by_label("Name", exact=True).fill(NAME)
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("No players entered yet").first).to_be_visible()
    weekend.url = re.sub(r"entries/$", "", page.url)
    page.goto(weekend.url)
    page.get_by_role("link", name="Divisions and stages").click()
    expect(page.locator(".structure__name")).to_have_text(list(cups.BRACKETS.values()))
    for line, length in zip(
        page.locator(".structure__stage").all(), cups.LENGTHS.values(), strict=True
    ):
        expect(line).to_contain_text(f"to {length} points")


def everybody_checks_in(weekend: Weekend) -> None:
    """Paste the list the day before; on the day everybody comes."""
    page = weekend.desk
    page.goto(f"{weekend.url}entries/")
    page.locator("[name=here]").uncheck()
    director.paste(page, NAMES)
    expect(page.get_by_text(f"0 of {PLAYERS} checked in")).to_be_visible()
    page.get_by_role("button", name="Check everyone in").click()
    expect(page.get_by_text(f"{PLAYERS} of {PLAYERS} checked in")).to_be_visible()


def the_draw_is_announced(weekend: Weekend) -> None:
    """Fix the field in public; anybody can read who is drawn, and no seed yet."""
    page, visitor = weekend.desk, weekend.visitor
    page.goto(f"{weekend.url}draw/")
    page.get_by_role("button", name="Announce the draw").click()
    expect(
        page.get_by_role("heading", name="Round 1 has been announced")
    ).to_be_visible()
    printed = page.locator(".receipt__digits").inner_text()
    visitor.goto(weekend.public)
    visitor.get_by_role("link", name="How the draw is made").click()
    visitor.get_by_role("link", name="announced").click()
    expect(visitor.get_by_text("There is no random number yet")).to_be_visible()
    expect(visitor.get_by_text(printed).first).to_be_visible()
    expect(visitor.locator(".proof__field li")).to_have_count(PLAYERS)
    expect(visitor.locator(".proof__field")).to_contain_text("Ида Холм")


def dice_are_rolled(weekend: Weekend) -> None:
    """Type the dice as they are called out."""
    page = weekend.desk
    page.get_by_label("Dice as rolled").fill(DICE)
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_role("button", name="Publish round")).to_be_visible()
    expect(page.locator(".is-draft .node__box:has(.swap)")).to_have_count(
        PLAYERS - PLAYERS // 3
    )


def two_change_places_before_it_is_public(weekend: Weekend) -> None:
    """Swap two players of the draft, then publish it."""
    page = weekend.desk
    first = page.locator(".is-draft .node__box:has(.swap):not(.is-bye)").first
    other = page.locator(".is-draft .node__box:has(.swap):not(.is-bye)").last
    came = first.locator(".swap__name").first.inner_text()
    went = other.locator(".swap__name").first.inner_text()
    first.get_by_role("checkbox").first.check()
    other.get_by_role("checkbox").first.check()
    page.get_by_label("Reason for the swap").fill("They came in one car")
    page.get_by_role("button", name="Swap the two selected players").click()
    expect(page.get_by_text("The two players have been swapped.")).to_be_visible()
    expect(first.locator(".swap__name").first).to_have_text(went)
    expect(other.locator(".swap__name").first).to_have_text(came)
    director.publish(page, 1)
    expect(page.locator(".is-matches tbody tr")).to_have_count(PLAYERS // 3)


def the_chart_is_printed(weekend: Weekend, name: str) -> None:
    page = weekend.visitor
    page.goto(f"{weekend.public}stages/1/")
    link = page.get_by_role("link", name="Bracket poster", exact=True)
    sheets = printed(page, str(link.get_attribute("href"))).pages
    assert name in "".join(sheet.extract_text() for sheet in sheets)


def a_visitor_finds_a_table(weekend: Weekend, phone: Page) -> None:
    """Look for a name on a phone, then follow one's own path."""
    # Somebody who plays elsewhere today may still wait for a table.
    has_table = weekend.desk.locator(".table-no", has_text=re.compile(r"[0-9]"))
    row = weekend.desk.locator(".is-matches tbody tr").filter(has=has_table).first
    name = row.locator(".pair__one").inner_text()
    other = row.locator(".pair__two").inner_text()
    table = row.locator(".table-no").inner_text()
    phone.goto("/")
    phone.get_by_role("link", name=NAME).first.tap()
    phone.get_by_label("Find your name").fill(name)
    expect(phone.locator(".where__row:visible")).to_have_count(1)
    expect(phone.locator(".where__row:visible")).to_contain_text(other)
    phone.get_by_role("link", name="Brackets").tap()
    phone.get_by_role("link", name="My path").filter(visible=True).first.tap()
    expect(phone.get_by_role("heading", name="Show whose path?")).to_be_visible()
    phone.get_by_role("link", name=name, exact=True).tap()
    expect(phone.get_by_role("heading", name=name, exact=True)).to_be_visible()
    path = phone.url
    phone.get_by_role("link", name="Live", exact=True).tap()
    expect(phone.get_by_role("heading", name="Who plays where")).to_be_visible()
    surname_first = ", ".join(reversed(name.split(" ", 1)))
    phone.get_by_role("link", name=surname_first, exact=True).tap()
    expect(phone).to_have_url(path)
    now = phone.locator("section").filter(has=phone.locator("#now"))
    expect(now.locator(".bout__table b")).to_have_text(table)
    expect(now).to_contain_text(other)
    expect(phone.get_by_role("heading", name="After a loss")).to_be_visible()
    measure = "() => document.documentElement.scrollWidth"
    assert phone.evaluate(measure) == PHONE_WIDTH


def every_match_is_played(weekend: Weekend) -> Counter[int]:
    """Enter results as matches are called until none is left; return how many.

    Those of the first round are typed; at night all of them are.
    """
    page = weekend.desk
    page.goto(weekend.url)
    a_match_moves_by_key(page)
    played = cups.play_called(page)
    while now := (
        cups.play_called(page) if NIGHTLY else cups.have_played(page, weekend.url)
    ):
        played += now
    return played


def fifteen_matches_fit(page: Page) -> None:
    """So many lines of the queue are on the screen of a laptop at once."""
    rows = page.locator("#queue tr[data-match]")
    tops = [rows.nth(n).evaluate("(e) => e.getBoundingClientRect().y") for n in (0, 1)]
    height = (page.viewport_size or {"height": 0})["height"]
    assert tops[0] + 15 * (tops[1] - tops[0]) <= height, tops


def a_match_moves_by_key(page: Page) -> None:
    """Send a match to another table from the result box, and take that back."""
    fifteen_matches_fit(page)
    first = page.locator("#queue tr[data-match]").first
    number = first.get_attribute("data-match")
    table = page.locator(f"#match-{number} .table-no")
    was = table.inner_text()
    director.type_result(page, f"{number} t77")
    director.echo(page, f"M{number} moves to table 77")
    expect(table).to_have_text(re.compile("77"))
    page.get_by_role("button", name="Undo").click()
    expect(table).to_have_text(re.compile(rf"\b{was}\s*$"))


def places_are_final(weekend: Weekend, phone: Page) -> None:
    """Close; everybody reads the places of all three brackets on one page."""
    page = weekend.desk
    page.locator("#next-step").get_by_role("link", name="Close the tournament").click()
    page.get_by_role("button", name="Close with these standings").click()
    expect(page.get_by_text("the results are final").first).to_be_visible()
    phone.goto(weekend.public)
    for stage, title in cups.BRACKETS.items():
        final = phone.locator(f"section[aria-labelledby=final-{stage}]")
        expect(final.get_by_role("heading", name=title, exact=True)).to_be_visible()
        expect(final.locator(".podium__place.is-1")).to_have_count(1)
        expect(final.locator(".podium__place.is-2")).to_have_count(1)
    winner = phone.locator(".podium__place.is-1 a").first.inner_text()
    phone.get_by_role("link", name="Brackets").tap()
    phone.get_by_role("link", name="My path").filter(visible=True).first.tap()
    expect(phone.get_by_role("heading", name="Show whose path?")).to_be_visible()
    phone.get_by_role("link", name=winner, exact=True).tap()
    expect(phone.get_by_text("Winner of")).to_be_visible()
