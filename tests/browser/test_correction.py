"""A wrong result of round 1, found in round 3: replayed from there, and undone."""

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import cups, director
from tests.browser.windows import Windows

pytestmark = pytest.mark.browser

NAMES = "\n".join(director.NAMES.splitlines()[:8])
WRONG = "M1"
FIRST_ROUND = 4
SECOND_ROUND = 2 + 2  # the half-finals, and the first losers among themselves
REASON = "The sheet was read upside down"


@dataclass
class Cup:
    """The windows of a cup, and where it is."""

    desk: Page
    visitor: Page
    url: str

    @property
    def public(self) -> str:
        """The address of the tournament for everybody."""
        return self.url.replace("/desk/", "/tournaments/")

    def seen_by_all(self) -> list[str]:
        """What the brackets and the first page say, as a reader sees it."""
        texts = []
        for place in ("", "stages/1/", "stages/2/", "stages/3/"):
            self.visitor.goto(self.public + place)
            texts.append(self.visitor.locator("main").inner_text())
        return texts


def test_a_correction_is_replayed_and_undone(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    url = director.begun(page, cups.CARD, "A cup to correct", NAMES)
    cup = Cup(page, windows.open(), url)
    for count in (FIRST_ROUND, SECOND_ROUND):
        assert cups.have_played(page, url).total() == count
    before = cup.seen_by_all()
    winner = the_right_winner_is_entered(cup)
    it_shows_what_changes(page, winner)
    it_is_replayed(page, winner)
    assert cup.seen_by_all() != before
    page.get_by_role("button", name="Undo the whole correction").click()
    expect(page.get_by_text("Undone.", exact=True)).to_be_visible()
    assert cup.seen_by_all() == before


def the_right_winner_is_entered(cup: Cup) -> str:
    """Open the match of round 1 and turn it round; return who won it."""
    page = cup.desk
    page.get_by_role("link", name="Main", exact=True).first.click()
    box = page.get_by_role("link").filter(has=page.get_by_text(WRONG, exact=True))
    box.filter(visible=True).first.click()
    loser = page.locator(".score__side:not(.is-winner) .score__name").inner_text()
    page.get_by_role("link", name="Correct this result").click()
    page.locator(".segmented__option").filter(has_text=loser).click()
    page.get_by_label("Loser’s points").fill("4")
    page.get_by_label("Reason").fill(REASON)
    return loser


def it_shows_what_changes(page: Page, winner: str) -> None:
    """Look at the preview: nothing is saved, everything is said."""
    page.get_by_role("button", name="Preview changes").click()
    effects = page.locator("#effects")
    expect(effects).to_contain_text("The winner changes")
    expect(effects).to_contain_text(winner)
    expect(effects.get_by_text("All later matches are kept.")).to_be_visible()
    expect(effects.get_by_text("No longer rated")).to_be_visible()


def it_is_replayed(page: Page, winner: str) -> None:
    """Choose to play on from there; new matches are called."""
    page.get_by_label("Replay from here").check()
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text(f"{WRONG} is corrected.")).to_be_visible()
    told = page.locator("section[aria-labelledby=tell-title]")
    expect(told.get_by_role("heading", name="Players to inform")).to_be_visible()
    again = told.get_by_role("listitem").filter(has_text=winner)
    expect(again).to_contain_text("table")
    again.get_by_role("link").click()
    expect(page.locator(".score__name").filter(has_text=winner)).to_be_visible()
    expect(page.locator(".score__points")).to_have_text(["0", "0"])
    page.go_back()
