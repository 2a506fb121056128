"""A bag of match files from the disk into the ledger, and one of them out again."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import archive, sheets
from tests.browser.test_pages import MEASURE
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser


@pytest.fixture
def desk(windows: Windows, signed_in: dict[str, Any]) -> Page:
    """A window of a director."""
    return windows.open(storage_state=signed_in)


def test_a_zip_file_becomes_matches_and_one_goes_back(desk: Page) -> None:
    sheets.open_match(desk, "Gudrun Pape", "Holger Quist", length=3)
    loaded: list[str] = []
    first = archive.mat("Sigyn Ravn", "Torvald Uhre")
    files = {
        "july/first.mat": first,
        "july/second.mat": archive.mat(
            "Xenia Yde", "Torvald Uhre", won="222", opening="8/3 6/3"
        ),
        "crossed.mat": archive.mat(
            "Holger Quist", "Gudrun Papee", won="2212", opening="8/2 6/2"
        ),
        "letter.mat": b"Dear director, we played on Tuesday.",
        "other.xg": b"RGMH" + bytes(range(256)),
        "copy of first.mat": first,
    }
    desk.on("framenavigated", lambda frame: loaded.append(frame.url))
    archive.hand_in(desk, "summer.zip", archive.zipped(files))
    assert len(loaded) == 2, loaded  # the form, the list: not once more by itself
    archive.state(desk, "july/first.mat", "Ready")
    archive.state(desk, "july/second.mat", "Ready")
    archive.state(desk, "crossed.mat", "To decide")
    archive.state(desk, "letter.mat", "Refused")
    archive.state(desk, "other.xg", "Refused")
    archive.state(desk, "copy of first.mat", "Duplicate")

    desk.get_by_role("link", name="Say who is who").click()
    unsure = desk.get_by_role("group", name="Gudrun Papee")
    unsure.get_by_label("Gudrun Pape", exact=True).check()
    desk.get_by_role("button", name="Save these names").click()
    expect(desk.get_by_text("2 files are ready to import.")).to_be_visible()
    archive.take_over(desk)
    archive.state(desk, "july/first.mat", archive.DONE)
    archive.state(desk, "july/second.mat", archive.DONE)
    desk.get_by_role("link", name="Decide crossed.mat").click()
    desk.get_by_label("nothing is recorded yet").check()
    archive.take_over(desk)
    archive.state(desk, "crossed.mat", archive.DONE)

    listed = desk.url.partition("?")[0]
    desk.get_by_role("link", name="Holger Quist – Gudrun Pape").click()
    expect(desk.locator(".score__name")).to_have_text(["Gudrun Pape", "Holger Quist"])
    sheets.expect_score(desk, 3, 1)
    expect(sheets.games(desk)).to_have_count(4)
    desk.get_by_role("link", name="Step through the moves").click()
    step_through(desk)

    desk.goto(listed)
    desk.get_by_role("link", name="crossed.mat").click()
    desk.get_by_role("button", name="Undo the import").click()
    expect(desk.get_by_text("The import of crossed.mat was undone.")).to_be_visible()
    desk.get_by_role("link", name="Back to the list").click()
    archive.state(desk, "crossed.mat", "To decide")


def step_through(page: Page) -> None:
    """Go to the end and to the first play; the keyboard stays where it was."""
    last, first = page.locator("#replay-last"), page.locator("#move-1")
    last.click()
    expect(page.locator("#replay-said")).to_contain_text("61: 13/7 8/7")
    expect(last).to_be_disabled()
    expect(last).to_be_focused()
    first.click()
    expect(page.locator("#replay-said")).to_contain_text("64: 8/2 6/2")
    expect(first).to_be_focused()


def test_one_file_on_a_phone(windows: Windows, signed_in: dict[str, Any]) -> None:
    phone = windows.open(**PHONE, storage_state=signed_in)
    content = archive.mat(
        "Åse Maximiliansdatter-Søndergaard", "Vigdis Wulff", opening="24/23 13/9"
    )
    name = f"{'a-name-without-end-' * 5}of-a-match.mat"
    archive.hand_in(phone, name, content)
    assert phone.evaluate(MEASURE) == 390
    phone.get_by_role("link", name="of-a-match.mat").tap()
    expect(phone.get_by_label("New player Vigdis Wulff")).to_be_checked()
    assert phone.evaluate(MEASURE) == 390
    archive.take_over(phone)
    archive.state(phone, name, archive.DONE)
    assert phone.evaluate(MEASURE) == 390


def test_the_archive_without_script(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in, java_script_enabled=False)
    archive.hand_in(
        page,
        "evening.mat",
        archive.mat("Ragna Strøm", "Tyra Udby", won="2111", opening="24/23 13/11"),
    )
    archive.take_over(page)
    archive.state(page, "evening.mat", archive.DONE)
    page.get_by_role("link", name="Ragna Strøm – Tyra Udby").click()
    sheets.expect_score(page, 3, 1)
