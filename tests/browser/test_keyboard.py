"""The desk and the score pad without a mouse."""

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from tests.browser import director
from tests.browser.windows import Windows
from tests.live import Live

pytestmark = pytest.mark.browser

FOCUSED = "() => document.activeElement.id || document.activeElement.innerText.trim()"
MOST_TABS = 30


@pytest.fixture(scope="module")
def address(
    club: Live,
    chromium: Browser,
    signed_in: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    """Where the desk of a tournament is with six matches to play."""
    windows = Windows(chromium, club.url, tmp_path_factory.mktemp("desk"))
    page = windows.open(storage_state=signed_in)
    card, name = "Club evening, Swiss", "Without a mouse"
    url = director.begun(page, card, name, director.NAMES)
    windows.close()
    return url


@pytest.fixture
def desk(windows: Windows, signed_in: dict[str, Any], address: str) -> Page:
    """The desk; each test plays matches of its own."""
    page = windows.open(storage_state=signed_in)
    page.goto(address)
    return page


def tab_to(page: Page, goal: str) -> list[str]:
    """Press Tab until the focus is there; return every stop on the way."""
    stops: list[str] = []
    while len(stops) < MOST_TABS:
        page.keyboard.press("Tab")
        stops.append(page.evaluate(FOCUSED))
        if stops[-1] == goal:
            return stops
    raise AssertionError(f"no {goal!r} after {stops}")


def test_the_first_tab_leads_past_the_navigation(windows: Windows) -> None:
    page = windows.open()
    page.goto("/players/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("main").get_by_role("link").first).to_be_focused()


def test_the_tab_order_is_the_order_of_the_page(desk: Page) -> None:
    expect(desk.locator("#result-line")).to_be_focused()
    desk.locator(".skip").focus()
    stops = tab_to(desk, "result-line")
    wanted = ["Crawford", "Tournaments", "Desk", "Entries", "Draw", "Log"]
    places = [stops.index(stop) for stop in wanted]
    assert places == sorted(places)
    assert tab_to(desk, "Save") == ["Save"]


def test_digits_go_to_the_result_box_from_anywhere(desk: Page) -> None:
    desk.get_by_role("link", name="Settings").focus()
    desk.keyboard.type("3 7 4")
    expect(desk.locator("#result-line")).to_be_focused()
    expect(desk.locator("#result-line")).to_have_value("3 7 4")
    expect(desk.locator("#result-echo")).to_contain_text("Enter saves")
    desk.keyboard.press("Escape")
    expect(desk.locator("#result-line")).to_have_value("")
    desk.keyboard.type("3 7 4")
    desk.keyboard.press("Enter")
    director.echo(desk, "M3 saved")
    desk.keyboard.press("u")
    director.echo(desk, "Removed")
    assert 3 in director.open_matches(desk)


def test_results_typed_ahead_arrive_one_after_the_other(desk: Page) -> None:
    desk.keyboard.type("1 7 4\n")
    expect(desk.locator("#result-line")).to_have_value("")
    desk.keyboard.type("2 3 7")
    director.echo(desk, "M1 saved")
    expect(desk.locator("#result-line")).to_have_value("2 3 7")
    desk.keyboard.press("Enter")
    director.echo(desk, "M2 saved")
    assert not {1, 2} & set(director.open_matches(desk))


def test_a_result_by_mouse_takes_two_clicks_and_its_undo_one(desk: Page) -> None:
    number = 5
    enter = desk.locator(f"#match-{number}").get_by_role("button", name="Enter")
    place = enter.bounding_box()
    assert place is not None
    # The second click of a double one is meant for the link, not for what covers it.
    desk.mouse.dblclick(place["x"] + 5, place["y"] + 5)
    box = desk.locator("#result-line").bounding_box()
    loser_first = desk.locator("#scores [data-winner=two]")
    expect(loser_first).to_contain_text("won")
    expect(desk.locator(f"#match-{number}:not([data-done])")).to_be_visible()
    loser_first.get_by_role("button", name="7–5").click()
    director.echo(desk, f"M{number} saved")
    expect(desk.locator(f"#match-{number} .pair__score")).to_have_text("5–7")
    expect(desk.locator("#scores")).to_be_hidden()
    expect(desk.locator("#result-line")).to_be_focused()
    # The answer has its place: the rows below have not moved under the pointer.
    assert desk.locator("#result-line").bounding_box() == box
    desk.get_by_role("button", name="Undo").first.click()
    director.echo(desk, "Removed")
    assert number in director.open_matches(desk)


def test_enter_twice_replaces_a_result(desk: Page) -> None:
    desk.keyboard.type("3 7 4\n")
    director.echo(desk, "M3 saved")
    desk.keyboard.type("3 4 7\n")
    asked = desk.locator("#result-error")
    expect(asked).to_contain_text("M3 already has 7–4")
    expect(desk.locator("#result-line")).to_be_focused()
    desk.keyboard.press("Enter")
    director.echo(desk, "M3 replaced")
    expect(desk.locator("#match-3")).to_contain_text("4–7")
    expect(asked).to_have_count(0)


def test_an_old_answer_does_not_hide_a_new_result(
    desk: Page, windows: Windows, signed_in: dict[str, Any], address: str
) -> None:
    other = windows.open(storage_state=signed_in)
    other.goto(address)
    director.type_result(other, "4 7 1")
    director.echo(other, "M4 saved")
    answered: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if answered:
            return route.continue_()
        return answered.append(route)

    desk.route(re.compile(r"/desk/[^/]+/\?f="), hold_the_first)
    with desk.expect_request(re.compile(r"\?f=")) as asked:
        desk.evaluate("() => document.body.dispatchEvent(new CustomEvent('tick'))")
    headers = asked.value.all_headers()
    old = desk.request.get(asked.value.url, headers=headers)
    director.type_result(desk, "5 7 1")
    director.echo(desk, "M5 saved")
    with contextlib.suppress(Error):  # nobody waits for it any more
        answered[0].fulfill(response=old)
    desk.wait_for_timeout(300)
    assert not {4, 5} & set(director.open_matches(desk))
    expect(desk.locator("#fresh")).to_contain_text("Live")


def test_the_help_lists_the_keys_of_this_page(desk: Page) -> None:
    desk.keyboard.press("?")
    dialog = desk.get_by_role("dialog", name="Keyboard")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Go to the result box")
    desk.keyboard.press("s")
    expect(dialog).to_be_visible()  # no shortcut works behind it
    desk.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    desk.keyboard.press("s")
    expect(desk.get_by_role("heading", name="Score sheets")).to_be_visible()


def test_single_keys_can_be_switched_off(desk: Page) -> None:
    desk.keyboard.press("?")
    desk.get_by_label("Single-key shortcuts").uncheck()
    desk.keyboard.press("Escape")
    desk.evaluate("() => document.activeElement.blur()")
    address = desk.url
    desk.keyboard.type("s7")
    expect(desk.locator("#result-line")).to_have_value("")
    assert desk.url == address


def test_the_score_pad_by_keys(desk: Page) -> None:
    desk.goto(director.match_address(desk, -1))
    desk.get_by_role("link", name="Game by game").press("Enter")
    pad = desk.locator("form.pad")
    expect(pad).to_contain_text("Game 1")
    desk.keyboard.press("ArrowLeft")
    desk.keyboard.press("2")
    desk.keyboard.press("g")
    expect(pad.locator("[name=winner][value='1']")).to_be_checked()
    expect(pad.locator("[name=outcome][value='2-gammon']")).to_be_checked()
    expect(pad.locator("[data-line]")).to_contain_text("4–0")
    desk.keyboard.press("Enter")
    expect(desk.locator(".score__points")).to_have_text(["4", "0"])
    expect(pad).to_contain_text("Game 2")
    desk.keyboard.press("ArrowRight")
    desk.keyboard.press("p")
    expect(pad.locator("[name=outcome][value='1-dropped']")).to_be_checked()
    desk.keyboard.press("Enter")
    expect(desk.locator(".score__points")).to_have_text(["4", "1"])
    desk.keyboard.press("u")
    expect(desk.locator(".score__points")).to_have_text(["4", "0"])


def test_a_pile_of_sheets_is_typed_without_looking(desk: Page) -> None:
    """Each line follows the one before; the wrong one is named, nothing typed over."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    desk.route("**/results/", hold, times=1)
    with desk.expect_request("**/results/"):
        desk.keyboard.type("3 3 3\n6 7 2\n1 7")
    held[0].continue_()
    director.echo(desk, "M6 saved")
    expect(desk.locator("#result-line")).to_have_value("1 7")
    expect(desk.locator("#alert")).to_contain_text("3 3 3: ")
    expect(desk.locator("#outbox")).to_be_hidden()
    assert director.open_matches(desk) == []
