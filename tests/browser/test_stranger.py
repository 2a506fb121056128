"""A stranger checks a published draw: here, with one file, and with the program."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import director
from tests.browser.windows import Windows
from tests.live import Live

pytestmark = pytest.mark.browser

SAME = "Verified: the draw matches its entries and random number"
OTHER = "Not verified: the draw does not match its entries and random number"


@pytest.fixture
def swiss(windows: Windows, signed_in: dict[str, Any]) -> str:
    """The name of a tournament whose first round has just been published."""
    return published(windows, signed_in, "Club evening, Swiss", "A Swiss to check")


def published(windows: Windows, signed_in: dict[str, Any], card: str, name: str) -> str:
    page = windows.open(storage_state=signed_in)
    director.begun(page, card, name, director.NAMES)
    return name


def test_a_stranger_checks_a_round(
    windows: Windows, club: Live, swiss: str, tmp_path: Path
) -> None:
    page = windows.open()
    page.goto("/tournaments/")
    page.get_by_role("link", name=swiss).first.click()
    page.get_by_role("link", name="Rounds").click()
    checked_everywhere(page, club, tmp_path)


def checked_everywhere(page: Page, club: Live, folder: Path) -> None:
    """From the page of a round or bracket: check its draw in all three ways."""
    page.get_by_role("link", name="How it was drawn").click()
    page.get_by_role("link", name="published").click()
    expect(page.get_by_role("heading", name="Check it yourself")).to_be_visible()
    record = page.url
    page.get_by_role("link", name="Verify this draw").click()
    expect(page.get_by_role("heading", name=SAME)).to_be_visible()
    expect(page.locator("#draw-steps [data-mark=ok]").first).to_be_visible()
    expect(page.locator("#draw-steps .is-wrong")).to_have_count(0)
    page.get_by_text("Comparison").first.click()
    expect(page.locator("#draw-steps tbody tr").first).to_be_visible()

    with page.expect_download() as download:
        page.get_by_role("link", name="Record (file)").click()
    file = folder / "draw.json"
    download.value.save_as(file)
    assert "SAME: this is the draw" in club.manage("verify_draw", str(file))

    page.goto(record)
    with page.expect_download() as download:
        page.get_by_role("link", name="verify_draw.pyz").click()
    program = folder / "verify_draw.pyz"
    download.value.save_as(program)
    done = subprocess.run(
        [sys.executable, "-S", "-I", program, file], capture_output=True, check=True
    )
    assert b"SAME: this is the draw" in done.stdout
    page.get_by_role("link", name="How to check without this page").click()
    expect(page.get_by_role("heading", name="Verify a draw")).to_be_visible()
    hand_in(page, file)
    expect(page.get_by_role("heading", name=SAME)).to_be_visible()
    forged = folder / "forged.json"
    forged.write_text(one_digit_changed(file.read_text()))
    hand_in(page, forged)
    expect(page.get_by_role("heading", name=OTHER)).to_be_visible()
    expect(page.locator("#draw-steps [data-mark=wrong]").first).to_be_visible()


def hand_in(page: Page, file: Path) -> None:
    page.get_by_label("Or the file from the draw’s page").set_input_files(file)
    page.get_by_role("button", name="Verify this draw").click()


def one_digit_changed(text: str) -> str:
    """Return a record with another digit in its seed."""
    record = json.loads(text)
    seed: str = record["seed"]
    digit = re.search(r"\d", seed)
    assert digit is not None
    other = str((int(digit[0]) + 1) % 10)
    record["seed"] = f"{seed[: digit.start()]}{other}{seed[digit.end() :]}"
    return json.dumps(record)
