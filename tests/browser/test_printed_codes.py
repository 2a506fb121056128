"""The code on a printed score sheet: read at the desk, and by a player's phone."""

import io
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.browser import director
from tests.browser.windows import PHONE, Windows, printed
from tests.matches.documents.test_read_back import codes, copied, pictures

pytestmark = pytest.mark.browser


@pytest.fixture
def desk(windows: Windows, signed_in: dict[str, Any]) -> Page:
    """The desk of an evening with an open round."""
    page = windows.open(storage_state=signed_in)
    card = "Club evening, Swiss"
    page.goto(director.begun(page, card, "Evening of codes", director.NAMES))
    return page


def scanned(desk: Page) -> list[str]:
    """Print the score sheets, copy them, and return what their codes say."""
    link = desk.get_by_role("link", name="Score sheets", exact=True).first
    sheets = printed(desk, str(link.get_attribute("href")))
    assert isinstance(sheets.stream, io.BytesIO)
    pages = pictures(sheets.stream.getvalue())
    return [code for page in pages for code in codes(copied(page))]


def photograph() -> bytes:
    """Return a JPEG as a phone makes it."""
    file = io.BytesIO()
    Image.new("RGB", (640, 480), "#C8B890").save(file, "JPEG")
    return file.getvalue()


def test_a_scanned_code_fills_the_result_box_and_a_photo_goes_to_its_match(
    windows: Windows, desk: Page
) -> None:
    address = desk.url
    found = scanned(desk)
    assert len(found) == len(director.NAMES.splitlines()) // 2
    desk.goto(address)
    box = desk.locator("[data-result-box] [name=line]")
    box.focus()
    desk.keyboard.type(found[1])
    number = box.input_value().strip()
    assert number.isdecimal()
    desk.keyboard.type("7 5")
    desk.keyboard.press("Enter")
    link = desk.get_by_role("link", name=f"M{number}", exact=True)
    row = desk.locator("#desk tr").filter(has=link)
    expect(row).to_contain_text("Done")
    expect(row).to_contain_text(re.compile(r"7\s*[–-]\s*5"))

    # Another sheet is read by the phone of one of its players, who photographs it.
    phone = windows.open(**PHONE)
    phone.goto(urlsplit(found[0]).path)
    phone.locator("main form button").first.tap()
    phone.get_by_text("Add photo").first.tap()
    picture = FilePayload(name="sheet.jpg", mimeType="image/jpeg", buffer=photograph())
    phone.locator("[name=photo]").set_input_files(picture)
    phone.get_by_role("button", name="Add photo").tap()
    director.echo(phone, "Photo added.")
    desk.goto(phone.url)
    expect(desk.locator("h1")).not_to_contain_text(f"M{number} ")
    expect(desk.get_by_alt_text("Photo 1 of the score sheet")).to_have_count(1)
