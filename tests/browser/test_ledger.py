"""The match ledger between two phones, the desk and a screen."""

import io
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import director, sheets
from tests.browser.sheets import Sheet
from tests.browser.windows import PHONE, Windows
from tests.live import Live

pytestmark = pytest.mark.browser

NAMES = "\n".join(director.NAMES.splitlines()[:4])
NOT_FOUND = 404
TWICE = 2


@pytest.fixture(scope="module")
def cup(
    club: Live,
    chromium: Browser,
    signed_in: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    """The desk of a cup in which both players have to agree; two matches."""
    windows = Windows(chromium, club.url, tmp_path_factory.mktemp("cup"))
    page = windows.open(storage_state=signed_in)
    url = director.begun(page, "Cup", "Cup of the ledger", NAMES)
    windows.close()
    return url


@pytest.fixture
def desk(windows: Windows, signed_in: dict[str, Any]) -> Page:
    return windows.open(storage_state=signed_in)


def sheet_at(desk: Page, cup: str, place: int) -> Sheet:
    desk.goto(cup)
    return sheets.sheet_of(desk, director.match_address(desk, place))


def on_a_phone(windows: Windows, sheet: Sheet, name: str, **options: Any) -> Page:
    """Open a phone whose owner came by the code of the sheet, at the games."""
    phone = windows.open(**{**PHONE, **options})
    sheets.sit_down(phone, sheet, name)
    phone.get_by_role("link", name="Game by game").click()
    expect(phone.locator("#pad")).to_contain_text("Game 1")
    return phone


def fits(page: Page) -> None:
    """Expect that nothing has to be scrolled sideways."""
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390


def hold(page: Page, address: str) -> list[Route]:
    """Keep what the page sends there, to let it go later."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    return held


# Reports ---------------------------------------------------------------------


def test_one_phone_keys_a_match_and_the_other_confirms_it(
    windows: Windows, desk: Page, cup: str
) -> None:
    sheet = sheet_at(desk, cup, 0)
    link = sheets.personal_link(desk, sheet.two)
    phone = on_a_phone(windows, sheet, sheet.one)
    key_a_match(phone)
    waiting = phone.get_by_text(f"Waiting for {sheet.two} to confirm.")
    expect(waiting).to_be_visible()
    fits(phone)

    desk.goto(cup)
    row = desk.get_by_role("row").filter(has_text=sheet.one)
    expect(row).to_contain_text("Reported")
    expect(desk.locator("#waiting")).to_contain_text(sheet.two)

    other = windows.open(**PHONE)
    other.goto(link)
    expect(other.get_by_text(f"{sheet.one} reported")).to_be_visible()
    fits(other)
    other.get_by_role("link", name="Answer").tap()
    sheets.answer(other, "Confirm").tap()
    expect(other.locator(".score__side.is-winner")).to_contain_text(sheet.one)
    expect(waiting).to_be_hidden()
    expect(row).to_contain_text("Done")
    expect(row.locator(".pair__points")).to_have_text(["7", "2"])


def key_a_match(phone: Page) -> None:
    """Key a match to 7 by tapping; one game is taken back."""
    sheets.choose(phone, 1, "2-gammon")
    expect(phone.locator("[data-line]")).to_contain_text("+4")
    fits(phone)
    sheets.save(phone)
    sheets.expect_score(phone, 4, 0)
    sheets.play(phone, 2)
    sheets.expect_score(phone, 4, 1)
    phone.get_by_role("button", name="Remove the last game").tap()
    sheets.expect_score(phone, 4, 0)
    sheets.play(phone, 2, "1-dropped")
    sheets.expect_score(phone, 4, 1)
    sheets.play(phone, 1, "2-single")
    sheets.expect_score(phone, 6, 1)
    the_crawford_game_is_locked(phone)
    sheets.play(phone, 2)
    sheets.expect_score(phone, 6, 2)
    expect(phone.locator(".score__badge")).to_have_text("Post-Crawford")
    sheets.choose(phone, 1, "2-single")
    expect(phone.locator("[data-line]")).to_contain_text("wins the match")
    sheets.save(phone)
    sheets.expect_score(phone, 7, 2)


def the_crawford_game_is_locked(phone: Page) -> None:
    """Neither a turned cube nor a dropped double can be tapped; the page says why."""
    expect(phone.locator(".score__badge")).to_contain_text("Crawford game")
    expect(phone.get_by_text("no doubling, so the cube stays")).to_be_visible()
    expect(phone.locator("[name=outcome][value^='2-']")).to_have_count(0)
    expect(phone.locator("[name=outcome][value='1-dropped']")).to_be_disabled()
    expect(phone.locator("[name=outcome][value='1-gammon']")).to_be_enabled()


def test_a_report_and_its_confirmation_without_script(
    windows: Windows, desk: Page
) -> None:
    sheet = sheets.open_match(desk, "Nils Noll", "Nina Null", length=3)
    plain = {"java_script_enabled": False}
    phone = on_a_phone(windows, sheet, sheet.one, **plain)
    sheets.save(phone)
    expect(phone.locator("#error-summary")).to_contain_text("Who won?")
    sheets.play(phone, 1, "2-single")
    sheets.expect_score(phone, 2, 0)
    phone.get_by_role("button", name="Remove the last game").click()
    sheets.expect_score(phone, 0, 0)
    sheets.play(phone, 1, "2-single")
    sheets.expect_score(phone, 2, 0)
    expect(phone.locator("[name=outcome][value='1-dropped']")).to_be_disabled()
    sheets.play(phone, 1)
    sheets.expect_score(phone, 3, 0)
    expect(phone.get_by_text(f"Waiting for {sheet.two} to confirm.")).to_be_visible()

    other = windows.open(**PHONE, **plain)
    sheets.sit_down(other, sheet, sheet.two)
    fits(other)
    sheets.answer(other, "Confirm").click()
    expect(other.locator(".score__side.is-winner")).to_contain_text(sheet.one)
    desk.goto("/club/")
    row = desk.locator("main").get_by_role("link").filter(has_text=sheet.one)
    expect(row.first).to_be_visible()
    desk.goto(sheet.address)
    expect(desk.locator(".score__side.is-winner")).to_contain_text("wins the match")


# The pad ---------------------------------------------------------------------


def test_a_whole_match_by_keys(desk: Page) -> None:
    sheets.open_match(desk, "Kaj Kant", "Kirsten Kock", reporting="director")
    desk.get_by_role("link", name="Game by game").press("Enter")
    pad = desk.locator("#pad")
    expect(pad).to_contain_text("Game 1")
    for keys, one, two in (
        (("ArrowLeft", "2", "g", "Enter"), 4, 0),
        (("ArrowRight", "p", "Enter"), 4, 1),
        (("u",), 4, 0),
        (("ArrowRight", "2", "p", "Enter"), 4, 2),
        (("ArrowRight", "ArrowLeft", "2", "s", "Enter"), 6, 2),
        (("ArrowRight", "p", "b", "Enter"), 6, 5),  # nothing to drop
        (("ArrowLeft", "4", "Enter"), 7, 5),
    ):
        for key in keys:
            desk.keyboard.press(key)
        sheets.expect_score(desk, one, two)
    expect(desk.get_by_text("wins the match")).to_be_visible()
    expect(sheets.games(desk)).to_have_count(5)


# Two phones, and slow ones ---------------------------------------------------


def test_two_phones_save_the_same_game_at_once(windows: Windows, desk: Page) -> None:
    sheet = sheets.open_match(desk, "Tea Tvilling", "Tor Tvilling")
    phones = [on_a_phone(windows, sheet, name) for name in (sheet.one, sheet.two)]
    held = [hold(phone, "**/games/") for phone in phones]
    for phone in phones:
        sheets.choose(phone, 1, "2-gammon")
        with phone.expect_request("**/games/"):
            sheets.save(phone)
    for waiting in held:
        waiting[0].continue_()
    for phone in phones:
        sheets.expect_score(phone, 4, 0)
        expect(sheets.games(phone)).to_have_count(1)
        expect(phone.locator("#pad")).to_contain_text("Game 2")
        expect(phone.locator("#error-summary")).to_have_count(0)
    told = [phone.locator("#echo").inner_text() for phone in phones]
    assert sum("Already recorded" in text for text in told) == 1


def test_an_old_page_is_told_the_score(windows: Windows, desk: Page) -> None:
    sheet = sheets.open_match(desk, "Alma Alt", "Axel Alt")
    old = on_a_phone(windows, sheet, sheet.one)
    old.route("**/m/*/?pad=*", lambda route: route.fulfill(status=204))
    new = on_a_phone(windows, sheet, sheet.two)
    sheets.play(new, 1)
    sheets.expect_score(new, 1, 0)
    sheets.play(new, 2)
    sheets.expect_score(new, 1, 1)
    sheets.play(old, 2, "2-gammon")
    told = old.locator("#error-summary")
    expect(told).to_contain_text("The score changed while this page was open")
    expect(told).to_contain_text("It is now 1–1")
    expect(told).to_be_focused()
    sheets.expect_score(old, 1, 1)
    expect(old.locator("[name=winner][value='2']")).to_be_checked()
    expect(old.locator("[name=outcome][value='2-gammon']")).to_be_checked()
    sheets.save(old)
    sheets.expect_score(old, 1, 5)
    expect(sheets.games(old)).to_have_count(3)


def test_a_tap_whose_answer_is_lost_counts_once(windows: Windows, desk: Page) -> None:
    sheet = sheets.open_match(desk, "Lis Lost", "Lars Lost")
    phone = on_a_phone(windows, sheet, sheet.one)
    sent = []

    def lose_the_answer(route: Route) -> None:
        sent.append(route.fetch().status)
        route.abort()

    phone.route("**/games/", lose_the_answer, times=1)
    sheets.play(phone, 1, "2-gammon")
    # The phone keeps the game and sends it once more by itself.
    sheets.expect_score(phone, 4, 0)
    assert sent == [200]
    expect(phone.locator("#outbox li")).to_have_count(0)
    expect(phone.locator("#pad")).to_contain_text("Game 2")
    expect(sheets.games(phone)).to_have_count(1)
    assert all("ERR_FAILED" in each for each in windows.complaints)
    windows.complaints.clear()


def test_two_taps_on_the_button_are_one(windows: Windows, desk: Page) -> None:
    sheet = sheets.open_match(desk, "Dorte Dobbelt", "Dag Dobbelt")
    phone = on_a_phone(windows, sheet, sheet.one)
    held = hold(phone, "**/games/")
    sheets.choose(phone, 2)
    phone.get_by_role("button", name="Save game").dblclick()
    held[0].continue_()
    sheets.expect_score(phone, 0, 1)
    expect(phone.locator("#pad")).to_contain_text("Game 2")
    expect(phone.locator("#error-summary")).to_have_count(0)
    expect(sheets.games(phone)).to_have_count(1)
    assert len(held) == 1


# What others see -------------------------------------------------------------


def test_the_scoreboard_follows_a_game(windows: Windows, desk: Page) -> None:
    sheet = sheets.open_match(desk, "Stina Skjerm", "Sven Skjerm")
    address = sheet.address.replace("/m/", "/scoreboard/")
    room, stream = windows.open(), windows.open()
    room.goto(address)
    stream.goto(f"{address}?style=overlay")
    boards = [each.locator(".board__points") for each in (room, stream)]
    for board in boards:
        expect(board).to_have_text(["0", "0"])
    phone = on_a_phone(windows, sheet, sheet.two)
    sheets.play(phone, 2, "4-single")
    sheets.expect_score(phone, 0, 4)
    for board in boards:
        expect(board).to_have_text(["0", "4"])
    expect(room.locator(".board__last")).to_contain_text("cube 4, +4")
    picture = Image.open(io.BytesIO(stream.screenshot(omit_background=True)))
    alpha = picture.getchannel("A")
    assert alpha.getextrema() == (0, 255)
    assert alpha.getpixel((picture.width - 2, picture.height // 2)) == 0
