"""A bag of match files from the disk into the ledger, and one of them out again."""

import io
import re
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

from tests.browser import sheets
from tests.browser.test_pages import MEASURE
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser

STEP = re.compile(r"(\d+)/(\d+)")


def mat(one: str, two: str, *, won: str = "1211", opening: str = "8/5 6/5") -> bytes:
    """A match to 3 points: who won each of its single games, and how they began.

    With the same throws all through, it would be the same match.
    """
    dice = "".join(sorted(str(int(a) - int(b)) for a, b in STEP.findall(opening)))
    lines = [" 3 point match", ""]
    score = {"1": 0, "2": 0}
    for number, winner in enumerate(won, start=1):
        left = f" {one} : {score['1']}"
        lines += [f" Game {number}", f"{left:<34}{two} : {score['2']}"]
        lines += [f"{f'  1) {dice[::-1]}: {opening}':<34}42: 8/4 6/4"]
        lines += [f"{'  2) 52: 13/8 13/11':<34}61: 13/7 8/7"]
        lines += [f"{'' if winner == '1' else ' ' * 28}      Wins 1 point", ""]
        score[winner] += 1
    return "\n".join(lines).encode()


def zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return made.getvalue()


def hand_in(page: Page, name: str, content: bytes) -> None:
    """Send a file to the archive; its page says by itself when it has been read."""
    page.goto("/club/archive/")
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.locator("[name=match_files]").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Read these files").click()
    expect(page.locator("#archive tbody tr").first).to_be_visible()


def state(page: Page, name: str, words: str) -> None:
    """Expect this state of a file in the list."""
    link = page.get_by_role("link", name=name, exact=True)
    row = page.locator("#archive tbody tr").filter(has=link)
    expect(row.locator(".state-cell")).to_contain_text(words)


@pytest.fixture
def desk(windows: Windows, signed_in: dict[str, Any]) -> Page:
    """A window of a director."""
    return windows.open(storage_state=signed_in)


def test_a_zip_file_becomes_matches_and_one_goes_back(desk: Page) -> None:
    sheets.open_match(desk, "Gudrun Pape", "Holger Quist", length=3)
    loaded: list[str] = []
    first = mat("Sigyn Ravn", "Torvald Uhre")
    files = {
        "july/first.mat": first,
        "july/second.mat": mat(
            "Xenia Yde", "Torvald Uhre", won="222", opening="8/3 6/3"
        ),
        "crossed.mat": mat(
            "Holger Quist", "Gudrun Papee", won="2212", opening="8/2 6/2"
        ),
        "letter.mat": b"Dear director, we played on Tuesday.",
        "other.xg": b"RGMH" + bytes(range(256)),
        "copy of first.mat": first,
    }
    desk.goto("/club/archive/")
    desk.on("framenavigated", lambda frame: loaded.append(frame.url))
    hand_in(desk, "summer.zip", zipped(files))
    assert len(loaded) == 2, loaded  # the form, the list: not once more by itself
    state(desk, "july/first.mat", "Ready")
    state(desk, "july/second.mat", "Ready")
    state(desk, "crossed.mat", "To decide")
    state(desk, "letter.mat", "Refused")
    state(desk, "other.xg", "Refused")
    state(desk, "copy of first.mat", "Duplicate")

    desk.get_by_role("link", name="Say who is who").click()
    unsure = desk.get_by_role("group", name="Gudrun Papee")
    unsure.get_by_label("Gudrun Pape", exact=True).check()
    desk.get_by_role("button", name="Keep these names").click()
    expect(desk.get_by_text("2 files are ready for the ledger.")).to_be_visible()
    desk.get_by_role("button", name="Take 2 files into the ledger").click()
    state(desk, "july/first.mat", "In the ledger")
    state(desk, "july/second.mat", "In the ledger")
    desk.get_by_role("link", name="Decide crossed.mat").click()
    desk.get_by_label("nothing is recorded yet").check()
    desk.get_by_role("button", name="Into the ledger").click()
    state(desk, "crossed.mat", "In the ledger")

    archive = desk.url.partition("?")[0]
    desk.get_by_role("link", name="Holger Quist – Gudrun Pape").click()
    expect(desk.locator(".score__name")).to_have_text(["Gudrun Pape", "Holger Quist"])
    sheets.expect_score(desk, 3, 1)
    expect(sheets.games(desk)).to_have_count(4)
    desk.get_by_role("link", name="Step through the moves").click()
    desk.locator("#replay-last").click()
    expect(desk.locator("#replay-said")).to_contain_text("61: 13/7 8/7")

    desk.goto(archive)
    desk.get_by_role("link", name="crossed.mat").click()
    desk.get_by_role("button", name="Take it back").click()
    expect(desk.get_by_text("crossed.mat is out of the ledger.")).to_be_visible()
    desk.get_by_role("link", name="Back to the list").click()
    state(desk, "crossed.mat", "To decide")


def test_one_file_on_a_phone(windows: Windows, signed_in: dict[str, Any]) -> None:
    phone = windows.open(**PHONE, storage_state=signed_in)
    content = mat(
        "Åse Maximiliansdatter-Søndergaard", "Vigdis Wulff", opening="24/23 13/9"
    )
    name = f"{'a-name-without-end-' * 5}of-a-match.mat"
    hand_in(phone, name, content)
    assert phone.evaluate(MEASURE) == 390
    phone.get_by_role("link", name="of-a-match.mat").tap()
    expect(phone.get_by_label("New player Vigdis Wulff")).to_be_checked()
    assert phone.evaluate(MEASURE) == 390
    phone.get_by_role("button", name="Into the ledger").tap()
    state(phone, name, "In the ledger")
    assert phone.evaluate(MEASURE) == 390


def test_the_archive_without_script(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in, java_script_enabled=False)
    hand_in(
        page,
        "evening.mat",
        mat("Ragna Strøm", "Tyra Udby", won="2111", opening="24/23 13/11"),
    )
    page.get_by_role("button", name="Take 1 file into the ledger").click()
    state(page, "evening.mat", "In the ledger")
    page.get_by_role("link", name="Ragna Strøm – Tyra Udby").click()
    sheets.expect_score(page, 3, 1)
