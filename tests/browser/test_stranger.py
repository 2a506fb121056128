"""A stranger checks a published draw: here, in the browser, and with the program."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import cups, director
from tests.browser.windows import Windows
from tests.live import Live

pytestmark = pytest.mark.browser

SAME = "This is the draw that entries and seed make"
OTHER = "This is not the draw that entries and seed make"


@pytest.fixture
def swiss(windows: Windows, signed_in: dict[str, Any]) -> str:
    """The name of a tournament whose first round has just been published."""
    return published(windows, signed_in, "Club evening, Swiss", "A Swiss to check")


@pytest.fixture
def cup(windows: Windows, signed_in: dict[str, Any]) -> str:
    """The name of a cup whose bracket has just been published."""
    return published(windows, signed_in, cups.CARD, "A cup to check")


def published(windows: Windows, signed_in: dict[str, Any], card: str, name: str) -> str:
    page = windows.open(storage_state=signed_in)
    director.begun(page, card, name, director.NAMES, seed="")
    return name


def test_a_stranger_checks_a_round(
    windows: Windows, club: Live, swiss: str, tmp_path: Path
) -> None:
    page = windows.open()
    page.goto("/tournaments/")
    page.get_by_role("link", name=swiss).first.click()
    page.get_by_role("link", name="Rounds").click()
    checked_everywhere(page, club, tmp_path)


@pytest.mark.nightly
def test_a_stranger_checks_a_bracket(
    windows: Windows, club: Live, cup: str, tmp_path: Path
) -> None:
    page = windows.open()
    page.goto("/tournaments/")
    page.get_by_role("link", name=cup).first.click()
    page.get_by_role("link", name="Brackets").click()
    checked_everywhere(page, club, tmp_path)


def checked_everywhere(page: Page, club: Live, folder: Path) -> None:
    """From the page of a round or bracket: check its draw in all four ways."""
    page.get_by_role("link", name="How it was drawn").click()
    page.get_by_role("link", name="published").click()
    expect(page.get_by_role("heading", name="Check it yourself")).to_be_visible()
    record = page.url
    expect_browser_agrees(page)
    page.get_by_role("link", name="Check this draw").click()
    expect(page.get_by_role("heading", name=SAME)).to_be_visible()
    expect(page.locator("#draw-steps .is-wrong")).to_have_count(0)
    expect_browser_agrees(page)

    with page.expect_download() as download:
        page.get_by_role("link", name="Record as a file").click()
    file = folder / "draw.json"
    download.value.save_as(file)
    assert "SAME: this is the draw" in club.manage("verify_draw", str(file))

    page.goto(record)
    page.get_by_role("link", name="How to check without this page").click()
    expect(page.get_by_role("heading", name="Check a draw")).to_be_visible()
    hand_in(page, file)
    expect(page.get_by_role("heading", name=SAME)).to_be_visible()
    forged = folder / "forged.json"
    forged.write_text(one_digit_changed(file.read_text()))
    hand_in(page, forged)
    expect(page.get_by_role("heading", name=OTHER)).to_be_visible()
    page.get_by_label("Or the file that the page of the draw offers").set_input_files(
        forged
    )
    page.get_by_role("button", name="Check in this browser only").click()
    browser = page.locator("#draw-browser[data-outcome=different]")
    expect(browser.locator("[data-mark=wrong]").first).to_be_visible()


def expect_browser_agrees(page: Page) -> None:
    """Expect that the browser drew the round again and got the same."""
    browser = page.locator("#draw-browser[data-outcome=same]")
    expect(browser.locator("[data-mark=ok]").first).to_be_visible()
    expect(browser.locator("[data-mark=wrong]")).to_have_count(0)
    browser.locator("summary").click()
    expect(browser.locator("tbody tr").first).to_be_visible()


def hand_in(page: Page, file: Path) -> None:
    """Let the page check a file."""
    page.get_by_label("Or the file that the page of the draw offers").set_input_files(
        file
    )
    page.get_by_role("button", name="Check this draw").click()


def one_digit_changed(text: str) -> str:
    """Return a record with another digit in its seed."""
    record = json.loads(text)
    seed: str = record["seed"]
    digit = re.search(r"\d", seed)
    assert digit is not None
    other = str((int(digit[0]) + 1) % 10)
    record["seed"] = f"{seed[: digit.start()]}{other}{seed[digit.end() :]}"
    return json.dumps(record)
