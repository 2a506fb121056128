"""The rules of the game as somebody reads, looks up and prints them."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import HEIGHT, LANGUAGES, MEASURE
from tests.browser.windows import PHONE, Windows, printed

pytestmark = pytest.mark.browser


def test_the_rules_are_found_and_looked_up(windows: Windows) -> None:
    page = windows.open()
    page.goto("/")
    page.get_by_role("link", name="Rules of the game").click()
    expect(page.get_by_role("heading", name="Rules of the game")).to_be_visible()
    books = page.locator("#books")
    expect(books.locator("[aria-current=page]")).to_contain_text("Danish")
    books.get_by_role("link", name="Norwegian rules").click()
    expect(books.locator("[aria-current=page]")).to_contain_text("Norwegian rules")
    entry = page.locator(".book__entry").last
    chapter = page.locator(str(entry.get_attribute("href")))
    expect(chapter).not_to_be_in_viewport()
    entry.click()
    expect(chapter).to_be_in_viewport()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_fit_on_a_phone(windows: Windows, language: str) -> None:
    phone = windows.open(**PHONE)
    cookie = {"name": "language", "value": language, "url": windows.url}
    phone.context.add_cookies([cookie])
    phone.goto("/rules/")
    expect(phone.locator("html")).to_have_attribute("lang", language)
    chapters = phone.locator(".chapter").count()
    assert chapters > 10
    expect(phone.locator(".book__entry")).to_have_count(chapters)
    for page in ("", "leaflet/"):  # the second is the longest
        phone.goto(f"/rules/{page}")
        expect(phone.locator(".chapter").first).to_be_visible()
        for width in (390, 320):
            phone.set_viewport_size({"width": width, "height": HEIGHT})
            assert phone.evaluate(MEASURE) == width, page


@pytest.mark.nightly
def test_two_pages_of_paper(windows: Windows) -> None:
    page = windows.open()
    page.goto("/rules/danish/")
    link = page.get_by_role("link", name="Two pages to print")
    assert len(printed(page, str(link.get_attribute("href"))).pages) == 2


def test_the_page_itself_on_paper_holds_the_rules_alone(windows: Windows) -> None:
    page = windows.open()
    page.goto("/rules/danish/")
    title = page.locator(".chapter__title").first
    page.emulate_media(media="print")
    expect(title).to_be_visible()
    for part in (".bar", ".foot", "#books", ".head__actions"):
        expect(page.locator(part).first).to_be_hidden()
    assert page.locator(".chapter svg").first.is_visible()
